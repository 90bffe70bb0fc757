/*
 * Marked HTML: all bytes of the page, with a mark around every text and image
 * that a verdict calls navigation. To the letter of docs/formats/marked.md.
 *
 * The tree decides what can be marked, the verdicts what is, the map of the
 * decoder where that is in the bytes. Marks are put down in rising order
 * while the bytes between them are copied, so taking them out again restores
 * the page, whatever the rest of this file does.
 */
#include "render/render.h"

#include "base/slice.h"
#include "render/html/insertion_point.h"
#include "page/text/characters.h"
#include "render/removed.h"
#include "render/html/moved_nodes.h"
#include "render/html/text_spans.h"

#include <stdio.h>

typedef struct page_marker {
  const pith_tree *tree;
  pith_decoded *decoded;
  pith_buffer *out;
  pith_removed removed;
  pith_moved_nodes places;
  pith_code_unit unit;
  uint32_t copied; /* bytes of the page written so far */
} page_marker;

/* All bytes of the page pass through here, in order, each once. */
static void
copy_up_to(page_marker *marker, uint32_t byte)
{
  if (byte > marker->copied)
    pith__buffer_append(marker->out,
                        marker->decoded->bytes.data + marker->copied,
                        byte - marker->copied);
  marker->copied = byte;
}

/* Marks are ASCII, written in the code units of the page. */
static void
write_ascii(const page_marker *marker, const char *text)
{
  pith__code_unit_write(marker->unit, text, marker->out);
}

/* --- marks ---------------------------------------------------------------- */

/* "0", "1", or "0." and one or two digits: short, and the same in every
 * locale. */
static void
format_score(float score, char text[8])
{
  int hundredths = (int)(score * 100.0F + 0.5F);
  if (hundredths <= 0 || hundredths >= 100)
    snprintf(text, 8, "%d", hundredths >= 100);
  else if (hundredths % 10 == 0)
    snprintf(text, 8, "0.%d", hundredths / 10);
  else
    snprintf(text, 8, "0.%02d", hundredths);
}

/* Put a mark around text [span.from, span.to). A mark that would go
 * backwards or lies where the encoding allows no insertion is left out: the
 * page must stay intact. */
static void
write_mark(page_marker *marker, pith_span span, const pith_verdict *verdict)
{
  char start[96], score[8];
  uint32_t from, to;
  if (!pith__insertion_point(marker->decoded, span.from, &from) ||
      !pith__insertion_point(marker->decoded, span.to, &to) ||
      from < marker->copied || to <= from)
    return;
  format_score(verdict->score, score);
  snprintf(start, sizeof start,
           "<pith-nav data-reason=\"%.32s\" data-score=\"%s\">",
           verdict->reason, score);
  copy_up_to(marker, from);
  write_ascii(marker, start);
  copy_up_to(marker, to);
  write_ascii(marker, "</pith-nav>");
}

/* Without white space at both ends. Characters are looked at as the reader
 * sees them, so `&nbsp;` is white space. */
static pith_span
trim(const pith_text_spans *spans, pith_span span)
{
  pith_span trimmed = {span.to, span.to};
  for (uint32_t at = span.from; at < span.to;) {
    pith_source_character c = pith__source_character(spans, at, span.to);
    bool blank = c.codes[0] == 0 || pith__character_is_blank(c.codes[0]);
    if (!blank && trimmed.from == span.to)
      trimmed.from = at;
    at += c.len;
    if (!blank)
      trimmed.to = at;
  }
  return trimmed;
}

/* Each removed range of a span is marked by itself, with its own reason. */
static void
mark_span(page_marker *marker, const pith_text_spans *spans, pith_span span)
{
  const pith_verdict *verdict;
  pith_span range;
  while ((verdict = pith__text_spans_removed(spans, &marker->removed, &span,
                                             &range))) {
    pith_span text = trim(spans, range);
    if (text.from < text.to)
      write_mark(marker, text, verdict);
  }
}

/* --- what can be marked --------------------------------------------------- */

/* Elements whose contents cannot hold a mark: their text is not parsed for
 * tags, or the parser drops tags in them. */
static bool
is_closed(const pith_tree_node *node)
{
  if (node->space != PITH_NAMESPACE_HTML)
    return true;
  switch ((pith_tag)node->tag) {
  case PITH_TAG_TITLE:
  case PITH_TAG_TEXTAREA:
  case PITH_TAG_SCRIPT:
  case PITH_TAG_STYLE:
  case PITH_TAG_NOSCRIPT:
  case PITH_TAG_OPTION:
  case PITH_TAG_SELECT:
  case PITH_TAG_IFRAME:
  case PITH_TAG_XMP:
  case PITH_TAG_NOEMBED:
  case PITH_TAG_NOFRAMES:
  case PITH_TAG_PLAINTEXT:
  case PITH_TAG_TEMPLATE:
    return true;
  default:
    return false;
  }
}

