/* watch_store.c: see the header; by the system's SQLite. */
#include "watch_store.h"

#include <stdlib.h>
#include <string.h>

void
watched_page_done(watched_page *page)
{
  free(page->url);
  free(page->title);
  free(page->etag);
  free(page->modified);
  free(page->charset);
  free(page->body);
  passages_done(&page->said);
  memset(page, 0, sizeof *page);
}

#ifdef PITH_HAVE_SQLITE

#include <sqlite3.h>

enum { SCHEMA_VERSION = 2, APPLICATION = 0x70697468 }; /* "pith" */

static const char schema[] =
    "CREATE TABLE round(id INTEGER PRIMARY KEY, started TEXT NOT NULL);"
    "CREATE TABLE site(host TEXT PRIMARY KEY, model BLOB NOT NULL,"
    " round INTEGER NOT NULL REFERENCES round(id));"
    "CREATE TABLE page(id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE,"
    " host TEXT NOT NULL, title TEXT, etag TEXT, modified TEXT, charset TEXT,"
    " body BLOB NOT NULL, first_round INTEGER NOT NULL REFERENCES round(id),"
    " last_round INTEGER NOT NULL REFERENCES round(id));"
    "CREATE TABLE passage(page INTEGER NOT NULL REFERENCES page(id),"
    " place INTEGER NOT NULL, key INTEGER NOT NULL, text TEXT NOT NULL,"
    " slot INTEGER NOT NULL, box INTEGER NOT NULL, signs INTEGER NOT NULL,"
    " crowd INTEGER NOT NULL, PRIMARY KEY(page, place)) WITHOUT ROWID;"
    "CREATE TABLE change(id INTEGER PRIMARY KEY,"
    " round INTEGER NOT NULL REFERENCES round(id),"
    " page INTEGER NOT NULL REFERENCES page(id),"
    " kind TEXT NOT NULL CHECK(kind IN ('added','removed')),"
    " text TEXT NOT NULL, told INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX change_told ON change(told, round, page);"
    "CREATE TABLE slot(host TEXT NOT NULL, slot INTEGER NOT NULL,"
    " turns INTEGER NOT NULL, round INTEGER NOT NULL REFERENCES round(id),"
    " PRIMARY KEY(host, slot)) WITHOUT ROWID;"
    "PRAGMA user_version = 2;"
    "PRAGMA application_id = 0x70697468;"; /* APPLICATION */

/* A store of version 1 does not know where passages stood; the first rounds
 * after it judge by their words alone. */
static const char schema_from_1[] =
    "ALTER TABLE passage ADD COLUMN slot INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE passage ADD COLUMN box INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE passage ADD COLUMN signs INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE passage ADD COLUMN crowd INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE slot(host TEXT NOT NULL, slot INTEGER NOT NULL,"
    " turns INTEGER NOT NULL, round INTEGER NOT NULL REFERENCES round(id),"
    " PRIMARY KEY(host, slot)) WITHOUT ROWID;"
    "PRAGMA user_version = 2;";

struct watch_store {
  sqlite3 *base;
  const char *path; /* lent */
};

static exit_code
refuse(const watch_store *store)
{
  int code = sqlite3_errcode(store->base);
  message("%s: %s", store->path, sqlite3_errmsg(store->base));
  return code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? EXIT_INPUT
                                                         : EXIT_ENVIRONMENT;
}

static exit_code
no_memory(void)
{
  message("out of memory");
  return EXIT_ENVIRONMENT;
}

static exit_code
execute(watch_store *store, const char *text)
{
  if (sqlite3_exec(store->base, text, NULL, NULL, NULL) == SQLITE_OK)
    return EXIT_FINE;
  return refuse(store);
}

static sqlite3_stmt *
prepare(watch_store *store, const char *text)
{
  sqlite3_stmt *made = NULL;
  if (sqlite3_prepare_v2(store->base, text, -1, &made, NULL) != SQLITE_OK)
    refuse(store);
  return made;
}

static void
bind_text(sqlite3_stmt *to, int place, const char *text)
{
  if (text)
    sqlite3_bind_text(to, place, text, -1, SQLITE_STATIC);
}

/* Run a statement that gives nothing, and release it. */
static exit_code
finish(watch_store *store, sqlite3_stmt *made)
{
  exit_code code = EXIT_FINE;
  if (!made)
    return EXIT_ENVIRONMENT;
  if (sqlite3_step(made) != SQLITE_DONE)
    code = refuse(store);
  sqlite3_finalize(made);
  return code;
}

