/*
 * HTML, "in caption": like the body, until something of the table
 * comes.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/open_elements.h"

/* Tags that a caption cannot hold. */
static bool
is_table_part(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_CAPTION:
  case PITH_TAG_COL:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_TBODY:
  case PITH_TAG_TD:
  case PITH_TAG_TFOOT:
  case PITH_TAG_TH:
  case PITH_TAG_THEAD:
  case PITH_TAG_TR:
    return true;
  default:
    return false;
  }
}

/* False when there is no caption to close. */
static bool
close_caption(pith_builder *b)
{
  if (!pith__in_scope(b, PITH_TAG_CAPTION, PITH_IN_TABLE_SCOPE))
    return false;
  pith__imply_end_tags(b, PITH_TAG_UNKNOWN);
  pith__pop_until(b, PITH_TAG_CAPTION);
  pith__formatting_clear(b);
  pith__leave_table_part(b, PITH_MODE_IN_TABLE);
  return true;
}

/* Ends of what is around the caption close it; ends of other parts of a
 * table are ignored. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_CAPTION:
    close_caption(b);
    return PITH_DONE;
  case PITH_TAG_TABLE:
    return close_caption(b) ? PITH_AGAIN : PITH_DONE;
  case PITH_TAG_BODY:
  case PITH_TAG_HTML:
    return PITH_DONE;
  default:
    return is_table_part(b->token.tag) ? PITH_DONE : pith__mode_in_body(b);
  }
}

/* Anything that is no part of the table is body content. */
pith_step
pith__mode_in_caption(pith_builder *b)
{
  if (b->token.kind == PITH_TOKEN_START_TAG && is_table_part(b->token.tag))
    return close_caption(b) ? PITH_AGAIN : PITH_DONE;
  if (b->token.kind == PITH_TOKEN_END_TAG)
    return end_tag(b);
  return pith__mode_in_body(b);
}
