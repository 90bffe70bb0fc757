/*
 * HTML, "in table": between table and its rows. What does not
 * belong here is put in front of the table, by the rules of "in body" (foster
 * parenting).
 */
#include "html/tree/modes/modes.h"

#include "base/slice.h"
#include "html/tree/formatting.h"
#include "html/tree/insert.h"

/* "Anything else": in body, with foster parenting switched on. */
pith_step
pith__in_table_other(pith_builder *b)
{
  pith__foster_begin(b);
  pith_step step = pith__mode_in_body(b);
  pith__foster_end(b);
  return step;
}

/* Formatting does not reach into a caption. */
static pith_step
start_caption(pith_builder *b)
{
  pith__pop_to_context(b, PITH_TAG_TABLE);
  pith__formatting_push_marker(b);
  pith__insert_element(b);
  b->mode = PITH_MODE_IN_CAPTION;
  return PITH_DONE;
}

/* An element that the table's children imply, and the mode inside of it. */
static pith_step
imply(pith_builder *b, pith_tag tag, pith_mode mode)
{
  pith__pop_to_context(b, PITH_TAG_TABLE);
  pith__insert_implied(b, tag);
  b->mode = mode;
  return PITH_AGAIN;
}

/* A part that is written by its tag, and the mode inside of it. */
static pith_step
start_part(pith_builder *b, pith_mode mode)
{
  pith__pop_to_context(b, PITH_TAG_TABLE);
  pith__insert_element(b);
  b->mode = mode;
  return PITH_DONE;
}

/* Close the table: for its end tag, and before another table. */
static bool
close_table(pith_builder *b)
{
  if (!pith__in_scope(b, PITH_TAG_TABLE, PITH_IN_TABLE_SCOPE))
    return false;
  pith__pop_until(b, PITH_TAG_TABLE);
  pith__reset_mode(b);
  return true;
}

/* Only hidden inputs may be in a table. */
static pith_step
start_input(pith_builder *b)
{
  const pith_store *store = &b->tree->store;
  const pith_attr *type = pith__attr_find(
      store, b->token.first_attr, b->token.attr_count, pith__slice_of("type"));
  if (!type || !pith__slice_equal_folded(pith__attr_value(store, type),
                                         pith__slice_of("hidden")))
    return pith__in_table_other(b);
  pith__insert_void(b);
  return PITH_DONE;
}

/* A form in a table holds nothing, but its controls know it. */
static pith_step
start_form(pith_builder *b)
{
  if (pith__has_open(b, PITH_TAG_TEMPLATE) || b->form != PITH_NODE_NONE)
    return PITH_DONE;
  b->form = pith__insert_element(b);
  pith__pop_at(b, b->token.to, b->token.to);
  return PITH_DONE;
}

/* The cases are those of the standard, in its order. Missing parts are
 * implied: a cell directly in a table gets a body and, in the next mode, a
 * row. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_CAPTION:
    return start_caption(b);
  case PITH_TAG_COLGROUP:
    return start_part(b, PITH_MODE_IN_COLUMN_GROUP);
  case PITH_TAG_COL:
    return imply(b, PITH_TAG_COLGROUP, PITH_MODE_IN_COLUMN_GROUP);
  case PITH_TAG_TBODY:
  case PITH_TAG_TFOOT:
  case PITH_TAG_THEAD:
    return start_part(b, PITH_MODE_IN_TABLE_BODY);
  case PITH_TAG_TD:
  case PITH_TAG_TH:
  case PITH_TAG_TR:
    return imply(b, PITH_TAG_TBODY, PITH_MODE_IN_TABLE_BODY);
  case PITH_TAG_TABLE:
    return close_table(b) ? PITH_AGAIN : PITH_DONE;
  case PITH_TAG_STYLE:
  case PITH_TAG_SCRIPT:
  case PITH_TAG_TEMPLATE:
    return pith__mode_in_head(b);
  case PITH_TAG_INPUT:
    return start_input(b);
  case PITH_TAG_FORM:
    return start_form(b);
  default:
    return pith__in_table_other(b);
  }
}

/* Ends of parts that are not open are ignored. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_TABLE:
    close_table(b);
    return PITH_DONE;
  case PITH_TAG_BODY:
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_HTML:
  case PITH_TAG_TBODY:
  case PITH_TAG_TD:
  case PITH_TAG_TFOOT:
  case PITH_TAG_TH:
  case PITH_TAG_THEAD:
  case PITH_TAG_TR:
    return PITH_DONE;
  case PITH_TAG_TEMPLATE:
    return pith__mode_in_head(b);
  default:
    return pith__in_table_other(b);
  }
}

/* Text directly in a table waits until it is known whether it is only white
 * space. */
static pith_step
text(pith_builder *b)
{
  const pith_open *current = pith__current(b);
  if (!(current->bits & PITH_PROPERTY_FOSTER) &&
      current->tag != PITH_TAG_TEMPLATE)
    return pith__in_table_other(b);
  b->pending_count = 0;
  b->pending_is_text = false;
  b->original_mode = b->mode;
  b->mode = PITH_MODE_IN_TABLE_TEXT;
  return PITH_AGAIN;
}

/* The end of the page is for "in body", which closes all. */
pith_step
pith__mode_in_table(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    return text(b);
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return start_tag(b);
  case PITH_TOKEN_END_TAG:
    return end_tag(b);
  case PITH_TOKEN_END:
    return pith__mode_in_body(b);
  default:
    return PITH_DONE;
  }
}