static exit_code
read_number(watch_store *store, const char *text, int64_t *out)
{
  sqlite3_stmt *made = prepare(store, text);
  exit_code code = EXIT_FINE;
  *out = 0;
  if (!made)
    return sqlite3_errcode(store->base) == SQLITE_NOTADB ? EXIT_INPUT
                                                         : EXIT_ENVIRONMENT;
  if (sqlite3_step(made) == SQLITE_ROW)
    *out = sqlite3_column_int64(made, 0);
  else
    code = refuse(store);
  sqlite3_finalize(made);
  return code;
}

/* Give a text, NULL for none; false when memory ends. */
static bool
column_text(sqlite3_stmt *row, int column, char **out)
{
  *out = NULL;
  if (sqlite3_column_type(row, column) == SQLITE_NULL)
    return true;
  const char *text = (const char *)sqlite3_column_text(row, column);
  *out = text ? strdup(text) : NULL;
  return *out != NULL;
}

static char *
column_bytes(sqlite3_stmt *row, int column, size_t *len)
{
  const void *bytes = sqlite3_column_blob(row, column);
  *len = (size_t)sqlite3_column_bytes(row, column);
  char *copy = bytes || *len == 0 ? malloc(*len + 1) : NULL;
  if (copy && *len > 0)
    memcpy(copy, bytes, *len);
  if (!copy)
    *len = 0;
  return copy;
}

/* --- opening -----------------------------------------------------------------
 */

/* Run the statements of a schema as one. */
static exit_code
make_tables(watch_store *store, const char *statements)
{
  exit_code code = execute(store, "BEGIN IMMEDIATE");
  if (code == EXIT_FINE)
    code = execute(store, statements);
  return code == EXIT_FINE ? execute(store, "COMMIT") : code;
}

static exit_code
check_tables(watch_store *store)
{
  int64_t version, owner, tables;
  exit_code code = read_number(store, "PRAGMA user_version", &version);
  if (code == EXIT_FINE)
    code = read_number(store, "PRAGMA application_id", &owner);
  if (code == EXIT_FINE)
    code = read_number(store, "SELECT count(*) FROM sqlite_schema", &tables);
  if (code != EXIT_FINE)
    return code;
  if (version == 0 && tables == 0)
    return make_tables(store, schema);
  if (owner == APPLICATION && version == 1)
    return make_tables(store, schema_from_1);
  if (owner == APPLICATION && version == SCHEMA_VERSION)
    return EXIT_FINE;
  message("%s: no store of pith watch, or of another version", store->path);
  return EXIT_INPUT;
}

exit_code
watch_store_open(const char *path, watch_store **out)
{
  watch_store *store = calloc(1, sizeof *store);
  *out = NULL;
  if (!store)
    return no_memory();
  store->path = path;
  exit_code code = EXIT_FINE;
  if (sqlite3_open(path, &store->base) != SQLITE_OK)
    code = refuse(store);
  if (code == EXIT_FINE) {
    sqlite3_busy_timeout(store->base, 5000);
    code = check_tables(store);
  }
  if (code == EXIT_FINE)
    code = execute(store, "PRAGMA journal_mode = WAL;"
                          "PRAGMA synchronous = FULL;"
                          "PRAGMA foreign_keys = ON;");
  if (code == EXIT_FINE)
    *out = store;
  else
    watch_store_close(store);
  return code;
}

void
watch_store_close(watch_store *store)
{
  if (!store)
    return;
  sqlite3_close(store->base);
  free(store);
}

/* --- rounds ------------------------------------------------------------------
 */

exit_code
watch_store_begin(watch_store *store, const char *time, int64_t *round)
{
  exit_code code = execute(store, "BEGIN IMMEDIATE");
  if (code != EXIT_FINE)
    return code;
  sqlite3_stmt *made = prepare(store, "INSERT INTO round(started) VALUES(?1)");
  if (made)
    bind_text(made, 1, time);
  code = finish(store, made);
  *round = sqlite3_last_insert_rowid(store->base);
  if (code != EXIT_FINE)
    execute(store, "ROLLBACK");
  return code;
}

exit_code
watch_store_end(watch_store *store, bool keep)
{
  exit_code code = keep ? execute(store, "COMMIT") : EXIT_FINE;
  /* SQLite may have rolled back by itself. */
  if ((!keep || code != EXIT_FINE) && !sqlite3_get_autocommit(store->base))
    execute(store, "ROLLBACK");
  return code;
}

