/*
 * Where emphasis can begin and end (CommonMark, "Emphasis and strong
 * emphasis").
 *
 * `**` opens only before a character that is no blank, and before punctuation
 * only when a blank or punctuation is before the `**` too; closing is the
 * mirror image. HTML knows no such rule: `<b>Note:</b>then` cannot be written
 * as `**Note:**then`. So each range is made smaller from both ends until it
 * can, here to `**Note**:then`, and given up when nothing is left.
 *
 * What counts as punctuation outside ASCII changed between versions of
 * CommonMark. A character that is not surely a letter is therefore taken for
 * the worse of the two wherever that matters.
 */
#include "render/markdown/markdown.h"

#include "base/slice.h"
#include "base/utf8.h"
#include "page/text/characters.h"

/* A stretch of words and what is on both sides of it. */
typedef struct stretch {
  const char *words; /* of the flow */
  const pith_styled_list *verbatim;
  uint32_t from, to;
  uint32_t before, after;
} stretch;

/* A failure ends the page: a missing range would lose text marks silently. */
static bool
add_range(pith_markdown *markdown, pith_styled_list *list, pith_styled range)
{
  if (!PITH_GROW(markdown->flow->memory, list->items, list->capacity,
                 list->count + 1, UINT32_MAX)) {
    markdown->failed = true;
    return false;
  }
  list->items[list->count++] = range;
  return true;
}

/* The verbatim range that has the byte at the place, or NULL. Ranges rise,
 * so a binary search finds it. */
static const pith_styled *
verbatim_at(const pith_styled_list *list, uint32_t place)
{
  uint32_t low = 0, high = list->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (list->items[middle].to <= place)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < list->count && list->items[low].from <= place)
    return &list->items[low];
  return NULL;
}

/* The character that the output has behind the place, and the length of what
 * it belongs to. Code begins with a tick, whatever is in it. */
static uint32_t
character_behind(const stretch *at, uint32_t place, uint32_t *len)
{
  size_t length;
  *len = 0;
  if (place >= at->to)
    return at->after;
  const pith_styled *code = verbatim_at(at->verbatim, place);
  if (code) {
    *len = code->to - place;
    return '`';
  }
  uint32_t found =
      pith__character_at(at->words + place, at->words + at->to, &length);
  *len = (uint32_t)length;
  return found;
}

/* The character that the output has before the place. */
static uint32_t
character_ahead(const stretch *at, uint32_t place, uint32_t *len)
{
  char unused[4];
  *len = 0;
  if (place <= at->from)
    return at->before;
  const pith_styled *code = verbatim_at(at->verbatim, place - 1);
  if (code) {
    *len = place - code->from;
    return '`';
  }
  uint32_t found =
      pith__character_before(at->words + at->from, at->words + place);
  *len = (uint32_t)pith__utf8_encode(found, unused);
  return found;
}

/* Surely a blank or punctuation. */
static bool
is_border(uint32_t code)
{
  return code < 0x80 && !pith__character_is_word(code);
}

/* Whether a mark between `outer` and `inner` can face inwards. Between two
 * signs it could by the rules, but it could face both ways, and there readers
 * disagree. */
static bool
can_face(uint32_t outer, uint32_t inner)
{
  return pith__character_is_word(inner) || (inner != ' ' && outer == ' ');
}

/* Make a range smaller until marks can be put at both ends. Ranges never cut
 * through code: they move to its border first. */
static void
fit(const stretch *at, pith_styled *range)
{
  uint32_t len, unused;
  const pith_styled *code = verbatim_at(at->verbatim, range->from);
  if (code && code->from < range->from)
    range->from = code->to;
  code = verbatim_at(at->verbatim, range->to);
  if (code && code->from < range->to)
    range->to = code->from;
  while (range->from < range->to) {
    uint32_t inner = character_behind(at, range->from, &len);
    if (can_face(character_ahead(at, range->from, &unused), inner))
      break;
    range->from += len;
  }
  while (range->from < range->to) {
    uint32_t inner = character_ahead(at, range->to, &len);
    if (can_face(character_behind(at, range->to, &unused), inner))
      break;
    range->to -= len;
  }
}

