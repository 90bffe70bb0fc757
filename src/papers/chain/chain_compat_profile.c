/*
 * See chain_compat_profile.h. The normal forms of all tokens, each with its
 * separator behind it, are hashed as one text, of which nothing is kept but the
 * CRC's state at the start of the last tokens:
 *
 *     <p> 1F one two 1F </p> 1F ...
 *     ^ starts[k % n]          ^ the chain of n tokens ends before this 1F
 *
 * The hash of the chain follows from the states at its two ends (crc32.h), so
 * each token is hashed once, not once for each chain it is in.
 */
#include "papers/chain/chain_compat_profile.h"

#include "papers/chain/chain_compat_tokens.h"

#include <string.h>

#define SEPARATOR "\x1F"

static bool
add_length(pith_chain_profile *profile, uint32_t length)
{
  if (!PITH_GROW(profile->memory, profile->lengths, profile->token_capacity,
                 profile->token_count + 1, UINT32_MAX))
    return false;
  profile->lengths[profile->token_count++] = length;
  return true;
}

static bool
add_hash(pith_chain_profile *profile, uint32_t hash)
{
  if (!PITH_GROW(profile->memory, profile->hashes, profile->chain_capacity,
                 profile->chain_count + 1, UINT32_MAX))
    return false;
  profile->hashes[profile->chain_count++] = hash;
  return true;
}

/* A token has ended at `end`: if there are enough tokens, a chain ends with
 * it. Its hash follows from the states at its two ends. */
static bool
add_chain(const pith_chain_maker *maker, pith_chain_profile *profile,
          pith_chain_start end)
{
  uint32_t window = maker->min_tokens_chain;
  if (profile->token_count < window)
    return true;
  pith_chain_start start = maker->starts[profile->token_count % window];
  uint32_t before = pith__crc32_zeros(maker->crc, start.state ^ PITH_CRC32_ONES,
                                      (size_t)(end.offset - start.offset));
  return add_hash(profile, ~(end.state ^ before));
}

/* One token after the other: its normal form is hashed and forgotten. */
static bool
add_tokens(pith_chain_maker *maker, pith_chain_tokens *tokens,
           pith_chain_profile *profile)
{
  const pith_crc32 *crc = maker->crc;
  pith_buffer *normal = &maker->normal;
  pith_chain_start at = {0, 0};
  pith_span span;
  for (;;) {
    pith__buffer_clear(normal);
    if (!pith__chain_tokens_next(tokens, &span))
      return true;
    if (normal->failed)
      return false;
    maker->starts[profile->token_count % maker->min_tokens_chain] = at;
    at.state = pith__crc32_state(crc, at.state, normal->data, normal->len);
    at.offset += normal->len;
    if (!add_length(profile, span.to - span.from) ||
        !add_chain(maker, profile, at))
      return false;
    at.state = pith__crc32_state(crc, at.state, SEPARATOR, 1);
    at.offset++;
  }
}

/* Tables of the CRC are made with the first profile, so a maker that is
 * never used costs nothing. */
static bool
make_tables(pith_chain_maker *maker)
{
  if (!maker->crc) {
    maker->crc =
        pith__memory_resize(maker->memory, NULL, 0, sizeof *maker->crc);
    if (maker->crc)
      pith__crc32_init(maker->crc);
  }
  return maker->crc != NULL;
}

void
pith__chain_profile_init(pith_chain_profile *profile, pith_memory *memory)
{
  memset(profile, 0, sizeof *profile);
  profile->memory = memory;
}

void
pith__chain_profile_done(pith_chain_profile *profile)
{
  PITH_FREE_ITEMS(profile->memory, profile->lengths, profile->token_capacity);
  PITH_FREE_ITEMS(profile->memory, profile->hashes, profile->chain_capacity);
  pith__chain_profile_init(profile, profile->memory);
}

void
pith__chain_maker_init(pith_chain_maker *maker, pith_memory *memory,
                       uint32_t min_tokens_chain)
{
  maker->memory = memory;
  maker->min_tokens_chain = min_tokens_chain;
  pith__buffer_init(&maker->normal, memory);
  maker->crc = NULL;
}

void
pith__chain_maker_done(pith_chain_maker *maker)
{
  pith__buffer_done(&maker->normal);
  pith__memory_free(maker->memory, maker->crc, sizeof *maker->crc);
  maker->crc = NULL;
}

/* Two accounts may fail: that of the maker's buffer and that of the profile.
 * The status is that of the one that did. */
pith_status
pith__chain_profile_make(pith_chain_maker *maker, pith_slice page,
                         pith_chain_profile *profile)
{
  pith_chain_tokens tokens;
  profile->token_count = 0;
  profile->chain_count = 0;
  pith_status status = pith__chain_tokens_init(&tokens, page, &maker->normal);
  if (status != PITH_OK)
    return status;
  maker->memory->refused = false;
  profile->memory->refused = false;
  if (!make_tables(maker))
    return pith__memory_status(maker->memory);
  if (add_tokens(maker, &tokens, profile))
    return PITH_OK;
  return pith__memory_status(maker->normal.failed ? maker->memory
                                                  : profile->memory);
}
