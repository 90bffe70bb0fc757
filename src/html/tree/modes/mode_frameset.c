/*
 * HTML, "in frameset", "after frameset" and
 * "after after frameset": pages of frames have white space, frames
 * and noframes, and nothing else.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* The outermost frameset ends the mode; nested ones do not. Alone on the stack
 * is `html`, in a fragment: the tag is ignored then. */
static pith_step
end_frameset(pith_builder *b)
{
  if (b->open_count == 1)
    return PITH_DONE;
  pith__pop_through(b, b->open_count - 1);
  if (!b->fragment && !pith__current_is(b, PITH_TAG_FRAMESET))
    b->mode = PITH_MODE_AFTER_FRAMESET;
  return PITH_DONE;
}

/* Anything but frames and noframes is dropped. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_HTML:
    return pith__start_html(b);
  case PITH_TAG_FRAMESET:
    pith__insert_element(b);
    return PITH_DONE;
  case PITH_TAG_FRAME:
    pith__insert_void(b);
    return PITH_DONE;
  case PITH_TAG_NOFRAMES:
    return pith__mode_in_head(b);
  default:
    return PITH_DONE;
  }
}

/* Text other than white space is dropped character by character. */
pith_step
pith__mode_in_frameset(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    pith__text_insert_only_space(b);
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return start_tag(b);
  case PITH_TOKEN_END_TAG:
    return b->token.tag == PITH_TAG_FRAMESET ? end_frameset(b) : PITH_DONE;
  case PITH_TOKEN_END:
    return pith__stop_parsing(b);
  default:
    return PITH_DONE;
  }
}

/* Only noted: comments may still come behind it. */
static pith_step
end_html(pith_builder *b)
{
  pith_tree_node *html = &b->nodes[b->open[0].node];
  if (html->kind == PITH_NODE_ELEMENT) {
    html->close_from = b->token.from;
    html->close_to = b->token.to;
    b->html_ended = true;
  }
  b->mode = PITH_MODE_AFTER_AFTER_FRAMESET;
  return PITH_DONE;
}

/* A start tag behind the framesets. */
static pith_step
late_start_tag(pith_builder *b)
{
  if (b->token.tag == PITH_TAG_HTML)
    return pith__start_html(b);
  return b->token.tag == PITH_TAG_NOFRAMES ? pith__mode_in_head(b) : PITH_DONE;
}

/* Only `</html>` and noframes mean anything here. */
pith_step
pith__mode_after_frameset(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    pith__text_insert_only_space(b);
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return late_start_tag(b);
  case PITH_TOKEN_END_TAG:
    return b->token.tag == PITH_TAG_HTML ? end_html(b) : PITH_DONE;
  case PITH_TOKEN_END:
    return pith__stop_parsing(b);
  default:
    return PITH_DONE;
  }
}

/* Comments are children of the document. A tag or text behind `</html>` means
 * that the page goes on: its end tag is then not the end that the tree records.
 */
pith_step
pith__mode_after_after_frameset(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    pith__forget_end_tags(b);
    pith__text_insert_only_space(b);
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment_last(b, 0);
    return PITH_DONE;
  case PITH_TOKEN_START_TAG:
    pith__forget_end_tags(b);
    return late_start_tag(b);
  case PITH_TOKEN_END:
    return pith__stop_parsing(b);
  default:
    return PITH_DONE;
  }
}
