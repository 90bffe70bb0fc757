/* index_anchors.c: the texts of links, brought to the pages they lead to.
 *
 * Of every page the different texts of links to it on other pages, each once,
 * in the order of their letters. A text is boilerplate for a method when all
 * pages that have it have it in their boilerplate. Worked out anew from the
 * links of all pages after each run that changed something; only pages whose
 * texts have changed are written. Sorted on disk, so memory has a bound.
 *
 *   links of every page ──► edge(target, text, bits)    a table on disk
 *   edge, by target     ──► the texts of one page  ──► anchor, anchor_word
 *
 * Menus repeat: two small caches, of addresses that were looked up and of edges
 * that were written, keep most links from SQLite. Losing an entry costs time,
 * never a result.
 */
#include "lab/search/index/index_write.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

enum {
  CACHE = 1 << 15,
  TEXTS_MOST = 64,          /* different ones of a page; the rest is left out */
  TEXT_BYTES_MOST = 1 << 13 /* of all together */
};

/* The statements of this file, by number. */
enum { FIND_TARGET, PUT_EDGE, OLD_TEXT, PUT_TEXT, PUT_ANCHOR_WORDS, ASKED };

static const char *const statements[ASKED] = {
    [FIND_TARGET] = "SELECT id FROM page WHERE target = ?1 ORDER BY id LIMIT 1",
    [PUT_EDGE] = "INSERT INTO temp.edge VALUES(?1, ?2, ?3)",
    [OLD_TEXT] =
        ("SELECT language, anchor.text, anchor.data FROM page LEFT JOIN"
         " anchor ON anchor.page = page.id WHERE id = ?1"),
    [PUT_TEXT] = "INSERT INTO anchor VALUES(?1, ?2, ?3)",
    [PUT_ANCHOR_WORDS] = "INSERT INTO anchor_word(rowid, text) VALUES(?1, ?2)",
};

/* All state of one pass. The caches are direct-mapped: a place holds the last
 * entry that fell on it. */
typedef struct anchor_work {
  index_writer *writer;
  sqlite3_stmt *made[ASKED];
  uint64_t keys[CACHE]; /* of addresses */
  int64_t ids[CACHE];   /* that they lead to; 0: none of ours */
  uint64_t edges[CACHE];
} anchor_work;

/* --- edges ---------------------------------------------------------------- */

/* The page that an address leads to; 0: none of ours, -1 after a message. */
static int64_t
find_target(anchor_work *work, uint64_t key)
{
  size_t place = key % CACHE;
  sqlite3_stmt *row = work->made[FIND_TARGET];
  if (work->keys[place] == key)
    return work->ids[place];
  sqlite3_bind_int64(row, 1, (int64_t)key);
  exit_code code = EXIT_FINE;
  bool found = sql_next_row(&work->writer->store->file, row, &code);
  int64_t id = found ? sqlite3_column_int64(row, 0) : 0;
  if (code != EXIT_FINE)
    id = -1;
  sqlite3_reset(row);
  work->keys[place] = key;
  work->ids[place] = id;
  return id;
}

static exit_code
put_edge(anchor_work *work, int64_t target, const char *text, size_t len,
         unsigned bits)
{
  uint64_t hash =
      index_digest(text, len) ^ ((uint64_t)target * 0x9E3779B97F4A7C15u + bits);
  if (work->edges[hash % CACHE] == hash)
    return EXIT_FINE;
  work->edges[hash % CACHE] = hash;
  return sql_put(&work->writer->store->file, work->made[PUT_EDGE], "isi",
                 target, text, len, (int64_t)bits);
}

/* The links of a row: page, links, text. */
static exit_code
read_links(anchor_work *work, sqlite3_stmt *row)
{
  int64_t page = sqlite3_column_int64(row, 0);
  number_source in = {sqlite3_column_blob(row, 1),
                      (size_t)sqlite3_column_bytes(row, 1), 0, false};
  const char *body = (const char *)sqlite3_column_text(row, 2);
  uint32_t len = (uint32_t)sqlite3_column_bytes(row, 2);
  uint32_t from = 0;
  exit_code code = EXIT_FINE;
  while (in.at < in.len && code == EXIT_FINE) {
    uint64_t key = packed_number_read(&in);
    from += packed_number_below(&in, len - from + 1);
    uint32_t bytes = packed_number_below(&in, len - from + 1);
    unsigned bits = packed_number_below(&in, 256);
    if (in.failed)
      return EXIT_FINE; /* a damaged list: what was read of it counts */
    int64_t target = find_target(work, key);
    if (target < 0)
      return EXIT_INPUT;
    if (target > 0 && target != page)
      code = put_edge(work, target, body + from, bytes, bits);
  }
  return code;
}

