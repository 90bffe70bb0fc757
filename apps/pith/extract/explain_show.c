/* explain_show.c: see the header.
 *
 *     verdicts      |--0--|     |--1--|
 *     blocks    gap 0     gap 1       gap 2
 *
 * Between, before and behind the verdicts are gaps; each text of the tree falls
 * into a verdict or a gap by where it begins.
 *
 * Where blocks were compared with a partner (layer --compat) a line is a block,
 * and has the paper's Tag and Text in place of the score: neighbours that were
 * joined to one verdict differ in them.
 */
#include "pith/extract/explain_show.h"
#include "pith_experimental.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_ROOM = 160, WORDS_SHOWN = 60, RANGE_WIDTH = 15 };

/* The text of a verdict or a gap. */
typedef struct block {
  size_t characters; /* of text, white space not counted */
  size_t len;
  bool space;             /* comes before the next character */
  char words[WORDS_ROOM]; /* its beginning, white space collapsed */
} block;

typedef struct explanation {
  const pith_page *page;
  const pith_verdict *verdicts;
  pith_verdict *made;        /* the verdicts of `matches`; NULL: the page's */
  pith_block_match *matches; /* rising, one for each verdict; or NULL */
  uint32_t count;
  block *blocks; /* verdict i at 2i + 1, the gap before it at 2i */
} explanation;

static bool
is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Whether a reader sees the text of this element. */
static bool
is_shown(const pith_page *page, pith_node element)
{
  static const char *const silent[] = {"script",   "style",    "title",
                                       "noembed",  "noframes", "textarea",
                                       "template", "option"};
  pith_slice name = pith_node_name(page, element);
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (name.len == strlen(silent[i]) &&
        memcmp(name.data, silent[i], name.len) == 0)
      return false;
  return pith_node_get_kind(page, element) != PITH_NODE_CONTENT;
}

