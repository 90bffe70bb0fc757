/*
 * HTML, "after body" and "after after body": behind
 * </body>, and behind </html>.
 *
 * White space still goes into the body, and a tag opens it again; then the end
 * tags that were seen are not its end any more.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* The end tags that were seen did not end anything. */
void
pith__forget_end_tags(pith_builder *b)
{
  b->body_ended = false;
  b->html_ended = false;
}

/* Elements inside the body may be open still, and will be closed. If comments
 * came after them they cannot grow any more without links. */
static pith_step
back_to_body(pith_builder *b)
{
  pith__forget_end_tags(b);
  if (b->sealed)
    pith__links_begin(b, b->count);
  b->mode = PITH_MODE_IN_BODY;
  return PITH_AGAIN;
}

/* White space goes to the body without opening it again. */
static pith_step
text(pith_builder *b)
{
  if (!pith__text_is_space(b, false))
    return back_to_body(b);
  pith__forget_end_tags(b);
  return pith__mode_in_body(b);
}

/* In a fragment there is no html element to end. */
static pith_step
end_html(pith_builder *b)
{
  if (b->fragment)
    return PITH_DONE;
  pith_tree_node *html = &b->nodes[b->open[0].node];
  html->close_from = b->token.from;
  html->close_to = b->token.to;
  b->html_ended = true;
  b->mode = PITH_MODE_AFTER_AFTER_BODY;
  return PITH_DONE;
}

/* A comment here is the last child of html, not of the body. */
pith_step
pith__mode_after_body(pith_builder *b)
{
  bool is_html = b->token.tag == PITH_TAG_HTML;
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    return text(b);
  case PITH_TOKEN_COMMENT:
    pith__insert_comment_last(b, b->open[0].node);
    return PITH_DONE;
  case PITH_TOKEN_DOCTYPE:
    return PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return is_html ? pith__start_html(b) : back_to_body(b);
  case PITH_TOKEN_END_TAG:
    return is_html ? end_html(b) : back_to_body(b);
  default:
    return pith__stop_parsing(b);
  }
}

/* A comment here is a child of the document. */
pith_step
pith__mode_after_after_body(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    return text(b);
  case PITH_TOKEN_COMMENT:
    pith__insert_comment_last(b, 0);
    return PITH_DONE;
  case PITH_TOKEN_DOCTYPE:
    return PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return b->token.tag == PITH_TAG_HTML ? pith__start_html(b)
                                         : back_to_body(b);
  case PITH_TOKEN_END_TAG:
    return back_to_body(b);
  default:
    return pith__stop_parsing(b);
  }
}
