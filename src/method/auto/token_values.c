/*
 * See token_values.h. The tables are open hash tables in constant data. Most
 * tokens of a page are not in them, and the filter, one bit for the upper half
 * of a hash, finds that out with one read.
 */
#include "method/auto/token_values.h"

/* 256 over the square root, by how many tokens are known: names of one element
 * mean much the same, so four of them count as two. */
static const uint16_t over_root[PITH_TALLY_HASHES + 1] = {
    0,  256, 181, 148, 128, 114, 105, 97, 91, 85, 81, 77, 74, 71, 68, 66, 64,
    62, 60,  59,  57,  56,  55,  53,  52, 51, 50, 49, 48, 48, 47, 46, 45, 45,
    44, 43,  43,  42,  42,  41,  40,  40, 40, 39, 39, 38, 38, 37, 37, 37, 36,
    36, 36,  35,  35,  35,  34,  34,  34, 33, 33, 33, 33, 32, 32};

/* Places are taken in order from `hash & mask` on; a 0 ends the search. */
static bool
find(const pith_token_values *values, uint32_t hash, uint32_t *place)
{
  if (!(values->filter[hash >> 21] >> (hash >> 16 & 31) & 1u))
    return false;
  for (uint32_t at = hash & values->mask; values->hashes[at] != 0;
       at = (at + 1) & values->mask)
    if (values->hashes[at] == hash) {
      *place = at;
      return true;
    }
  return false;
}

/* The values of `count` of the hashes from `from` on. */
static pith_token_sum
sum_of(const pith_token_values *values, const uint32_t *hashes, uint32_t from,
       uint32_t count)
{
  pith_token_sum sum = {0, 0, 0, 127, -127};
  uint32_t place;
  for (uint32_t i = 0; values && i < count; i++) {
    if (!find(values, hashes[from + i], &place))
      continue;
    int8_t value = values->values[place];
    sum.sum += value;
    sum.added += values->added[place];
    sum.count++;
    sum.least = value < sum.least ? value : sum.least;
    sum.most = value > sum.most ? value : sum.most;
  }
  sum.added *= over_root[sum.count];
  return sum;
}

/* Sums of counts that were scaled by their own roots; adding them up is what
 * the model was trained with. */
void
pith__token_sum_add(pith_token_sum *sum, const pith_token_sum *other)
{
  sum->sum += other->sum;
  sum->added += other->added;
  sum->count = (int16_t)(sum->count + other->count);
  sum->least = other->least < sum->least ? other->least : sum->least;
  sum->most = other->most > sum->most ? other->most : sum->most;
}

pith_status
pith__token_context_make(pith_token_context *tokens, pith_memory *memory,
                         const pith_block_list *list,
                         const pith_token_values *path,
                         const pith_token_values *words)
{
  pith_region *region = &tokens->region;
  pith__region_init(region, memory);
  tokens->inner = pith__region_take(region, list->count, sizeof *tokens->inner);
  tokens->words = pith__region_take(region, list->count, sizeof *tokens->words);
  tokens->boxes =
      pith__region_take(region, list->box_count, sizeof *tokens->boxes);
  if (!tokens->inner || !tokens->words || !tokens->boxes)
    return pith__memory_status(memory);
  for (uint32_t i = 0; i < list->count; i++) {
    const pith_list_block *block = &list->blocks[i];
    tokens->inner[i] =
        sum_of(path, list->tokens, block->tokens, block->token_count);
    tokens->words[i] =
        sum_of(words, list->words, block->words, block->word_count);
  }
  for (uint32_t i = 0; i < list->box_count; i++)
    tokens->boxes[i] = sum_of(path, list->tokens, list->boxes[i].tokens,
                              list->boxes[i].token_count);
  return PITH_OK;
}

void
pith__token_context_done(pith_token_context *tokens)
{
  pith__region_done(&tokens->region);
}