/* Every link of every page, whether its text is new or not: what is linked
 * to may have changed although the linking page has not. */
static exit_code
make_edges(anchor_work *work)
{
  index_store *store = work->writer->store;
  sqlite3_stmt *row = sql_prepare(
      &store->file, "SELECT link.page, link.data, body FROM link JOIN page"
                    " ON page.id = link.page ORDER BY link.page");
  exit_code code = EXIT_FINE;
  while (code == EXIT_FINE && sql_next_row(&store->file, row, &code))
    code = read_links(work, row);
  sqlite3_finalize(row);
  return code;
}

/* --- texts of one page ---------------------------------------------------- */

/* The texts of links to one page. */
typedef struct anchor_texts {
  text_out text; /* a line each */
  size_t from[TEXTS_MOST];
  unsigned
      bits[TEXTS_MOST]; /* methods for which it is boilerplate everywhere */
  size_t count;
} anchor_texts;

/* Texts come sorted, so the same text twice in a row is one text; it is
 * boilerplate only where all links with it are. The limits keep a page that
 * the whole site links to from filling the index with its menu entry. */
static void
add_text(anchor_texts *to, const char *text, size_t len, unsigned bits)
{
  size_t last = to->count > 0 ? to->from[to->count - 1] : 0;
  if (to->count > 0 && to->text.len - last == len + 1 &&
      memcmp(to->text.data + last, text, len) == 0) {
    to->bits[to->count - 1] &= bits;
    return;
  }
  if (to->count == TEXTS_MOST || to->text.len + len > TEXT_BYTES_MOST)
    return;
  to->from[to->count] = to->text.len;
  to->bits[to->count++] = bits;
  text_out_bytes(&to->text, text, len);
  text_out_text(&to->text, "\n");
}

/* The runs of a method over texts of so many words each. */
static uint32_t
write_runs(const anchor_texts *texts, const uint32_t *words, uint32_t method,
           text_out *out)
{
  uint32_t runs[TEXTS_MOST + 1] = {0};
  uint32_t count = 0;
  uint32_t content = 0;
  for (size_t i = 0; i < texts->count; i++) {
    bool boilerplate = texts->bits[i] >> method & 1;
    if (words[i] > 0 && boilerplate != (count % 2 == 1))
      count++;
    runs[count] += words[i];
    content += boilerplate ? 0 : words[i];
  }
  count += runs[count] > 0;
  packed_number_write(out, count);
  for (uint32_t i = 0; i < count; i++)
    packed_number_write(out, runs[i]);
  return content;
}

/* Cut the texts and write what they look like; adds to the totals what
 * `content` says when they are put in. */
static void
shape_texts(anchor_work *work, const anchor_texts *texts, unsigned language,
            text_out *cut, text_out *data, uint32_t content[METHODS_MOST + 1])
{
  index_writer *writer = work->writer;
  uint32_t words[TEXTS_MOST];
  text_out line;
  content[METHODS_MOST] = index_cut_words(
      writer->stems, language, texts->text.data, texts->text.len, cut, NULL);
  text_out_init(&line, -1);
  for (size_t i = 0; i < texts->count; i++) {
    size_t to = i + 1 < texts->count ? texts->from[i + 1] : texts->text.len;
    line.len = 0;
    words[i] = index_cut_words(writer->stems, language,
                               texts->text.data + texts->from[i],
                               to - texts->from[i], &line, NULL);
  }
  text_out_done(&line);
  packed_number_write(data, content[METHODS_MOST]);
  for (uint32_t m = 0; m < writer->store->method_count; m++)
    content[m] = write_runs(texts, words, m, data);
  need_all(!data->error);
}

/* Whether a column holds these bytes already, so that nothing is written
 * that has not changed. */
static bool
column_is(sqlite3_stmt *row, int column, const text_out *bytes)
{
  return bytes->len > 0 &&
         (size_t)sqlite3_column_bytes(row, column) == bytes->len &&
         memcmp(sqlite3_column_blob(row, column), bytes->data, bytes->len) == 0;
}

/* The text itself is for snippets, the cut words are for FTS5, and the shape
 * marks which words of the texts are content. */
static exit_code
put_texts(anchor_work *work, int64_t page, const anchor_texts *texts,
          const text_out *cut, const text_out *data)
{
  const sql_file *file = &work->writer->store->file;
  TRY(sql_put(file, work->made[PUT_TEXT], "isb", page, texts->text.data,
              texts->text.len, data->data, data->len));
  return sql_put(file, work->made[PUT_ANCHOR_WORDS], "is", page, cut->data,
                 cut->len);
}

