/* index_store.c: the file of an index, an SQLite database.
 *
 *     fact          what the whole index has once: methods, totals, languages
 *     page          name, address, language, title, body
 *     shape, span   which words and bytes of a page are content, by method
 *     link, anchor  links of a page, and texts of links to it
 *     word, anchor_word   FTS5, contentless: the texts are in the tables above
 *
 * A file that is no index, or one of another version, is refused by name.
 */
#include "lab/search/index/index_store.h"

#include "lab/search/words/token_fts5.h"
#include "lab/search/words/token_stem.h"
#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A query over a million pages takes some fifty million steps. */
enum { STEP = 1000, WORK_MOST = 1000000 };
enum { FORMAT_VERSION = 1, APPLICATION = 0x70697468 /* "pith" */ };

/* The tables. The trigger keeps what belongs to a page from outliving it; FTS5
 * needs the old words and gets them from index_write.c. hashsize is a large
 * cache: words of a batch are merged in memory first. */
static const char schema[] =
    "CREATE TABLE fact(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE page(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " url TEXT, target INTEGER, language TEXT, digest INTEGER, bytes INTEGER,"
    " title TEXT, body TEXT);"
    "CREATE INDEX page_target ON page(target);"
    "CREATE TABLE shape(page INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE span(page INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE link(page INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE anchor(page INTEGER PRIMARY KEY, text TEXT, data BLOB);"
    "CREATE TRIGGER page_gone AFTER DELETE ON page BEGIN"
    " DELETE FROM shape WHERE page = old.id;"
    " DELETE FROM span WHERE page = old.id;"
    " DELETE FROM link WHERE page = old.id; END;"
    "CREATE VIRTUAL TABLE word USING fts5(title, body, content='',"
    " columnsize=0, tokenize='pith');"
    "CREATE VIRTUAL TABLE anchor_word USING fts5(text, content='',"
    " columnsize=0, tokenize='pith');"
    "INSERT INTO word(word, rank) VALUES('hashsize', 16777216);"
    "INSERT INTO anchor_word(anchor_word, rank) VALUES('hashsize', 16777216);"
    "PRAGMA user_version = 1;"
    "PRAGMA application_id = 1885959272;";

/* --- facts ---------------------------------------------------------------- */

/* Read a fact into `out`, "" when there is none. */
static exit_code
read_fact(const index_store *store, const char *name, char *out, size_t room)
{
  sqlite3_stmt *made =
      sql_prepare(&store->file, "SELECT value FROM fact WHERE name = ?1");
  exit_code code = EXIT_FINE;
  out[0] = '\0';
  sql_bind(made, "t", name);
  if (sql_next_row(&store->file, made, &code))
    snprintf(out, room, "%s", sql_column_text(made, 0));
  sqlite3_finalize(made);
  return code;
}

/* Facts are a small table of names and texts, for what the whole index has
 * once. */
static exit_code
write_fact(const index_store *store, const char *name, const char *value)
{
  return sql_do(&store->file, "REPLACE INTO fact VALUES(?1, ?2)", "tt", name,
                value);
}

/* The totals as one line of numbers. */
enum { TOTALS_NUMBERS = 4 + 2 * METHODS_MOST, TOTALS_ROOM = 640 };

/* The one place that knows the order of the numbers, for writing and
 * reading. */
static void
list_totals(index_totals *totals, int64_t *out[TOTALS_NUMBERS])
{
  size_t n = 0;
  out[n++] = &totals->pages;
  for (size_t f = 0; f < SEARCH_FIELDS; f++)
    out[n++] = &totals->words[f];
  for (size_t m = 0; m < METHODS_MOST; m++) {
    out[n++] = &totals->content[SEARCH_BODY][m];
    out[n++] = &totals->content[SEARCH_ANCHOR][m];
  }
}

/* Languages are kept as codes, not as bits: their numbers may change with
 * the library that stems. */
static void
write_languages(uint64_t languages, char *out, size_t room)
{
  size_t len = 0;
  out[0] = '\0';
  for (unsigned i = 1; token_language_code(i); i++)
    if (languages >> i & 1 && len + 4 < room)
      len += (size_t)snprintf(out + len, room - len, "%s ",
                              token_language_code(i));
}

/* Called within a transaction, so totals and pages cannot disagree. */
exit_code
index_store_save(index_store *store)
{
  int64_t *numbers[TOTALS_NUMBERS];
  char line[TOTALS_ROOM];
  size_t len = 0;
  list_totals(&store->totals, numbers);
  for (size_t i = 0; i < TOTALS_NUMBERS; i++)
    len += (size_t)snprintf(line + len, sizeof line - len, "%lld ",
                            (long long)*numbers[i]);
  exit_code code = write_fact(store, "totals", line);
  write_languages(store->totals.languages, line, sizeof line);
  THEN(code, write_fact(store, "languages", line));
  return THEN(code, write_fact(store, "finished", store->finished ? "1" : "0"));
}

