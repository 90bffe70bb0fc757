/*
 * HTML, "in row": cells. Anything else of the table ends the row;
 * the rest is for "in table".
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/insert.h"

/* Close the row and look at the token again. Without a row in scope, in a
 * fragment or a template, the token is ignored. */
static pith_step
leave_row(pith_builder *b)
{
  if (!pith__in_scope(b, PITH_TAG_TR, PITH_IN_TABLE_SCOPE))
    return PITH_DONE;
  pith__pop_to_context(b, PITH_TAG_TR);
  pith__pop(b);
  pith__leave_table_part(b, PITH_MODE_IN_TABLE_BODY);
  return PITH_AGAIN;
}

/* A cell is separated from the formatting around it by a marker. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_TD:
  case PITH_TAG_TH:
    pith__pop_to_context(b, PITH_TAG_TR);
    pith__insert_element(b);
    b->mode = PITH_MODE_IN_CELL;
    pith__formatting_push_marker(b);
    return PITH_DONE;
  /* Anything else of the table ends the row. */
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_TBODY:
  case PITH_TAG_TFOOT:
  case PITH_TAG_THEAD:
  case PITH_TAG_TR:
    return leave_row(b);
  default:
    return pith__mode_in_table(b);
  }
}

/* The row's own end tag. */
static pith_step
end_row(pith_builder *b)
{
  if (!pith__in_scope(b, PITH_TAG_TR, PITH_IN_TABLE_SCOPE))
    return PITH_DONE;
  pith__pop_to_context(b, PITH_TAG_TR);
  pith__pop_through(b, b->open_count - 1);
  pith__leave_table_part(b, PITH_MODE_IN_TABLE_BODY);
  return PITH_DONE;
}

/* Ends of what is around the row close it, if they are in scope. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_TR:
    return end_row(b);
  case PITH_TAG_TABLE:
    return leave_row(b);
  case PITH_TAG_TBODY:
  case PITH_TAG_TFOOT:
  case PITH_TAG_THEAD:
    return pith__in_scope(b, b->token.tag, PITH_IN_TABLE_SCOPE) ? leave_row(b)
                                                                : PITH_DONE;
  case PITH_TAG_BODY:
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_HTML:
  case PITH_TAG_TD:
  case PITH_TAG_TH:
    return PITH_DONE;
  default:
    return pith__mode_in_table(b);
  }
}

/* Text and comments are for "in table". */
pith_step
pith__mode_in_row(pith_builder *b)
{
  if (b->token.kind == PITH_TOKEN_START_TAG)
    return start_tag(b);
  if (b->token.kind == PITH_TOKEN_END_TAG)
    return end_tag(b);
  return pith__mode_in_table(b);
}
