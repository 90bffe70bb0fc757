/*
 * A text node's spans, and their characters.
 *
 * A node whose text is a part of the source unchanged has one span. One
 * that had to be written anew ("pooled") usually has as well: it holds a
 * reference or a CR. Only when its span holds markup is a closer look needed:
 * tags are stepped over, and so is the text of nodes that come later in
 * document order but are inside the span.
 */
#include "render/html/text_spans.h"

#include "base/slice.h"
#include "base/utf8.h"
#include "html/token/charref.h"
#include "page/text/characters.h"
#include "html/token/tag_scan.h"

/* The whole text of the page. */
static pith_slice
source(const pith_text_spans *spans)
{
  return pith__slice(spans->tree->store.text, spans->tree->store.text_len);
}

/* HTML, "Parsing HTML fragments": elements whose contents hold neither tags
 * nor references. */
static bool
is_raw(const pith_tree_node *parent)
{
  if (parent->kind != PITH_NODE_ELEMENT || parent->space != PITH_NAMESPACE_HTML)
    return false;
  switch ((pith_tag)parent->tag) {
  case PITH_TAG_XMP:
  case PITH_TAG_PLAINTEXT:
  case PITH_TAG_SCRIPT:
  case PITH_TAG_STYLE:
  case PITH_TAG_IFRAME:
  case PITH_TAG_NOEMBED:
  case PITH_TAG_NOFRAMES:
    return true;
  default:
    return false;
  }
}

/* Text that was not rewritten by the parser is one span, byte for byte. */
void
pith__text_spans_init(pith_text_spans *spans, const pith_tree *tree,
                      uint32_t node)
{
  const pith_tree_node *at = &tree->nodes[node];
  const pith_tree_node *parent = &tree->nodes[at->parent];
  bool foreign =
      parent->kind == PITH_NODE_ELEMENT && parent->space != PITH_NAMESPACE_HTML;
  spans->tree = tree;
  spans->at = at->from;
  spans->to = at->close_to;
  spans->later = at->end;
  spans->raw = is_raw(parent);
  /* In foreign content `<` may open a CDATA section; nobody cuts there. */
  spans->plain = !at->pooled || spans->raw || foreign;
  spans->verbatim = !at->pooled;
  spans->text = pith__tree_text(tree, node);
  spans->spelled = 0;
}

/* Whether the place is surely in the text of that node: a pooled text may be
 * one that was joined over it. */
static bool
is_claim(const pith_tree_node *node, uint32_t at)
{
  return node->kind == PITH_NODE_TEXT && !node->pooled && node->close_to > at;
}

/* Step over later nodes that begin before `at`, except those it is in.
 * `later` only moves forward, so a page costs one pass. */
static void
catch_up(pith_text_spans *spans, uint32_t at)
{
  const pith_tree *tree = spans->tree;
  while (spans->later < tree->count && tree->nodes[spans->later].from < at) {
    const pith_tree_node *node = &tree->nodes[spans->later];
    if (is_claim(node, at))
      break;
    spans->later = node->close_to <= at ? node->end : spans->later + 1;
  }
}

/* The end of the markup at `at`: of a tag, but of a whole comment, script or
 * other element whose contents are no markup. */
static uint32_t
skip_markup(pith_text_spans *spans, uint32_t at)
{
  const pith_tree *tree = spans->tree;
  catch_up(spans, at);
  for (uint32_t n = spans->later; n < tree->count && tree->nodes[n].from == at;
       n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if ((node->kind == PITH_NODE_COMMENT || is_raw(node)) &&
        node->close_to > at)
      return node->close_to < spans->to ? node->close_to : spans->to;
  }
  uint32_t end = pith__markup_end(source(spans), at);
  return end < spans->to ? end : spans->to;
}

/* Whether the text at `at` belongs to another node, which was moved out of
 * this one's span. */
static bool
is_elsewhere(pith_text_spans *spans, uint32_t at)
{
  const pith_tree *tree = spans->tree;
  catch_up(spans, at);
  for (uint32_t n = spans->later; n < tree->count && tree->nodes[n].from <= at;
       n++)
    if (is_claim(&tree->nodes[n], at))
      return true;
  return false;
}

/* One character of the source as the parser reads it: a reference, a CR LF,
 * a sequence of UTF-8, or one byte. */
