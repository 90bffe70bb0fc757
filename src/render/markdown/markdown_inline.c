/*
 * The runs, links and images of one block.
 *
 *     group     operations with the same link, up to a break
 *     stretch   the runs of a group between images: words that hang together
 *
 * Links are outermost and emphasis ends at their borders: `**a [b](c)**` is
 * written as `**a** [**b**](c)`, which reads the same and never depends on how
 * brackets and stars are matched.
 */
#include "render/markdown/markdown.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/element/address.h"
#include "page/text/characters.h"
#include "render/flow/media.h"

/* The operation at a place of the flow. */
static const pith_flow_op *
op_at(const pith_markdown *markdown, uint32_t at)
{
  return &markdown->flow->ops[at];
}

/* The link of an operation as it will be written, 0 for none. A formula
 * keeps its own element in the same field; that is no link. */
static uint32_t
link_of(const pith_markdown *markdown, uint32_t at)
{
  const pith_flow_op *op = op_at(markdown, at);
  bool formula = op->kind == PITH_FLOW_RUN && (op->bits & PITH_STYLE_MATH);
  return markdown->options->links && !formula ? op->c : 0;
}

/* Whether the operation exists, is inline and is not of the given kind. */
static bool
is_inline(const pith_markdown *markdown, uint32_t at, pith_flow_kind not_this)
{
  return at < markdown->flow->count &&
         pith__flow_is_inline(op_at(markdown, at)) &&
         op_at(markdown, at)->kind != not_this;
}

/* --- stretches ------------------------------------------------------------ */

/* The signs of the three kinds of emphasis, in the order they nest. */
static const char *
mark_of(int kind)
{
  static const char *const marks[] = {"~~", "**", "*"};
  return marks[kind];
}

/* The ranges that are open while a stretch is written, outermost first. */
typedef struct open_ranges {
  int kinds[PITH_LIST_VERBATIM];
  uint32_t ends[PITH_LIST_VERBATIM];
  int count;
  uint32_t last_close; /* where stars ended; others may not begin there */
} open_ranges;

/* A mark is something on the line, so nothing behind it is at its start. */
static void
write_mark(pith_markdown *markdown, int kind)
{
  const char *mark = mark_of(kind);
  pith__buffer_append(markdown->out, mark, strlen(mark));
  markdown->line_start = false;
}

/* End all ranges that end at or before the place, innermost first. */
static void
close_ranges(pith_markdown *markdown, open_ranges *open, uint32_t place)
{
  while (open->count > 0 && open->ends[open->count - 1] <= place) {
    int kind = open->kinds[--open->count];
    write_mark(markdown, kind);
    if (kind != PITH_LIST_DELETED)
      open->last_close = place;
  }
}

/* The kind whose next range starts first; of those that start together the one
 * that ends last. PITH_LIST_VERBATIM when none is left. */
static int
next_kind(const pith_markdown *markdown)
{
  int best = PITH_LIST_VERBATIM;
  pith_styled first = {UINT32_MAX, 0, false};
  for (int kind = 0; kind < PITH_LIST_VERBATIM; kind++) {
    const pith_styled_list *list = &markdown->lists[kind];
    if (list->at >= list->count)
      continue;
    pith_styled range = list->items[list->at];
    if (range.from < first.from ||
        (range.from == first.from && range.to > first.to)) {
      first = range;
      best = kind;
    }
  }
  return best;
}

/* Open a range. Where it would cross an open one it ends with that; where
 * its stars would touch the stars of the last it is left out, because
 * readers disagree about "****". */
static void
open_range(pith_markdown *markdown, open_ranges *open, int kind)
{
  pith_styled_list *list = &markdown->lists[kind];
  pith_styled range = list->items[list->at++];
  if (open->count > 0 && open->ends[open->count - 1] < range.to)
    range.to = open->ends[open->count - 1];
  if (range.to <= range.from ||
      (kind != PITH_LIST_DELETED && open->last_close == range.from))
    return;
  write_mark(markdown, kind);
  open->kinds[open->count] = kind;
  open->ends[open->count++] = range.to;
}

/* A code span cannot hold '|' inside a table: the text is escaped instead. */
static void
write_verbatim(pith_markdown *markdown, pith_styled range, pith_styled whole)
{
  const pith_flow *flow = markdown->flow;
  pith_slice words = {flow->words.data + range.from, range.to - range.from};
  if (range.math)
    pith__buffer_append_char(markdown->out, '$');
  if (markdown->place == PITH_PLACE_CELL && memchr(words.data, '|', words.len))
    pith__markdown_escape(markdown, range, whole);
  else
    pith__markdown_code(markdown, words);
  if (range.math)
    pith__buffer_append_char(markdown->out, '$');
}

/* Words [from, to), in which no emphasis begins or ends; code and formulas
 * among them are written verbatim. */
static void
write_words(pith_markdown *markdown, pith_styled part, pith_styled whole)
{
  pith_styled_list *verbatim = &markdown->lists[PITH_LIST_VERBATIM];
  while (part.from < part.to) {
    pith_styled text = part;
    pith_styled *code =
        verbatim->at < verbatim->count ? &verbatim->items[verbatim->at] : NULL;
    if (code && code->from < part.to)
      text.to = code->from;
    pith__markdown_escape(markdown, text, whole);
    part.from = text.to;
    if (code && code->from == part.from && part.from < part.to) {
      write_verbatim(markdown, *code, whole);
      part.from = code->to;
      verbatim->at++;
    }
  }
}

/* Write the runs [ops.from, ops.to). Emphasis begins and ends at places, not
 * at runs: each step writes the words up to the next place. */
