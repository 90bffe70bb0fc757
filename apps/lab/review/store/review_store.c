/* review_store.c: see the header; opening, sites, pages and samples. Grades and
 * corrections are in review_marks.c.
 *
 *     site ◄── page        imported at each start; rows are never deleted
 *       ▲        ▲
 *       └─ mark ─┘         only added to; only `undone` ever changes
 *     sample ◄── sample_item
 */
#include "lab/review/store/review_store_inside.h"

#include "common/system/fnv.h"
#include "common/system/need.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SCHEMA_VERSION = 4, APPLICATION = 0x70697276 }; /* "pirv" */

/* Columns that do not apply are 0 or empty, never NULL: a comparison with NULL
 * is neither true nor false, and marks are compared column by column. */
static const char schema[] =
    "CREATE TABLE site(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " path TEXT NOT NULL);"
    "CREATE TABLE page(id INTEGER PRIMARY KEY,"
    " site INTEGER NOT NULL REFERENCES site(id), name TEXT NOT NULL,"
    " path TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,"
    " gone INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0,"
    " UNIQUE(site, name));"
    "CREATE TABLE mark(id INTEGER PRIMARY KEY, grader TEXT NOT NULL,"
    " kind TEXT NOT NULL, site INTEGER NOT NULL REFERENCES site(id),"
    " page INTEGER NOT NULL, partner INTEGER NOT NULL, method TEXT NOT NULL,"
    " start INTEGER NOT NULL, stop INTEGER NOT NULL, value TEXT NOT NULL,"
    " comment TEXT NOT NULL, made TEXT NOT NULL,"
    " undone INTEGER NOT NULL DEFAULT 0, topic TEXT NOT NULL DEFAULT '');"
    "CREATE INDEX mark_grader ON mark(grader, undone, id);"
    "CREATE TABLE sample(id INTEGER PRIMARY KEY, of_pages INTEGER NOT NULL,"
    " site INTEGER NOT NULL, size INTEGER NOT NULL, seed INTEGER NOT NULL,"
    " UNIQUE(of_pages, site, size, seed));"
    "CREATE TABLE sample_item(sample INTEGER NOT NULL REFERENCES sample(id),"
    " place INTEGER NOT NULL, item INTEGER NOT NULL,"
    " PRIMARY KEY(sample, place)) WITHOUT ROWID;"
    "CREATE INDEX sample_of ON sample_item(item, sample);";

/* Marks with equal columns up to `stop` are about the same thing. The view has
 * the latest one about each, unless it is undone or empty, which takes it back.
 */
static const char schema_current[] =
    "CREATE INDEX mark_about ON mark(site, page, grader, kind, method, partner,"
    " topic, start, stop, undone, id);"
    "CREATE VIEW current AS SELECT m.* FROM mark m WHERE m.undone = 0"
    " AND m.value <> '' AND NOT EXISTS (SELECT 1 FROM mark n WHERE"
    " n.site = m.site AND n.page = m.page AND n.grader = m.grader AND"
    " n.kind = m.kind AND n.method = m.method AND n.partner = m.partner AND"
    " n.topic = m.topic AND n.start = m.start AND n.stop = m.stop AND n.undone "
    "= 0 AND n.id > m.id);";

/* SCHEMA_VERSION, APPLICATION. */
static const char schema_sign[] = "PRAGMA user_version = 4;"
                                  "PRAGMA application_id = 0x70697276;";

/* Version 1 had no losses, and so no topic. */
static const char schema_from_1[] =
    "ALTER TABLE mark ADD COLUMN topic TEXT NOT NULL DEFAULT '';"
    "DROP VIEW current; DROP INDEX mark_about;";

/* Version 2 knew neither requests nor graders. `client` is the id that a
 * browser gave to a request: the same request twice is stored once. Rows of one
 * `bundle` are undone together. `about` has what belongs to the store itself:
 * its identity, its token, the ports it was served on. */
