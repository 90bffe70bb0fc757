/* index_text.c: see the header.
 *
 * One walk over the nodes. A stack holds where the open blocks end, so that
 * leaving one breaks the line too; what is nested deeper than the stack is
 * treated as inline, which only joins lines.
 */
#include "lab/search/index/index_text.h"

#include "lab/search/index/index_address.h"
#include "common/system/ascii_text.h"
#include "common/system/need.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

/* Bounds of hostile pages: open blocks, bytes of a link text, links of a page.
 */
enum { STACK_MOST = 1024, LINK_TEXT_MOST = 300, LINKS_MOST = 4096 };

/* What goes between two texts. It is written only when the next text comes, so
 * a page never ends in white space; a stronger gap replaces a weaker one. */
typedef enum gap { GAP_NONE, GAP_BLANK, GAP_LINE } gap;

typedef struct walk {
  const pith_page *page;
  const uint32_t *borders;
  size_t border_count;
  index_text *out;
  pith_slice base; /* that links are seen from */
  char room[PITH_URL_ROOM];
  char base_room[PITH_URL_ROOM];
  gap wanted; /* before the next text */
  pith_node ends[STACK_MOST];
  size_t depth;
  pith_node link_end; /* of the open link; 0: none */
  text_link link;
} walk;

/* --- names ---------------------------------------------------------------- */

/* Linear: the lists are short, and names of HTML elements differ early. */
static bool
is_one_of(pith_slice name, const char *const *names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (text_is(name, names[i]))
      return true;
  return false;
}

/* Everything else breaks the line, also elements nobody knows. */
static bool
is_inline(pith_slice name)
{
  static const char *const names[] = {
      "b",    "i",    "em",   "span", "strong", "font", "small", "u",
      "sub",  "sup",  "abbr", "code", "mark",   "cite", "q",     "s",
      "big",  "tt",   "var",  "kbd",  "samp",   "dfn",  "del",   "ins",
      "nobr", "time", "bdi",  "bdo",  "wbr",    "data", "strike"};
  return name.len <= 6 && is_one_of(name, names, sizeof names / sizeof *names);
}

/* What the page itself hides in its attributes. Style sheets are not applied.
 */
static bool
is_hidden(const pith_page *page, pith_node node)
{
  pith_slice value;
  if (pith_node_attribute_count(page, node) == 0)
    return false;
  if (pith_node_attribute_find(page, node, "hidden", &value))
    return true;
  if (!pith_node_attribute_find(page, node, "style", &value))
    return false;
  for (size_t i = 0; i + 12 <= value.len; i++)
    if (memcmp(value.data + i, "display:none", 12) == 0 ||
        (i + 13 <= value.len &&
         memcmp(value.data + i, "display: none", 13) == 0))
      return true;
  return false;
}

/* --- lists ---------------------------------------------------------------- */

/* A piece is a stretch of text between two borders of verdicts, with the
 * bytes of the page it came from. */
static void
add_piece(walk *at, pith_span bytes)
{
  index_text *out = at->out;
  uint32_t from = (uint32_t)out->text.len;
  if (out->piece_count > 0 &&
      out->pieces[out->piece_count - 1].text_from == from)
    out->piece_count--; /* it had no text */
  *NEED_ITEM(out, pieces, piece_count, piece_room) = (text_piece){from, bytes};
}

/* The text of a link without blanks at its front. Long texts are paragraphs
 * inside a link, not names of the target. */
static void
add_link(walk *at)
{
  index_text *out = at->out;
  text_link link = at->link;
  link.to = (uint32_t)out->text.len;
  at->link_end = 0;
  while (link.from < link.to && (unsigned char)out->text.data[link.from] <= ' ')
    link.from++;
  if (link.from < link.to && link.to - link.from <= LINK_TEXT_MOST &&
      out->link_count < LINKS_MOST)
    *NEED_ITEM(out, links, link_count, link_room) = link;
}

/* --- text ----------------------------------------------------------------- */

/* Append text with its blanks collapsed; what a terminal or our own marks would
 * take for more than text becomes a blank. */
static void
append_text(walk *at, const char *text, size_t len)
{
  text_out *out = &at->out->text;
  for (size_t i = 0; i < len;) {
    size_t from = i;
    while (i < len && (unsigned char)text[i] > ' ' && text[i] != 0x7F)
      i++;
    if (i > from) {
      if (at->wanted != GAP_NONE && out->len > 0)
        text_out_bytes(out, at->wanted == GAP_LINE ? "\n" : " ", 1);
      at->wanted = GAP_NONE;
      text_out_bytes(out, text + from, i - from);
    }
    for (; i < len && ((unsigned char)text[i] <= ' ' || text[i] == 0x7F); i++)
      if (at->wanted == GAP_NONE)
        at->wanted = GAP_BLANK;
  }
}

/* For sorted_first(): the first border that is greater than the offset. */
static int
compare_border(const void *border, const void *offset)
{
  return *(const uint32_t *)border <= *(const uint32_t *)offset ? -1 : 0;
}

/* The first border behind `offset`. */
static size_t
find_border(const walk *at, uint32_t offset)
{
  return sorted_first(at->borders, at->border_count, sizeof *at->borders,
                      &offset, compare_border);
}

