/* watch_store.c: see the header; on the system's SQLite. Pages are saved and
 * loaded in watch_store_pages.c.
 *
 *     round ◄── page ◄── passage        the last version of each page
 *       ▲         ▲
 *       └──────── change                what was added and removed
 *     site, slot                        models, rotating regions; by host
 *
 * Columns keep the names of version 1: `slot` is a region, `turns` its
 * rotations, `signs` the traits of a passage, `crowd` its box_count, and `told`
 * marks reported changes.
 */
#include "watch/watch_store_inside.h"

#include "common/system/grow.h"

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

/* Version 1 had no layout: the first rounds after the upgrade compare words
 * only. */
static const char schema_from_1[] =
    "ALTER TABLE passage ADD COLUMN slot INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE passage ADD COLUMN box INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE passage ADD COLUMN signs INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE passage ADD COLUMN crowd INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE slot(host TEXT NOT NULL, slot INTEGER NOT NULL,"
    " turns INTEGER NOT NULL, round INTEGER NOT NULL REFERENCES round(id),"
    " PRIMARY KEY(host, slot)) WITHOUT ROWID;"
    "PRAGMA user_version = 2;";

/* --- opening ------------------------------------------------------------- */

/* Run the statements of a schema as one transaction. */
static exit_code
make_tables(watch_store *store, const char *statements)
{
  TRY(sql_execute(&store->file, "BEGIN IMMEDIATE"));
  TRY(sql_execute(&store->file, statements));
  return sql_execute(&store->file, "COMMIT");
}

/* An empty file becomes a store; an older store is upgraded; anything else
 * is refused and left as it is. */
static exit_code
check_tables(watch_store *store)
{
  sql_identity is;
  TRY(sql_identify(&store->file, &is));
  if (is.version == 0 && is.tables == 0)
    return make_tables(store, schema);
  if (is.owner == APPLICATION && is.version == 1)
    return make_tables(store, schema_from_1);
  if (is.owner == APPLICATION && is.version == SCHEMA_VERSION)
    return EXIT_FINE;
  message("%s: no store of pith watch, or of another version",
          store->file.path);
  return EXIT_INPUT;
}

/* WAL and synchronous=FULL: a round that was reported is on disk. */
exit_code
watch_store_open(const char *path, watch_store **out)
{
  watch_store *store = calloc(1, sizeof *store);
  *out = NULL;
  if (!store)
    return report_out_of_memory();
  store->file = (sql_file){NULL, path, "store of pith watch",
                           "sqlite3's .recover may save what is in it"};
  exit_code code =
      sql_open(&store->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 5000);
  THEN(code, check_tables(store));
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

/* Accepts NULL, for a store that could not be opened. */
void
watch_store_close(watch_store *store)
{
  if (!store)
    return;
  sql_close(&store->file);
  free(store);
}

/* --- rounds -------------------------------------------------------------- */

/* IMMEDIATE: a second watch on the same store is refused here, before anything
 * is fetched. */
exit_code
watch_store_begin(watch_store *store, const char *time, int64_t *round)
{
  TRY(sql_execute(&store->file, "BEGIN IMMEDIATE"));
  exit_code code =
      sql_do(&store->file, "INSERT INTO round(started) VALUES(?1)", "t", time);
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

/* --- models -------------------------------------------------------------- */

/* *bytes is NULL and *len 0 for a host without a model. */
exit_code
watch_store_model(watch_store *store, const char *site, char **bytes,
                  size_t *len)
{
  sqlite3_stmt *made =
      sql_prepare(&store->file, "SELECT model FROM site WHERE host = ?1");
  exit_code code = EXIT_FINE;
  *bytes = NULL;
  *len = 0;
  sql_bind(made, "t", site);
  if (sql_next_row(&store->file, made, &code) &&
      !(*bytes = sql_copy_bytes(made, 0, len)))
    code = report_out_of_memory();
  sqlite3_finalize(made);
  return code;
}

/* One model a host: the latest replaces the one before. */
exit_code
watch_store_set_model(watch_store *store, const char *site, int64_t round,
                      pith_slice bytes)
{
  return sql_do(&store->file,
                "INSERT INTO site(host, model, round) VALUES(?1,?2,?3)"
                " ON CONFLICT(host) DO UPDATE SET model=?2, round=?3",
                "tbi", site, bytes.data, bytes.len, round);
}

/* --- regions ------------------------------------------------------------- */

exit_code
watch_store_rotations(watch_store *store, const char *site, region_history *out)
{
  size_t capacity = 0;
  sqlite3_stmt *made =
      sql_prepare(&store->file, "SELECT slot, turns FROM slot WHERE host = ?1");
  exit_code code = EXIT_FINE;
  memset(out, 0, sizeof *out);
  sql_bind(made, "t", site);
  while (code == EXIT_FINE && sql_next_row(&store->file, made, &code))
    if (!GROW(out->items, capacity, out->count + 1))
      code = report_out_of_memory();
    else
      out->items[out->count++] =
          (region_rotations){(uint64_t)sqlite3_column_int64(made, 0),
                             sqlite3_column_int64(made, 1)};
  sqlite3_finalize(made);
  region_history_sort(out); /* SQLite orders them as signed numbers */
  return code;
}

/* Only regions that rotated in this round; the counts of others stay. */
exit_code
watch_store_save_rotations(watch_store *store, const char *site, int64_t round,
                           const region_history *rotated)
{
  for (size_t i = 0; i < rotated->count; i++)
    TRY(sql_do(&store->file,
               "INSERT INTO slot(host, slot, turns, round)"
               " VALUES(?1,?2,?3,?4) ON CONFLICT(host, slot)"
               " DO UPDATE SET turns=?3, round=?4",
               "tiii", site, (int64_t)rotated->items[i].region,
               rotated->items[i].rotations, round));
  return EXIT_FINE;
}

/* --- changes ------------------------------------------------------------- */

/* NULL from sqlite3_column_text() in a NOT NULL column means that memory has
 * ended. */
exit_code
watch_store_each_change(watch_store *store, change_sink sink, void *state)
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
    change_record change = {sqlite3_column_int64(made, 0),
                            (const char *)sqlite3_column_text(made, 1),
                            (const char *)sqlite3_column_text(made, 2),
                            sql_column_text(made, 3),
                            (const char *)sqlite3_column_text(made, 4),
                            (const char *)sqlite3_column_text(made, 5),
                            sqlite3_column_int(made, 6) != 0};
    if (change.time && change.url && change.kind && change.text)
      sink(state, &change);
    else
      code = report_out_of_memory();
  }
  sqlite3_finalize(made);
  return code;
}

/* All at once, after they have been written out: after a failure they are
 * reported again rather than lost. */
exit_code
watch_store_mark_reported(watch_store *store)
{
  return sql_execute(&store->file, "UPDATE change SET told = 1 WHERE told = 0");
}
