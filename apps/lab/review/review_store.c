/* review_store.c: see the header; opening, sites, pages and samples. Grades and
 * corrections are in review_marks.c.
 *
 *     site ◄── page        imported at each start; rows are never deleted
 *       ▲        ▲
 *       └─ mark ─┘         only added to; only `undone` ever changes
 *     sample ◄── sample_item
 */
#include "lab/review/review_store_inside.h"

#include "common/system/fnv.h"

#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 2, APPLICATION = 0x70697276 }; /* "pirv" */

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
static const char schema_sign[] = "PRAGMA user_version = 2;"
                                  "PRAGMA application_id = 0x70697276;";

/* Version 1 had no losses, and so no topic. */
static const char schema_from_1[] =
    "ALTER TABLE mark ADD COLUMN topic TEXT NOT NULL DEFAULT '';"
    "DROP VIEW current; DROP INDEX mark_about;";

/* --- statements ----------------------------------------------------------- */

/* Extended codes of SQLite have the primary one in their low byte. */
review_outcome
review__outcome(int code)
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

/* NULL only with an outcome that is a failure; sql_bind() and the functions
 * below accept that NULL. */
sqlite3_stmt *
review__prepare(review_store *store, const char *text, review_outcome *outcome)
{
  sqlite3_stmt *made = NULL;
  *outcome = review__outcome(
      sqlite3_prepare_v2(store->file.base, text, -1, &made, NULL));
  return made;
}

/* For statements without rows. An outcome that was a failure before is kept. */
review_outcome
review__finish(sqlite3_stmt *made, review_outcome outcome)
{
  if (made)
    outcome = review__outcome(sqlite3_step(made));
  sqlite3_finalize(made);
  return outcome;
}

/* For statements with one number: 0 when there is no row. */
int64_t
review__number(sqlite3_stmt *made, review_outcome *outcome)
{
  int step = made ? sqlite3_step(made) : SQLITE_DONE;
  int64_t number = step == SQLITE_ROW ? sqlite3_column_int64(made, 0) : 0;
  if (made)
    *outcome = review__outcome(step);
  sqlite3_finalize(made);
  return number;
}

/* A failure in the middle is reported after the rows before it were handled. */
review_outcome
review__each(sqlite3_stmt *made, review_outcome outcome,
             void (*row)(void *state, sqlite3_stmt *row), void *state)
{
  int step;
  if (!made)
    return outcome;
  while ((step = sqlite3_step(made)) == SQLITE_ROW)
    row(state, made);
  sqlite3_finalize(made);
  return review__outcome(step);
}

