/*
 * Elements, comments and quotes that hold the page. Three questions for each:
 * was it closed by its author, does it hold markup, and how much of the page?
 *
 *     <iframe src=x/>        raw text: up to the next </iframe>, or the end
 *     <noscript><p>...       elements: open until the page ends
 *     <!-- menu <div>...     up to the next -->, which is another comment's
 *     <a href="x>text</a>    up to the next quote, which is another value's
 *
 * A page that was cut short ends inside of something as well. There a script
 * or style is left as it is unless markup comes first in it: its code must
 * not become text.
 */
#include "html/recover/recover_parts.h"

#include "base/scan.h"
#include "base/slice.h"
#include "html/token/name.h"
#include "html/token/tag_scan.h"

/* Tags in what was swallowed that make it a page, whatever its size; share of
 * the page that is enough for something open, and for something closed. */
enum { TAGS_MANY = 8, SHARE_OPEN = 8, SHARE_ELEMENT = 4, SHARE_CLOSED = 3 };

/* `</body></html>` and nothing else is no page. */
enum { TAGS_LEAST = 3 };

/* Bytes of text in an open element that are worth a repair. */
enum { TEXT_LEAST = 48 };

/* What is in a range that should not hold markup. */
typedef struct survey {
  uint32_t first;      /* its first tag; the end when there is none */
  uint32_t first_line; /* the first tag that begins a line; likewise */
  uint32_t tags;
  bool page_part; /* html, head or body begins or ends here */
  bool own;       /* a start tag of the element itself */
} survey;

/* The tag at '<', end tags too; PITH_TAG_UNKNOWN: none that HTML knows. */
static pith_tag
tag_at(pith_slice text, uint32_t at, bool *is_end)
{
  *is_end = at + 1 < text.len && text.data[at + 1] == '/';
  const char *p = text.data + at + (*is_end ? 2 : 1);
  const char *end = text.data + text.len;
  if (p >= end || !pith__is_letter(*p))
    return PITH_TAG_UNKNOWN;
  pith_name name = pith__name_read(p, end, false);
  return pith__name_tag(p, &name);
}

static bool
begins_line(pith_slice text, uint32_t from, uint32_t at)
{
  for (; at > from; at--) {
    char c = text.data[at - 1];
    if (c == '\n' || c == '\r')
      return true;
    if (!pith__is_space(c))
      return false;
  }
  return true;
}

static void
survey_tag(pith_slice text, pith_span span, uint32_t at, pith_tag own,
           survey *out)
{
  bool is_end;
  pith_tag tag = tag_at(text, at, &is_end);
  if (tag == PITH_TAG_UNKNOWN)
    return;
  out->tags++;
  if (out->first == span.to)
    out->first = at;
  if (out->first_line == span.to && begins_line(text, span.from, at))
    out->first_line = at;
  out->page_part |=
      tag == PITH_TAG_HTML || tag == PITH_TAG_BODY || tag == PITH_TAG_HEAD;
  out->own |= tag == own && !is_end;
}

/* `own`: the element whose contents these are, or PITH_TAG_UNKNOWN. */
static survey
look_into(pith_recover_look *look, pith_span span, pith_tag own)
{
  survey out = {.first = span.to, .first_line = span.to};
  const char *start = look->text.data, *end = start + span.to;
  unsigned seen = 0;
  look->recovery->looked += span.to - span.from;
  for (const char *p = start + span.from;; p++) {
    p = pith__scan(p, end, '<', &seen);
    if (p == end)
      return out;
    survey_tag(look->text, span, (uint32_t)(p - start), own, &out);
  }
}

/* Whether so much is in an open one that it must be a part of the page. */
static bool
is_much(const pith_recover_look *look, pith_span span, const survey *found)
{
  return found->tags >= TAGS_LEAST &&
         (found->page_part || found->tags >= TAGS_MANY ||
          span.to - span.from >= look->text.len / SHARE_OPEN);
}

/* --- raw text ------------------------------------------------------------- */

