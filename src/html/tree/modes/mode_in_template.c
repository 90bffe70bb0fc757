/*
 * HTML, "in template": nothing is known of a template's contents
 * before the first tag, which decides the mode that is used from then on.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/open_elements.h"
#include "html/tree/template_modes.h"

/* Replace the mode of this template and look at the token again. */
static pith_step
become(pith_builder *b, pith_mode mode)
{
  pith__template_mode_pop(b);
  pith__template_mode_push(b, mode);
  b->mode = mode;
  return PITH_AGAIN;
}

/* The first start tag shows what the template is a template of. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_BASE:
  case PITH_TAG_BASEFONT:
  case PITH_TAG_BGSOUND:
  case PITH_TAG_LINK:
  case PITH_TAG_META:
  case PITH_TAG_NOFRAMES:
  case PITH_TAG_SCRIPT:
  case PITH_TAG_STYLE:
  case PITH_TAG_TEMPLATE:
  case PITH_TAG_TITLE:
    return pith__mode_in_head(b);
  /* A part of a table: the template is read as the inside of one. */
  case PITH_TAG_CAPTION:
  case PITH_TAG_COLGROUP:
  case PITH_TAG_TBODY:
  case PITH_TAG_TFOOT:
  case PITH_TAG_THEAD:
    return become(b, PITH_MODE_IN_TABLE);
  case PITH_TAG_COL:
    return become(b, PITH_MODE_IN_COLUMN_GROUP);
  case PITH_TAG_TR:
    return become(b, PITH_MODE_IN_TABLE_BODY);
  case PITH_TAG_TD:
  case PITH_TAG_TH:
    return become(b, PITH_MODE_IN_ROW);
  default:
    return become(b, PITH_MODE_IN_BODY);
  }
}

/* The page ends inside a template: close it, and see what is outside. */
static pith_step
end_of_input(pith_builder *b)
{
  if (!pith__has_open(b, PITH_TAG_TEMPLATE))
    return pith__stop_parsing(b);
  pith__pop_until(b, PITH_TAG_TEMPLATE);
  pith__formatting_clear(b);
  pith__template_mode_pop(b);
  pith__reset_mode(b);
  return PITH_AGAIN;
}

/* Text and comments are body content; end tags other than its own mean
 * nothing. */
pith_step
pith__mode_in_template(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_START_TAG:
    return start_tag(b);
  case PITH_TOKEN_END_TAG:
    return b->token.tag == PITH_TAG_TEMPLATE ? pith__mode_in_head(b)
                                             : PITH_DONE;
  case PITH_TOKEN_END:
    return end_of_input(b);
  default:
    return pith__mode_in_body(b);
  }
}
