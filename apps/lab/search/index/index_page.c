/* index_page.c: one page as the index keeps it.
 *
 *     page ──► verdicts of each method ──► borders of all of them
 *                                            │
 *          text, cut at the borders ◄────────┘
 *            ├─ words, stemmed           for FTS5
 *            ├─ runs of content words    for ranking (the shape)
 *            ├─ spans with reasons       for snippets and losses
 *            └─ links with their texts   for the pages they lead to
 *
 * Cutting the text at the borders of every method makes each piece either
 * content or boilerplate for each of them, so that one text serves all.
 */
#include "lab/search/index/index_page.h"

#include "lab/search/index/index_address.h"
#include "lab/search/index/index_text.h"
#include "common/system/ascii_text.h"
#include "common/system/need.h"
#include "common/system/sorted.h"
#include "lab/search/words/token_fts5.h"

#include <stdlib.h>
#include <string.h>

/* What a method has said of a page, copied. */
typedef struct verdict_list {
  pith_verdict *items; /* owned */
  uint32_t count;
} verdict_list;

/* A page on its way through all of it. */
typedef struct page_work {
  const index_page_tools *tools;
  verdict_list verdicts[METHODS_MOST];
  uint32_t *borders; /* owned */
  size_t border_count;
  index_text text;
  word_starts starts; /* of the body */
  char *canonical;    /* owned: the address the page declares; or NULL */
} page_work;

/* --- words ---------------------------------------------------------------- */

/* Where cut words go. */
typedef struct word_target {
  text_out *out;
  word_starts *starts; /* NULL: not wanted */
  uint32_t words;
} word_target;

/* Words come with their places. A word at the same place as the one before
 * (another form of it) takes no place of its own. */
static bool
take_word(void *state, const token_word *word)
{
  static const char same[] = {CUT_SAME};
  static const char end[] = {CUT_END};
  word_target *target = state;
  if (word->same_place)
    text_out_bytes(target->out, same, 1);
  text_out_bytes(target->out, word->text, word->len);
  text_out_bytes(target->out, end, 1);
  if (word->same_place)
    return true;
  target->words++;
  if (target->starts)
    *NEED_ITEM(target->starts, items, count, room) = (uint32_t)word->from;
  return true;
}

/* A text as FTS5 is to see it: the words already cut and stemmed, between
 * control characters that no text has. The tokenizer of the index only
 * splits at them, so that what is indexed does not depend on SQLite. */
uint32_t
index_cut_words(token_stems *stems, unsigned language, const char *text,
                size_t len, text_out *out, word_starts *starts)
{
  static const char begin[] = {CUT_BEGIN};
  word_target target = {out, starts, 0};
  text_out_bytes(out, begin, 1);
  need_all(token_words_cut(stems, language, FOR_PAGE, text, len, take_word,
                           &target) &&
           !out->error);
  return target.words;
}

/* --- verdicts ------------------------------------------------------------- */

/* Classify the page by every method and gather the borders of all. */
static pith_status
classify_page(page_work *work, pith_page *page)
{
  size_t borders = 0;
  for (uint32_t m = 0; m < work->tools->methods; m++) {
    verdict_list *list = &work->verdicts[m];
    pith_status status = work->tools->classify(work->tools->state, m, page);
    if (status != PITH_OK)
      return status;
    const pith_verdict *said = pith_page_verdicts(page, &list->count);
    list->items = need(list->count, sizeof *list->items);
    if (list->count > 0)
      memcpy(list->items, said, list->count * sizeof *said);
    borders += 2 * (size_t)list->count;
  }
  work->borders = need(borders, sizeof *work->borders);
  for (uint32_t m = 0; m < work->tools->methods; m++)
    for (uint32_t i = 0; i < work->verdicts[m].count; i++) {
      pith_span span = work->verdicts[m].items[i].span;
      work->borders[work->border_count++] = span.from;
      work->borders[work->border_count++] = span.to;
    }
  qsort(work->borders, work->border_count, sizeof *work->borders, order_uint32);
  return PITH_OK;
}

static int
compare_end(const void *verdict, const void *offset)
{
  return ((const pith_verdict *)verdict)->span.to <= *(const uint32_t *)offset
             ? -1
             : 0;
}

/* The verdict of a method on the byte at `offset`; NULL: none. */
static const pith_verdict *
find_verdict(const verdict_list *list, uint32_t offset)
{
  size_t at = sorted_first(list->items, list->count, sizeof *list->items,
                           &offset, compare_end);
  return at < list->count && list->items[at].span.from <= offset
             ? &list->items[at]
             : NULL;
}

/* Text that no method has an opinion on counts as content. */
static bool
is_boilerplate(const pith_verdict *verdict)
{
  return verdict && verdict->label == PITH_NAVIGATION;
}

/* --- spans and runs of one method ----------------------------------------- */

