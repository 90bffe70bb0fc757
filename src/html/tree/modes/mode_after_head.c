/*
 * HTML, "after head": the body, or a frameset.
 *
 * What surprises: metadata that comes too late is put into the head all the
 * same, so the head is open again for the time of one tag. A script stays open
 * in it afterwards, and the head's end has to be found at the end of the page
 * (b->widen).
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* Whether the next node can go to the end of the head without links: nothing
 * has been inserted behind it. */
static bool
can_go_on(const pith_builder *b)
{
  return !b->careful && b->nodes[b->head].end == b->count;
}

/* The head is not always the current node: a script may be open in it. */
static void
remove_head(pith_builder *b)
{
  uint32_t index = pith__open_index(b, b->head);
  if (index != PITH_OPEN_NONE)
    pith__open_remove(b, index);
}

/* "Push the node pointed to by the head element pointer onto the stack", and
 * take it off again after the token. */
static pith_step
add_to_head(pith_builder *b)
{
  if (!can_go_on(b))
    pith__links_begin(b, b->count);
  if (!b->linked)
    b->nodes[b->head].end = 0;
  pith__open_push(b, b->head, PITH_TAG_HEAD, pith__current(b)->depth + 1);
  pith_step step = pith__mode_in_head(b);
  b->widen = true;
  remove_head(b);
  return step;
}

/* The body begins without its tag. */
static pith_step
anything_else(pith_builder *b)
{
  pith__insert_implied(b, PITH_TAG_BODY);
  b->mode = PITH_MODE_IN_BODY;
  return PITH_AGAIN;
}

/* The order of the cases is that of the standard. */
static pith_step
start_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_HTML:
    return pith__start_html(b);
  case PITH_TAG_BODY:
    pith__insert_element(b);
    b->frameset_ok = false;
    b->mode = PITH_MODE_IN_BODY;
    return PITH_DONE;
  case PITH_TAG_FRAMESET:
    pith__insert_element(b);
    b->mode = PITH_MODE_IN_FRAMESET;
    return PITH_DONE;
  /* Metadata behind the head still belongs to it. */
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
    return add_to_head(b);
  case PITH_TAG_HEAD:
    return PITH_DONE;
  default:
    return anything_else(b);
  }
}

/* Only these end tags begin the body; the others are ignored. */
static pith_step
end_tag(pith_builder *b)
{
  switch (b->token.tag) {
  case PITH_TAG_TEMPLATE:
    return pith__mode_in_head(b);
  case PITH_TAG_BODY:
  case PITH_TAG_HTML:
  case PITH_TAG_BR:
    return anything_else(b);
  default:
    return PITH_DONE;
  }
}

/* White space between head and body stays in html. */
pith_step
pith__mode_after_head(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_DOCTYPE:
    return PITH_DONE;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_TEXT:
    return pith__text_insert_space(b) ? anything_else(b) : PITH_DONE;
  case PITH_TOKEN_START_TAG:
    return start_tag(b);
  case PITH_TOKEN_END_TAG:
    return end_tag(b);
  default:
    return anything_else(b);
  }
}
