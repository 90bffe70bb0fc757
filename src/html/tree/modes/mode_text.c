/*
 * HTML, "text": inside script, style, title, textarea and their
 * like. The tokenizer finds the end; there is nothing but text and one end
 * tag.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"

/* At the end of the page the element is closed without its end tag. */
pith_step
pith__mode_text(pith_builder *b)
{
  if (PITH_LIKELY(b->token.kind == PITH_TOKEN_TEXT)) {
    pith__insert_text(b, PITH_NUL_REPLACE);
    return PITH_DONE;
  }
  b->mode = b->original_mode;
  if (b->token.kind == PITH_TOKEN_END) {
    pith__pop(b);
    return PITH_AGAIN;
  }
  pith__pop_by_end_tag(b);
  return PITH_DONE;
}