/* --- pages -------------------------------------------------------------------
 */

static bool
load_passage(sqlite3_stmt *row, passages *out)
{
  const char *text = (const char *)sqlite3_column_text(row, 1);
  passage *made = !text ? NULL
                        : passages_add(out, text, strlen(text),
                                       (uint64_t)sqlite3_column_int64(row, 0));
  if (!made)
    return false;
  made->slot = (uint64_t)sqlite3_column_int64(row, 2);
  made->box = (uint64_t)sqlite3_column_int64(row, 3);
  made->signs = (uint8_t)sqlite3_column_int(row, 4);
  made->crowd = (uint8_t)sqlite3_column_int(row, 5);
  return true;
}

static exit_code
load_passages(watch_store *store, watched_page *page)
{
  sqlite3_stmt *made =
      prepare(store, "SELECT key, text, slot, box, signs, crowd FROM passage"
                     " WHERE page = ?1 ORDER BY place");
  exit_code code = made ? EXIT_FINE : EXIT_ENVIRONMENT;
  int step = SQLITE_DONE;
  if (made)
    sqlite3_bind_int64(made, 1, page->id);
  while (code == EXIT_FINE && (step = sqlite3_step(made)) == SQLITE_ROW)
    if (!load_passage(made, &page->said))
      code = no_memory();
  if (code == EXIT_FINE && step != SQLITE_DONE)
    code = refuse(store);
  sqlite3_finalize(made);
  if (code == EXIT_FINE && !passages_seal(&page->said))
    code = no_memory();
  return code;
}

static bool
load_row(sqlite3_stmt *row, watched_page *out)
{
  out->id = sqlite3_column_int64(row, 0);
  return column_text(row, 1, &out->title) && column_text(row, 2, &out->etag) &&
         column_text(row, 3, &out->modified) &&
         column_text(row, 4, &out->charset) &&
         (out->body = column_bytes(row, 5, &out->len)) != NULL;
}

exit_code
watch_store_load(watch_store *store, const char *url, watched_page *out)
{
  memset(out, 0, sizeof *out);
  sqlite3_stmt *made = prepare(store, "SELECT id, title, etag, modified,"
                                      " charset, body FROM page"
                                      " WHERE url = ?1");
  if (!made)
    return EXIT_ENVIRONMENT;
  bind_text(made, 1, url);
  int step = sqlite3_step(made);
  exit_code code = EXIT_FINE;
  if (step != SQLITE_ROW && step != SQLITE_DONE)
    code = refuse(store);
  else if (step == SQLITE_ROW && !load_row(made, out))
    code = no_memory();
  sqlite3_finalize(made);
  out->url = strdup(url);
  if (!out->url && code == EXIT_FINE)
    code = no_memory();
  if (code == EXIT_FINE && out->id)
    code = load_passages(store, out);
  if (code != EXIT_FINE)
    watched_page_done(out);
  return code;
}

static exit_code
save_row(watch_store *store, const char *site, int64_t round,
         watched_page *page)
{
  sqlite3_stmt *made = prepare(
      store, "INSERT INTO page(url, host, title, etag, modified, charset, body,"
             " first_round, last_round) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?8)"
             " ON CONFLICT(url) DO UPDATE SET title=?3, etag=?4, modified=?5,"
             " charset=?6, body=?7, last_round=?8");
  if (made) {
    bind_text(made, 1, page->url);
    bind_text(made, 2, site);
    bind_text(made, 3, page->title);
    bind_text(made, 4, page->etag);
    bind_text(made, 5, page->modified);
    bind_text(made, 6, page->charset);
    sqlite3_bind_blob64(made, 7, page->body ? page->body : "", page->len,
                        SQLITE_STATIC);
    sqlite3_bind_int64(made, 8, round);
  }
  exit_code code = finish(store, made);
  if (code == EXIT_FINE && page->id == 0)
    page->id = sqlite3_last_insert_rowid(store->base);
  return code;
}