/* The runs and spans of a method on their way into bytes. */
typedef struct span_target {
  text_out *spans;
  text_out runs;
  uint32_t run_count;
  uint32_t run_words; /* of the open run */
  uint32_t content;
  uint32_t span_count;
  uint32_t last_from;      /* of the span before */
  const char *reasons[16]; /* met so far */
  unsigned reason_count;
} span_target;

/* Runs alternate, content first; a page that begins with boilerplate has an
 * empty first run. */
static void
end_run(span_target *to)
{
  packed_number_write(&to->runs, to->run_words);
  if (to->run_count % 2 == 0)
    to->content += to->run_words;
  to->run_count++;
  to->run_words = 0;
}

/* One line of the span table: words, bytes of text, label and score, where
 * it is in the page. Positions are written as steps from the span before,
 * which makes them small numbers. */
static void
write_span(span_target *to, const pith_verdict *said, pith_span bytes,
           uint32_t words, uint32_t text)
{
  bool boilerplate = is_boilerplate(said);
  if (words > 0 && boilerplate != (to->run_count % 2 == 1))
    end_run(to);
  to->run_words += words;
  to->span_count++;
  if (said)
    bytes = said->span;
  packed_number_write(to->spans, words);
  packed_number_write(to->spans, text);
  unsigned sure = said ? (unsigned)(said->score * 127 + 0.5F) : 0;
  packed_number_write(to->spans, (sure > 127 ? 127 : sure) * 2 + boilerplate);
  int64_t step = (int64_t)bytes.from - to->last_from;
  packed_number_write(to->spans,
                      step < 0 ? (uint64_t)-step * 2 + 1 : (uint64_t)step * 2);
  packed_number_write(to->spans, bytes.to - bytes.from);
  to->last_from = bytes.from;
  /* The reason by the number of an earlier one, or 0 and its letters. */
  const char *reason = said && said->reason ? said->reason : "";
  for (unsigned i = 0; i < to->reason_count; i++)
    if (strcmp(to->reasons[i], reason) == 0) {
      packed_number_write(to->spans, i + 1);
      return;
    }
  if (to->reason_count < sizeof to->reasons / sizeof *to->reasons)
    to->reasons[to->reason_count++] = reason;
  packed_number_write(to->spans, 0);
  packed_number_write(to->spans, strlen(reason));
  text_out_text(to->spans, reason);
}

/* Neighbouring pieces with one verdict are one span. */
static void
write_pieces(const page_work *work, const verdict_list *verdicts,
             span_target *to)
{
  const index_text *text = &work->text;
  size_t word = 0;
  for (size_t p = 0; p < text->piece_count;) {
    const pith_verdict *said =
        find_verdict(verdicts, text->pieces[p].bytes.from);
    pith_span bytes = text->pieces[p].bytes;
    uint32_t from = text->pieces[p].text_from;
    size_t first = word;
    for (p++; p < text->piece_count &&
              find_verdict(verdicts, text->pieces[p].bytes.from) == said;
         p++)
      bytes.to = text->pieces[p].bytes.to;
    uint32_t end = p < text->piece_count ? text->pieces[p].text_from
                                         : (uint32_t)text->text.len;
    while (word < work->starts.count && work->starts.items[word] < end)
      word++;
    if (bytes.to < bytes.from) /* moved by the parser */
      bytes.to = bytes.from;
    write_span(to, said, bytes, (uint32_t)(word - first), end - from);
  }
  if (to->run_words > 0)
    end_run(to);
}

/* The shape (how many words, which runs are content) is read for every
 * query, the spans only when a page is shown or a loss is explained. So they
 * are kept apart. */
static void
write_method(const page_work *work, uint32_t method, index_page *out)
{
  text_out spans;
  span_target to = {.spans = &spans};
  text_out_init(&spans, -1);
  text_out_init(&to.runs, -1);
  write_pieces(work, &work->verdicts[method], &to);
  packed_number_write(&out->shape, to.run_count);
  text_out_bytes(&out->shape, to.runs.data, to.runs.len);
  packed_number_write(&out->spans, to.span_count);
  text_out_bytes(&out->spans, spans.data, spans.len);
  out->content[method] = to.content;
  need_all(!spans.error && !to.runs.error);
  text_out_done(&spans);
  text_out_done(&to.runs);
}

/* --- links ---------------------------------------------------------------- */

static int
compare_start(const void *piece, const void *at)
{
  return ((const text_piece *)piece)->text_from <= *(const uint32_t *)at ? -1
                                                                         : 0;
}

/* The piece of text at `at`: the last that begins there or before. */
static const text_piece *
find_piece(const index_text *text, uint32_t at)
{
  size_t next = sorted_first(text->pieces, text->piece_count,
                             sizeof *text->pieces, &at, compare_start);
  return &text->pieces[next > 0 ? next - 1 : 0];
}

/* Whether a link is boilerplate is kept as a bit for each method, since
 * methods differ. */