static const char schema_from_2[] =
    "ALTER TABLE mark ADD COLUMN client TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE mark ADD COLUMN bundle TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX mark_client ON mark(client) WHERE client <> '';"
    "CREATE INDEX mark_bundle ON mark(bundle) WHERE bundle <> '';"
    "ALTER TABLE page ADD COLUMN title TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE page ADD COLUMN confidence REAL NOT NULL DEFAULT -1;"
    "ALTER TABLE page ADD COLUMN scanned INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE about(key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE grader(name TEXT PRIMARY KEY, token TEXT NOT NULL);";

/* Version 3 had no text to search. It is apart from the pages: lists read all
 * of their rows. */
static const char schema_from_3[] =
    "CREATE TABLE words(page INTEGER PRIMARY KEY, text TEXT NOT NULL);"
    "UPDATE page SET scanned = 0;";

/* --- statements ----------------------------------------------------------- */

/* Extended codes of SQLite have the primary one in their low byte. */
static review_outcome
outcome_of(int code)
{
  switch (code & 0xff) {
  case SQLITE_OK:
  case SQLITE_DONE:
  case SQLITE_ROW:
    return REVIEW_DONE;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return REVIEW_LOCKED;
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return REVIEW_DAMAGED;
  default:
    return REVIEW_FAILED;
  }
}

/* Written for graders: what happened, and what to do. */
const char *
review_outcome_text(review_outcome outcome)
{
  switch (outcome) {
  case REVIEW_DONE:
    return "done";
  case REVIEW_NOTHING:
    return "there is nothing to do";
  case REVIEW_WRONG:
    return "this is no such grade";
  case REVIEW_LOCKED:
    return "the store is locked by another program; nothing was written, try "
           "again";
  case REVIEW_DAMAGED:
    return "the store is damaged; nothing was written";
  case REVIEW_FAILED:
    break;
  }
  return "the store could not be written; is the disk full?";
}

/* A failure in the middle is reported after the rows before it were handled. */
review_outcome
review__ask(review_store *store, review_row row, void *state, const char *text,
            const char *kinds, ...)
{
  sqlite3_stmt *made = NULL;
  va_list values;
  pthread_mutex_lock(&store->lock);
  int step = sqlite3_prepare_v2(store->file.base, text, -1, &made, NULL);
  va_start(values, kinds);
  sql_bind_list(made, kinds, values);
  va_end(values);
  while (made && (step = sqlite3_step(made)) == SQLITE_ROW)
    if (row)
      row(state, made);
  sqlite3_finalize(made);
  pthread_mutex_unlock(&store->lock);
  return outcome_of(step);
}

void
review__read_number(void *state, sqlite3_stmt *row)
{
  *(int64_t *)state = sqlite3_column_int64(row, 0);
}

/* Without a message: outcomes reach the grader in the answer of a request. */
static review_outcome
execute(review_store *store, const char *text)
{
  return outcome_of(sqlite3_exec(store->file.base, text, NULL, NULL, NULL));
}

/* IMMEDIATE: another program that writes is noticed now, not at the commit. */
review_outcome
review__begin(review_store *store)
{
  pthread_mutex_lock(&store->lock);
  review_outcome outcome = execute(store, "BEGIN IMMEDIATE");
  if (outcome != REVIEW_DONE)
    pthread_mutex_unlock(&store->lock);
  return outcome;
}

/* A failed commit leaves the transaction open, so it is rolled back as well. */
review_outcome
review__end(review_store *store, review_outcome outcome)
{
  if (outcome == REVIEW_DONE)
    outcome = execute(store, "COMMIT");
  if (outcome != REVIEW_DONE)
    execute(store, "ROLLBACK");
  pthread_mutex_unlock(&store->lock);
  return outcome;
}

/* --- opening -------------------------------------------------------------- */

/* pick(seed, name) of SQL: the place of a name in the order of a seed. FNV-1a,
 * then the finalizer of SplitMix64, so that neighbouring seeds have unrelated
 * orders. The result is part of the format: a sample must be the same
 * everywhere. */
