/* index_write.c: pages into an index, and out of it again.
 *
 *     start batch ──► put, drop, put ... ──► commit        one transaction each
 *
 * FTS5 keeps no texts of its own here (contentless), so taking a page out means
 * cutting its old text again; totals are counted down by its old shape.
 */
#include "lab/search/index/index_write.h"

#include "common/system/need.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of text in a batch: some seconds of work, which is what an interrupted
 * run may lose. */
enum { BATCH_BYTES = 32 << 20 };

/* The statements of this file, by number; their texts are below. */
enum {
  PUT_PAGE,
  CHANGE_PAGE,
  PUT_SHAPE,
  PUT_SPANS,
  PUT_LINKS,
  PUT_WORDS,
  OLD_PAGE,
  DROP_WORDS,
  DROP_PAGE,
  OLD_ANCHOR,
  DROP_ANCHOR_WORDS,
  DROP_ANCHOR
};

static const char *const statements[STATEMENTS] = {
    [PUT_PAGE] = "INSERT INTO page(name, url, target, language, digest, bytes,"
                 " title, body) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [CHANGE_PAGE] = "UPDATE page SET url = ?2, target = ?3, language = ?4,"
                    " digest = ?5, bytes = ?6, title = ?7, body = ?8"
                    " WHERE name = ?1",
    [PUT_SHAPE] = "REPLACE INTO shape VALUES(?1, ?2)",
    [PUT_SPANS] = "REPLACE INTO span VALUES(?1, ?2)",
    [PUT_LINKS] = "REPLACE INTO link VALUES(?1, ?2)",
    [PUT_WORDS] = "INSERT INTO word(rowid, title, body) VALUES(?1, ?2, ?3)",
    [OLD_PAGE] = "SELECT language, title, body, data FROM page"
                 " LEFT JOIN shape ON shape.page = page.id WHERE id = ?1",
    [DROP_WORDS] = "INSERT INTO word(word, rowid, title, body)"
                   " VALUES('delete', ?1, ?2, ?3)",
    [DROP_PAGE] = "DELETE FROM page WHERE id = ?1",
    [OLD_ANCHOR] = "SELECT text, data FROM anchor WHERE page = ?1",
    [DROP_ANCHOR_WORDS] = "INSERT INTO anchor_word(anchor_word, rowid, text)"
                          " VALUES('delete', ?1, ?2)",
    [DROP_ANCHOR] = "DELETE FROM anchor WHERE page = ?1",
};

/* A fast hash of 64 bits, the same on every machine. It detects that bytes
 * have changed; it is no protection against forgery. */