/* `~~` next to `**` sees a star instead of a letter, so it is written only
 * where no other mark touches it. */
static bool
stands_free(const stretch *at, const pith_styled *range)
{
  uint32_t unused;
  return is_border(character_ahead(at, range->from, &unused)) &&
         is_border(character_behind(at, range->to, &unused));
}

/* Code with a bar in it cannot be in a table: readers differ in what they
 * make of an escape there. */
static bool
is_spoilt_code(const pith_markdown *markdown, const pith_flow_op *op)
{
  pith_slice words = pith__flow_words(markdown->flow, op);
  return markdown->place == PITH_PLACE_CELL && !(op->bits & PITH_STYLE_MATH) &&
         memchr(words.data, '|', words.len);
}

/* Collect the ranges of runs that have one of `bits`. */
static void
collect(pith_markdown *markdown, pith_span ops, unsigned bits, int kind)
{
  pith_styled_list *list = &markdown->lists[kind];
  list->count = list->at = 0;
  for (uint32_t i = ops.from; i < ops.to; i++) {
    const pith_flow_op *op = &markdown->flow->ops[i];
    pith_styled *last = list->count > 0 ? &list->items[list->count - 1] : NULL;
    pith_styled range = {op->a, op->b, op->bits & PITH_STYLE_MATH};
    if (!(op->bits & bits) ||
        (kind == PITH_LIST_VERBATIM && is_spoilt_code(markdown, op)))
      continue;
    /* Two spans of code grow together; a formula stays alone. */
    if (last && last->to == op->a && !last->math && !range.math)
      last->to = op->b;
    else if (!add_range(markdown, list, range))
      return;
  }
}

/* Blanks at the ends of code are not code. A range of blanks only is
 * dropped. */
static void
trim_verbatim(pith_markdown *markdown)
{
  const char *words = markdown->flow->words.data;
  pith_styled_list *list = &markdown->lists[PITH_LIST_VERBATIM];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    pith_styled range = list->items[i];
    while (range.from < range.to && words[range.from] == ' ')
      range.from++;
    while (range.from < range.to && words[range.to - 1] == ' ')
      range.to--;
    if (range.from < range.to)
      list->items[kept++] = range;
  }
  list->count = kept;
}

/* Fit the ranges of one kind and drop those of which nothing is left. */
static void
fit_all(pith_markdown *markdown, const stretch *at, int kind)
{
  pith_styled_list *list = &markdown->lists[kind];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    pith_styled range = list->items[i];
    fit(at, &range);
    if (range.from < range.to &&
        (kind != PITH_LIST_DELETED || stands_free(at, &range)))
      list->items[kept++] = range;
  }
  list->count = kept;
}

/* Verbatim ranges come first: the others must know where code is. */
void
pith__markdown_spans(pith_markdown *markdown, pith_span ops, uint32_t before,
                     uint32_t after)
{
  static const unsigned bits[PITH_LIST_KINDS] = {
      PITH_STYLE_DELETED, PITH_STYLE_STRONG, PITH_STYLE_EM,
      PITH_STYLE_CODE | PITH_STYLE_MATH};
  const pith_flow_op *runs = markdown->flow->ops;
  stretch at = {markdown->flow->words.data,
                &markdown->lists[PITH_LIST_VERBATIM],
                runs[ops.from].a,
                runs[ops.to - 1].b,
                before,
                after};
  for (int kind = 0; kind < PITH_LIST_KINDS; kind++)
    collect(markdown, ops, bits[kind], kind);
  trim_verbatim(markdown);
  for (int kind = 0; kind < PITH_LIST_VERBATIM; kind++)
    if (!markdown->failed)
      fit_all(markdown, &at, kind);
}