static void
write_stretch(pith_markdown *markdown, pith_span ops, uint32_t before,
              uint32_t after)
{
  open_ranges open = {{0}, {0}, 0, UINT32_MAX};
  pith_styled whole = {op_at(markdown, ops.from)->a,
                       op_at(markdown, ops.to - 1)->b, false};
  pith_styled part = whole;
  markdown->after = after;
  pith__markdown_spans(markdown, ops, before, after);
  while (part.from < whole.to && !markdown->failed) {
    int kind;
    close_ranges(markdown, &open, part.from);
    while ((kind = next_kind(markdown)) != PITH_LIST_VERBATIM &&
           markdown->lists[kind].items[markdown->lists[kind].at].from <=
               part.from)
      open_range(markdown, &open, kind);
    part.to = whole.to;
    if (open.count > 0 && open.ends[open.count - 1] < part.to)
      part.to = open.ends[open.count - 1];
    if (kind != PITH_LIST_VERBATIM) {
      uint32_t next =
          markdown->lists[kind].items[markdown->lists[kind].at].from;
      part.to = next < part.to ? next : part.to;
    }
    write_words(markdown, part, whole);
    part.from = part.to;
  }
  close_ranges(markdown, &open, whole.to);
}

/* --- images and links ----------------------------------------------------- */

/* Make an address absolute. False when it is not useful, or memory is short. */
static bool
resolve(pith_markdown *markdown, pith_slice address)
{
  pith__buffer_clear(&markdown->address);
  bool useful = pith__address_resolve(
      address, pith__buffer_slice(&markdown->base), &markdown->address);
  markdown->failed |= markdown->address.failed;
  return useful && !markdown->failed;
}

/* CommonMark, "Images". Media that Markdown cannot show are links. */
static void
write_image(pith_markdown *markdown, uint32_t node)
{
  pith_media media = pith__media_of(markdown->tree, node);
  if (!resolve(markdown, media.address))
    return;
  if (media.is_image)
    pith__buffer_append_char(markdown->out, '!');
  pith__buffer_append_char(markdown->out, '[');
  pith__markdown_label(markdown, media.title);
  pith__buffer_append(markdown->out, "](", 2);
  pith__markdown_destination(markdown, pith__buffer_slice(&markdown->address));
  pith__buffer_append_char(markdown->out, ')');
  markdown->line_start = false;
}

/* The character before what is written next: it decides whether emphasis can
 * open. */
static uint32_t
character_written(const pith_markdown *markdown)
{
  const pith_buffer *out = markdown->out;
  if (markdown->line_start || out->len == 0)
    return ' ';
  return pith__character_before(out->data, out->data + out->len);
}

/* The character that operation `at` will begin with: a word's first, or the
 * sign of an image or a link. */
static uint32_t
character_coming(const pith_markdown *markdown, uint32_t at)
{
  size_t len;
  if (!is_inline(markdown, at, PITH_FLOW_BREAK))
    return ' ';
  const pith_flow_op *op = op_at(markdown, at);
  if (op->kind == PITH_FLOW_IMAGE || link_of(markdown, at) != 0 ||
      (op->bits & (PITH_STYLE_CODE | PITH_STYLE_MATH)))
    return '!';
  pith_slice words = pith__flow_words(markdown->flow, op);
  return pith__character_at(words.data, words.data + words.len, &len);
}

/* Operations with the same link. The address is resolved twice, because
 * images inside the link use the same buffer. */
static void
write_group(pith_markdown *markdown, uint32_t first, uint32_t end,
            uint32_t link)
{
  pith_slice href;
  bool linked = link != 0 &&
                pith__attribute_get(markdown->tree, link, "href", &href) &&
                resolve(markdown, href);
  if (linked) {
    pith__buffer_append_char(markdown->out, '[');
    markdown->line_start = false;
  }
  for (uint32_t i = first; i < end;) {
    pith_span ops = {i, i};
    while (ops.to < end && op_at(markdown, ops.to)->kind == PITH_FLOW_RUN)
      ops.to++;
    if (ops.to > ops.from) {
      uint32_t after =
          ops.to == end && linked ? ']' : character_coming(markdown, ops.to);
      write_stretch(markdown, ops, character_written(markdown), after);
      i = ops.to;
    } else {
      write_image(markdown, op_at(markdown, i)->a);
      i++;
    }
  }
  if (linked && resolve(markdown, href)) {
    pith__buffer_append(markdown->out, "](", 2);
    pith__markdown_destination(markdown,
                               pith__buffer_slice(&markdown->address));
    pith__buffer_append_char(markdown->out, ')');
  }
}

/* CommonMark, "Hard line breaks": a backslash, which survives editors that
 * trim blanks. */
static void
write_break(pith_markdown *markdown)
{
  switch (markdown->place) {
  case PITH_PLACE_PARAGRAPH:
    pith__buffer_append_char(markdown->out, '\\');
    pith__lines_next(&markdown->lines);
    markdown->line_start = true;
    break;
  case PITH_PLACE_CELL:
    pith__buffer_append(markdown->out, "<br>", 4);
    break;
  default:
    pith__buffer_append_char(markdown->out, ' ');
    break;
  }
}

/* Breaks separate groups; everything else is grouped by its link. */
uint32_t
pith__markdown_inline(pith_markdown *markdown, uint32_t at)
{
  while (is_inline(markdown, at, PITH_FLOW_KINDS)) {
    if (op_at(markdown, at)->kind == PITH_FLOW_BREAK) {
      write_break(markdown);
      at++;
      continue;
    }
    uint32_t first = at, link = link_of(markdown, at);
    while (is_inline(markdown, at, PITH_FLOW_BREAK) &&
           link_of(markdown, at) == link)
      at++;
    write_group(markdown, first, at, link);
  }
  markdown->failed |= markdown->out->failed;
  return at;
}