static void
pick(sqlite3_context *call, int count, sqlite3_value **values)
{
  uint64_t hash = (uint64_t)sqlite3_value_int64(values[0]);
  const unsigned char *name = sqlite3_value_text(values[1]);
  (void)count;
  hash = (hash + 1) * 0x9e3779b97f4a7c15u;
  if (name)
    hash = fnv_add(hash, (const char *)name, strlen((const char *)name));
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  sqlite3_result_int64(call, (int64_t)((hash ^ (hash >> 31)) >> 1));
}

/* Make the tables anew, or bring those of an earlier version up to this one:
 * all of it or, when the program is killed, nothing. */
static exit_code
make_tables(const sql_file *file, int64_t version)
{
  const char *const steps[] = {"BEGIN IMMEDIATE",
                               version == 0   ? schema
                               : version == 1 ? schema_from_1
                                              : "",
                               version < 2 ? schema_current : "",
                               version < 3 ? schema_from_2 : "",
                               schema_from_3,
                               schema_sign,
                               "COMMIT"};
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < sizeof steps / sizeof *steps && code == EXIT_FINE; i++)
    code = sql_execute(file, steps[i]);
  /* It will hold tokens: nobody else on this machine may read it. */
  if (code == EXIT_FINE && chmod(file->path, 0600) != 0)
    code = sql_refuse(file);
  return code;
}

/* Refuse a damaged file before anything is written to it. */
static exit_code
check_sound(const sql_file *file)
{
  static const char how[] = "SQLite's quick_check finds faults";
  sqlite3_stmt *made = sql_prepare(file, "PRAGMA quick_check(1)");
  exit_code code = sql_need_row(file, made, how);
  if (code == EXIT_FINE && strcmp(sql_column_text(made, 0), "ok") != 0)
    code = sql_refuse_damaged(file, how);
  sqlite3_finalize(made);
  return code;
}

/* Whether the tables are those of a store of a version that we know. Any
 * SQLite file could be given; one of another program must not be touched. */
static exit_code
check_kind(const sql_file *file, int64_t owner, int64_t version)
{
  if (owner != APPLICATION) {
    message("%s: a database, but no store of pith review", file->path);
    return EXIT_INPUT;
  }
  if (version > SCHEMA_VERSION) {
    message("%s: written by a newer pith (store version %ld, this pith knows "
            "%d); nothing was changed",
            file->path, (long)version, SCHEMA_VERSION);
    return EXIT_INPUT;
  }
  return EXIT_FINE;
}

/* An empty file becomes a store; an older store is upgraded; a damaged one
 * is refused before that. */
static exit_code
check_tables(const sql_file *file)
{
  sql_identity is;
  TRY(sql_identify(file, &is));
  if (is.tables == 0 && is.version == 0)
    return make_tables(file, 0);
  TRY(check_kind(file, is.owner, is.version));
  TRY(check_sound(file));
  return is.version < SCHEMA_VERSION ? make_tables(file, is.version)
                                     : EXIT_FINE;
}

/* Other programs that hold the file for more than two seconds make a request
 * fail with REVIEW_LOCKED. */
static exit_code
open_file(sql_file *file, const char *path)
{
  *file = (sql_file){NULL, path, "store of pith review",
                     "it was not changed, and sqlite3's .recover may save what "
                     "is in it"};
  exit_code code =
      sql_open(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 2000);
  THEN(code, check_tables(file));
  if (code == EXIT_FINE)
    code = sql_execute(file, "PRAGMA journal_mode = WAL;"
                             "PRAGMA synchronous = FULL;"
                             "PRAGMA foreign_keys = ON;");
  if (code == EXIT_FINE &&
      sqlite3_create_function(file->base, "pick", 2,
                              SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, pick,
                              NULL, NULL) != SQLITE_OK)
    code = sql_refuse(file);
  return code;
}

