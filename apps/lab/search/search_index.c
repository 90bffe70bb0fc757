/* search_index.c: an index open for reading: its pages, spans and stems.
 *
 *     search_index ─┬─ store      the SQLite file
 *                   ├─ cards      lengths and runs of pages met so far
 *                   ├─ names      for ties between scores
 *                   └─ lists      room for the postings of a query
 *
 * An index is used by one thread. Nothing of what is read is trusted: a damaged
 * file is refused with a message, never followed.
 */
#include "lab/search/search_index.h"

#include "common/site_run/method_choice.h"

#include "lab/search/search_open.h"
#include "lab/search/words/token_words.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of pages beyond this come from damage only. */
enum { CARDS_MOST = 1 << 28 };

/* All that is ever read, prepared once. Words are collected by a function of
 * ours that FTS5 calls (query_collect.c); LIMIT 1 because one call is enough.
 */
static const char *const statements[ASK_COUNT] = {
    [ASK_BEGIN] = "BEGIN",
    [ASK_END] = "COMMIT",
    [ASK_SHAPE] = "SELECT data FROM shape WHERE page = ?1",
    [ASK_ANCHOR] = "SELECT data FROM anchor WHERE page = ?1",
    [ASK_NAME] = "SELECT name FROM page WHERE id = ?1",
    [ASK_WORDS] = "SELECT pith_collect(word) FROM word WHERE word MATCH ?1"
                  " LIMIT 1",
    [ASK_ANCHOR_WORDS] = "SELECT pith_collect(anchor_word) FROM anchor_word"
                         " WHERE anchor_word MATCH ?1 LIMIT 1",
    [ASK_PAGE] = "SELECT id, name, url, language, title, body, anchor.text"
                 " FROM page LEFT JOIN anchor ON anchor.page = page.id"
                 " WHERE id = ?1",
    [ASK_SPANS] = "SELECT data FROM span WHERE page = ?1",
    [ASK_NEXT] = "SELECT id FROM page WHERE id > ?1 ORDER BY id LIMIT 1",
};

/* --- opening -------------------------------------------------------------- */

/* Room for every page that may be found. Page numbers come from the file, so
 * the largest is checked before anything is allocated by it. */
static exit_code
make_cards(search_index *index)
{
  int64_t most;
  TRY(sql_read_number(&index->store.file, "SELECT max(id) FROM page", &most));
  if (most < 0 || most >= CARDS_MOST)
    return sql_refuse_damaged(&index->store.file,
                              "numbers of pages out of range");
  index->card_room = (size_t)most + 1;
  index->cards = need(index->card_room, sizeof *index->cards);
  index->names = need(index->card_room, sizeof *index->names);
  for (uint32_t m = 0; m < index->store.method_count; m++) {
    card_runs *block = &index->runs[m];
    block->body = need(index->card_room, sizeof *block->body);
    block->anchor = need(index->card_room, sizeof *block->anchor);
  }
  return EXIT_FINE;
}

/* What was opened before a failure is closed by search_index_close(), which
 * accepts an index in any state. */
static exit_code
open_index(search_index *index, const char *path)
{
  TRY(index_store_read(&index->store, path));
  index->stems = needed(token_stems_new());
  if (!query_collect_install(index, index_store_fts5(&index->store)))
    return sql_refuse(&index->store.file);
  TRY(sql_prepare_all(&index->store.file, statements, ASK_COUNT, index->made));
  index->lists = need(1, sizeof *index->lists);
  index->lists->index = index;
  return make_cards(index);
}

/* All or nothing: *out is an index that is ready, or NULL after a message. */
exit_code
search_index_open(const char *path, search_index **out)
{
  search_index *index = need(1, sizeof *index);
  *out = NULL;
  exit_code code = open_index(index, path);
  if (code == EXIT_FINE)
    *out = index;
  else
    search_index_close(index);
  return code;
}

/* Any state is fine, also a half-opened one and NULL. Statements go before the
 * database, as SQLite requires. */
void
search_index_close(search_index *index)
{
  if (!index)
    return;
  for (size_t i = 0; i < index->card_room && index->names; i++)
    free(index->names[i]);
  free(index->names);
  free(index->cards);
  for (size_t m = 0; m < METHODS_MOST; m++) {
    free(index->runs[m].items);
    free(index->runs[m].body);
    free(index->runs[m].anchor);
  }
  query_collect_free(index->lists);
  for (size_t i = 0; i < ASK_COUNT; i++)
    sqlite3_finalize(index->made[i]);
  token_stems_free(index->stems);
  index_store_close(&index->store);
  free(index);
}