static bool
is_raw(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_SCRIPT:
  case PITH_TAG_STYLE:
  case PITH_TAG_TITLE:
  case PITH_TAG_TEXTAREA:
  case PITH_TAG_IFRAME:
  case PITH_TAG_NOEMBED:
  case PITH_TAG_NOFRAMES:
  case PITH_TAG_XMP:
  case PITH_TAG_PLAINTEXT:
    return true;
  default:
    return false;
  }
}

static pith_slice
attribute_of(const pith_tree *tree, const pith_tree_node *node,
             const char *name)
{
  const pith_attr *attr = pith__attr_find(
      &tree->store, node->data, node->attributes, pith__slice_of(name));
  return attr ? pith__attr_value(&tree->store, attr) : pith__slice("", 0);
}

/* A script of another type may hold markup: templates do. */
static bool
is_code(const pith_tree *tree, const pith_tree_node *node)
{
  if (node->tag != PITH_TAG_SCRIPT)
    return true;
  pith_slice type = attribute_of(tree, node, "type");
  for (size_t i = 0; i + 10 <= type.len; i++)
    if (pith__slice_is(pith__slice(type.data + i, 10), "javascript"))
      return true;
  return type.len == 0 || pith__slice_is(type, "module");
}

/* Script and style: no code begins with a tag. Code that comes first hides the
 * page only if the page ends in it. The result is where the page begins. */
static bool
code_swallows(const pith_recover_look *look, const pith_tree_node *node,
              const survey *found, uint32_t *page)
{
  pith_span tag = {node->from, node->open_to};
  bool open = node->close_from == node->close_to;
  bool self = pith__closes_itself(look->text, tag);
  uint32_t at = node->open_to;
  while (at < node->close_from && pith__is_space(look->text.data[at]))
    at++;
  *page = node->open_to;
  if (found->tags < TAGS_LEAST && !self)
    return false;
  if (found->first == at && (open || self || is_code(look->tree, node)))
    return true;
  *page = found->first_line;
  return open && found->page_part && found->first_line < node->close_from;
}

/* The other elements hold plain text, so a tag is a sign and its own start tag
 * a proof. An editor's `textarea` holds pages; a `title` does not. */
static bool
text_swallows(const pith_recover_look *look, const pith_tree_node *node,
              const survey *found, uint32_t *page)
{
  pith_span tag = {node->from, node->open_to};
  pith_span held = {node->open_to, node->close_from};
  bool self = pith__closes_itself(look->text, tag);
  *page = node->tag == PITH_TAG_TITLE && !self ? found->first : node->open_to;
  if (self || node->tag == PITH_TAG_PLAINTEXT)
    return found->tags > 0;
  if (node->close_from == node->close_to)
    return is_much(look, held, found);
  if (node->tag == PITH_TAG_TITLE)
    return found->page_part || found->tags >= TAGS_MANY;
  return found->own && found->tags >= TAGS_MANY;
}

/* Inside what was swallowed the tree shows nothing yet. Tags there that would
 * swallow in turn are hidden now, to save rounds: those that close themselves,
 * and, when `own` was never closed, all of its kind. */
static void
sweep(pith_recover_look *look, pith_span span, pith_tag own)
{
  const char *start = look->text.data, *end = start + span.to;
  pith_slice text = {start, span.to};
  unsigned seen = 0;
  look->recovery->looked += span.to - span.from;
  for (const char *p = start + span.from;;) {
    bool is_end;
    p = pith__scan(p, end, '<', &seen);
    if (p == end)
      return;
    pith_span tag = {(uint32_t)(p - start), 0};
    pith_tag kind = tag_at(text, tag.from, &is_end);
    p++;
    if (is_end || !is_raw(kind))
      continue;
    tag.to = pith__markup_end(text, tag.from);
    if (tag.to < span.to && (kind == own || pith__closes_itself(text, tag)))
      pith__repair_hide(look, tag);
    p = start + tag.to;
  }
}

/* A parser that lost a page in its title has it written back as text of the
 * title: `&lt;body&gt;`. The brackets are put back, with spaces outside of
 * them, and the next round finds a title that holds a page. */
