/*
 * Which rules apply inside `svg` and `math`, and what they are (WHATWG HTML,
 * "The rules for parsing tokens in foreign content").
 *
 * What surprises: a p inside an svg throws everything foreign out of the
 * stack and goes on as HTML; inside foreignObject, desc or title (HTML
 * integration points) it is at home.
 */
#include "html/tree/foreign.h"

#include "base/slice.h"
#include "html/tree/insert.h"
#include "html/tree/modes/modes.h"
#include "html/tree/text_space.h"

/* The elements that are special and end scopes though they are foreign. */
#define BARRIER (PITH_PROPERTY_SPECIAL | PITH_PROPERTY_SCOPE)

/* MathML text integration points, and `annotation-xml`. */
static uint32_t
math_bits(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_MI:
  case PITH_TAG_MO:
  case PITH_TAG_MN:
  case PITH_TAG_MS:
  case PITH_TAG_MTEXT:
    return BARRIER | PITH_OPEN_TEXT_POINT;
  case PITH_TAG_ANNOTATION_XML:
    return BARRIER;
  default:
    return 0;
  }
}

/* HTML, "The stack of open elements": the foreign elements that are special
 * and end scopes. */
uint32_t
pith__foreign_bits_of(pith_namespace space, pith_tag tag)
{
  if (space == PITH_NAMESPACE_MATHML)
    return math_bits(tag) | PITH_OPEN_FOREIGN;
  if (tag == PITH_TAG_FOREIGNOBJECT || tag == PITH_TAG_DESC ||
      tag == PITH_TAG_TITLE)
    return BARRIER | PITH_OPEN_HTML_POINT | PITH_OPEN_FOREIGN;
  return PITH_OPEN_FOREIGN;
}

/* `annotation-xml` is an HTML integration point when its `encoding` is one of
 * two types. */
static bool
annotates_with_html(const pith_builder *b)
{
  const pith_token *token = &b->token;
  const pith_store *store = &b->tree->store;
  const pith_attr *attr = pith__attr_find(
      store, token->first_attr, token->attr_count, pith__slice_of("encoding"));
  if (!attr)
    return false;
  pith_slice value = pith__attr_value(store, attr);
  return pith__slice_is(value, "text/html") ||
         pith__slice_is(value, "application/xhtml+xml");
}

uint32_t
pith__foreign_bits(const pith_builder *b, pith_namespace space)
{
  uint32_t bits = pith__foreign_bits_of(space, b->token.tag);
  if (space == PITH_NAMESPACE_MATHML &&
      b->token.tag == PITH_TAG_ANNOTATION_XML && annotates_with_html(b))
    bits |= PITH_OPEN_HTML_POINT;
  return bits;
}

/* HTML, "Tree construction dispatcher": the exceptions for integration
 * points. */
static bool
start_tag_is_foreign(const pith_open *current, pith_tag tag)
{
  if (current->bits & PITH_OPEN_HTML_POINT)
    return false;
  if (current->bits & PITH_OPEN_TEXT_POINT)
    return tag == PITH_TAG_MGLYPH || tag == PITH_TAG_MALIGNMARK;
  return !(current->space == PITH_NAMESPACE_MATHML &&
           current->foreign_tag == PITH_TAG_ANNOTATION_XML &&
           tag == PITH_TAG_SVG);
}

/* False: the rules of the insertion mode apply, although something foreign
 * is open. */
bool
pith__foreign_applies(const pith_builder *b)
{
  const pith_open *current = pith__adjusted_current(b);
  if (current->space == PITH_NAMESPACE_HTML)
    return false;
  switch (b->token.kind) {
  case PITH_TOKEN_END:
    return false;
  case PITH_TOKEN_START_TAG:
    return start_tag_is_foreign(current, b->token.tag);
  case PITH_TOKEN_TEXT:
    return !(current->bits & (PITH_OPEN_HTML_POINT | PITH_OPEN_TEXT_POINT));
  default:
    return true;
  }
}

/* NUL becomes U+FFFD here, and only text that is not white space counts for
 * framesets. */
static void
insert_text(pith_builder *b)
{
  if (b->frameset_ok && !pith__text_is_space(b, true))
    b->frameset_ok = false;
  pith__insert_text(b, PITH_NUL_REPLACE);
}

/* A `font` is at home in svg unless it has an attribute of HTML's font. */
static bool
leaves_foreign_content(const pith_builder *b)
{
  const char *const names[] = {"color", "face", "size"};
  const pith_token *token = &b->token;
  if (pith__tag_properties[token->tag] & PITH_PROPERTY_BREAKOUT)
    return true;
  if (token->tag != PITH_TAG_FONT)
    return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (pith__attr_find(&b->tree->store, token->first_attr, token->attr_count,
                        pith__slice_of(names[i])))
      return true;
  return false;
}

/* Where break_out() stops. */
static bool
is_html_place(const pith_open *entry)
{
  return entry->space == PITH_NAMESPACE_HTML ||
         entry->bits & (PITH_OPEN_HTML_POINT | PITH_OPEN_TEXT_POINT);
}

/* Leave all foreign elements and go on by the rules of the insertion mode,
 * even if the context element of a fragment is foreign. */
static pith_step
break_out(pith_builder *b)
{
  pith__forget_end_tags(b);
  while (!is_html_place(pith__current(b))) {
    pith__pop(b);
    b->steps--;
  }
  return pith__mode_run(b);
}

/* HTML elements such as `p` leave foreign content; everything else is
 * inserted in the namespace of the current node. */
static pith_step
start_tag(pith_builder *b)
{
  if (leaves_foreign_content(b))
    return break_out(b);
  pith__insert_foreign(b, (pith_namespace)pith__adjusted_current(b)->space);
  return PITH_DONE;
}

/* Whether a foreign element has the token's name, whatever its case. */
static bool
is_named(const pith_builder *b, const pith_open *entry)
{
  const pith_token *token = &b->token;
  if (entry->foreign_tag != token->tag)
    return false;
  if (token->tag != PITH_TAG_UNKNOWN)
    return true;
  return entry->name_hash == token->name_hash &&
         pith__slice_equal(pith__tree_name(b->tree, entry->node), token->name);
}

/* Walk outwards until an element of the name is found; at the first HTML
 * element the insertion mode takes over. */
static pith_step
end_tag(pith_builder *b)
{
  if (b->token.tag == PITH_TAG_BR || b->token.tag == PITH_TAG_P)
    return break_out(b);
  if (b->open_count == 1)
    return PITH_DONE;
  for (uint32_t i = b->open_count - 1; i > 0; i--) {
    const pith_open *entry = &b->open[i];
    b->steps--;
    if (entry->space == PITH_NAMESPACE_HTML)
      break;
    if (is_named(b, entry)) {
      pith__forget_end_tags(b);
      while (b->open_count > i + 1)
        pith__pop(b);
      pith__pop_by_end_tag(b);
      return PITH_DONE;
    }
  }
  return pith__mode_run(b);
}

pith_step
pith__foreign(pith_builder *b)
{
  /* </body> inside an svg ends the body, and still the svg goes on. */
  if (b->token.kind != PITH_TOKEN_END_TAG)
    pith__forget_end_tags(b);
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    insert_text(b);
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return start_tag(b);
  case PITH_TOKEN_END_TAG:
    return end_tag(b);
  default:
    return PITH_DONE;
  }
}
