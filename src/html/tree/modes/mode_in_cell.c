/*
 * HTML, "in cell": like the body, until something of the table
 * comes.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/open_elements.h"

/* "Close the cell", which is a td or th, and look at the token again. The
 * standard asserts that one of the two is in scope; where none is, the token is
 * ignored. The inner one, higher on the stack, is the cell. */
static pith_step
leave_cell(pith_builder *b)
{
  uint32_t td = pith__open_find(b, PITH_TAG_TD, PITH_IN_TABLE_SCOPE);
  uint32_t th = pith__open_find(b, PITH_TAG_TH, PITH_IN_TABLE_SCOPE);
  if (td == PITH_OPEN_NONE && th == PITH_OPEN_NONE)
    return PITH_DONE;
  bool is_td = th == PITH_OPEN_NONE || (td != PITH_OPEN_NONE && td > th);
  pith__pop_through(b, is_td ? td : th);
  pith__formatting_clear(b);
  pith__leave_table_part(b, PITH_MODE_IN_ROW);
  return PITH_AGAIN;
}

/* The cell's own end tag. Not in scope is a parse error, and the tag is
 * ignored. */
static pith_step
end_cell(pith_builder *b)
{
  uint32_t index = pith__open_find(b, b->token.tag, PITH_IN_TABLE_SCOPE);
  if (index == PITH_OPEN_NONE)
    return PITH_DONE;
  pith__pop_through(b, index);
  pith__formatting_clear(b);
  pith__leave_table_part(b, PITH_MODE_IN_ROW);
  return PITH_DONE;
}

/* Another part of the table closes the cell first. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_TBODY:
  case PITH_TAG_TD:
  case PITH_TAG_TFOOT:
  case PITH_TAG_TH:
  case PITH_TAG_THEAD:
  case PITH_TAG_TR:
    return leave_cell(b);
  default:
    return pith__mode_in_body(b);
  }
}

/* End tags of what is around the cell close it, if they are in scope. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_TD:
  case PITH_TAG_TH:
    return end_cell(b);
  case PITH_TAG_BODY:
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_HTML:
    return PITH_DONE;
  case PITH_TAG_TABLE:
  case PITH_TAG_TBODY:
  case PITH_TAG_TFOOT:
  case PITH_TAG_THEAD:
  case PITH_TAG_TR:
    return pith__in_scope(b, b->token.tag, PITH_IN_TABLE_SCOPE) ? leave_cell(b)
                                                                : PITH_DONE;
  default:
    return pith__mode_in_body(b);
  }
}

/* Anything that is no part of the table is body content. */
pith_step
pith__mode_in_cell(pith_builder *b)
{
  if (b->token.kind == PITH_TOKEN_START_TAG)
    return start_tag(b);
  if (b->token.kind == PITH_TOKEN_END_TAG)
    return end_tag(b);
  return pith__mode_in_body(b);
}
