/*
 * The profile of a page: all that the clustering of a site needs to know about
 * it.
 *
 *     tokens   lengths[0] lengths[1] ... in bytes of the page
 *     chains   hashes[k] is the CRC32 of the normal forms of tokens
 *              k .. k + min_tokens_chain - 1, joined by the byte 1F
 *
 * A profile depends on the bytes of its page and on min_tokens_chain, on
 * nothing else, so profiles can be made in any order and in many threads, each
 * with its own maker.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_PROFILE_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_PROFILE_H

#include "base/buffer.h"
#include "base/crc32.h"

#define PITH_CHAIN_TOKENS_MOST 64 /* the largest min_tokens_chain */

typedef struct pith_chain_profile {
  pith_memory *memory; /* borrowed */
  uint32_t *lengths;   /* owned */
  uint32_t *hashes;    /* owned */
  uint32_t token_count;
  uint32_t chain_count;
  uint32_t token_capacity;
  uint32_t chain_capacity;
} pith_chain_profile;

void pith__chain_profile_init(pith_chain_profile *profile, pith_memory *memory);
void pith__chain_profile_done(pith_chain_profile *profile);

/* Where a token begins in the normal forms of the page. */
typedef struct pith_chain_start {
  uint64_t offset;
  uint32_t state; /* of the CRC over all before it */
} pith_chain_start;

/* What is kept from one page to the next: tables, a buffer. */
typedef struct pith_chain_maker {
  pith_memory *memory; /* borrowed */
  pith_buffer normal;  /* the form of the token at hand */
  pith_chain_start starts[PITH_CHAIN_TOKENS_MOST]; /* of the last tokens */
  uint32_t min_tokens_chain;
  pith_crc32 *crc; /* owned; NULL until the first profile */
} pith_chain_maker;

/* `min_tokens_chain` is 1 to PITH_CHAIN_TOKENS_MOST; it may be changed from
 * profile to profile. Making a maker costs some 10 microseconds with its first
 * profile, so keep one. */
void pith__chain_maker_init(pith_chain_maker *maker, pith_memory *memory,
                            uint32_t min_tokens_chain);
void pith__chain_maker_done(pith_chain_maker *maker);

/* Make the profile of a page, whose bytes are free at return. What `profile`
 * held before is overwritten, its memory used again. After a failure
 * (PITH_NOMEM, PITH_LIMIT) it holds nothing of use. */
pith_status pith__chain_profile_make(pith_chain_maker *maker, pith_slice page,
                                     pith_chain_profile *profile);

#endif