/* Exactly as many numbers as this version has, none of them negative. */
static bool
parse_totals(index_totals *totals, const char *line)
{
  int64_t *numbers[TOTALS_NUMBERS];
  pith_slice rest = text_slice(line), word;
  uint64_t number;
  list_totals(totals, numbers);
  for (size_t i = 0; i < TOTALS_NUMBERS; i++) {
    if (!text_cut(&rest, ' ', &word) ||
        !number_read_bytes(word.data, word.len, INT64_MAX, &number))
      return false;
    *numbers[i] = (int64_t)number;
  }
  return true;
}

/* Two letters and a blank each; an unknown code becomes the unknown
 * language. */
static void
parse_languages(index_totals *totals, const char *line)
{
  totals->languages = 0;
  for (; strlen(line) >= 3; line += 3)
    totals->languages |= (uint64_t)1 << token_language_find(line, 2);
}

/* The names of methods, separated by blanks. */
static bool
parse_methods(index_store *store, const char *line)
{
  pith_slice rest = text_slice(line), name;
  for (store->method_count = 0; text_cut(&rest, ' ', &name);) {
    if (name.len == 0 || name.len >= METHOD_NAME_MOST ||
        store->method_count == METHODS_MOST)
      return false;
    memcpy(store->methods[store->method_count], name.data, name.len);
    store->methods[store->method_count++][name.len] = '\0';
  }
  return store->method_count > 0;
}

/* The names fit: METHODS_MOST of at most METHOD_NAME_MOST bytes. */
static void
join_methods(const index_store *store, char *out, size_t room)
{
  size_t len = 0;
  for (uint32_t m = 0; m < store->method_count; m++)
    len += (size_t)snprintf(out + len, room - len, "%s%s", m > 0 ? " " : "",
                            store->methods[m]);
}

/* An index whose facts cannot be read is refused as damaged rather than
 * searched with wrong totals. */
static exit_code
read_facts(index_store *store)
{
  char methods[METHODS_MOST * METHOD_NAME_MOST];
  char totals[TOTALS_ROOM];
  char line[TOTALS_ROOM];
  exit_code code = read_fact(store, "methods", methods, sizeof methods);
  THEN(code, read_fact(store, "totals", totals, sizeof totals));
  if (code == EXIT_FINE &&
      (!parse_methods(store, methods) || !parse_totals(&store->totals, totals)))
    code = sql_refuse_damaged(&store->file, "its facts are none");
  THEN(code, read_fact(store, "languages", line, sizeof line));
  if (code == EXIT_FINE) {
    parse_languages(&store->totals, line);
    code = read_fact(store, "finished", line, sizeof line);
    store->finished = line[0] == '1';
  }
  if (code == EXIT_FINE) {
    code = read_fact(store, "boilerplate", line, sizeof line);
    store->no_boilerplate = line[0] == '0';
  }
  return code;
}

/* --- opening -------------------------------------------------------------- */

/* The only documented way to get at the FTS5 interface of a connection. */
fts5_api *
index_store_fts5(const index_store *store)
{
  fts5_api *api = NULL;
  sqlite3_stmt *made = NULL;
  if (sqlite3_prepare_v2(store->file.base, "SELECT fts5(?1)", -1, &made,
                         NULL) == SQLITE_OK) {
    sqlite3_bind_pointer(made, 1, (void *)&api, "fts5_api_ptr", NULL);
    sqlite3_step(made);
  }
  sqlite3_finalize(made);
  return api;
}

/* Tables with tokenize='pith' cannot even be opened without it. */
static exit_code
add_tokenizer(index_store *store)
{
  fts5_api *api = index_store_fts5(store);
  if (!api) {
    message("%s: this SQLite was built without FTS5", store->file.path);
    return EXIT_ENVIRONMENT;
  }
  if (api->xCreateTokenizer(api, "pith", NULL, token_fts5_functions(), NULL) ==
      SQLITE_OK)
    return EXIT_FINE;
  return sql_refuse(&store->file);
}

/* Whether a run that was killed has left a batch half written. SQLite takes it
 * back by itself, but not through a connection that only reads. */
static bool
left_behind(const index_store *store)
{
  return (sqlite3_exec(store->file.base, "SELECT count(*) FROM sqlite_schema",
                       NULL, NULL, NULL) &
          0xFF) == SQLITE_READONLY;
}

/* The pragmas are for files of unknown origin: no functions run from the
 * schema, cells are checked, sorting does not take memory without limit. */
static exit_code
open_base(index_store *store, const char *path, int flags)
{
  enum { PATIENCE = 2000 }; /* milliseconds */
  store->file = (sql_file){NULL, path, "index of pith search",
                           "delete it and index anew"};
  exit_code code = sql_open(&store->file, flags, PATIENCE);
  if (code == EXIT_FINE && flags == SQLITE_OPEN_READONLY &&
      left_behind(store)) {
    sql_close(&store->file);
    code = sql_open(&store->file, SQLITE_OPEN_READWRITE, PATIENCE);
  }
  if (code == EXIT_FINE)
    code = sql_execute(&store->file, "PRAGMA trusted_schema = OFF;"
                                     "PRAGMA cell_size_check = ON;"
                                     "PRAGMA temp_store = FILE;"
                                     "PRAGMA cache_size = -32768");
  return THEN(code, add_tokenizer(store));
}