/* --- cards ---------------------------------------------------------------- */

/* Keep the runs of a page's text by one method; their place goes to `place`.
 */
static void
keep_runs(card_runs *block, const word_runs *runs, uint32_t *place)
{
  size_t wanted = block->count + 2 + runs->count;
  need_all(GROW_UP_TO(block->items, block->room, wanted, UINT32_MAX / 2));
  /* content words, number of runs, then the end of each run */
  uint32_t *to = block->items + block->count;
  to[0] = runs->content;
  to[1] = runs->count;
  if (runs->count > 0)
    memcpy(to + 2, runs->ends, runs->count * sizeof *runs->ends);
  *place = (uint32_t)block->count;
  block->count = wanted;
}

/* The runs are in one block for all pages: content words, number of runs,
 * their ends. */
word_runs
search_card_runs(const search_index *index, int64_t number, bool anchor,
                 uint32_t method)
{
  const card_runs *block = &index->runs[method];
  uint32_t place = anchor ? block->anchor[number] : block->body[number];
  uint32_t *at = block->items + place;
  return (word_runs){at + 2, at[1], at[0]};
}

/* Read a shape, or an anchor, which may be missing. */
static exit_code
load_shape(search_index *index, int statement, int64_t number, word_shape *out)
{
  sqlite3_stmt *row = index->made[statement];
  exit_code code = EXIT_FINE;
  memset(out, 0, sizeof *out);
  sqlite3_bind_int64(row, 1, number);
  if (sql_next_row(&index->store.file, row, &code)) {
    if (!word_shape_read(
            sqlite3_column_blob(row, 0), (size_t)sqlite3_column_bytes(row, 0),
            index->store.method_count, statement == ASK_SHAPE, out))
      code = sql_refuse_damaged(&index->store.file, "a shape is none");
  } else if (code == EXIT_FINE && statement == ASK_SHAPE) {
    code = sql_refuse_damaged(&index->store.file, "a page without its shape");
  }
  sqlite3_reset(row);
  return code;
}

/* Fill in a card, or its link texts. */
static exit_code
fill_card(search_index *index, int64_t number, bool anchor)
{
  word_shape shape;
  page_card *card = &index->cards[number];
  TRY(load_shape(index, anchor ? ASK_ANCHOR : ASK_SHAPE, number, &shape));
  for (uint32_t m = 0; m < index->store.method_count; m++) {
    card_runs *block = &index->runs[m];
    keep_runs(block, &shape.runs[m],
              anchor ? &block->anchor[number] : &block->body[number]);
  }
  if (anchor) {
    card->anchor_words = shape.words;
    card->anchor_known = true;
  } else {
    card->title = shape.title;
    card->words = shape.words;
    card->known = true;
  }
  word_shape_done(&shape);
  return EXIT_FINE;
}

/* Whether a page may have this number; a message says that it may not. */
static bool
check_number(const search_index *index, int64_t number, exit_code *code)
{
  if (number > 0 && (uint64_t)number < index->card_room)
    return true;
  *code = sql_refuse_damaged(&index->store.file,
                             "words of a page that is not there");
  return false;
}

/* A card is what ranking needs of a page: its lengths and runs. They are
 * read when a page is first found and kept, since queries find the same
 * pages again and again. */
const page_card *
search_card(search_index *index, int64_t number, bool anchor, exit_code *code)
{
  exit_code filled = EXIT_FINE;
  if (!check_number(index, number, code))
    return NULL;
  const page_card *card = &index->cards[number];
  if (!card->known)
    filled = fill_card(index, number, false);
  if (filled == EXIT_FINE && anchor && !card->anchor_known)
    filled = fill_card(index, number, true);
  if (filled == EXIT_FINE)
    return card;
  *code = filled;
  return NULL;
}

/* Names decide between pages of equal scores, which is rare, so they are
 * read one by one. */
