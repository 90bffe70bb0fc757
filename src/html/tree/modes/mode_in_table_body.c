/*
 * HTML, "in table body": rows. A cell implies its row; other parts
 * of the table end the body.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"

/* Any of the three kinds of table bodies. */
static bool
has_body_in_scope(pith_builder *b)
{
  return pith__in_scope(b, PITH_TAG_TBODY, PITH_IN_TABLE_SCOPE) ||
         pith__in_scope(b, PITH_TAG_THEAD, PITH_IN_TABLE_SCOPE) ||
         pith__in_scope(b, PITH_TAG_TFOOT, PITH_IN_TABLE_SCOPE);
}

/* Close the table body and look at the token again. */
static pith_step
leave_body(pith_builder *b)
{
  if (!has_body_in_scope(b))
    return PITH_DONE;
  pith__pop_to_context(b, PITH_TAG_UNKNOWN);
  pith__pop(b);
  pith__leave_table_part(b, PITH_MODE_IN_TABLE);
  return PITH_AGAIN;
}

/* The context is the body; what is open in it is closed. */
static pith_step
start_row(pith_builder *b)
{
  pith__pop_to_context(b, PITH_TAG_UNKNOWN);
  pith__insert_element(b);
  b->mode = PITH_MODE_IN_ROW;
  return PITH_DONE;
}

/* A cell without a row: make the row and look at the cell again. */
static pith_step
start_cell(pith_builder *b)
{
  pith__pop_to_context(b, PITH_TAG_UNKNOWN);
  pith__insert_implied(b, PITH_TAG_TR);
  b->mode = PITH_MODE_IN_ROW;
  return PITH_AGAIN;
}

/* Other parts of the table close the body first. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_TR:
    return start_row(b);
  case PITH_TAG_TD:
  case PITH_TAG_TH:
    return start_cell(b);
  /* Anything else of the table ends the body. */
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_TBODY:
  case PITH_TAG_TFOOT:
  case PITH_TAG_THEAD:
    return leave_body(b);
  default:
    return pith__mode_in_table(b);
  }
}

/* The body's own end tag. */
static pith_step
end_body(pith_builder *b)
{
  if (!pith__in_scope(b, b->token.tag, PITH_IN_TABLE_SCOPE))
    return PITH_DONE;
  pith__pop_to_context(b, PITH_TAG_UNKNOWN);
  pith__pop_through(b, b->open_count - 1);
  pith__leave_table_part(b, PITH_MODE_IN_TABLE);
  return PITH_DONE;
}

/* Ends of cells and rows are ignored: none is open here. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_TBODY:
  case PITH_TAG_TFOOT:
  case PITH_TAG_THEAD:
    return end_body(b);
  case PITH_TAG_TABLE:
    return leave_body(b);
  case PITH_TAG_BODY:
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_HTML:
  case PITH_TAG_TD:
  case PITH_TAG_TH:
  case PITH_TAG_TR:
    return PITH_DONE;
  default:
    return pith__mode_in_table(b);
  }
}

/* Text and comments are for "in table". */
pith_step
pith__mode_in_table_body(pith_builder *b)
{
  if (b->token.kind == PITH_TOKEN_START_TAG)
    return start_tag(b);
  if (b->token.kind == PITH_TOKEN_END_TAG)
    return end_tag(b);
  return pith__mode_in_table(b);
}