static bool
check_escaped(pith_recover_look *look, pith_span held)
{
  pith_slice text = {look->text.data, held.to};
  pith_slice open = {"&lt;", 4}, close = {"&gt;", 4};
  uint32_t brackets = 0;
  look->recovery->looked += held.to - held.from;
  for (uint32_t at = held.from; at < held.to; at++)
    brackets += text.data[at] == '&' && pith__slice_has_at(text, at, open);
  if (brackets < TAGS_MANY)
    return false;
  for (uint32_t at = held.from; at < held.to; at++)
    if (text.data[at] != '&')
      continue;
    else if (pith__slice_has_at(text, at, open))
      pith__repair_put(look, at, "   <");
    else if (pith__slice_has_at(text, at, close))
      pith__repair_put(look, at, ">   ");
  return true;
}

/* A script that is closed and begins with code swallows nothing: nearly all do,
 * and need not be read. */
static bool
begins_with_code(const pith_recover_look *look, const pith_tree_node *node)
{
  uint32_t at = node->open_to;
  while (at < node->close_from && pith__is_space(look->text.data[at]))
    at++;
  return node->close_from < node->close_to &&
         (at == node->close_from || look->text.data[at] != '<');
}

static void
check_raw(pith_recover_look *look, const pith_tree_node *node)
{
  pith_tag tag = (pith_tag)node->tag;
  pith_span held = {node->open_to, node->close_from};
  bool code = tag == PITH_TAG_SCRIPT || tag == PITH_TAG_STYLE;
  if (held.from >= held.to || (code && begins_with_code(look, node)))
    return;
  if (tag == PITH_TAG_TITLE && check_escaped(look, held))
    return;
  survey found = look_into(look, held, tag);
  if (found.tags == 0)
    return;
  uint32_t page;
  if (!(code ? code_swallows(look, node, &found, &page)
             : text_swallows(look, node, &found, &page)))
    return;
  bool open = node->close_from == node->close_to;
  pith__repair_note(look, pith__tag_rows[tag].name, node->from);
  pith__repair_hide(look, (pith_span){node->from, page});
  sweep(look, (pith_span){page, held.to},
        open && !code ? tag : PITH_TAG_UNKNOWN);
}

/* --- elements ------------------------------------------------------------- */

/* Bytes of text below a node, up to TEXT_LEAST. Elements in elements would be
 * counted again and again: the budget ends that. */
static uint32_t
text_below(pith_recover_look *look, uint32_t n)
{
  const pith_tree *tree = look->tree;
  uint32_t bytes = 0;
  for (uint32_t i = n + 1; i < tree->nodes[n].end && bytes < TEXT_LEAST; i++) {
    const pith_tree_node *node = &tree->nodes[i];
    if (look->budget == 0)
      return 0;
    look->budget--;
    look->recovery->looked++;
    if (node->kind == PITH_NODE_TEXT)
      bytes += (uint32_t)pith__slice_trim(pith__tree_text(tree, i)).len;
  }
  return bytes;
}

/* What a drawing or formula should not hold: elements of HTML, also those that
 * became foreign because they are in it. */
static bool
is_of_page(const pith_tree_node *node)
{
  if (node->kind != PITH_NODE_ELEMENT)
    return false;
  if (node->space == PITH_NAMESPACE_HTML)
    return true;
  return node->tag == PITH_TAG_A || node->tag == PITH_TAG_FORM ||
         (pith__tag_properties[node->tag] & PITH_PROPERTY_BLOCK);
}

/* Where the page begins in an open element: behind its tag, or behind the
 * drawing, whose tags mean nothing outside of it. */
static uint32_t
page_begin(pith_recover_look *look, uint32_t n)
{
  const pith_tree *tree = look->tree;
  const pith_tree_node *node = &tree->nodes[n];
  if (node->space == PITH_NAMESPACE_HTML)
    return node->open_to;
  for (uint32_t i = n + 1; i < node->end && look->budget > 0; i++) {
    look->budget--;
    look->recovery->looked++;
    if (is_of_page(&tree->nodes[i]))
      return tree->nodes[i].from;
  }
  return node->open_to;
}

