/*
 * See chain_compat_sheet.h. The normal forms of the last tokens stand one after
 * the other, each with its separator behind it, so that a chain is one run of
 * bytes to hash:
 *
 *     <p> 1F one two 1F </p> 1F ...
 *     ^ starts[k % n]           ^ the chain of n tokens ends before this 1F
 *
 * What the window has left behind is thrown away from time to time.
 */
#include "method/chain_compat_sheet.h"

#include "method/chain_compat_tokens.h"

#include <string.h>

#define SEPARATOR   '\x1F'
#define KEEP_BEHIND ((size_t)1 << 15) /* bytes; less is not worth the move */

static bool
add_length(pith_chain_sheet *sheet, uint32_t length)
{
  void *lengths = sheet->lengths;
  if (!pith__memory_grow(sheet->memory, &lengths, &sheet->token_capacity,
                         sheet->token_count + 1, UINT32_MAX,
                         sizeof *sheet->lengths))
    return false;
  sheet->lengths = lengths;
  sheet->lengths[sheet->token_count++] = length;
  return true;
}

static bool
add_hash(pith_chain_sheet *sheet, uint32_t hash)
{
  void *hashes = sheet->hashes;
  if (!pith__memory_grow(sheet->memory, &hashes, &sheet->chain_capacity,
                         sheet->chain_count + 1, UINT32_MAX,
                         sizeof *sheet->hashes))
    return false;
  sheet->hashes = hashes;
  sheet->hashes[sheet->chain_count++] = hash;
  return true;
}

/* Drop the bytes before `keep` once they outweigh what is kept. */
static void
slide(pith_chain_maker *maker, size_t keep)
{
  pith_buffer *normal = &maker->normal;
  if (keep < KEEP_BEHIND || keep < normal->len - keep)
    return;
  memmove(normal->data, normal->data + keep, normal->len - keep);
  normal->len -= keep;
  for (uint32_t i = 0; i < maker->min_tokens_chain; i++)
    maker->starts[i] -= keep;
}

/* The last token has been added to the buffer: is there a chain that ends with
 * it? */
static bool
add_chain(pith_chain_maker *maker, pith_chain_sheet *sheet)
{
  uint32_t window = maker->min_tokens_chain;
  if (sheet->token_count < window)
    return true;
  size_t first = maker->starts[sheet->token_count % window];
  uint32_t hash = pith__crc32(&maker->crc, maker->normal.data + first,
                              maker->normal.len - 1 - first);
  slide(maker, first);
  return add_hash(sheet, hash);
}

static bool
add_tokens(pith_chain_maker *maker, pith_chain_tokens *tokens,
           pith_chain_sheet *sheet)
{
  pith_buffer *normal = &maker->normal;
  for (;;) {
    pith_span span;
    maker->starts[sheet->token_count % maker->min_tokens_chain] = normal->len;
    if (!pith__chain_tokens_next(tokens, &span))
      return true;
    pith__buffer_append_char(normal, SEPARATOR);
    if (normal->failed || !add_length(sheet, span.to - span.from) ||
        !add_chain(maker, sheet))
      return false;
  }
}

void
pith__chain_sheet_init(pith_chain_sheet *sheet, pith_memory *memory)
{
  memset(sheet, 0, sizeof *sheet);
  sheet->memory = memory;
}

void
pith__chain_sheet_done(pith_chain_sheet *sheet)
{
  pith__memory_free(sheet->memory, sheet->lengths,
                    sheet->token_capacity * sizeof *sheet->lengths);
  pith__memory_free(sheet->memory, sheet->hashes,
                    sheet->chain_capacity * sizeof *sheet->hashes);
  pith__chain_sheet_init(sheet, sheet->memory);
}

void
pith__chain_maker_init(pith_chain_maker *maker, pith_memory *memory,
                       uint32_t min_tokens_chain)
{
  maker->memory = memory;
  maker->min_tokens_chain = min_tokens_chain;
  pith__buffer_init(&maker->normal, memory);
  pith__crc32_init(&maker->crc);
}

void
pith__chain_maker_done(pith_chain_maker *maker)
{
  pith__buffer_done(&maker->normal);
}

pith_status
pith__chain_sheet_make(pith_chain_maker *maker, pith_slice page,
                       pith_chain_sheet *sheet)
{
  pith_chain_tokens tokens;
  sheet->token_count = 0;
  sheet->chain_count = 0;
  pith__buffer_clear(&maker->normal);
  pith_status status = pith__chain_tokens_init(&tokens, page, &maker->normal);
  if (status != PITH_OK)
    return status;
  maker->memory->refused = false;
  sheet->memory->refused = false;
  if (add_tokens(maker, &tokens, sheet))
    return PITH_OK;
  return pith__memory_status(maker->normal.failed ? maker->memory
                                                  : sheet->memory);
}
