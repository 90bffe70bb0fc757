/*
 * HTML, "in body", start tags of forms and their controls. The
 * rules for select are those of 2025: its contents are kept, whatever they
 * are, and it has no insertion mode of its own.
 */
#include "html/tree/modes/modes.h"

#include "base/slice.h"
#include "html/tree/formatting.h"
#include "html/tree/insert.h"
#include "html/tree/selected_content.h"

/* Forms do not nest; in a template they do not count. */
pith_step
pith__start_form(pith_builder *b)
{
  bool in_template = pith__has_open(b, PITH_TAG_TEMPLATE);
  if (b->form != PITH_NODE_NONE && !in_template)
    return PITH_DONE;
  pith__close_p(b);
  uint32_t node = pith__insert_element(b);
  if (!in_template)
    b->form = node;
  return PITH_DONE;
}

/* A button in a button closes the outer one. */
pith_step
pith__start_button(pith_builder *b)
{
  if (pith__in_scope(b, PITH_TAG_BUTTON, PITH_IN_SCOPE)) {
    pith__imply_end_tags(b, PITH_TAG_UNKNOWN);
    pith__pop_until(b, PITH_TAG_BUTTON);
  }
  pith__reconstruct(b);
  pith__insert_element(b);
  b->frameset_ok = false;
  return PITH_DONE;
}

/* A hidden input shows nothing, so a frameset may still follow. */
static bool
is_hidden(const pith_builder *b)
{
  const pith_store *store = &b->tree->store;
  const pith_attr *type = pith__attr_find(
      store, b->token.first_attr, b->token.attr_count, pith__slice_of("type"));
  return type && pith__slice_equal_folded(pith__attr_value(store, type),
                                          pith__slice_of("hidden"));
}

/* Fragments of a select accept no inputs and no selects. */
static bool
is_select_fragment(const pith_builder *b)
{
  return b->fragment && b->context.tag == PITH_TAG_SELECT;
}

/* An input closes a select around it: pages forget `</select>`. */
pith_step
pith__start_input(pith_builder *b)
{
  if (is_select_fragment(b))
    return PITH_DONE;
  if (pith__in_scope(b, PITH_TAG_SELECT, PITH_IN_SCOPE))
    pith__pop_until(b, PITH_TAG_SELECT);
  pith__reconstruct(b);
  pith__insert_void(b);
  if (b->frameset_ok && !is_hidden(b))
    b->frameset_ok = false;
  return PITH_DONE;
}

/* The first newline of its text is dropped. */
pith_step
pith__start_textarea(pith_builder *b)
{
  pith__start_raw_text(b, PITH_STATE_RCDATA);
  b->attention |= PITH_SKIP_NEWLINE;
  b->frameset_ok = false;
  return PITH_DONE;
}

/* A select in a select ends the outer one, and is dropped itself. */
pith_step
pith__start_select(pith_builder *b)
{
  if (is_select_fragment(b))
    return PITH_DONE;
  if (pith__in_scope(b, PITH_TAG_SELECT, PITH_IN_SCOPE)) {
    pith__pop_until(b, PITH_TAG_SELECT);
    return PITH_DONE;
  }
  pith__reconstruct(b);
  pith__insert_element(b);
  b->frameset_ok = false;
  return PITH_DONE;
}

/* An option or optgroup closes what came before it, inside a select up to
 * `keep`, elsewhere only an option. */
static void
close_options(pith_builder *b, pith_tag keep)
{
  if (pith__in_scope(b, PITH_TAG_SELECT, PITH_IN_SCOPE))
    pith__imply_end_tags(b, keep);
  else if (pith__current_is(b, PITH_TAG_OPTION))
    pith__pop(b);
}

/* Closes an option and an optgroup before it. */
pith_step
pith__start_optgroup(pith_builder *b)
{
  close_options(b, PITH_TAG_UNKNOWN);
  pith__reconstruct(b);
  pith__insert_element(b);
  return PITH_DONE;
}

/* Closes an option before it. */
pith_step
pith__start_option(pith_builder *b)
{
  close_options(b, PITH_TAG_OPTGROUP);
  pith__reconstruct(b);
  pith__insert_element(b);
  return PITH_DONE;
}

/* It shows a copy of the selected option. */
pith_step
pith__start_selectedcontent(pith_builder *b)
{
  pith__reconstruct(b);
  uint32_t node = pith__insert_element(b);
  pith__selected_content_opened(b, node);
  return PITH_DONE;
}