const char *
search_card_name(search_index *index, int64_t number, exit_code *code)
{
  sqlite3_stmt *row = index->made[ASK_NAME];
  if (!check_number(index, number, code))
    return NULL;
  char **known = &index->names[number];
  if (*known)
    return *known;
  sqlite3_bind_int64(row, 1, number);
  const char *name = sqlite3_step(row) == SQLITE_ROW
                         ? (const char *)sqlite3_column_text(row, 0)
                         : NULL;
  if (name)
    *known = needed(strdup(name));
  else
    *code = sql_refuse_damaged(&index->store.file,
                               "words of a page that is not there");
  sqlite3_reset(row);
  return *known;
}

/* --- what is in it -------------------------------------------------------- */

/* From the totals, not counted: O(1). */
size_t
search_index_pages(const search_index *index)
{
  return (size_t)index->store.totals.pages;
}

/* For walking over all pages; numbers have gaps where pages were removed. */
exit_code
search_index_next(search_index *index, int64_t before, int64_t *page)
{
  sqlite3_stmt *row = index->made[ASK_NEXT];
  index_store_rest(&index->store);
  sqlite3_bind_int64(row, 1, before);
  exit_code code =
      sql_need_row(&index->store.file, row, "fewer pages than it counts");
  if (code == EXIT_FINE)
    *page = sqlite3_column_int64(row, 0);
  sqlite3_reset(row);
  return code;
}

/* Methods have the order in which they were named when the index was made. */
const char *
search_index_method(const search_index *index, uint32_t method)
{
  return method < index->store.method_count ? index->store.methods[method]
                                            : NULL;
}

/* A method has several spellings; the index has the one that
 * method_choice_find() makes of them. A name that only the index knows is still
 * found. */
int
search_index_method_find(const search_index *index, const char *name)
{
  method_choice choice;
  if (method_choice_find(name, &choice))
    name = choice.name;
  for (uint32_t m = 0; m < index->store.method_count; m++)
    if (strcmp(index->store.methods[m], name) == 0)
      return (int)m;
  return -1;
}

/* A column as a text of its own; NULL when memory ends. */
static char *
copy_column(sqlite3_stmt *row, int column, size_t *len)
{
  const char *text = (const char *)sqlite3_column_text(row, column);
  size_t bytes = (size_t)sqlite3_column_bytes(row, column);
  if (len)
    *len = bytes;
  return needed(text_copy((pith_slice){text, bytes}));
}

/* Texts are copied: the row is reset before the caller sees them. */
static exit_code
copy_page(search_index *index, sqlite3_stmt *row, search_page *out)
{
  exit_code code = EXIT_FINE;
  out->number = sqlite3_column_int64(row, 0);
  out->id = copy_column(row, 1, NULL);
  out->url = copy_column(row, 2, NULL);
  out->language = copy_column(row, 3, NULL);
  for (int f = 0; f < SEARCH_FIELDS; f++)
    out->text[f] = copy_column(row, 4 + f, &out->len[f]);
  const page_card *card = search_card(index, out->number, true, &code);
  if (!card)
    return code;
  out->words[SEARCH_TITLE] = card->title;
  out->words[SEARCH_BODY] = card->words;
  out->words[SEARCH_ANCHOR] = card->anchor_words;
  return EXIT_FINE;
}

/* On failure nothing is left to release, and *out is empty. */
exit_code
search_page_read(search_index *index, int64_t number, search_page *out)
{
  sqlite3_stmt *row = index->made[ASK_PAGE];
  index_store_rest(&index->store);
  memset(out, 0, sizeof *out);
  sqlite3_bind_int64(row, 1, number);
  exit_code code = sql_need_row(&index->store.file, row,
                                "words of a page that is not there");
  THEN(code, copy_page(index, row, out));
  sqlite3_reset(row);
  if (code != EXIT_FINE)
    search_page_done(out);
  return code;
}

/* The page may be empty, or done already. */
void
search_page_done(search_page *page)
{
  free(page->id);
  free(page->url);
  free(page->language);
  for (int f = 0; f < SEARCH_FIELDS; f++)
    free(page->text[f]);
  memset(page, 0, sizeof *page);
}

/* --- spans ---------------------------------------------------------------- */

/* Reasons met so far on a page: where they are in its bytes. */
typedef struct reason_list {
  const char *items[16];
  uint32_t lens[16];
  uint32_t count;
} reason_list;

/* Reasons repeat within a page; after the first time one is a small number.
 * Everything is checked: the bytes may be damaged. */