static exit_code
save_passage(watch_store *store, const watched_page *page, size_t place)
{
  const passage *one = &page->said.items[place];
  sqlite3_stmt *made =
      prepare(store, "INSERT INTO passage(page, place, key, text, slot, box,"
                     " signs, crowd) VALUES(?1,?2,?3,?4,?5,?6,?7,?8)");
  if (made) {
    sqlite3_bind_int64(made, 1, page->id);
    sqlite3_bind_int64(made, 2, (int64_t)place);
    sqlite3_bind_int64(made, 3, (int64_t)one->key);
    bind_text(made, 4, one->text);
    sqlite3_bind_int64(made, 5, (int64_t)one->slot);
    sqlite3_bind_int64(made, 6, (int64_t)one->box);
    sqlite3_bind_int(made, 7, one->signs);
    sqlite3_bind_int(made, 8, one->crowd);
  }
  return finish(store, made);
}

exit_code
watch_store_save(watch_store *store, const char *site, int64_t round,
                 watched_page *page)
{
  exit_code code = save_row(store, site, round, page);
  if (code != EXIT_FINE)
    return code;
  sqlite3_stmt *made = prepare(store, "DELETE FROM passage WHERE page = ?1");
  if (made)
    sqlite3_bind_int64(made, 1, page->id);
  code = finish(store, made);
  for (size_t i = 0; i < page->said.count && code == EXIT_FINE; i++)
    code = save_passage(store, page, i);
  return code;
}

exit_code
watch_store_change(watch_store *store, int64_t round, const watched_page *page,
                   const char *kind, const char *text)
{
  sqlite3_stmt *made = prepare(
      store, "INSERT INTO change(round, page, kind, text) VALUES(?1,?2,?3,?4)");
  if (made) {
    sqlite3_bind_int64(made, 1, round);
    sqlite3_bind_int64(made, 2, page->id);
    bind_text(made, 3, kind);
    bind_text(made, 4, text);
  }
  return finish(store, made);
}

/* --- models ------------------------------------------------------------------
 */

exit_code
watch_store_model(watch_store *store, const char *site, char **bytes,
                  size_t *len)
{
  sqlite3_stmt *made = prepare(store, "SELECT model FROM site WHERE host = ?1");
  *bytes = NULL;
  *len = 0;
  if (!made)
    return EXIT_ENVIRONMENT;
  bind_text(made, 1, site);
  int step = sqlite3_step(made);
  exit_code code = EXIT_FINE;
  if (step != SQLITE_ROW && step != SQLITE_DONE)
    code = refuse(store);
  else if (step == SQLITE_ROW && !(*bytes = column_bytes(made, 0, len)))
    code = no_memory();
  sqlite3_finalize(made);
  return code;
}

exit_code
watch_store_set_model(watch_store *store, const char *site, int64_t round,
                      pith_slice bytes)
{
  sqlite3_stmt *made =
      prepare(store, "INSERT INTO site(host, model, round) VALUES(?1,?2,?3)"
                     " ON CONFLICT(host) DO UPDATE SET model=?2, round=?3");
  if (made) {
    bind_text(made, 1, site);
    sqlite3_bind_blob64(made, 2, bytes.data, bytes.len, SQLITE_STATIC);
    sqlite3_bind_int64(made, 3, round);
  }
  return finish(store, made);
}

/* --- slots -------------------------------------------------------------------
 */

static bool
load_turns(sqlite3_stmt *row, slot_history *out, size_t *capacity)
{
  if (out->count == *capacity) {
    size_t more = 2 * *capacity + 16;
    slot_turns *items = realloc(out->items, more * sizeof *items);
    if (!items)
      return false;
    out->items = items;
    *capacity = more;
  }
  out->items[out->count++] = (slot_turns){
      (uint64_t)sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)};
  return true;
}

static int
compare_turns(const void *a, const void *b)
{
  const slot_turns *one = a, *two = b;
  return one->slot < two->slot ? -1 : one->slot > two->slot;
}

exit_code
watch_store_turns(watch_store *store, const char *site, slot_history *out)
{
  size_t capacity = 0;
  int step = SQLITE_DONE;
  sqlite3_stmt *made =
      prepare(store, "SELECT slot, turns FROM slot WHERE host = ?1");
  exit_code code = made ? EXIT_FINE : EXIT_ENVIRONMENT;
  memset(out, 0, sizeof *out);
  if (made)
    bind_text(made, 1, site);
  while (code == EXIT_FINE && (step = sqlite3_step(made)) == SQLITE_ROW)
    if (!load_turns(made, out, &capacity))
      code = no_memory();
  if (code == EXIT_FINE && step != SQLITE_DONE)
    code = refuse(store);
  sqlite3_finalize(made);
  if (out->count > 0) /* numbers without a sign have another order */
    qsort(out->items, out->count, sizeof *out->items, compare_turns);
  return code;
}

