/*
 * HTML, "before html": the root element, written or not.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* End tags that imply that the document has begun; others are ignored. */
static bool
ends_something(pith_tag tag)
{
  return tag == PITH_TAG_HEAD || tag == PITH_TAG_BODY || tag == PITH_TAG_HTML ||
         tag == PITH_TAG_BR;
}

/* The first token that belongs to nothing before html implies it. Comments
 * go to the document. */
pith_step
pith__mode_before_html(pith_builder *b)
{
  bool is_html = b->token.tag == PITH_TAG_HTML;
  switch (b->token.kind) {
  case PITH_TOKEN_DOCTYPE:
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment_last(b, 0);
    return PITH_DONE;
  case PITH_TOKEN_TEXT:
    if (!pith__text_drop_space(b))
      return PITH_DONE;
    break;
  case PITH_TOKEN_START_TAG:
    if (!is_html)
      break;
    pith__insert_root(b, true);
    b->mode = PITH_MODE_BEFORE_HEAD;
    return PITH_DONE;
  case PITH_TOKEN_END_TAG:
    if (!ends_something(b->token.tag))
      return PITH_DONE;
    break;
  default:
    break;
  }
  pith__insert_root(b, false);
  b->mode = PITH_MODE_BEFORE_HEAD;
  return PITH_AGAIN;
}
