/*
 * HTML, "in head noscript": a noscript in the head while scripting
 * is off. Metadata only; anything else ends it.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* Close it and look at the token again. A parse error in every case that comes
 * here. */
static pith_step
leave_noscript(pith_builder *b)
{
  pith__pop(b);
  b->mode = PITH_MODE_IN_HEAD;
  return PITH_AGAIN;
}

/* Only metadata may be in it. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_HTML:
    return pith__start_html(b);
  case PITH_TAG_BASEFONT:
  case PITH_TAG_BGSOUND:
  case PITH_TAG_LINK:
  case PITH_TAG_META:
  case PITH_TAG_NOFRAMES:
  case PITH_TAG_STYLE:
    return pith__mode_in_head(b);
  case PITH_TAG_HEAD:
  case PITH_TAG_NOSCRIPT:
    return PITH_DONE;
  default:
    return leave_noscript(b);
  }
}

/* `</br>` is the one other end tag that means something. */
static pith_step
end_tag(pith_builder *b)
{
  if (b->token.tag == PITH_TAG_NOSCRIPT) {
    pith__pop_by_end_tag(b);
    b->mode = PITH_MODE_IN_HEAD;
    return PITH_DONE;
  }
  return b->token.tag == PITH_TAG_BR ? leave_noscript(b) : PITH_DONE;
}

/* Text other than white space ends it. */
pith_step
pith__mode_in_head_noscript(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_DOCTYPE:
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_TEXT:
    return pith__text_insert_space(b) ? leave_noscript(b) : PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return start_tag(b);
  case PITH_TOKEN_END_TAG:
    return end_tag(b);
  default:
    return leave_noscript(b);
  }
}
