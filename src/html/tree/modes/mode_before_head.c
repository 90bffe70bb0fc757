/*
 * HTML, "before head": the head element, written or not. Text and
 * end tags that mean nothing here are dropped.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* End tags that imply that the head has begun; others are ignored. */
static bool
ends_something(pith_tag tag)
{
  return tag == PITH_TAG_HEAD || tag == PITH_TAG_BODY || tag == PITH_TAG_HTML ||
         tag == PITH_TAG_BR;
}

/* The first token that belongs to nothing before the head implies it. */
pith_step
pith__mode_before_head(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_DOCTYPE:
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_TEXT:
    if (!pith__text_drop_space(b))
      return PITH_DONE;
    break;
  case PITH_TOKEN_START_TAG:
    if (b->token.tag == PITH_TAG_HTML)
      return pith__start_html(b);
    if (b->token.tag != PITH_TAG_HEAD)
      break;
    b->head = pith__insert_element(b);
    b->mode = PITH_MODE_IN_HEAD;
    return PITH_DONE;
  case PITH_TOKEN_END_TAG:
    if (!ends_something(b->token.tag))
      return PITH_DONE;
    break;
  default:
    break;
  }
  b->head = pith__insert_implied(b, PITH_TAG_HEAD);
  b->mode = PITH_MODE_IN_HEAD;
  return PITH_AGAIN;
}
