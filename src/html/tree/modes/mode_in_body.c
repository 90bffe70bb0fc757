/*
 * HTML, "in body": where nearly all tokens of nearly all pages go.
 * Start tags and end tags with rules of their own have their own files; here
 * are text and the rest, and the short way for the frequent cases.
 */
#include "html/tree/modes/modes.h"

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

/* Text other than white space rules out a frameset. */
static inline pith_step
text(pith_builder *b)
{
  if (PITH_UNLIKELY(b->token.flags & PITH_TEXT_NUL) && is_all_nul(b))
    return PITH_DONE;
  pith__reconstruct(b);
  if (b->frameset_ok && !pith__text_is_space(b, true))
    b->frameset_ok = false;
  pith__insert_text(b, PITH_NUL_DROP);
  return PITH_DONE;
}

/* A start tag without a rule of its own is a block, or ordinary. */
static inline pith_step
start_tag(pith_builder *b)
{
  uint32_t properties = pith__tag_properties[b->token.tag];
  if (properties & PITH_PROPERTY_OWN_START)
    return pith__in_body_start(b);
  if (properties & PITH_PROPERTY_BLOCK)
    pith__close_p(b);
  else
    pith__reconstruct(b);
  pith__insert_element_inline(b);
  return PITH_DONE;
}

/* Nearly every end tag closes the current node, and that is all. */
static inline pith_step
end_tag(pith_builder *b)
{
  pith_tag tag = b->token.tag;
  if (PITH_UNLIKELY(!pith__current_is(b, tag)) || tag == PITH_TAG_UNKNOWN ||
      (pith__tag_properties[tag] & PITH_PROPERTY_OWN_END))
    return pith__in_body_end(b);
  pith__pop_by_end_tag(b);
  return PITH_DONE;
}

/* Comments, doctypes and the end of the page. */
static pith_step
other_token(pith_builder *b)
{
  if (b->token.kind == PITH_TOKEN_COMMENT) {
    pith__insert_comment(b);
    return PITH_DONE;
  }
  if (b->token.kind != PITH_TOKEN_END)
    return PITH_DONE;
  return b->template_count > 0 ? pith__mode_in_template(b)
                               : pith__stop_parsing(b);
}

/* Questions one by one, most frequent first, and no jump table: the processor
 * foresees the answers, since the tokenizer has just asked the same. */
pith_step
pith__mode_in_body(pith_builder *b)
{
  pith_token_kind kind = b->token.kind;
  if (kind == PITH_TOKEN_START_TAG)
    return start_tag(b);
  if (kind == PITH_TOKEN_TEXT)
    return text(b);
  if (kind == PITH_TOKEN_END_TAG)
    return end_tag(b);
  return other_token(b);
}