/* The first verdict that ends behind `at`, or their count. */
static uint32_t
find_verdict(const explanation *in, uint32_t at)
{
  uint32_t low = 0;
  uint32_t high = in->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (in->verdicts[middle].span.to <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Count and collect one text. Counting goes on when the room is full: the sums
 * of the head line are exact, only what is shown is cut. A character is counted
 * at the first byte of its UTF-8 sequence. */
static void
add_text(block *to, pith_slice text)
{
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool starts = ((unsigned char)c & 0xC0) != 0x80;
    if (is_space(c)) {
      to->space = true;
      continue;
    }
    to->characters += starts;
    if (to->space && to->len > 0 && to->len < WORDS_ROOM)
      to->words[to->len++] = ' ';
    to->space = false;
    if (to->len < WORDS_ROOM)
      to->words[to->len++] = (unsigned char)c < 0x20 ? '?' : c;
  }
  to->space = true; /* the next text is a word of its own */
}

/* Sort every visible text of the tree into its verdict or gap; n texts and m
 * verdicts cost n * log m. */
static void
read_texts(explanation *in)
{
  for (pith_node n = 0; n < pith_page_node_count(in->page); n++) {
    if (pith_node_get_kind(in->page, n) != PITH_NODE_TEXT ||
        !is_shown(in->page, pith_node_parent(in->page, n)))
      continue;
    uint32_t at = pith_node_span(in->page, n).from;
    pith_slice text = pith_node_text(in->page, n);
    uint32_t len = pith_node_span(in->page, n).to - at;
    /* White space before a block's first word is outside of its range. */
    for (size_t i = 0; i < text.len && len > 1 && is_space(text.data[i]); i++) {
      at++;
      len--;
    }
    uint32_t verdict = find_verdict(in, at);
    bool inside = verdict < in->count && in->verdicts[verdict].span.from <= at;
    add_text(&in->blocks[2 * (size_t)verdict + inside], text);
  }
}

/* Rounded to two places behind the point; a score is never negative. */
static void
write_score(text_out *out, float score)
{
  unsigned hundredths = (unsigned)(score * 100.0f + 0.5f);
  text_out_number(out, hundredths / 100, 0);
  text_out_text(out, ".");
  text_out_number(out, hundredths / 10 % 10, 0);
  text_out_number(out, hundredths % 10, 0);
}

/* Cut and not rounded, as in the record. */
static void
write_share(text_out *out, uint64_t part, uint64_t whole)
{
  uint64_t hundredths = whole > 0 ? part * 100 / whole : 100;
  write_score(out, (float)hundredths / 100.0f);
}

/* The words, cut at a character after about a line. */
static void
write_words(text_out *out, const block *from)
{
  size_t len = 0;
  size_t shown = 0;
  while (len < from->len && shown < WORDS_SHOWN) {
    len++;
    while (len < from->len && ((unsigned char)from->words[len] & 0xC0) == 0x80)
      len++;
    shown++;
  }
  bool whole = len == from->len && from->len < WORDS_ROOM;
  if (!whole && len == from->len) /* the last character may be half */
    while (len > 0 && ((unsigned char)from->words[len - 1] & 0x80) &&
           ((unsigned char)from->words[len - 1] & 0xC0) == 0x80)
      len--;
  text_out_line(out, from->words, len);
  text_out_text(out, whole ? "\n" : " ...\n");
}

/* Written to memory first, because its width has to be known to fill the
 * column. */
static void
write_range(text_out *out, pith_span span)
{
  text_out room;
  text_out_init(&room, -1);
  text_out_number(&room, span.from, 0);
  text_out_text(&room, "-");
  text_out_number(&room, span.to, 0);
  size_t len = room.error ? 0 : room.len;
  text_out_bytes(out, room.data, len);
  text_out_done(&room);
  text_out_repeat(out, ' ', len < RANGE_WIDTH ? RANGE_WIDTH - len : 1);
}

/* One line of the explanation. A gap has no verdict: nothing decided about its
 * text, so it is kept, and the columns of score, reason and range are blank. */
static void
write_line(text_out *out, const explain_head *head, const explanation *in,
           size_t line)
{
  const pith_verdict *verdict = line % 2 ? &in->verdicts[line / 2] : NULL;
  const pith_block_match *match =
      verdict && in->matches ? &in->matches[line / 2] : NULL;
  bool cut = verdict && verdict->label == PITH_NAVIGATION;
  if (head->color)
    text_out_text(out, cut ? "\033[31m" : "\033[32m");
  text_out_text(out, cut ? "cut   " : "kept  ");
  if (head->color)
    text_out_text(out, "\033[0m");
  if (!verdict) {
    text_out_repeat(out, ' ', 6 + (in->matches ? 5 : 0) + 16 + RANGE_WIDTH);
  } else {
    size_t len = strlen(verdict->reason);
    if (match) {
      write_share(out, match->matched, match->nodes);
      text_out_text(out, " ");
      write_share(out, match->same, match->text);
    } else {
      write_score(out, verdict->score);
    }
    text_out_text(out, "  ");
    text_out_text(out, verdict->reason);
    text_out_repeat(out, ' ', len < 16 ? 16 - len : 1);
    write_range(out, verdict->span);
  }
  if (head->color && cut)
    text_out_text(out, "\033[2m");
  write_words(out, &in->blocks[line]);
  if (head->color && cut)
    text_out_text(out, "\033[0m");
}

static void
write_head(text_out *out, const explain_head *head, const explanation *in)
{
  size_t characters[2] = {0, 0};
  for (size_t i = 0; i <= 2 * (size_t)in->count; i++) {
    bool cut = i % 2 && in->verdicts[i / 2].label == PITH_NAVIGATION;
    characters[cut] += in->blocks[i].characters;
  }
  text_out_text(out, head->name);
  text_out_text(out, ": ");
  text_out_text(out, head->method);
  text_out_text(out, ", ");
  text_out_text(out, pith_page_encoding(in->page, NULL));
  text_out_text(out, ", ");
  text_out_number(out, characters[0], 0);
  text_out_text(out, " characters kept, ");
  text_out_number(out, characters[1], 0);
  text_out_text(out, in->matches ? " cut; Tag and Text\n" : " cut\n");
}

/* For qsort(). */
static int
compare_matches(const void *a, const void *b)
{
  const pith_block_match *x = a, *y = b;
  return x->span.from < y->span.from ? -1 : x->span.from > y->span.from;
}

/* Make a verdict of each block that was compared. The parser may have moved
 * nodes, so blocks are sorted by place, and one that begins inside another
 * begins where that ends. False when memory ends. */
static bool
take_matches(explanation *in)
{
  uint32_t count, at = 0;
  const pith_block_match *found = pith_page_block_matches(in->page, &count);
  if (count == 0)
    return true;
  in->matches = malloc(count * sizeof *in->matches);
  in->made = malloc(count * sizeof *in->made);
  if (!in->matches || !in->made)
    return false;
  memcpy(in->matches, found, count * sizeof *in->matches);
  qsort(in->matches, count, sizeof *in->matches, compare_matches);
  for (uint32_t i = 0; i < count; i++) {
    bool noise = in->matches[i].noise;
    pith_span span = in->matches[i].span;
    span.from = span.from < at ? at : span.from;
    span.to = span.to < span.from ? span.from : span.to;
    at = span.to;
    in->made[i] = (pith_verdict){span, noise ? PITH_NAVIGATION : PITH_CONTENT,
                                 0, noise ? "layer-block" : "own-block"};
  }
  in->verdicts = in->made;
  in->count = count;
  return true;
}

/* Gaps and verdicts alternate, so 2 * count + 1 blocks cover the whole page. */
bool
explain_show(const explain_head *head, const pith_page *page, text_out *out)
{
  explanation in = {.page = page};
  in.verdicts = pith_page_verdicts(page, &in.count);
  bool fine = take_matches(&in);
  if (fine)
    in.blocks = calloc(2 * (size_t)in.count + 1, sizeof *in.blocks);
  fine = fine && in.blocks;
  if (fine) {
    read_texts(&in);
    write_head(out, head, &in);
    for (size_t i = 0; i <= 2 * (size_t)in.count; i++)
      if (in.blocks[i].characters > 0)
        write_line(out, head, &in, i);
  }
  free(in.blocks);
  free(in.made);
  free(in.matches);
  return fine;
}
