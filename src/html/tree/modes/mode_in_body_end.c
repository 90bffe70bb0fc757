/*
 * HTML, "in body", end tags that do not just close the current
 * node: a table of rules by tag. A tag that is not in it is "any other end
 * tag".
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/insert.h"

/* The entry that the token closes: the innermost of its name, if nothing
 * special is further in. A page can nest hundreds of unknown elements and
 * close none of them, so their names are compared by hash first. */
static uint32_t
find_named(pith_builder *b)
{
  pith_tag tag = b->token.tag;
  uint32_t hash = b->token.name_hash;
  uint32_t index = b->open_count;
  while (index-- > 0) {
    const pith_open *entry = &b->open[index];
    if (entry->tag == tag &&
        (tag != PITH_TAG_UNKNOWN || entry->name_hash == hash) &&
        pith__open_is_named(b, entry))
      break;
    if (entry->bits & PITH_PROPERTY_SPECIAL) {
      index = PITH_OPEN_NONE;
      break;
    }
  }
  b->steps -= b->open_count - (index == PITH_OPEN_NONE ? 0 : index);
  return index;
}

/* "Any other end tag". */
void
pith__end_ordinary(pith_builder *b)
{
  if (b->tags_open[b->token.tag] == 0)
    return;
  uint32_t index = find_named(b);
  if (index == PITH_OPEN_NONE)
    return;
  pith__imply_end_tags(b, b->token.tag);
  pith__pop_through(b, index);
}

/* The rule, as a function of the table. */
static pith_step
end_ordinary(pith_builder *b)
{
  pith__end_ordinary(b);
  return PITH_DONE;
}

/* The body ends here, if nothing comes behind it. */
static void
mark_end(pith_builder *b, uint32_t body, uint32_t to)
{
  pith_tree_node *node = &b->nodes[b->open[body].node];
  node->close_from = b->token.from;
  node->close_to = to;
  b->body_ended = true;
}

/* The body, if it is in scope. */
static uint32_t
find_body(pith_builder *b)
{
  if (!pith__in_scope(b, PITH_TAG_BODY, PITH_IN_SCOPE))
    return PITH_OPEN_NONE;
  return pith__open_find(b, PITH_TAG_BODY, PITH_IN_SCOPE);
}

/* The body stays on the stack: tokens behind it may still go into it. */
static pith_step
end_body(pith_builder *b)
{
  uint32_t body = find_body(b);
  if (body == PITH_OPEN_NONE)
    return PITH_DONE;
  mark_end(b, body, b->token.to);
  b->mode = PITH_MODE_AFTER_BODY;
  return PITH_DONE;
}

/* As `</body>`, and then the token again. */
static pith_step
end_html(pith_builder *b)
{
  uint32_t body = find_body(b);
  if (body == PITH_OPEN_NONE)
    return PITH_DONE;
  mark_end(b, body, b->token.from);
  b->mode = PITH_MODE_AFTER_BODY;
  return PITH_AGAIN;
}

/* "An end tag whose tag name is one of: address, article, ...". */
static pith_step
end_block(pith_builder *b)
{
  pith_tag tag = b->token.tag;
  if (PITH_LIKELY(pith__current_is(b, tag))) {
    pith__pop_by_end_tag(b);
    return PITH_DONE;
  }
  if (!pith__in_scope(b, tag, PITH_IN_SCOPE))
    return PITH_DONE;
  pith__imply_end_tags(b, PITH_TAG_UNKNOWN);
  pith__pop_until(b, tag);
  return PITH_DONE;
}

/* A form is closed by its pointer, not by its place in the stack: what is
 * inside stays open. */
static pith_step
end_form(pith_builder *b)
{
  if (pith__has_open(b, PITH_TAG_TEMPLATE))
    return end_block(b);
  uint32_t node = b->form;
  b->form = PITH_NODE_NONE;
  if (node == PITH_NODE_NONE ||
      !pith__in_scope(b, PITH_TAG_FORM, PITH_IN_SCOPE))
    return PITH_DONE;
  uint32_t index = pith__open_find(b, PITH_TAG_FORM, PITH_IN_SCOPE);
  if (b->open[index].node != node)
    return PITH_DONE;
  pith__imply_end_tags(b, PITH_TAG_UNKNOWN);
  pith__open_remove(b, index);
  return PITH_DONE;
}

/* `</p>` without a p makes an empty one. */
static pith_step
end_p(pith_builder *b)
{
  if (!pith__in_scope(b, PITH_TAG_P, PITH_IN_BUTTON_SCOPE))
    pith__insert_implied(b, PITH_TAG_P);
  pith__close_p(b);
  return PITH_DONE;
}

/* Looks out to the list the item is in, not beyond it. */
static pith_step
end_li(pith_builder *b)
{
  uint32_t index = pith__open_find(b, PITH_TAG_LI, PITH_IN_LIST_SCOPE);
  if (index != PITH_OPEN_NONE)
    pith__pop_through(b, index);
  return PITH_DONE;
}

/* Each closes its own kind only. */
static pith_step
end_dd_dt(pith_builder *b)
{
  uint32_t index = pith__open_find(b, b->token.tag, PITH_IN_SCOPE);
  if (index != PITH_OPEN_NONE)
    pith__pop_through(b, index);
  return PITH_DONE;
}