/* An element that nobody closed and that lasts to the end of the page, or for
 * a good part of it. */
static void
check_open(pith_recover_look *look, uint32_t n)
{
  const pith_tree_node *node = &look->tree->nodes[n];
  uint32_t size = (uint32_t)look->text.len;
  if (node->close_from != node->close_to || node->open_to == node->from ||
      (node->close_to < size &&
       node->close_to - node->from < size / SHARE_ELEMENT) ||
      text_below(look, n) < TEXT_LEAST)
    return;
  pith__repair_note(look, pith__tag_rows[node->tag].name, node->from);
  pith__repair_hide(look, (pith_span){node->from, page_begin(look, n)});
}

/* Pages saved from a running browser have `&lt;img ...` there: the contents of
 * the element were text, and became text of text. */
static void
check_noscript(pith_recover_look *look, uint32_t n)
{
  const pith_tree *tree = look->tree;
  uint32_t end = tree->nodes[n].end;
  for (uint32_t i = n + 1; i < end; i = tree->nodes[i].end) {
    const pith_tree_node *node = &tree->nodes[i];
    if (node->kind != PITH_NODE_TEXT || !node->pooled)
      continue;
    pith_slice text = pith__slice_trim(pith__tree_text(tree, i));
    if (text.len < 3 || text.data[0] != '<' ||
        !(pith__is_letter(text.data[1]) || text.data[1] == '/' ||
          text.data[1] == '!'))
      continue;
    pith__repair_note(look, "escaped-noscript", node->from);
    pith__repair_blank(look, (pith_span){node->from, node->close_to});
  }
}

/* A declarative shadow tree is shown by browsers, and by the page model: it
 * hides nothing. */
static bool
is_shadow(const pith_recover_look *look, const pith_tree_node *node)
{
  return node->tag == PITH_TAG_TEMPLATE &&
         attribute_of(look->tree, node, "shadowrootmode").len > 0;
}

/* --- tags ----------------------------------------------------------------- */

/* A value that ran on holds the '>' of its own tag before any '<', and then
 * other tags. JSON and HTML in values begin with the '<'; a '>' in a script is
 * behind a bracket. */
static bool
is_runaway(pith_slice text, pith_span value)
{
  const char *p = text.data + value.from, *end = text.data + value.to;
  unsigned seen = 0;
  const char *close = pith__scan(p, end, '>', &seen);
  const char *open = pith__scan(p, end, '<', &seen);
  const char *bracket = pith__scan_either(p, close, '(', '{');
  return close < open && open < end && bracket == close &&
         pith__is_markup(text, (uint32_t)(open - text.data));
}

/* The quote becomes a space: the value then ends where the tag ends. */
void
pith__swallow_tag(pith_recover_look *look, pith_span tag)
{
  pith_tag_scan scan;
  pith_tag_part part;
  pith_slice text = {look->text.data, tag.to};
  if (tag.from == tag.to ||
      !memchr(text.data + tag.from + 1, '<', tag.to - tag.from - 1))
    return;
  look->recovery->looked += tag.to - tag.from;
  pith__tag_scan_init(&scan, text, tag.from);
  while (pith__tag_scan_next(&scan, &part)) {
    uint32_t quote = part.value.from - 1;
    if (part.value.from == part.value.to ||
        (text.data[quote] != '"' && text.data[quote] != '\'') ||
        !is_runaway(text, part.value))
      continue;
    pith__repair_note(look, "quote", quote);
    pith__repair_blank(look, (pith_span){quote, quote + 1});
    return;
  }
}

/* From the end of the last node the page is read once more: what is left are
 * end tags, and possibly the start of one that never ends. */
