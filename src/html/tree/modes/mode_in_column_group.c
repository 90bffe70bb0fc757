/*
 * HTML, "in column group": col, template, white space; anything
 * else ends it.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* Close the group and look at the token again. */
static pith_step
leave_group(pith_builder *b)
{
  if (!pith__current_is(b, PITH_TAG_COLGROUP))
    return PITH_DONE;
  pith__pop(b);
  pith__leave_table_part(b, PITH_MODE_IN_TABLE);
  return PITH_AGAIN;
}

/* Columns are void; anything else ends the group. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_HTML:
    return pith__start_html(b);
  case PITH_TAG_COL:
    pith__insert_void(b);
    return PITH_DONE;
  case PITH_TAG_TEMPLATE:
    return pith__mode_in_head(b);
  default:
    return leave_group(b);
  }
}

/* `</col>` means nothing: columns have no contents. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_COLGROUP:
    if (pith__current_is(b, PITH_TAG_COLGROUP)) {
      pith__pop_by_end_tag(b);
      pith__leave_table_part(b, PITH_MODE_IN_TABLE);
    }
    return PITH_DONE;
  case PITH_TAG_COL:
    return PITH_DONE;
  case PITH_TAG_TEMPLATE:
    return pith__mode_in_head(b);
  default:
    return leave_group(b);
  }
}

/* White space stays in the group, other text leaves it. */
pith_step
pith__mode_in_column_group(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    return pith__text_insert_space(b) ? leave_group(b) : PITH_DONE;
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