/* A text node may be cut by several borders; each part is a piece. */
static void
read_text(walk *at, pith_node node)
{
  pith_slice text = pith_node_text(at->page, node);
  pith_span span = pith_node_span(at->page, node);
  uint32_t from = span.from;
  size_t done = 0;
  size_t border = find_border(at, from);
  for (; border < at->border_count && at->borders[border] < span.to; border++) {
    uint32_t to = at->borders[border];
    /* Where in a node's text the byte `offset` of the page is: exact when text
     * and bytes are the same, else in proportion, at the start of a character.
     */
    uint64_t bytes = span.to - span.from;
    size_t end = bytes == 0
                     ? 0
                     : (size_t)((uint64_t)(to - span.from) * text.len / bytes);
    while (end < text.len && ((unsigned char)text.data[end] & 0xC0) == 0x80)
      end++;
    if (end <= done)
      continue;
    add_piece(at, (pith_span){from, to});
    append_text(at, text.data + done, end - done);
    done = end;
    from = to;
  }
  add_piece(at, (pith_span){from, span.to});
  append_text(at, text.data + done, text.len - done);
}

/* --- elements ------------------------------------------------------------- */

/* Links to a place on the same page name nothing. HTML has no nested links:
 * a second one ends the first. */
static void
open_link(walk *at, pith_node node)
{
  pith_slice href;
  pith_slice absolute;
  if (!pith_node_attribute_find(at->page, node, "href", &href) ||
      href.len == 0 || href.data[0] == '#')
    return;
  if (pith_url_resolve(href, at->base, at->room, sizeof at->room, &absolute) !=
          PITH_OK ||
      absolute.len == 0)
    return;
  if (at->link_end)
    add_link(at);
  at->link_end = pith_node_end(at->page, node);
  at->link.target = address_key(absolute);
  at->link.from = (uint32_t)at->out->text.len;
}

/* A page may declare that its links are relative to another address. */
static void
read_base(walk *at)
{
  pith_slice href;
  pith_slice absolute;
  uint32_t count = pith_page_node_count(at->page);
  for (pith_node n = 0; n < count; n++) {
    pith_slice name = pith_node_name(at->page, n);
    if (text_is(name, "body"))
      return;
    if (text_is(name, "base") &&
        pith_node_attribute_find(at->page, n, "href", &href)) {
      if (pith_url_resolve(href, at->base, at->base_room, sizeof at->base_room,
                           &absolute) == PITH_OK &&
          absolute.len > 0)
        at->base = absolute;
      return;
    }
  }
}

/* Close what ends before this node. */
static void
close_until(walk *at, pith_node node)
{
  while (at->depth > 0 && at->ends[at->depth - 1] <= node) {
    at->depth--;
    at->wanted = GAP_LINE;
  }
  if (at->link_end && at->link_end <= node) {
    add_link(at);
    if (at->wanted == GAP_NONE)
      at->wanted = GAP_BLANK;
  }
}

/* Go into an element, or past it: returns the next node. What nobody sees is
 * skipped with all that is in it. */
static pith_node
enter_element(walk *at, pith_node node)
{
  pith_slice name = pith_node_name(at->page, node);
  /* Elements whose text nobody sees. */
  static const char *const names[] = {
      "script", "style",  "head",     "template", "iframe", "noframes",
      "svg",    "object", "textarea", "audio",    "video"};
  if (is_one_of(name, names, sizeof names / sizeof *names) ||
      is_hidden(at->page, node)) {
    if (!is_inline(name))
      at->wanted = GAP_LINE;
    return pith_node_end(at->page, node);
  }
  if (text_is(name, "a")) {
    open_link(at, node);
    if (at->wanted == GAP_NONE)
      at->wanted = GAP_BLANK;
  } else if (!is_inline(name)) {
    at->wanted = GAP_LINE;
    if (at->depth < STACK_MOST)
      at->ends[at->depth++] = pith_node_end(at->page, node);
  }
  return node + 1;
}

/* Node 0 is the document. Nodes are in document order, and pith_node_end() is
 * the node behind a subtree: the walk needs no recursion. */
static void
walk_page(walk *at)
{
  uint32_t count = pith_page_node_count(at->page);
  for (pith_node n = 1; n < count;) {
    close_until(at, n);
    switch (pith_node_get_kind(at->page, n)) {
    case PITH_NODE_TEXT:
      read_text(at, n++);
      break;
    case PITH_NODE_ELEMENT:
      n = enter_element(at, n);
      break;
    default:
      n++;
    }
  }
  close_until(at, count);
}

/* The walk is large because of its stack, so it lives on the heap. */
void
index_text_read(const pith_page *page, const char *address,
                const uint32_t *borders, size_t border_count, index_text *out)
{
  memset(out, 0, sizeof *out);
  text_out_init(&out->text, -1);
  walk *at = need(1, sizeof *at);
  at->page = page;
  at->borders = borders;
  at->border_count = border_count;
  at->out = out;
  at->base = text_slice(address);
  read_base(at);
  walk_page(at);
  free(at);
  need_all(!out->text.error);
}

/* Empty afterwards; safe after index_text_read() has failed. */
void
index_text_done(index_text *text)
{
  text_out_done(&text->text);
  free(text->pieces);
  free(text->links);
  memset(text, 0, sizeof *text);
}