/* Any heading's end tag closes any heading. */
static pith_step
end_heading(pith_builder *b)
{
  for (uint32_t i = b->open_count; i-- > 0;) {
    const pith_open *entry = &b->open[i];
    b->steps--;
    if (entry->bits & PITH_PROPERTY_HEADING) {
      pith__pop_through(b, i);
      return PITH_DONE;
    }
    if (entry->bits & PITH_PROPERTY_SCOPE)
      return PITH_DONE;
  }
  return PITH_DONE;
}

/* The adoption agency, even when the element is the current node. */
static pith_step
end_formatting(pith_builder *b)
{
  pith__adoption_agency(b);
  return PITH_DONE;
}

/* applet, marquee, object */
static pith_step
end_marked(pith_builder *b)
{
  uint32_t index = pith__open_find(b, b->token.tag, PITH_IN_SCOPE);
  if (index == PITH_OPEN_NONE)
    return PITH_DONE;
  pith__pop_through(b, index);
  pith__formatting_clear(b);
  return PITH_DONE;
}

/* `</br>` is a line break, without the attributes it might have had. */
static pith_step
end_br(pith_builder *b)
{
  pith__reconstruct(b);
  b->token.attr_count = 0;
  pith__insert_void(b);
  b->frameset_ok = false;
  return PITH_DONE;
}

/* By tag; NULL is "any other end tag". */
static const pith_rule rules[PITH_TAG_COUNT] = {
    [PITH_TAG_UNKNOWN] = end_ordinary,
    [PITH_TAG_TEMPLATE] = pith__mode_in_head,
    [PITH_TAG_BODY] = end_body,
    [PITH_TAG_HTML] = end_html,

    /* Blocks: closed if they are in scope, with all that is open in them. */
    [PITH_TAG_ADDRESS] = end_block,
    [PITH_TAG_ARTICLE] = end_block,
    [PITH_TAG_ASIDE] = end_block,
    [PITH_TAG_BLOCKQUOTE] = end_block,
    [PITH_TAG_BUTTON] = end_block,
    [PITH_TAG_CENTER] = end_block,
    [PITH_TAG_DETAILS] = end_block,
    [PITH_TAG_DIALOG] = end_block,
    [PITH_TAG_DIR] = end_block,
    [PITH_TAG_DIV] = end_block,
    [PITH_TAG_DL] = end_block,
    [PITH_TAG_FIELDSET] = end_block,
    [PITH_TAG_FIGCAPTION] = end_block,
    [PITH_TAG_FIGURE] = end_block,
    [PITH_TAG_FOOTER] = end_block,
    [PITH_TAG_HEADER] = end_block,
    [PITH_TAG_HGROUP] = end_block,
    [PITH_TAG_LISTING] = end_block,
    [PITH_TAG_MAIN] = end_block,
    [PITH_TAG_MENU] = end_block,
    [PITH_TAG_NAV] = end_block,
    [PITH_TAG_OL] = end_block,
    [PITH_TAG_PRE] = end_block,
    [PITH_TAG_SEARCH] = end_block,
    [PITH_TAG_SECTION] = end_block,
    [PITH_TAG_SELECT] = end_block,
    [PITH_TAG_SUMMARY] = end_block,
    [PITH_TAG_UL] = end_block,

    /* Elements with rules of their own. */
    [PITH_TAG_FORM] = end_form,
    [PITH_TAG_P] = end_p,
    [PITH_TAG_LI] = end_li,
    [PITH_TAG_DD] = end_dd_dt,
    [PITH_TAG_DT] = end_dd_dt,
    [PITH_TAG_H1] = end_heading,
    [PITH_TAG_H2] = end_heading,
    [PITH_TAG_H3] = end_heading,
    [PITH_TAG_H4] = end_heading,
    [PITH_TAG_H5] = end_heading,
    [PITH_TAG_H6] = end_heading,

    /* Formatting elements, by the adoption agency. */
    [PITH_TAG_A] = end_formatting,
    [PITH_TAG_B] = end_formatting,
    [PITH_TAG_BIG] = end_formatting,
    [PITH_TAG_CODE] = end_formatting,
    [PITH_TAG_EM] = end_formatting,
    [PITH_TAG_FONT] = end_formatting,
    [PITH_TAG_I] = end_formatting,
    [PITH_TAG_NOBR] = end_formatting,
    [PITH_TAG_S] = end_formatting,
    [PITH_TAG_SMALL] = end_formatting,
    [PITH_TAG_STRIKE] = end_formatting,
    [PITH_TAG_STRONG] = end_formatting,
    [PITH_TAG_TT] = end_formatting,
    [PITH_TAG_U] = end_formatting,

    /* Elements that put a marker into the list of formatting elements. */
    [PITH_TAG_APPLET] = end_marked,
    [PITH_TAG_MARQUEE] = end_marked,
    [PITH_TAG_OBJECT] = end_marked,
    [PITH_TAG_BR] = end_br,
};

/* One look-up decides. */
pith_step
pith__in_body_end(pith_builder *b)
{
  pith_rule rule = rules[b->token.tag];
  return rule ? rule(b) : end_ordinary(b);
}