/* A file that is refused is closed unchanged. */
exit_code
review_store_open(const char *path, review_store **out)
{
  review_store *store = need(1, sizeof *store);
  *out = NULL;
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&store->lock, &recursive);
  pthread_mutexattr_destroy(&recursive);
  exit_code code = open_file(&store->file, path);
  if (code == EXIT_FINE)
    *out = store;
  else
    review_store_close(store);
  return code;
}

/* The connection is closed before the lock is destroyed: closing may still
 * checkpoint the WAL. */
void
review_store_close(review_store *store)
{
  if (!store)
    return;
  sql_close(&store->file);
  pthread_mutex_destroy(&store->lock);
  free(store);
}

/* --- what belongs to the store itself ------------------------------------- */

/* Room for the text of a row. */
typedef struct text_room {
  char *room;
  size_t size;
} text_room;

/* Texts that are too long are cut: what we wrote ourselves fits. */
static void
read_text(void *state, sqlite3_stmt *row)
{
  const text_room *to = state;
  snprintf(to->room, to->size, "%s", sql_column_text(row, 0));
}

review_outcome
review_store_recall(review_store *store, const char *key, char *room,
                    size_t size)
{
  text_room to = {room, size};
  room[0] = '\0';
  return review__ask(store, read_text, &to,
                     "SELECT value FROM about WHERE key = ?1", "t", key);
}

/* The first writer wins unless `replace`: two programs that open a new store at
 * once must agree on its identity. */
review_outcome
review_store_note(review_store *store, const char *key, const char *value,
                  bool replace)
{
  return review__ask(store, NULL, NULL,
                     replace ? "INSERT OR REPLACE INTO about VALUES(?1, ?2)"
                             : "INSERT OR IGNORE INTO about VALUES(?1, ?2)",
                     "tt", key, value);
}

/* --- sites and pages ------------------------------------------------------ */

/* One statement for all pages: a site may have 100,000. */
static review_outcome
import_pages(review_store *store, int64_t site, const review_found *pages,
             size_t count, int64_t *ids)
{
  review_outcome outcome = REVIEW_DONE;
  for (size_t i = 0; i < count && outcome == REVIEW_DONE; i++)
    outcome = review__ask(
        store, review__read_number, &ids[i],
        "INSERT INTO page(site, name, path, size, mtime) VALUES(?, ?, ?, ?, ?)"
        " ON CONFLICT(site, name) DO UPDATE SET path = excluded.path, gone = 0,"
        " changed = changed OR size <> excluded.size OR mtime <> "
        "excluded.mtime,"
        " scanned = scanned AND size = excluded.size AND mtime ="
        " excluded.mtime"
        " RETURNING id",
        "ittii", site, pages[i].name, pages[i].path ? pages[i].path : "",
        pages[i].size, pages[i].mtime);
  return outcome;
}

/* One transaction for a site: a run that is killed leaves no half of it. */
review_outcome
review_store_import(review_store *store, const char *site, const char *path,
                    const review_found *pages, size_t count, int64_t *site_id,
                    int64_t *ids)
{
  review_outcome outcome = review__begin(store);
  if (outcome != REVIEW_DONE)
    return outcome;
  /* By name, so a collection that has moved keeps its grades. */
  outcome = review__ask(store, review__read_number, site_id,
                        "INSERT INTO site(name, path) VALUES(?1, ?2)"
                        " ON CONFLICT(name) DO UPDATE SET path = excluded.path"
                        " RETURNING id",
                        "tt", site, path);
  if (outcome == REVIEW_DONE)
    outcome =
        review__ask(store, NULL, NULL,
                    "UPDATE page SET gone = 1 WHERE site = ?1", "i", *site_id);
  if (outcome == REVIEW_DONE)
    outcome = import_pages(store, *site_id, pages, count, ids);
  return review__end(store, outcome);
}

/* Only a change is written, so that showing a page does not touch the disk. */
review_outcome
review_store_gone(review_store *store, int64_t page, bool gone)
{
  return review__ask(store, NULL, NULL,
                     "UPDATE page SET gone = ?2 WHERE id = ?1 AND gone <> ?2",
                     "ii", page, (int64_t)gone);
}