/* Replace the texts of a page by others, whose words are cut and counted. */
static exit_code
change_texts(anchor_work *work, int64_t page, const anchor_texts *texts,
             unsigned language, sqlite3_stmt *old)
{
  text_out cut;
  text_out data;
  uint32_t counts[METHODS_MOST + 1] = {0};
  index_totals *totals = &work->writer->store->totals;
  text_out_init(&cut, -1);
  text_out_init(&data, -1);
  exit_code code = EXIT_FINE;
  shape_texts(work, texts, language, &cut, &data, counts);
  if (!column_is(old, 1, &texts->text) || !column_is(old, 2, &data)) {
    sqlite3_reset(old);
    code = index_writer_start_batch(work->writer);
    THEN(code, index_writer_drop_anchor(work->writer, page, language));
    THEN(code, put_texts(work, page, texts, &cut, &data));
    totals->words[SEARCH_ANCHOR] += counts[METHODS_MOST];
    for (uint32_t m = 0; m < work->writer->store->method_count; m++)
      totals->content[SEARCH_ANCHOR][m] += counts[m];
  }
  text_out_done(&cut);
  text_out_done(&data);
  return code;
}

/* Bring the texts of a page up to date. */
static exit_code
settle_page(anchor_work *work, int64_t page, const anchor_texts *texts)
{
  sqlite3_stmt *old = work->made[OLD_TEXT];
  exit_code code = EXIT_FINE;
  need_all(!texts->text.error);
  sqlite3_bind_int64(old, 1, page);
  if (sql_next_row(&work->writer->store->file, old, &code))
    code = change_texts(work, page, texts, index_column_language(old, 0), old);
  sqlite3_reset(old);
  return code;
}

/* --- all pages ------------------------------------------------------------ */

/* Edges come by target, so the texts of one page are together; a page is
 * settled when the next one begins. */
static exit_code
settle_pages(anchor_work *work)
{
  index_store *store = work->writer->store;
  anchor_texts texts = {.count = 0};
  int64_t page = 0;
  sqlite3_stmt *row = sql_prepare(
      &store->file,
      "SELECT target, text, bits FROM temp.edge ORDER BY target, text");
  exit_code code = EXIT_FINE;
  text_out_init(&texts.text, -1);
  while (code == EXIT_FINE && sql_next_row(&store->file, row, &code)) {
    int64_t target = sqlite3_column_int64(row, 0);
    if (target != page && page > 0)
      code = settle_page(work, page, &texts);
    if (target != page) {
      texts.count = 0;
      texts.text.len = 0;
      page = target;
    }
    const char *text = sql_column_text(row, 1);
    add_text(&texts, text, (size_t)sqlite3_column_bytes(row, 1),
             (unsigned)sqlite3_column_int(row, 2));
  }
  if (code == EXIT_FINE && page > 0)
    code = settle_page(work, page, &texts);
  text_out_done(&texts.text);
  sqlite3_finalize(row);
  return code;
}

/* Pages that nobody links to any more. */
static exit_code
drop_forgotten(anchor_work *work)
{
  index_store *store = work->writer->store;
  sqlite3_stmt *row = sql_prepare(
      &store->file,
      "SELECT anchor.page, language FROM anchor JOIN page ON page.id ="
      " anchor.page WHERE anchor.page NOT IN"
      " (SELECT target FROM temp.edge)");
  exit_code code = EXIT_FINE;
  while (code == EXIT_FINE && sql_next_row(&store->file, row, &code)) {
    unsigned language = index_column_language(row, 1);
    code = index_writer_start_batch(work->writer);
    THEN(code, index_writer_drop_anchor(
                   work->writer, sqlite3_column_int64(row, 0), language));
  }
  sqlite3_finalize(row);
  return code;
}

/* Statements are prepared once and used for all pages; they are finalised
 * whatever happened. */
static exit_code
write_all(anchor_work *work)
{
  index_store *store = work->writer->store;
  exit_code code = index_writer_start_batch(work->writer);
  THEN(code, sql_prepare_all(&store->file, statements, ASKED, work->made));
  THEN(code, make_edges(work));
  THEN(code, settle_pages(work));
  THEN(code, drop_forgotten(work));
  for (size_t i = 0; i < ASKED; i++)
    sqlite3_finalize(work->made[i]);
  return code;
}

exit_code
index_anchors_write(index_writer *writer)
{
  anchor_work *work = need(1, sizeof *work);
  work->writer = writer;
  exit_code code =
      sql_execute(&writer->store->file,
                  "CREATE TEMP TABLE IF NOT EXISTS edge(target INTEGER,"
                  " text TEXT, bits INTEGER); DELETE FROM temp.edge");
  THEN(code, write_all(work));
  THEN(code, index_writer_commit(writer));
  free(work);
  return code;
}