uint64_t
index_digest(const char *data, size_t len)
{
  uint64_t hash = len * 0x9E3779B97F4A7C15u + 1;
  size_t i = 0;
  for (; i + 8 <= len; i += 8) {
    uint64_t word = 0;
    for (unsigned k = 0; k < 8; k++) /* one load, whatever the byte order */
      word |= (uint64_t)(unsigned char)data[i + k] << (8 * k);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  for (; i < len; i++)
    hash = (hash ^ (unsigned char)data[i]) * 0x100000001B3u;
  hash ^= hash >> 29;
  hash *= 0xC4CEB9FE1A85EC53u;
  return hash ^ hash >> 32;
}

/* --- what is known -------------------------------------------------------- */

/* The page of this name from an earlier run. A collision of hashes would
 * take one page for another one; with 64 bits that does not happen in
 * collections that fit on a disk. */
known_page *
index_writer_find(const index_writer *writer, const char *name)
{
  known_page wanted = {.name = index_digest(name, strlen(name))};
  return writer->known_count == 0
             ? NULL
             : bsearch(&wanted, writer->known, writer->known_count,
                       sizeof wanted, order_uint64);
}

/* Read once at the start, so that threads can look pages up without the
 * database. */
static exit_code
load_known(index_writer *writer)
{
  const sql_file *file = &writer->store->file;
  size_t room = (size_t)writer->store->totals.pages + 1;
  writer->known = need(room, sizeof *writer->known);
  sqlite3_stmt *made =
      sql_prepare(file, "SELECT id, name, digest FROM page ORDER BY id");
  exit_code code = EXIT_FINE;
  bool more = false;
  while (writer->known_count < room &&
         (more = sql_next_row(file, made, &code))) {
    const char *name = sql_column_text(made, 1);
    writer->known[writer->known_count++] =
        (known_page){index_digest(name, (size_t)sqlite3_column_bytes(made, 1)),
                     sqlite3_column_int64(made, 0),
                     (uint64_t)sqlite3_column_int64(made, 2), false};
  }
  if (more)
    code = sql_refuse_damaged(file, "more pages than it counts");
  sqlite3_finalize(made);
  if (code == EXIT_FINE)
    qsort(writer->known, writer->known_count, sizeof *writer->known,
          order_uint64);
  return code;
}

/* All statements are prepared here, so that a damaged schema shows before
 * any page is read. */
exit_code
index_writer_begin(index_writer *writer, index_store *store)
{
  memset(writer, 0, sizeof *writer);
  writer->store = store;
  writer->stems = needed(token_stems_new());
  TRY(sql_prepare_all(&store->file, statements, STATEMENTS, writer->made));
  return load_known(writer);
}

/* A batch that is still open is taken back: the index stays as it was after
 * the last commit. */
void
index_writer_done(index_writer *writer)
{
  for (size_t i = 0; i < STATEMENTS; i++)
    sqlite3_finalize(writer->made[i]);
  if (writer->open)
    sqlite3_exec(writer->store->file.base, "ROLLBACK", NULL, NULL, NULL);
  token_stems_free(writer->stems);
  free(writer->known);
  memset(writer, 0, sizeof *writer);
}

/* --- batches -------------------------------------------------------------- */

/* A batch is a transaction. Batches of some megabytes are written at the
 * speed of the disk, and a lost one is soon done again. */
exit_code
index_writer_start_batch(index_writer *writer)
{
  if (writer->open)
    return EXIT_FINE;
  exit_code code = sql_execute(&writer->store->file, "BEGIN IMMEDIATE");
  writer->open = code == EXIT_FINE;
  writer->batch_size = 0;
  return code;
}

/* Totals and pages of a batch become visible together. */
exit_code
index_writer_commit(index_writer *writer)
{
  if (!writer->open)
    return EXIT_FINE;
  exit_code code = index_store_save(writer->store);
  THEN(code, sql_execute(&writer->store->file, "COMMIT"));
  writer->open = code != EXIT_FINE;
  return code;
}

/* --- taking out ----------------------------------------------------------- */

unsigned
index_column_language(sqlite3_stmt *row, int column)
{
  const char *code = sql_column_text(row, column);
  return token_language_find(code, (size_t)sqlite3_column_bytes(row, column));
}

/* Cut the text of a column again, as it was cut when it came in. */
static void
cut_column(index_writer *writer, sqlite3_stmt *row, int column,
           unsigned language, text_out *out)
{
  const char *text = sql_column_text(row, column);
  size_t len = (size_t)sqlite3_column_bytes(row, column);
  text_out_init(out, -1);
  index_cut_words(writer->stems, language, text, len, out, NULL);
}

/* Take what a shape says off the totals. */
static bool
subtract_shape(index_store *store, sqlite3_stmt *row, int column,
               search_field field)
{
  word_shape shape;
  if (!word_shape_read(sqlite3_column_blob(row, column),
                       (size_t)sqlite3_column_bytes(row, column),
                       store->method_count, field == SEARCH_BODY, &shape))
    return false;
  store->totals.words[SEARCH_TITLE] -= shape.title;
  store->totals.words[field] -= shape.words;
  for (uint32_t m = 0; m < store->method_count; m++)
    store->totals.content[field][m] -= shape.runs[m].content;
  word_shape_done(&shape);
  return true;
}

/* How a damaged index shows here. */
static const char no_shape[] = "a page without its shape";

/* Take the words of a known page out. */
static exit_code
drop_words(index_writer *writer, int64_t id)
{
  const sql_file *file = &writer->store->file;
  sqlite3_stmt *row = writer->made[OLD_PAGE];
  text_out title, body;
  sqlite3_bind_int64(row, 1, id);
  exit_code code = sql_need_row(file, row, no_shape);
  if (code == EXIT_FINE) {
    unsigned language = index_column_language(row, 0);
    cut_column(writer, row, 1, language, &title);
    cut_column(writer, row, 2, language, &body);
    code = subtract_shape(writer->store, row, 3, SEARCH_BODY)
               ? sql_put(file, writer->made[DROP_WORDS], "iss", id, title.data,
                         title.len, body.data, body.len)
               : sql_refuse_damaged(file, no_shape);
    text_out_done(&title);
    text_out_done(&body);
  }
  sqlite3_reset(row);
  return code;
}

/* The same for texts of links. A page without any is no error. */
exit_code
index_writer_drop_anchor(index_writer *writer, int64_t id, unsigned language)
{
  const sql_file *file = &writer->store->file;
  sqlite3_stmt *row = writer->made[OLD_ANCHOR];
  text_out text;
  exit_code code = EXIT_FINE;
  sqlite3_bind_int64(row, 1, id);
  bool found = sql_next_row(file, row, &code);
  if (found) {
    cut_column(writer, row, 0, language, &text);
    code = subtract_shape(writer->store, row, 1, SEARCH_ANCHOR)
               ? sql_put(file, writer->made[DROP_ANCHOR_WORDS], "is", id,
                         text.data, text.len)
               : sql_refuse_damaged(file, no_shape);
    text_out_done(&text);
  }
  sqlite3_reset(row);
  return code == EXIT_FINE && found
             ? sql_put(file, writer->made[DROP_ANCHOR], "i", id)
             : code;
}

/* The language of a known page. */
static exit_code
read_language(index_writer *writer, int64_t id, unsigned *language)
{
  sqlite3_stmt *row = writer->made[OLD_PAGE];
  sqlite3_bind_int64(row, 1, id);
  *language = LANGUAGE_UNKNOWN;
  exit_code code = EXIT_FINE;
  if (sql_next_row(&writer->store->file, row, &code))
    *language = index_column_language(row, 0);
  sqlite3_reset(row);
  return code;
}

/* Words first: they need the row that is removed last. A trigger removes the
 * rest. */
static exit_code
remove_page(index_writer *writer, int64_t id)
{
  unsigned language;
  TRY(read_language(writer, id, &language));
  TRY(index_writer_drop_anchor(writer, id, language));
  TRY(drop_words(writer, id));
  writer->store->totals.pages--;
  writer->removed++;
  return sql_put(&writer->store->file, writer->made[DROP_PAGE], "i", id);
}

/* Pages of an earlier run that are not in the collection any more. */
exit_code
index_writer_remove_unseen(index_writer *writer)
{
  for (size_t i = 0; i < writer->known_count; i++) {
    if (writer->known[i].seen)
      continue;
    TRY(index_writer_start_batch(writer));
    TRY(remove_page(writer, writer->known[i].id));
  }
  return EXIT_FINE;
}

/* --- putting in ----------------------------------------------------------- */

/* For the tables that have a blob a page. */
static exit_code
put_bytes(index_writer *writer, int statement, int64_t id,
          const text_out *bytes)
{
  return sql_put(&writer->store->file, writer->made[statement], "ib", id,
                 bytes->data ? bytes->data : "", bytes->len);
}

/* A changed page keeps its number, so that links to it stay. */
static exit_code
put_row(index_writer *writer, const page_facts *facts, const index_page *page,
        int64_t *id)
{
  exit_code code =
      sql_put(&writer->store->file,
              writer->made[facts->before ? CHANGE_PAGE : PUT_PAGE], "ttitiiss",
              facts->name, facts->url, (int64_t)facts->target,
              token_language_code(page->language), (int64_t)facts->digest,
              (int64_t)facts->bytes, page->title.data, page->title.len,
              page->body.data, page->body.len);
  *id = facts->before ? facts->before->id
                      : sqlite3_last_insert_rowid(writer->store->file.base);
  return code;
}

/* Averages of the ranking come from these. */
static void
add_totals(index_store *store, const index_page *page)
{
  index_totals *totals = &store->totals;
  totals->words[SEARCH_TITLE] += page->words[0];
  totals->words[SEARCH_BODY] += page->words[1];
  totals->languages |= (uint64_t)1 << page->language;
  for (uint32_t m = 0; m < store->method_count; m++)
    totals->content[SEARCH_BODY][m] += page->content[m];
}

/* A changed page is taken out and put in again. Its link texts are cut as
 * its language has it, so they go with a change of language. */
exit_code
index_writer_put(index_writer *writer, const page_facts *facts,
                 const index_page *page)
{
  int64_t id;
  TRY(index_writer_start_batch(writer));
  if (facts->before) {
    unsigned language;
    TRY(read_language(writer, facts->before->id, &language));
    if (language != page->language)
      TRY(index_writer_drop_anchor(writer, facts->before->id, language));
    TRY(drop_words(writer, facts->before->id));
  }
  TRY(put_row(writer, facts, page, &id));
  TRY(put_bytes(writer, PUT_SHAPE, id, &page->shape));
  TRY(put_bytes(writer, PUT_SPANS, id, &page->spans));
  TRY(put_bytes(writer, PUT_LINKS, id, &page->links));
  TRY(sql_put(&writer->store->file, writer->made[PUT_WORDS], "iss", id,
              page->title_words.data, page->title_words.len,
              page->body_words.data, page->body_words.len));
  add_totals(writer->store, page);
  writer->store->totals.pages += !facts->before;
  writer->added += !facts->before;
  writer->changed += facts->before != NULL;
  writer->batch_size += page->body.len + page->body_words.len;
  return writer->batch_size < BATCH_BYTES ? EXIT_FINE
                                          : index_writer_commit(writer);
}
