/*
 * Decoded text in, tokens out (WHATWG HTML, "Tokenization"). Knows nothing of
 * trees: the tree builder steers it through two named setters.
 *
 * The whole page is one buffer, so a state of the standard is a place in a
 * function rather than a number in a struct: only the states that outlive a
 * token (raw text of some kind) are kept.
 */
#ifndef PITH_HTML_TOKEN_TOKENIZER_H
#define PITH_HTML_TOKEN_TOKENIZER_H

#include "html/token/name.h"
#include "html/token/token.h"

typedef struct pith_tokenizer {
  pith_store *store; /* borrowed: attributes and changed strings go there */
  const char *start; /* of the text */
  const char *at;    /* the next byte to read */
  const char *end;   /* after the last byte */

  pith_token_state state;
  bool cdata_allowed; /* `<![CDATA[` opens a section: in foreign content */

  /* The last start tag: only an end tag of that name ends raw text. */
  char last_name[32];    /* names of raw-text elements are short */
  const char *long_name; /* borrowed: a longer one; NULL: `last_name` has it */
  uint32_t last_name_len;

  uint32_t max_attributes;
  unsigned limits_hit; /* PITH_LIMIT_ATTRIBUTES or 0 */
} pith_tokenizer;

/* Start at the beginning of the store's text, in the data state. */
void pith__tokenizer_init(pith_tokenizer *tokenizer, pith_store *store,
                          uint32_t max_attributes);

/* Switch to `state`; the name of the element whose end tag leaves it is
 * copied, or borrowed when it is longer than 32 bytes, as none in the standard
 * is. The tree calls it after a start tag such as `title` or `script`. */
void pith__tokenizer_set_state(pith_tokenizer *tokenizer,
                               pith_token_state state, pith_slice name);

/* Whether the current node is foreign, so that CDATA sections exist. */
static inline void
pith__tokenizer_allow_cdata(pith_tokenizer *tokenizer, bool allowed)
{
  tokenizer->cdata_allowed = allowed;
}

/* Read the next token. Drops what the store did not keep of the last one. At
 * the end PITH_TOKEN_END, every time. Fails when memory ends. */
pith_status pith__tokenizer_next(pith_tokenizer *tokenizer, pith_token *out);

#endif