void
pith__swallow_last_tag(pith_recover_look *look)
{
  const pith_tree *tree = look->tree;
  uint32_t at = 0, size = (uint32_t)look->text.len;
  if (tree->count == 0)
    return;
  for (uint32_t n = tree->count - 1; n != 0; n = tree->nodes[n].parent) {
    const pith_tree_node *node = &tree->nodes[n];
    bool leaf = node->kind != PITH_NODE_ELEMENT;
    uint32_t to = leaf || node->close_from < node->close_to ? node->close_to
                                                            : node->open_to;
    if (node->kind != PITH_NODE_CONTENT && to > at)
      at = to;
  }
  while (at < size) {
    const char *open = memchr(look->text.data + at, '<', size - at);
    if (!open)
      return;
    at = (uint32_t)(open - look->text.data);
    uint32_t to = pith__is_markup(look->text, at)
                      ? pith__markup_end(look->text, at)
                      : at + 1;
    /* A '<' may be the last byte, with nothing behind it to read. */
    if (to == size && size - at > 1 && pith__is_letter(open[1]))
      pith__swallow_tag(look, (pith_span){at, size});
    at = to;
  }
}

/* --- the two entries ------------------------------------------------------ */

void
pith__swallow_element(pith_recover_look *look, uint32_t n)
{
  const pith_tree_node *node = &look->tree->nodes[n];
  bool html = node->space == PITH_NAMESPACE_HTML;
  pith_tag tag = (pith_tag)node->tag;
  if (!html && tag != PITH_TAG_SVG && tag != PITH_TAG_MATH)
    return;
  if (html && is_raw(tag)) {
    check_raw(look, node);
    return;
  }
  if (tag == PITH_TAG_NOSCRIPT)
    check_noscript(look, n);
  if (tag != PITH_TAG_HEAD && !is_shadow(look, node) &&
      !(pith__tag_properties[tag] & PITH_PROPERTY_VOID))
    check_open(look, n);
}

/* Where the page begins behind `<!--`: at the next tag, or behind the next '>'
 * if that comes first. */
static uint32_t
comment_text_end(pith_slice text, pith_span span)
{
  const char *p = pith__scan_either(text.data + span.from + 4,
                                    text.data + span.to, '<', '>');
  uint32_t at = (uint32_t)(p - text.data);
  return at < span.to && *p == '>' ? at + 1 : at;
}

/* A comment is closed by the end of another: it holds that one's beginning. */
static bool
holds_comment(pith_slice text, pith_span span)
{
  for (uint32_t at = span.from + 4; at + 4 <= span.to; at++) {
    const char *p = memchr(text.data + at, '<', span.to - at);
    if (!p)
      return false;
    at = (uint32_t)(p - text.data);
    if (pith__slice_has_at(text, at, pith__slice("<!--", 4)))
      return true;
  }
  return false;
}

/* `<![CDATA[` outside of foreign content is a comment up to the first '>'; in
 * XML it is text up to `]]>`. */
static bool
check_cdata(pith_recover_look *look, pith_span span)
{
  pith_slice text = look->text;
  if (!pith__slice_has_at(text, span.from, pith__slice("<![CDATA[", 9)))
    return false;
  pith__repair_note(look, "cdata", span.from);
  pith__repair_hide(look, (pith_span){span.from, span.from + 9});
  if (pith__slice_has_at(text, span.to - 3, pith__slice("]]>", 3)))
    pith__repair_blank(look, (pith_span){span.to - 3, span.to});
  return true;
}

void
pith__swallow_comment(pith_recover_look *look, uint32_t n)
{
  const pith_tree_node *node = &look->tree->nodes[n];
  pith_span span = {node->from, node->close_to};
  pith_slice text = look->text;
  if (check_cdata(look, span) ||
      !pith__slice_has_at(text, span.from, pith__slice("<!--", 4)))
    return;
  bool open = text.data[span.to - 1] != '>' ||
              !pith__slice_has_at(text, node->close_from, pith__slice("--", 2));
  if (!open && (span.to - span.from < text.len / SHARE_CLOSED ||
                !holds_comment(text, span)))
    return;
  survey found = look_into(look, span, PITH_TAG_UNKNOWN);
  if (open ? !is_much(look, span, &found) : found.tags < TAGS_MANY)
    return;
  pith__repair_note(look, "comment", span.from);
  pith__repair_hide(look, (pith_span){span.from, comment_text_end(text, span)});
}