/* Without a message: outcomes reach the grader in the answer of a request. */
static review_outcome
execute(review_store *store, const char *text)
{
  return review__outcome(
      sqlite3_exec(store->file.base, text, NULL, NULL, NULL));
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
make_tables(const sql_file *file, const char *beginning)
{
  const char *const steps[] = {"BEGIN IMMEDIATE", beginning, schema_current,
                               schema_sign, "COMMIT"};
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < sizeof steps / sizeof *steps && code == EXIT_FINE; i++)
    code = sql_execute(file, steps[i]);
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
  int64_t version, owner, tables;
  exit_code code = sql_read_number(file, "PRAGMA user_version", &version);
  if (code == EXIT_FINE)
    code = sql_read_number(file, "PRAGMA application_id", &owner);
  if (code == EXIT_FINE)
    code = sql_read_number(file, "SELECT count(*) FROM sqlite_schema", &tables);
  if (code != EXIT_FINE)
    return code;
  if (tables == 0 && version == 0)
    return make_tables(file, schema);
  code = check_kind(file, owner, version);
  if (code == EXIT_FINE)
    code = check_sound(file);
  if (code == EXIT_FINE && version < SCHEMA_VERSION)
    code = make_tables(file, schema_from_1);
  return code;
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
  if (code == EXIT_FINE)
    code = check_tables(file);
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
  review_store *store = calloc(1, sizeof *store);
  *out = NULL;
  if (!store)
    return report_out_of_memory();
  pthread_mutex_init(&store->lock, NULL);
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

/* --- sites and pages ------------------------------------------------------ */

/* By name, so a collection that has moved keeps its grades. */
static int64_t
import_site(review_store *store, const char *name, const char *path,
            review_outcome *outcome)
{
  sqlite3_stmt *made = review__prepare(
      store,
      "INSERT INTO site(name, path) VALUES(?1, ?2) ON CONFLICT(name)"
      " DO UPDATE SET path = excluded.path RETURNING id",
      outcome);
  sql_bind(made, "tt", name, path);
  return review__number(made, outcome);
}

/* One statement for all pages: a site may have 100,000. */
static review_outcome
import_pages(review_store *store, int64_t site, const review_found *pages,
             size_t count, int64_t *ids)
{
  review_outcome outcome;
  sqlite3_stmt *made = review__prepare(
      store,
      "INSERT INTO page(site, name, path, size, mtime) VALUES(?, ?, ?, ?, ?)"
      " ON CONFLICT(site, name) DO UPDATE SET path = excluded.path, gone = 0,"
      " changed = changed OR size <> excluded.size OR mtime <> excluded.mtime"
      " RETURNING id",
      &outcome);
  for (size_t i = 0; i < count && outcome == REVIEW_DONE; i++) {
    sql_bind(made, "ittii", site, pages[i].name,
             pages[i].path ? pages[i].path : "", pages[i].size, pages[i].mtime);
    int step = sqlite3_step(made);
    ids[i] = step == SQLITE_ROW ? sqlite3_column_int64(made, 0) : 0;
    sqlite3_reset(made);
    outcome = review__outcome(step);
  }
  sqlite3_finalize(made);
  return outcome;
}

/* All pages of a site are gone until import_pages() finds them. */
static review_outcome
mark_gone(review_store *store, int64_t site)
{
  review_outcome outcome;
  sqlite3_stmt *made = review__prepare(
      store, "UPDATE page SET gone = 1 WHERE site = ?1", &outcome);
  sql_bind(made, "i", site);
  return review__finish(made, outcome);
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
  *site_id = import_site(store, site, path, &outcome);
  if (outcome == REVIEW_DONE)
    outcome = mark_gone(store, *site_id);
  if (outcome == REVIEW_DONE)
    outcome = import_pages(store, *site_id, pages, count, ids);
  return review__end(store, outcome);
}

/* Only a change is written, so that showing a page does not touch the disk. */
review_outcome
review_store_gone(review_store *store, int64_t page, bool gone)
{
  review_outcome outcome;
  pthread_mutex_lock(&store->lock);
  sqlite3_stmt *made = review__prepare(
      store, "UPDATE page SET gone = ?2 WHERE id = ?1 AND gone <> ?2",
      &outcome);
  sql_bind(made, "ii", page, (int64_t)gone);
  outcome = review__finish(made, outcome);
  pthread_mutex_unlock(&store->lock);
  return outcome;
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

/* A sample as it was requested. */
typedef struct sample_key {
  bool pages;
  int64_t site;
  int64_t count;
  int64_t seed;
} sample_key;

/* Run one of the statements about a sample; returns its id, 0 for none. */
static int64_t
sample_id(review_store *store, const char *text, const sample_key *key,
          review_outcome *outcome)
{
  sqlite3_stmt *made = review__prepare(store, text, outcome);
  sql_bind(made, "iiii", (int64_t)key->pages, key->site, key->count, key->seed);
  return review__number(made, outcome);
}

/* Make the row of a new sample and draw its items. */
static review_outcome
draw(review_store *store, const sample_key *key, int64_t *id)
{
  review_outcome outcome;
  *id = sample_id(store,
                  "INSERT INTO sample(of_pages, site, size, seed)"
                  " VALUES(?1, ?2, ?3, ?4) RETURNING id",
                  key, &outcome);
  if (outcome != REVIEW_DONE)
    return outcome;
  sqlite3_stmt *made =
      review__prepare(store, key->pages ? draw_pages : draw_sites, &outcome);
  sql_bind(made, "iiii", key->seed, key->count, *id, key->site);
  return review__finish(made, outcome);
}

/* Found and drawn under one write lock: two programs cannot draw the same
 * sample twice. */
review_outcome
review_store_sample(review_store *store, bool pages, int64_t site,
                    int64_t count, uint64_t seed, int64_t *id)
{
  const sample_key key = {pages, site, count, (int64_t)seed};
  review_outcome outcome = review__begin(store);
  if (outcome != REVIEW_DONE)
    return outcome;
  *id = sample_id(store,
                  "SELECT id FROM sample WHERE of_pages = ?1 AND site = ?2"
                  " AND size = ?3 AND seed = ?4",
                  &key, &outcome);
  if (outcome == REVIEW_DONE && *id == 0)
    outcome = draw(store, &key, id);
  return review__end(store, outcome);
}