/* A sink and its state, for review__ask(). */
typedef struct page_reader {
  review_page_sink sink;
  void *state;
} page_reader;

static void
read_page(void *state, sqlite3_stmt *row)
{
  page_reader *in = state;
  in->sink(in->state, sqlite3_column_int64(row, 0));
}

/* By site, so that the sites come one after another as the list shows them. */
review_outcome
review_store_unseen(review_store *store, review_page_sink sink, void *state)
{
  page_reader in = {sink, state};
  return review__ask(store, read_page, &in,
                     "SELECT p.id FROM page p JOIN site s ON s.id = p.site"
                     " WHERE p.scanned = 0 AND p.gone = 0"
                     " ORDER BY s.name, p.name",
                     "");
}

review_outcome
review_store_looked(review_store *store, const review_looked *rows,
                    size_t count)
{
  review_outcome outcome = review__begin(store);
  if (outcome != REVIEW_DONE)
    return outcome;
  for (size_t i = 0; i < count && outcome == REVIEW_DONE; i++) {
    outcome =
        review__ask(store, NULL, NULL,
                    "UPDATE page SET title = ?2, confidence = ?3 / 1000.0,"
                    " scanned = 1 WHERE id = ?1",
                    "iti", rows[i].page, rows[i].title ? rows[i].title : "",
                    rows[i].per_mille);
    if (outcome == REVIEW_DONE)
      outcome = review__ask(store, NULL, NULL,
                            "INSERT OR REPLACE INTO words VALUES(?1, ?2)", "it",
                            rows[i].page, rows[i].text ? rows[i].text : "");
  }
  return review__end(store, outcome);
}

/* --- samples -------------------------------------------------------------- */

/* Draw by a seed; ?1 seed, ?2 count, ?3 sample, ?4 site. */
static const char draw_sites[] =
    "INSERT INTO sample_item(sample, place, item) SELECT ?3,"
    " row_number() OVER (ORDER BY pick(?1, name)), id FROM site s"
    " WHERE EXISTS (SELECT 1 FROM page WHERE site = s.id AND gone = 0)"
    " AND ?4 = 0 ORDER BY pick(?1, name) LIMIT ?2";
static const char draw_pages[] =
    "INSERT INTO sample_item(sample, place, item) SELECT ?3,"
    " row_number() OVER (ORDER BY pick(?1, s.name || '/' || p.name)), p.id"
    " FROM page p JOIN site s ON s.id = p.site WHERE p.gone = 0"
    " AND (?4 = 0 OR p.site = ?4)"
    " ORDER BY pick(?1, s.name || '/' || p.name) LIMIT ?2";

/* Found and drawn under one write lock: two programs cannot draw the same
 * sample twice. */
review_outcome
review_store_sample(review_store *store, bool pages, int64_t site,
                    int64_t count, uint64_t seed, int64_t *id)
{
  review_outcome outcome = review__begin(store);
  if (outcome != REVIEW_DONE)
    return outcome;
  *id = 0;
  outcome = review__ask(store, review__read_number, id,
                        "SELECT id FROM sample WHERE of_pages = ?1 AND"
                        " site = ?2 AND size = ?3 AND seed = ?4",
                        "iiii", (int64_t)pages, site, count, (int64_t)seed);
  if (outcome == REVIEW_DONE && *id == 0) {
    outcome = review__ask(store, review__read_number, id,
                          "INSERT INTO sample(of_pages, site, size, seed)"
                          " VALUES(?1, ?2, ?3, ?4) RETURNING id",
                          "iiii", (int64_t)pages, site, count, (int64_t)seed);
    if (outcome == REVIEW_DONE)
      outcome = review__ask(store, NULL, NULL, pages ? draw_pages : draw_sites,
                            "iiii", (int64_t)seed, count, *id, site);
  }
  return review__end(store, outcome);
}
