/*
 * The parts of the tokenizer, one file each. Every function reads one token
 * that starts at tokenizer->at, fills `out`, and moves `at` behind it; the
 * markup has been recognised by the caller.
 */
#ifndef PITH_HTML_TOKEN_PARTS_H
#define PITH_HTML_TOKEN_PARTS_H

#include "html/token/tokenizer.h"

/* token_tag.c: `<name` or `</name`. PITH_TOKEN_NOTHING when the page ends
 * inside the tag. */
pith_status pith__read_tag(pith_tokenizer *tokenizer, bool is_end,
                           pith_token *out);

/* token_comment.c: `<!--`; `<!`, `<?` and `</` with something odd behind, whose
 * data starts `skip` bytes on; `<![CDATA[`; CDATA text up to `]]>`. */
void pith__read_comment(pith_tokenizer *tokenizer, pith_token *out);
void pith__read_bogus_comment(pith_tokenizer *tokenizer, uint32_t skip,
                              pith_token *out);
void pith__read_cdata(pith_tokenizer *tokenizer, uint32_t skip,
                      pith_token *out);

/* token_doctype.c: `<!doctype` in any case. */
pith_status pith__read_doctype(pith_tokenizer *tokenizer, pith_token *out);

/* token_raw.c: text up to the end tag that leaves the raw state; false when
 * that end tag is at `at` already. */
bool pith__read_raw(pith_tokenizer *tokenizer, pith_token *out);

/* Offset of a pointer into the text. */
static inline uint32_t
pith__offset(const pith_tokenizer *tokenizer, const char *p)
{
  return (uint32_t)(p - tokenizer->start);
}

/* Finish a token that goes from `at` to `to`, with its data in between. */
static inline void
pith__finish_token(pith_tokenizer *tokenizer, const char *to, pith_span data,
                   pith_token *out)
{
  out->from = pith__offset(tokenizer, tokenizer->at);
  out->to = pith__offset(tokenizer, to);
  out->data_from = data.from;
  out->data_to = data.to;
  tokenizer->at = to;
}

#endif