/* Elements in which a tag would be moved or dropped (HTML, the table
 * insertion modes). */
static bool
is_strict(const pith_tree_node *parent)
{
  if (parent->kind != PITH_NODE_ELEMENT)
    return true;
  switch ((pith_tag)parent->tag) {
  case PITH_TAG_HTML:
  case PITH_TAG_HEAD:
  case PITH_TAG_TABLE:
  case PITH_TAG_TBODY:
  case PITH_TAG_THEAD:
  case PITH_TAG_TFOOT:
  case PITH_TAG_TR:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_FRAMESET:
    return true;
  default:
    return false;
  }
}

/* An image is marked only if all of its tag is removed. */
static void
mark_image(page_marker *marker, const pith_tree_node *node)
{
  const char *name = marker->tree->store.text + node->from + 1;
  pith_span tag = {node->from, node->open_to};
  /* `<image>` makes an img, too, but is none in the source. */
  if (tag.to < tag.from + 5 || pith__lower(name[1]) != 'm' ||
      pith__lower(name[2]) != 'g')
    return;
  const pith_verdict *verdict =
      pith__removed_find(&marker->removed, tag.from, tag.to);
  if (verdict && verdict->span.from <= tag.from && verdict->span.to >= tag.to)
    write_mark(marker, tag, verdict);
}

/* Returns the node to go on with. Moved nodes are not marked: a tag around
 * their source would not end up around them in the tree. */
static uint32_t
mark_node(page_marker *marker, uint32_t n)
{
  const pith_tree *tree = marker->tree;
  const pith_tree_node *node = &tree->nodes[n];
  pith_text_spans spans;
  pith_span span;
  if (node->kind == PITH_NODE_ELEMENT && is_closed(node))
    return node->end;
  bool image = node->kind == PITH_NODE_ELEMENT && node->tag == PITH_TAG_IMG;
  if ((!image && node->kind != PITH_NODE_TEXT) ||
      node->from == node->close_to || is_strict(&tree->nodes[node->parent]) ||
      pith__moved_nodes_from(&marker->places, node->end) < node->from)
    return n + 1;
  if (image) {
    mark_image(marker, node);
    return n + 1;
  }
  pith__text_spans_init(&spans, tree, n);
  /* A span behind a later node was moved to the text before that. */
  while (pith__text_spans_next(&spans, &span) &&
         pith__moved_nodes_from(&marker->places, node->end) >= span.from)
    mark_span(marker, &spans, span);
  return n + 1;
}

/* Whether the page already has marks: such a page is passed through
 * unchanged, or its marks could not be distinguished from ours. */
static bool
has_marks(pith_slice text)
{
  static const pith_slice name = {"pith-nav", 8};
  if (text.len == 0)
    return false;
  const char *end = text.data + text.len;
  const char *p = memchr(text.data, '<', text.len);
  while (p) {
    const char *at = p + 1;
    if (at < end && *at == '/')
      at++;
    if ((size_t)(end - at) >= name.len &&
        pith__slice_equal_folded(pith__slice(at, name.len), name))
      return true;
    p = at < end ? memchr(at, '<', (size_t)(end - at)) : NULL;
  }
  return false;
}

/* Behind the last byte of the page, if ASCII can be appended there. */
static void
write_highlight(page_marker *marker)
{
  uint32_t byte;
  if (pith__insertion_point(marker->decoded,
                            (uint32_t)marker->decoded->text.len, &byte))
    write_ascii(marker, "<style>pith-nav { background: #ccc; opacity: .6 }"
                        "</style>\n");
}

pith_status
pith__render_marked(const pith_render_page *page,
                    const pith_render_settings *options, pith_buffer *out,
                    bool *marks_present)
{
  page_marker marker = {page->tree, page->decoded,  out, {0},
                        {0},        PITH_UNIT_BYTE, 0};
  pith_region region;
  *marks_present = has_marks(page->decoded->text);
  marker.unit = pith__code_unit_of(page->decoded->encoding);
  pith__removed_init(&marker.removed, page->verdicts);
  pith__region_init(&region, page->memory);
  if (!pith__moved_nodes_init(&marker.places, page->tree, &region))
    return pith__memory_status(page->memory);
  bool marking = !*marks_present && marker.unit != PITH_UNIT_NONE;
  for (uint32_t n = 1; marking && n < page->tree->count && !out->failed;)
    n = mark_node(&marker, n);
  copy_up_to(&marker, (uint32_t)page->decoded->bytes.len);
  if (marking && options->highlight)
    write_highlight(&marker);
  pith__region_done(&region);
  return out->failed ? pith__memory_status(page->memory) : PITH_OK;
}
