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

enum { SCHEMA_VERSION = 1, APPLICATION = 0x70697468 }; /* "pith" */

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
    " PRIMARY KEY(page, place)) WITHOUT ROWID;"
    "CREATE TABLE change(id INTEGER PRIMARY KEY,"
    " round INTEGER NOT NULL REFERENCES round(id),"
    " page INTEGER NOT NULL REFERENCES page(id),"
    " kind TEXT NOT NULL CHECK(kind IN ('added','removed')),"
    " text TEXT NOT NULL, told INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX change_told ON change(told, round, page);";

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

static int64_t
read_number(watch_store *store, const char *text)
{
  sqlite3_stmt *made = prepare(store, text);
  int64_t number = -1;
  if (made && sqlite3_step(made) == SQLITE_ROW)
    number = sqlite3_column_int64(made, 0);
  sqlite3_finalize(made);
  return number;
}

static char *
column_text(sqlite3_stmt *row, int column)
{
  const char *text = (const char *)sqlite3_column_text(row, column);
  size_t len = (size_t)sqlite3_column_bytes(row, column);
  char *copy = text ? malloc(len + 1) : NULL;
  if (copy)
    memcpy(copy, text, len + 1);
  return copy;
}

static char *
column_bytes(sqlite3_stmt *row, int column, size_t *len)
{
  const void *bytes = sqlite3_column_blob(row, column);
  *len = (size_t)sqlite3_column_bytes(row, column);
  char *copy = malloc(*len + 1);
  if (copy && *len > 0)
    memcpy(copy, bytes, *len);
  if (!copy)
    *len = 0;
  return copy;
}

/* --- opening -----------------------------------------------------------------
 */

static exit_code
make_tables(watch_store *store)
{
  exit_code code = execute(store, "BEGIN IMMEDIATE");
  if (code == EXIT_FINE)
    code = execute(store, schema);
  if (code == EXIT_FINE)
    code = execute(store, "PRAGMA user_version = 1");
  if (code == EXIT_FINE) /* APPLICATION */
    code = execute(store, "PRAGMA application_id = 0x70697468");
  return code == EXIT_FINE ? execute(store, "COMMIT") : code;
}

static exit_code
check_tables(watch_store *store)
{
  int64_t version = read_number(store, "PRAGMA user_version");
  int64_t owner = read_number(store, "PRAGMA application_id");
  int64_t tables = read_number(store, "SELECT count(*) FROM sqlite_schema");
  if (version < 0 || owner < 0 || tables < 0)
    return EXIT_INPUT; /* it was said */
  if (version == 0 && tables == 0)
    return make_tables(store);
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
  if (!store) {
    message("out of memory");
    return EXIT_ENVIRONMENT;
  }
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
  return execute(store, keep ? "COMMIT" : "ROLLBACK");
}

/* --- pages -------------------------------------------------------------------
 */

static exit_code
load_passages(watch_store *store, watched_page *page)
{
  sqlite3_stmt *made = prepare(
      store, "SELECT key, text FROM passage WHERE page = ?1 ORDER BY place");
  exit_code code = made ? EXIT_FINE : EXIT_ENVIRONMENT;
  int step = SQLITE_DONE;
  if (made)
    sqlite3_bind_int64(made, 1, page->id);
  while (code == EXIT_FINE && (step = sqlite3_step(made)) == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(made, 1);
    if (!text || !passages_add(&page->said, text, strlen(text),
                               (uint64_t)sqlite3_column_int64(made, 0)))
      code = EXIT_ENVIRONMENT;
  }
  if (code == EXIT_FINE && step != SQLITE_DONE)
    code = refuse(store);
  sqlite3_finalize(made);
  if (code == EXIT_FINE && !passages_seal(&page->said))
    code = EXIT_ENVIRONMENT;
  return code;
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
  if (step == SQLITE_ROW) {
    out->id = sqlite3_column_int64(made, 0);
    out->title = column_text(made, 1);
    out->etag = column_text(made, 2);
    out->modified = column_text(made, 3);
    out->charset = column_text(made, 4);
    out->body = column_bytes(made, 5, &out->len);
  } else if (step != SQLITE_DONE) {
    code = refuse(store);
  }
  sqlite3_finalize(made);
  out->url = malloc(strlen(url) + 1);
  if (out->url)
    memcpy(out->url, url, strlen(url) + 1);
  if (code == EXIT_FINE && (!out->url || (out->id && !out->body)))
    code = EXIT_ENVIRONMENT;
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
  sqlite3_stmt *made = prepare(store, "INSERT INTO passage(page, place, key,"
                                      " text) VALUES(?1,?2,?3,?4)");
  if (made) {
    sqlite3_bind_int64(made, 1, page->id);
    sqlite3_bind_int64(made, 2, (int64_t)place);
    sqlite3_bind_int64(made, 3, (int64_t)page->said.items[place].key);
    bind_text(made, 4, page->said.items[place].text);
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
  if (step == SQLITE_ROW)
    *bytes = column_bytes(made, 0, len);
  else if (step != SQLITE_DONE)
    code = refuse(store);
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
  int step = SQLITE_DONE;
  if (!made)
    return EXIT_ENVIRONMENT;
  while ((step = sqlite3_step(made)) == SQLITE_ROW) {
    const char *title = (const char *)sqlite3_column_text(made, 3);
    told_change change = {sqlite3_column_int64(made, 0),
                          (const char *)sqlite3_column_text(made, 1),
                          (const char *)sqlite3_column_text(made, 2),
                          title ? title : "",
                          (const char *)sqlite3_column_text(made, 4),
                          (const char *)sqlite3_column_text(made, 5),
                          sqlite3_column_int(made, 6) != 0};
    sink(state, &change);
  }
  exit_code code = step == SQLITE_DONE ? EXIT_FINE : refuse(store);
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
