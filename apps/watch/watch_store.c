/* watch_store.c: see the header; by the system's SQLite. Pages are written and
 * read in watch_store_pages.c.
 */
#include "watch/watch_store_inside.h"

#include "common/system/array_grow.h"

#include <stdlib.h>
#include <string.h>

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

/* --- opening -----------------------------------------------------------------
 */

/* Run the statements of a schema as one. */
static exit_code
make_tables(watch_store *store, const char *statements)
{
  exit_code code = sql_execute(&store->file, "BEGIN IMMEDIATE");
  if (code == EXIT_FINE)
    code = sql_execute(&store->file, statements);
  return code == EXIT_FINE ? sql_execute(&store->file, "COMMIT") : code;
}

static exit_code
check_tables(watch_store *store)
{
  int64_t version, owner, tables;
  exit_code code =
      sql_read_number(&store->file, "PRAGMA user_version", &version);
  if (code == EXIT_FINE)
    code = sql_read_number(&store->file, "PRAGMA application_id", &owner);
  if (code == EXIT_FINE)
    code = sql_read_number(&store->file, "SELECT count(*) FROM sqlite_schema",
                           &tables);
  if (code != EXIT_FINE)
    return code;
  if (version == 0 && tables == 0)
    return make_tables(store, schema);
  if (owner == APPLICATION && version == 1)
    return make_tables(store, schema_from_1);
  if (owner == APPLICATION && version == SCHEMA_VERSION)
    return EXIT_FINE;
  message("%s: no store of pith watch, or of another version",
          store->file.path);
  return EXIT_INPUT;
}

exit_code
watch_store_open(const char *path, watch_store **out)
{
  watch_store *store = calloc(1, sizeof *store);
  *out = NULL;
  if (!store)
    return say_no_memory();
  store->file = (sql_file){NULL, path, "store of pith watch",
                           "sqlite3's .recover may save what is in it"};
  exit_code code =
      sql_open(&store->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 5000);
  if (code == EXIT_FINE)
    code = check_tables(store);
  if (code == EXIT_FINE)
    code = sql_execute(&store->file, "PRAGMA journal_mode = WAL;"
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
  sql_close(&store->file);
  free(store);
}

/* --- rounds ------------------------------------------------------------------
 */

exit_code
watch_store_begin(watch_store *store, const char *time, int64_t *round)
{
  exit_code code = sql_execute(&store->file, "BEGIN IMMEDIATE");
  if (code != EXIT_FINE)
    return code;
  sqlite3_stmt *made =
      sql_prepare(&store->file, "INSERT INTO round(started) VALUES(?1)");
  if (made)
    sql_bind_text(made, 1, time);
  code = sql_finish(&store->file, made);
  *round = sqlite3_last_insert_rowid(store->file.base);
  if (code != EXIT_FINE)
    sql_execute(&store->file, "ROLLBACK");
  return code;
}

exit_code
watch_store_end(watch_store *store, bool keep)
{
  exit_code code = keep ? sql_execute(&store->file, "COMMIT") : EXIT_FINE;
  /* SQLite may have rolled back by itself. */
  if ((!keep || code != EXIT_FINE) && !sqlite3_get_autocommit(store->file.base))
    sql_execute(&store->file, "ROLLBACK");
  return code;
}

/* --- models ------------------------------------------------------------------
 */

exit_code
watch_store_model(watch_store *store, const char *site, char **bytes,
                  size_t *len)
{
  sqlite3_stmt *made =
      sql_prepare(&store->file, "SELECT model FROM site WHERE host = ?1");
  exit_code code = EXIT_FINE;
  *bytes = NULL;
  *len = 0;
  if (made)
    sql_bind_text(made, 1, site);
  if (sql_next_row(&store->file, made, &code) &&
      !(*bytes = sql_copy_bytes(made, 0, len)))
    code = say_no_memory();
  sqlite3_finalize(made);
  return code;
}

exit_code
watch_store_set_model(watch_store *store, const char *site, int64_t round,
                      pith_slice bytes)
{
  sqlite3_stmt *made = sql_prepare(
      &store->file, "INSERT INTO site(host, model, round) VALUES(?1,?2,?3)"
                    " ON CONFLICT(host) DO UPDATE SET model=?2, round=?3");
  if (made) {
    sql_bind_text(made, 1, site);
    sqlite3_bind_blob64(made, 2, bytes.data, bytes.len, SQLITE_STATIC);
    sqlite3_bind_int64(made, 3, round);
  }
  return sql_finish(&store->file, made);
}

/* --- slots -------------------------------------------------------------------
 */

static bool
load_turns(sqlite3_stmt *row, slot_history *out, size_t *capacity)
{
  slot_turns *items =
      array_grow(out->items, out->count, capacity, sizeof *items);
  if (!items)
    return false;
  out->items = items;
  out->items[out->count++] = (slot_turns){
      (uint64_t)sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)};
  return true;
}

exit_code
watch_store_turns(watch_store *store, const char *site, slot_history *out)
{
  size_t capacity = 0;
  sqlite3_stmt *made =
      sql_prepare(&store->file, "SELECT slot, turns FROM slot WHERE host = ?1");
  exit_code code = EXIT_FINE;
  memset(out, 0, sizeof *out);
  if (made)
    sql_bind_text(made, 1, site);
  while (code == EXIT_FINE && sql_next_row(&store->file, made, &code))
    if (!load_turns(made, out, &capacity))
      code = say_no_memory();
  sqlite3_finalize(made);
  slot_history_sort(out); /* numbers without a sign have another order */
  return code;
}

static exit_code
save_turns(watch_store *store, const char *site, int64_t round,
           const slot_turns *one)
{
  sqlite3_stmt *made =
      sql_prepare(&store->file, "INSERT INTO slot(host, slot, turns, round)"
                                " VALUES(?1,?2,?3,?4) ON CONFLICT(host, slot)"
                                " DO UPDATE SET turns=?3, round=?4");
  if (made) {
    sql_bind_text(made, 1, site);
    sqlite3_bind_int64(made, 2, (int64_t)one->slot);
    sqlite3_bind_int64(made, 3, one->turns);
    sqlite3_bind_int64(made, 4, round);
  }
  return sql_finish(&store->file, made);
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
  sqlite3_stmt *made = sql_prepare(
      &store->file,
      "SELECT round.id, round.started, page.url, page.title, kind, text,"
      " page.first_round = round.id FROM change"
      " JOIN round ON round.id = change.round"
      " JOIN page ON page.id = change.page"
      " WHERE told = 0 ORDER BY round.id, page.url, change.id");
  exit_code code = EXIT_FINE;
  while (code == EXIT_FINE && sql_next_row(&store->file, made, &code)) {
    told_change change = {sqlite3_column_int64(made, 0),
                          (const char *)sqlite3_column_text(made, 1),
                          (const char *)sqlite3_column_text(made, 2),
                          sql_column_text(made, 3),
                          (const char *)sqlite3_column_text(made, 4),
                          (const char *)sqlite3_column_text(made, 5),
                          sqlite3_column_int(made, 6) != 0};
    if (change.time && change.url && change.kind && change.text)
      sink(state, &change);
    else
      code = say_no_memory();
  }
  sqlite3_finalize(made);
  return code;
}

exit_code
watch_store_told(watch_store *store)
{
  return sql_execute(&store->file, "UPDATE change SET told = 1 WHERE told = 0");
}
