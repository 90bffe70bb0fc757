/*
 * "In body": where nearly all tokens of nearly all pages go. Start tags and
 * end tags have files of their own; here are text and the rest.
 */
#include "html/tree/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/insert.h"
#include "html/tree/text_space.h"

#include <string.h>

/* Whether the text consists of NUL, which this mode ignores. */
static bool
is_all_nul(const pith_builder *b)
{
  const char *text = b->tree->store.text;
  for (uint32_t i = b->token.data_from; i < b->token.data_to; i++)
    if (text[i] != '\0')
      return false;
  return true;
}

pith_step
pith__in_body_text(pith_builder *b)
{
  if (PITH_UNLIKELY(b->token.flags & PITH_TEXT_NUL) && is_all_nul(b))
    return PITH_DONE;
  pith__reconstruct(b);
  if (b->frameset_ok && !pith__text_is_space(b, true))
    b->frameset_ok = false;
  pith__insert_text(b, PITH_NUL_DROP);
  return PITH_DONE;
}

pith_step
pith__mode_in_body(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    return pith__in_body_text(b);
  case PITH_TOKEN_START_TAG:
    return pith__in_body_start(b);
  case PITH_TOKEN_END_TAG:
    return pith__in_body_end(b);
  case PITH_TOKEN_COMMENT:
    pith__insert_comment(b);
    return PITH_DONE;
  case PITH_TOKEN_END:
    return b->template_count > 0 ? pith__mode_in_template(b)
                                 : pith__stop_parsing(b);
  default:
    return PITH_DONE;
  }
}