pith_source_character
pith__source_character(const pith_text_spans *spans, uint32_t at, uint32_t to)
{
  const char *p = spans->tree->store.text + at;
  const char *end = spans->tree->store.text + to;
  pith_source_character character = {1, {(unsigned char)*p, 0}};
  size_t len;
  if (*p == '&' && !spans->raw) {
    pith_charref reference = pith__charref_read(p, end, false);
    if (reference.len > 0) {
      character.len = (uint32_t)reference.len;
      character.codes[0] = reference.codes[0];
      character.codes[1] = reference.codes[1];
    }
  } else if (*p == '\r') {
    character.len = end - p > 1 && p[1] == '\n' ? 2 : 1;
    character.codes[0] = '\n';
  } else if ((unsigned char)*p >= 0x80) {
    character.codes[0] = pith__character_at(p, end, &len);
    character.len = (uint32_t)len;
  }
  return character;
}

/* Whether the run is the next part of the node's text; if so, go behind it.
 * The parser moves nodes in more ways than can be followed here, but it does
 * not change their text, so comparing it is the last word. */
static bool
spells_text(pith_text_spans *spans, pith_span run)
{
  size_t at = spans->spelled;
  while (run.from < run.to) {
    pith_source_character c = pith__source_character(spans, run.from, run.to);
    run.from += c.len;
    for (int i = 0; i < 2 && c.codes[i] != 0; i++) {
      char bytes[4];
      size_t len = pith__utf8_encode(c.codes[i], bytes);
      if (spans->text.len - at < len ||
          memcmp(spans->text.data + at, bytes, len) != 0)
        return false;
      at += len;
    }
  }
  spans->spelled = at;
  return true;
}

/* Text up to the next markup, then the markup, and so on to the end of the
 * span. */
bool
pith__text_spans_next(pith_text_spans *spans, pith_span *span)
{
  pith_slice text = source(spans);
  while (spans->at < spans->to) {
    uint32_t at = spans->at;
    while (!spans->plain && at < spans->to &&
           !(text.data[at] == '<' && pith__is_markup(text, at)))
      at++;
    span->from = spans->at;
    span->to = spans->plain ? spans->to : at;
    spans->at = span->to;
    if (span->to == span->from)
      spans->at = skip_markup(spans, at);
    else if (spans->plain ||
             (!is_elsewhere(spans, span->from) && spells_text(spans, *span)))
      return true;
  }
  return false;
}

void
pith__text_spans_copy(const pith_text_spans *spans, uint32_t from, uint32_t to,
                      pith_buffer *out)
{
  while (from < to) {
    pith_source_character at = pith__source_character(spans, from, to);
    for (int i = 0; i < 2; i++)
      if (at.codes[i] != 0)
        pith__buffer_append_code_point(out, at.codes[i]);
    from += at.len;
  }
}

/* The first character of [at, to) that starts at or behind `wanted`. Text
 * that equals its source can be searched for character starts directly;
 * other text must be read from its beginning. */
static uint32_t
character_from(const pith_text_spans *spans, uint32_t at, uint32_t to,
               uint32_t wanted)
{
  const char *text = spans->tree->store.text;
  if (wanted >= to)
    return to;
  if (spans->verbatim) {
    at = wanted > at ? wanted : at;
    while (at < to && ((unsigned char)text[at] & 0xC0) == 0x80)
      at++;
    return at;
  }
  while (at < to && at < wanted)
    at += pith__source_character(spans, at, to).len;
  return at;
}

pith_span
pith__text_spans_snap(const pith_text_spans *spans, pith_span span,
                      pith_span range)
{
  pith_span snapped;
  snapped.from = character_from(spans, span.from, span.to, range.from);
  snapped.to = character_from(spans, snapped.from, span.to, range.to);
  return snapped;
}

const pith_verdict *
pith__text_spans_removed(const pith_text_spans *spans, pith_removed *removed,
                         pith_span *span, pith_span *range)
{
  const pith_verdict *hit =
      span->from < span->to ? pith__removed_find(removed, span->from, span->to)
                            : NULL;
  range->from = range->to = span->to;
  if (hit)
    *range = pith__text_spans_snap(spans, *span, hit->span);
  /* A range that holds no character's first byte must not hold us up. */
  span->from = range->to > span->from ? range->to : span->to;
  return hit;
}
