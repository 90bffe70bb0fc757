/*
 * The tokens of a page as the chain method's papers cut it: each tag, each run
 * of text between two tags, each script or style element as a whole. A token
 * has a place in the page and a normal form, by which tokens are compared.
 *
 *     <A HREF=x>  two
 *     words<!-- no token --></a>
 *
 *     <a href="x">    two words    </a>
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_TOKENS_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_TOKENS_H

#include "base/buffer.h"
#include "papers/raw_scan.h"

typedef struct pith_chain_tokens {
  pith_raw_scan scan;
  pith_raw_piece pending; /* read already: what ended the last text run */
  pith_buffer *normal;    /* borrowed; NULL when only places are wanted */
} pith_chain_tokens;

/* Begin. Borrows `page`; `normal` is borrowed too and may be NULL. PITH_LIMIT
 * for a page too long for spans. */
pith_status pith__chain_tokens_init(pith_chain_tokens *tokens, pith_slice page,
                                    pith_buffer *normal);

/* The place of the next token, its normal form appended to the buffer. False
 * when there is none. When the buffer has failed the forms are missing. */
bool pith__chain_tokens_next(pith_chain_tokens *tokens, pith_span *span);

#endif
