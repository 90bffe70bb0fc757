/*
 * HTML, "in head": metadata. Its rules for these elements are used
 * by nearly every other mode, since a script or style may be anywhere.
 */
#include "html/tree/modes/modes.h"

#include "base/slice.h"
#include "html/tree/formatting.h"
#include "html/tree/insert.h"
#include "html/tree/template_modes.h"
#include "html/tree/text_space.h"

/* HTML, "generic raw text element parsing algorithm": the tokenizer changes its
 * state, and mode "text" waits for the end tag. The name of the token is what
 * the tokenizer compares end tags with ("appropriate end tag token"). */
void
pith__start_raw_text(pith_builder *b, pith_token_state state)
{
  pith__insert_element(b);
  pith__tokenizer_set_state(&b->tokenizer, state, b->token.name);
  b->original_mode = b->mode;
  b->mode = PITH_MODE_TEXT;
}

/* An attribute of the token. */
static const pith_attr *
find_attribute(const pith_builder *b, const char *name)
{
  return pith__attr_find(&b->tree->store, b->token.first_attr,
                         b->token.attr_count, pith__slice_of(name));
}

/* Whether it may name an encoding; which one is the caller's business. A label
 * that nobody knows counts too: the caller looks at the finished tree. */
static bool
declares_encoding(const pith_builder *b)
{
  if (find_attribute(b, "charset"))
    return true;
  const pith_attr *attr = find_attribute(b, "http-equiv");
  return attr && find_attribute(b, "content") &&
         pith__slice_equal_folded(pith__attr_value(&b->tree->store, attr),
                                  pith__slice_of("content-type"));
}

/* Noted for the caller, who may have to decode the page again. */
static pith_step
start_meta(pith_builder *b)
{
  if (!b->tree->has_meta_encoding)
    b->tree->has_meta_encoding = declares_encoding(b);
  pith__insert_void(b);
  return PITH_DONE;
}

/* With scripts off the contents are metadata like others. */
static pith_step
start_noscript(pith_builder *b)
{
  if (b->scripting) {
    pith__start_raw_text(b, PITH_STATE_RAWTEXT);
    return PITH_DONE;
  }
  pith__insert_element(b);
  b->mode = PITH_MODE_IN_HEAD_NOSCRIPT;
  return PITH_DONE;
}

/* The contents are below a node of their own, so that walks over the tree can
 * skip them at once.
 *
 *     template ── content ── what is in it
 *
 * The middle one is no element and never on the stack of open elements. */
static pith_step
start_template(pith_builder *b)
{
  uint32_t template = pith__insert_element(b);
  uint32_t node = pith__node_new(b);
  pith_tree_node slot = {.parent = template,
                         .end = b->linked ? PITH_NODE_NONE : 0,
                         .from = b->token.to,
                         .open_to = b->token.to,
                         .kind = PITH_NODE_CONTENT};
  b->nodes[node] = slot;
  if (b->linked)
    pith__link_append(b, template, node);
  pith__formatting_push_marker(b);
  b->frameset_ok = false;
  b->mode = PITH_MODE_IN_TEMPLATE;
  pith__template_mode_push(b, PITH_MODE_IN_TEMPLATE);
  return PITH_DONE;
}

/* Everything that is open inside ends with it, formatting included. The list of
 * formatting elements is cleared up to the marker that the start tag has set.
 */
static pith_step
end_template(pith_builder *b)
{
  if (!pith__has_open(b, PITH_TAG_TEMPLATE))
    return PITH_DONE;
  pith__imply_end_tags_thoroughly(b);
  pith__pop_until(b, PITH_TAG_TEMPLATE);
  pith__formatting_clear(b);
  pith__template_mode_pop(b);
  pith__reset_mode(b);
  return PITH_DONE;
}

/* "Anything else". PITH_AGAIN reprocesses the token in the new mode. */
static pith_step
leave_head(pith_builder *b)
{
  pith__pop(b);
  b->mode = PITH_MODE_AFTER_HEAD;
  return PITH_AGAIN;
}

/* The cases are those of the standard, in its order. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_HTML:
    return pith__start_html(b);
  case PITH_TAG_BASE:
  case PITH_TAG_BASEFONT:
  case PITH_TAG_BGSOUND:
  case PITH_TAG_LINK:
    pith__insert_void(b);
    return PITH_DONE;
  case PITH_TAG_META:
    return start_meta(b);
  case PITH_TAG_TITLE:
    pith__start_raw_text(b, PITH_STATE_RCDATA);
    return PITH_DONE;
  case PITH_TAG_NOSCRIPT:
    return start_noscript(b);
  case PITH_TAG_NOFRAMES:
  case PITH_TAG_STYLE:
    pith__start_raw_text(b, PITH_STATE_RAWTEXT);
    return PITH_DONE;
  case PITH_TAG_SCRIPT:
    pith__start_raw_text(b, PITH_STATE_SCRIPT_DATA);
    return PITH_DONE;
  case PITH_TAG_TEMPLATE:
    return start_template(b);
  case PITH_TAG_HEAD:
    return PITH_DONE;
  default:
    return leave_head(b);
  }
}

/* Ends of body, html and br end the head; others are ignored. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_HEAD:
    pith__pop_by_end_tag(b);
    b->mode = PITH_MODE_AFTER_HEAD;
    return PITH_DONE;
  case PITH_TAG_BODY:
  case PITH_TAG_HTML:
  case PITH_TAG_BR:
    return leave_head(b);
  case PITH_TAG_TEMPLATE:
    return end_template(b);
  default:
    return PITH_DONE;
  }
}

/* White space stays in the head, other text begins the body. */
pith_step
pith__mode_in_head(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_DOCTYPE:
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_TEXT:
    return pith__text_insert_space(b) ? leave_head(b) : PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return start_tag(b);
  case PITH_TOKEN_END_TAG:
    return end_tag(b);
  default:
    return leave_head(b);
  }
}