/* Whether the file is an index that we can read. */
static exit_code
check_kind(const index_store *store)
{
  sql_identity is;
  TRY(sql_identify(&store->file, &is));
  if (is.owner != APPLICATION) {
    message("%s: no index of pith search", store->file.path);
    return EXIT_INPUT;
  }
  if (is.version != FORMAT_VERSION) {
    message("%s: an index of version %lld, this program has %d; index anew",
            store->file.path, (long long)is.version, (int)FORMAT_VERSION);
    return EXIT_INPUT;
  }
  return EXIT_FINE;
}

/* An index may come from strangers. What its tables are decides what a query
 * does, so each must be one that we would have made, to the letter: no view, no
 * trigger, no table of another kind under one of our names. The tables behind
 * FTS5 are its own. */
static bool
is_known_table(const char *name, const char *sql)
{
  static const char *const behind[] = {"word_data",       "word_idx",
                                       "word_config",     "anchor_word_data",
                                       "anchor_word_idx", "anchor_word_config"};
  char begins[48];
  for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
    if (strcmp(name, behind[i]) == 0) {
      snprintf(begins, sizeof begins, "CREATE TABLE '%s'(", name);
      return strncmp(sql, begins, strlen(begins)) == 0;
    }
  return strlen(sql) > 12 && strstr(schema, sql) != NULL;
}

/* Rows without SQL are indexes that SQLite makes by itself. */
static exit_code
check_schema(const index_store *store)
{
  sqlite3_stmt *made =
      sql_prepare(&store->file,
                  "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL");
  exit_code code = made ? EXIT_FINE : EXIT_INPUT;
  while (code == EXIT_FINE && sql_next_row(&store->file, made, &code))
    if (!is_known_table(sql_column_text(made, 0), sql_column_text(made, 1)))
      code = sql_refuse_damaged(&store->file, "it has tables of others");
  sqlite3_finalize(made);
  return code;
}

/* Called by SQLite every STEP of its steps; not 0 ends the statement. */
static int
count_step(void *state)
{
  index_store *store = state;
  return ++store->steps > store->steps_most;
}

void
index_store_rest(index_store *store)
{
  store->steps = 0;
}

/* For queries. The file is mapped: FTS5 reads small pieces all over it. */
exit_code
index_store_read(index_store *store, const char *path)
{
  memset(store, 0, sizeof *store);
  TRY(open_base(store, path, SQLITE_OPEN_READONLY));
  TRY(check_kind(store));
  TRY(check_schema(store));
  store->steps_most = WORK_MOST;
  sqlite3_progress_handler(store->file.base, STEP, count_step, store);
  TRY(sql_execute(&store->file, "PRAGMA mmap_size = 1073741824"));
  return read_facts(store);
}

/* In one transaction: there is never an index with half of its tables. */
static exit_code
make_tables(index_store *store)
{
  char methods[METHODS_MOST * METHOD_NAME_MOST];
  join_methods(store, methods, sizeof methods);
  exit_code code = sql_execute(&store->file, "PRAGMA page_size = 8192;"
                                             "BEGIN IMMEDIATE");
  THEN(code, sql_execute(&store->file, schema));
  THEN(code, write_fact(store, "methods", methods));
  THEN(code,
       write_fact(store, "boilerplate", store->no_boilerplate ? "0" : "1"));
  THEN(code, index_store_save(store));
  return code == EXIT_FINE ? sql_execute(&store->file, "COMMIT") : code;
}

/* An existing index goes on with the methods it was made with, since the
 * verdicts of its pages are theirs. */
exit_code
index_store_create(index_store *store, const char *path)
{
  sql_identity is;
  TRY(open_base(store, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  TRY(sql_identify(&store->file, &is));
  if (is.tables == 0)
    return make_tables(store);
  TRY(check_kind(store));
  /* The methods that were asked for must be those of the index. */
  char asked[METHODS_MOST * METHOD_NAME_MOST];
  char has[sizeof asked];
  bool no_boilerplate = store->no_boilerplate;
  join_methods(store, asked, sizeof asked);
  TRY(read_facts(store));
  join_methods(store, has, sizeof has);
  if (strcmp(asked, has) == 0 && no_boilerplate == store->no_boilerplate)
    return EXIT_FINE;
  message("%s: was made with -m %s%s; use the same, or another file",
          store->file.path, has,
          store->no_boilerplate ? " --no-boilerplate" : "");
  return EXIT_INPUT;
}

void
index_store_close(index_store *store)
{
  sql_close(&store->file);
}
