/*
 * HTML, "in table text": text directly in a table. As long as it
 * is white space it waits; when anything else comes, all of it goes in front
 * of the table, and at the next tag white space alone stays in the table.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/insert.h"
#include "html/tree/text_space.h"

/* Only the place of the text is kept, not its bytes. */
static void
put_aside(pith_builder *b)
{
  const pith_token *token = &b->token;
  if (!PITH_GROW(b->tree->memory, b->pending, b->pending_capacity,
                 b->pending_count + 1, UINT32_MAX)) {
    pith__builder_fail(b);
    return;
  }
  pith_piece piece = {token->from, token->to, token->data_from, token->data_to,
                      token->flags};
  b->pending[b->pending_count++] = piece;
}

/* White space stays in the table. */
static void
insert_pending(pith_builder *b)
{
  for (uint32_t i = 0; i < b->pending_count; i++)
    pith__insert_piece(b, &b->pending[i], PITH_NUL_DROP);
  b->pending_count = 0;
}

/* Let what waited go first, by the rules of "in body" and so out of the
 * table, and then the token. */
static void
insert_misplaced(pith_builder *b)
{
  if (b->pending_count > 0) {
    pith__foster_begin(b);
    pith__reconstruct(b);
    insert_pending(b);
    pith__foster_end(b);
  }
  pith__in_table_other(b);
  b->pending_is_text = true;
}

/* Once anything but white space has come, the rest of the text goes the same
 * way. */
static void
add_text(pith_builder *b)
{
  if (!b->pending_is_text && pith__text_is_space(b, true))
    put_aside(b);
  else
    insert_misplaced(b);
}

/* The first token that is no text ends the mode. */
pith_step
pith__mode_in_table_text(pith_builder *b)
{
  if (b->token.kind == PITH_TOKEN_TEXT) {
    add_text(b);
    return PITH_DONE;
  }
  insert_pending(b);
  b->mode = b->original_mode;
  return PITH_AGAIN;
}