static void
write_links(const page_work *work, text_out *out)
{
  const index_text *text = &work->text;
  uint32_t last = 0;
  for (size_t i = 0; i < text->link_count; i++) {
    const text_link *link = &text->links[i];
    uint32_t byte = find_piece(text, link->from)->bytes.from;
    unsigned bits = 0;
    for (uint32_t m = 0; m < work->tools->methods; m++)
      bits |= (unsigned)is_boilerplate(find_verdict(&work->verdicts[m], byte))
              << m;
    packed_number_write(out, link->target);
    packed_number_write(out, link->from - last);
    packed_number_write(out, link->to - link->from);
    packed_number_write(out, bits);
    last = link->from;
  }
}

/* --- the page ------------------------------------------------------------- */

/* Leave out the pieces that the first method calls boilerplate. */
static void
drop_boilerplate(page_work *work)
{
  index_text *text = &work->text;
  size_t kept = 0;
  size_t len = 0;
  for (size_t p = 0; p < text->piece_count; p++) {
    text_piece piece = text->pieces[p];
    size_t end = p + 1 < text->piece_count ? text->pieces[p + 1].text_from
                                           : text->text.len;
    if (is_boilerplate(find_verdict(&work->verdicts[0], piece.bytes.from)))
      continue;
    memmove(text->text.data + len, text->text.data + piece.text_from,
            end - piece.text_from);
    text->pieces[kept++] = (text_piece){(uint32_t)len, piece.bytes};
    len += end - piece.text_from;
  }
  text->piece_count = kept;
  text->text.len = len;
  text->link_count = 0;
}

/* A canonical address counts only where the page has none of its own. */
static pith_status
read_title(page_work *work, pith_page *page, const char *address, bool made,
           index_page *out)
{
  pith_status status = pith_page_read_metadata(page, address);
  if (status != PITH_OK)
    return status;
  pith_slice known = text_slice(address);
  pith_slice canonical = pith_page_metadata(page, PITH_META_CANONICAL);
  if (made && canonical.len > 7 && memcmp(canonical.data, "http", 4) == 0) {
    work->canonical = needed(strndup(canonical.data, canonical.len));
    known = canonical;
  }
  out->target = address_key(known);
  pith_slice language = pith_page_metadata(page, PITH_META_LANGUAGE);
  pith_slice title = pith_page_metadata(page, PITH_META_TITLE);
  out->language = token_language_find(language.data, language.len);
  text_out_bytes(&out->title, title.data, title.len);
  out->words[0] = index_cut_words(work->tools->stems, out->language, title.data,
                                  title.len, &out->title_words, NULL);
  return PITH_OK;
}

/* Everything but the title. The order of the parts is that of
 * word_shape_read(). */
static void
write_page(page_work *work, index_page *out)
{
  const index_text *text = &work->text;
  out->words[1] =
      index_cut_words(work->tools->stems, out->language, text->text.data,
                      text->text.len, &out->body_words, &work->starts);
  packed_number_write(&out->shape, out->words[0]);
  packed_number_write(&out->shape, out->words[1]);
  for (uint32_t m = 0; m < work->tools->methods; m++)
    write_method(work, m, out);
  write_links(work, &out->links);
}

/* Releases what index_page_make() made along the way; the page itself has
 * been handed over. */
static void
page_work_done(page_work *work)
{
  for (uint32_t m = 0; m < METHODS_MOST; m++)
    free(work->verdicts[m].items);
  free(work->borders);
  index_text_done(&work->text);
  free(work->starts.items);
  free(work->canonical);
}

/* All texts of a page. */
enum { PAGE_PARTS = 7 };

static void
list_parts(index_page *page, text_out *out[PAGE_PARTS])
{
  text_out *parts[PAGE_PARTS] = {
      &page->title, &page->body,  &page->title_words, &page->body_words,
      &page->shape, &page->spans, &page->links};
  memcpy(out, parts, sizeof parts);
}

pith_status
index_page_make(const index_page_tools *tools, pith_page *page,
                const char *address, bool made, index_page *out)
{
  page_work work = {.tools = tools};
  text_out *parts[PAGE_PARTS];
  memset(out, 0, sizeof *out);
  list_parts(out, parts);
  for (size_t i = 0; i < PAGE_PARTS; i++)
    text_out_init(parts[i], -1);
  pith_status status = read_title(&work, page, address, made, out);
  if (work.canonical)
    address = work.canonical;
  if (status == PITH_OK)
    status = classify_page(&work, page);
  if (status == PITH_OK) {
    index_text_read(page, address, work.borders, work.border_count, &work.text);
    if (tools->no_boilerplate)
      drop_boilerplate(&work);
    write_page(&work, out);
    out->body = work.text.text;
    text_out_init(&work.text.text, -1);
  }
  for (size_t i = 0; i < PAGE_PARTS; i++)
    need_all(!parts[i]->error);
  page_work_done(&work);
  return status;
}

void
index_page_done(index_page *page)
{
  text_out *parts[PAGE_PARTS];
  list_parts(page, parts);
  for (size_t i = 0; i < PAGE_PARTS; i++)
    text_out_done(parts[i]);
}