static void
read_reason(number_source *in, reason_list *known, char out[33])
{
  uint32_t number = packed_number_below(in, 17);
  const char *reason = NULL;
  uint32_t len = 0;
  if (number > known->count) {
    in->failed = true;
  } else if (number > 0) {
    reason = known->items[number - 1];
    len = known->lens[number - 1];
  } else {
    len = packed_number_below(in, 33);
    reason = (const char *)in->data + in->at;
    if (in->len - in->at < len) {
      in->failed = true;
      len = 0;
    }
    in->at += len;
    if (known->count < 16) {
      known->items[known->count] = reason;
      known->lens[known->count++] = len;
    }
  }
  if (len > 0 && !in->failed)
    memcpy(out, reason, len);
  out[len] = '\0';
}

/* One span. Words and text follow on the span before it without a gap; bytes of
 * the page may jump back, since text need not be in the order of its source:
 *
 *     words, text, score and label, step in the page, bytes, reason
 *                  └ 7 bits, 1 bit  └ doubled; the lowest bit is its sign
 *
 * On damaged bytes the unsigned sums may wrap. */
static void
read_span(number_source *in, reason_list *known, const search_span *before,
          search_span *out)
{
  uint32_t words = packed_number_below(in, UINT32_MAX);
  uint32_t text = packed_number_below(in, UINT32_MAX);
  uint32_t said = packed_number_below(in, 256);
  uint64_t step = packed_number_read(in);
  uint32_t bytes = packed_number_below(in, UINT32_MAX);
  out->word_from = before ? before->word_to : 0;
  out->word_to = out->word_from + words;
  out->text_from = before ? before->text_to : 0;
  out->text_to = out->text_from + text;
  out->boilerplate = said & 1;
  out->score = (float)(said >> 1) / 127;
  uint32_t from = before ? before->from : 0;
  out->from =
      step & 1 ? from - (uint32_t)(step >> 1) : from + (uint32_t)(step >> 1);
  out->to = out->from + bytes;
  read_reason(in, known, out->reason);
}

/* The spans of one method, into a list if `out` is not NULL. Without a list two
 * spans are enough: each is read against the one before it. */
static uint32_t
read_method(number_source *in, search_span *out)
{
  reason_list known = {.count = 0};
  search_span spare[2];
  uint32_t count = packed_number_below(in, (uint32_t)(in->len - in->at) + 1);
  for (uint32_t i = 0; i < count && !in->failed; i++) {
    search_span *here = out ? &out[i] : &spare[i % 2];
    const search_span *before = i == 0 ? NULL
                                : out  ? &out[i - 1]
                                       : &spare[(i - 1) % 2];
    read_span(in, &known, before, here);
  }
  return in->failed ? 0 : count;
}

/* The list is for the caller to free(); NULL with a count of 0 on failure. */
exit_code
search_page_spans(search_index *index, int64_t number, uint32_t method,
                  search_span **out, size_t *count)
{
  sqlite3_stmt *row = index->made[ASK_SPANS];
  index_store_rest(&index->store);
  *out = NULL;
  *count = 0;
  sqlite3_bind_int64(row, 1, number);
  exit_code code =
      sql_need_row(&index->store.file, row, "a page without spans");
  if (code == EXIT_FINE) {
    number_source in = {sqlite3_column_blob(row, 0),
                        (size_t)sqlite3_column_bytes(row, 0), 0, false};
    for (uint32_t m = 0; m < method && !in.failed; m++)
      read_method(&in, NULL);
    *out = need(in.len - in.at + 1, sizeof **out);
    *count = read_method(&in, *out);
    if (in.failed)
      code = sql_refuse_damaged(&index->store.file, "spans that are none");
  }
  sqlite3_reset(row);
  if (code != EXIT_FINE) {
    free(*out);
    *out = NULL;
    *count = 0;
  }
  return code;
}

/* --- stems ---------------------------------------------------------------- */

/* A sink that stops at the first failure of memory; the failure stays in the
 * text. */
static bool
take_stem(void *state, const token_word *word)
{
  text_out *out = state;
  if (out->len > 0)
    text_out_text(out, " ");
  text_out_bytes(out, word->text, word->len);
  return !out->error;
}

/* For comparing texts by words outside of the index, as the experiment does. */
char *
search_index_stems(search_index *index, const char *text, size_t len,
                   const char *language)
{
  text_out out;
  text_out_init(&out, -1);
  token_words_cut(index->stems, token_language_find(language, strlen(language)),
                  FOR_QUERY, text, len, take_stem, &out);
  return need_text(&out);
}
