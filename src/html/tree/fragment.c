/*
 * The fragment algorithm (WHATWG HTML, "Parsing HTML fragments"): the root is
 * an html element nobody sees, so node 0 stands for it, and the insertion
 * mode and the state of the tokenizer are those inside the context element.
 */
#include "html/tree/fragment.h"

#include "base/slice.h"
#include "html/tree/foreign.h"
#include "html/tree/open_elements.h"
#include "html/tree/template_modes.h"

/* Names of context elements are short; anything longer is not one. */
#define LONGEST_NAME 64

/* Cut "svg " or "math " off the front. */
static pith_namespace
cut_namespace(pith_slice *context)
{
  static const struct {
    pith_slice prefix;
    pith_namespace space;
  } prefixes[] = {{{"svg ", 4}, PITH_NAMESPACE_SVG},
                  {{"math ", 5}, PITH_NAMESPACE_MATHML}};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    pith_slice prefix = prefixes[i].prefix;
    if (context->len > prefix.len &&
        memcmp(context->data, prefix.data, prefix.len) == 0) {
      context->data += prefix.len;
      context->len -= prefix.len;
      return prefixes[i].space;
    }
  }
  return PITH_NAMESPACE_HTML;
}

/* A name that a tag could have. */
static bool
is_name(pith_slice name)
{
  if (name.len == 0 || name.len > LONGEST_NAME || !pith__is_letter(*name.data))
    return false;
  for (size_t i = 0; i < name.len; i++)
    if (pith__is_space(name.data[i]) || name.data[i] == '/' ||
        name.data[i] == '>' || name.data[i] == '\0')
      return false;
  return true;
}

/* Names are compared in lower case. */
static pith_tag
find_tag(pith_slice name)
{
  char lower[LONGEST_NAME];
  for (size_t i = 0; i < name.len; i++)
    lower[i] = pith__lower(name.data[i]);
  return pith__tag_find(pith__slice(lower, name.len));
}

/* The context element is never in the stack; only its properties are needed. */
static void
set_context(pith_builder *b, pith_tag tag, pith_namespace space)
{
  bool html = space == PITH_NAMESPACE_HTML;
  b->context.node = PITH_NODE_NONE;
  b->context.space = (uint8_t)space;
  b->context.tag = (uint8_t)(html ? tag : 0);
  b->context.foreign_tag = (uint8_t)(html ? 0 : tag);
  b->context.bits =
      html ? pith__tag_properties[tag] : pith__foreign_bits_of(space, tag);
}

/* The tokenizer has emitted no start tag, so no end tag leaves the state. */
static void
set_state(pith_builder *b)
{
  pith_token_state state = PITH_STATE_DATA;
  switch (b->context.tag) {
  case PITH_TAG_TITLE:
  case PITH_TAG_TEXTAREA:
    state = PITH_STATE_RCDATA;
    break;
  case PITH_TAG_NOSCRIPT:
    state = b->scripting ? PITH_STATE_RAWTEXT : PITH_STATE_DATA;
    break;
  case PITH_TAG_STYLE:
  case PITH_TAG_XMP:
  case PITH_TAG_IFRAME:
  case PITH_TAG_NOEMBED:
  case PITH_TAG_NOFRAMES:
    state = PITH_STATE_RAWTEXT;
    break;
  case PITH_TAG_SCRIPT:
    state = PITH_STATE_SCRIPT_DATA;
    break;
  case PITH_TAG_PLAINTEXT:
    state = PITH_STATE_PLAINTEXT;
    break;
  default:
    break;
  }
  pith__tokenizer_set_state(&b->tokenizer, state, pith__slice("", 0));
}

/* The steps of the algorithm in its order. */
void
pith__fragment_begin(pith_builder *b, pith_slice context)
{
  pith_namespace space = cut_namespace(&context);
  if (!is_name(context)) {
    b->status = PITH_USAGE;
    return;
  }
  b->fragment = true;
  set_context(b, find_tag(context), space);
  pith__open_push(b, 0, PITH_TAG_HTML, 0);
  if (space != PITH_NAMESPACE_HTML) {
    b->foreign_open++; /* for good: the context never closes */
    b->attention |= PITH_IN_FOREIGN;
    b->cdata = true;
    pith__tokenizer_allow_cdata(&b->tokenizer, true);
  }
  set_state(b);
  if (b->context.tag == PITH_TAG_TEMPLATE)
    pith__template_mode_push(b, PITH_MODE_IN_TEMPLATE);
  pith__reset_mode(b);
  if (b->context.tag == PITH_TAG_FORM)
    b->form = 0;
}