static exit_code
save_turns(watch_store *store, const char *site, int64_t round,
           const slot_turns *one)
{
  sqlite3_stmt *made =
      prepare(store, "INSERT INTO slot(host, slot, turns, round)"
                     " VALUES(?1,?2,?3,?4) ON CONFLICT(host, slot)"
                     " DO UPDATE SET turns=?3, round=?4");
  if (made) {
    bind_text(made, 1, site);
    sqlite3_bind_int64(made, 2, (int64_t)one->slot);
    sqlite3_bind_int64(made, 3, one->turns);
    sqlite3_bind_int64(made, 4, round);
  }
  return finish(store, made);
}

exit_code
watch_store_set_turns(watch_store *store, const char *site, int64_t round,
                      const slot_history *turned)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < turned->count && code == EXIT_FINE; i++)
    code = save_turns(store, site, round, &turned->items[i]);
  return code;
}

/* --- telling -----------------------------------------------------------------
 */

exit_code
watch_store_tell(watch_store *store, change_sink sink, void *state)
{
  sqlite3_stmt *made = prepare(
      store, "SELECT round.id, round.started, page.url, page.title, kind, text,"
             " page.first_round = round.id FROM change"
             " JOIN round ON round.id = change.round"
             " JOIN page ON page.id = change.page"
             " WHERE told = 0 ORDER BY round.id, page.url, change.id");
  exit_code code = made ? EXIT_FINE : EXIT_ENVIRONMENT;
  int step = SQLITE_DONE;
  while (code == EXIT_FINE && (step = sqlite3_step(made)) == SQLITE_ROW) {
    const char *title = (const char *)sqlite3_column_text(made, 3);
    told_change change = {sqlite3_column_int64(made, 0),
                          (const char *)sqlite3_column_text(made, 1),
                          (const char *)sqlite3_column_text(made, 2),
                          title ? title : "",
                          (const char *)sqlite3_column_text(made, 4),
                          (const char *)sqlite3_column_text(made, 5),
                          sqlite3_column_int(made, 6) != 0};
    if (change.time && change.url && change.kind && change.text)
      sink(state, &change);
    else
      code = no_memory();
  }
  if (code == EXIT_FINE && step != SQLITE_DONE)
    code = refuse(store);
  sqlite3_finalize(made);
  return code;
}

exit_code
watch_store_told(watch_store *store)
{
  return execute(store, "UPDATE change SET told = 1 WHERE told = 0");
}

#else

exit_code
watch_store_open(const char *path, watch_store **out)
{
  *out = NULL;
  message("%s: this program was built without SQLite; install libsqlite3-dev "
          "and build it anew",
          path);
  return EXIT_ENVIRONMENT;
}

void
watch_store_close(watch_store *store)
{
  (void)store;
}

/* Never reached: there is no store to call them with. */

exit_code
watch_store_begin(watch_store *store, const char *time, int64_t *round)
{
  (void)store;
  (void)time;
  *round = 0;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_end(watch_store *store, bool keep)
{
  (void)store;
  (void)keep;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_load(watch_store *store, const char *url, watched_page *out)
{
  (void)store;
  (void)url;
  memset(out, 0, sizeof *out);
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_save(watch_store *store, const char *site, int64_t round,
                 watched_page *page)
{
  (void)store;
  (void)site;
  (void)round;
  (void)page;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_change(watch_store *store, int64_t round, const watched_page *page,
                   const char *kind, const char *text)
{
  (void)store;
  (void)round;
  (void)page;
  (void)kind;
  (void)text;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_model(watch_store *store, const char *site, char **bytes,
                  size_t *len)
{
  (void)store;
  (void)site;
  *bytes = NULL;
  *len = 0;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_set_model(watch_store *store, const char *site, int64_t round,
                      pith_slice bytes)
{
  (void)store;
  (void)site;
  (void)round;
  (void)bytes;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_turns(watch_store *store, const char *site, slot_history *out)
{
  (void)store;
  (void)site;
  memset(out, 0, sizeof *out);
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_set_turns(watch_store *store, const char *site, int64_t round,
                      const slot_history *turned)
{
  (void)store;
  (void)site;
  (void)round;
  (void)turned;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_tell(watch_store *store, change_sink sink, void *state)
{
  (void)store;
  (void)sink;
  (void)state;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_told(watch_store *store)
{
  (void)store;
  return EXIT_ENVIRONMENT;
}

#endif
