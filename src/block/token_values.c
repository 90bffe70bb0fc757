/*
 * See token_values.h.
 */
#include "block/token_values.h"

static bool
find(const pith_token_values *values, uint32_t hash, int8_t *value)
{
  if (!(values->filter[hash >> 21] >> (hash >> 16 & 31) & 1u))
    return false;
  for (uint32_t at = hash & values->mask; values->hashes[at] != 0;
       at = (at + 1) & values->mask)
    if (values->hashes[at] == hash) {
      *value = values->values[at];
      return true;
    }
  return false;
}

/* The values of `count` of the hashes from `from` on. */
static pith_token_sum
sum_of(const pith_token_values *values, const uint32_t *hashes, uint32_t from,
       uint32_t count)
{
  pith_token_sum sum = {0, 0, 127, -127};
  int8_t value;
  for (uint32_t i = 0; values && i < count; i++) {
    if (!find(values, hashes[from + i], &value))
      continue;
    sum.sum += value;
    sum.count++;
    sum.least = value < sum.least ? value : sum.least;
    sum.most = value > sum.most ? value : sum.most;
  }
  return sum;
}

void
pith__token_sum_add(pith_token_sum *sum, const pith_token_sum *other)
{
  sum->sum += other->sum;
  sum->count = (int16_t)(sum->count + other->count);
  sum->least = other->least < sum->least ? other->least : sum->least;
  sum->most = other->most > sum->most ? other->most : sum->most;
}

pith_status
pith__token_scene_make(pith_token_scene *tokens, pith_memory *memory,
                       const pith_block_line *line,
                       const pith_token_values *path,
                       const pith_token_values *words)
{
  pith_region *region = &tokens->region;
  pith__region_init(region, memory);
  tokens->inner = pith__region_take(region, line->count, sizeof *tokens->inner);
  tokens->words = pith__region_take(region, line->count, sizeof *tokens->words);
  tokens->boxes =
      pith__region_take(region, line->box_count, sizeof *tokens->boxes);
  if (!tokens->inner || !tokens->words || !tokens->boxes)
    return pith__memory_status(memory);
  for (uint32_t i = 0; i < line->count; i++) {
    const pith_line_block *block = &line->blocks[i];
    tokens->inner[i] =
        sum_of(path, line->tokens, block->tokens, block->token_count);
    tokens->words[i] =
        sum_of(words, line->words, block->words, block->word_count);
  }
  for (uint32_t i = 0; i < line->box_count; i++)
    tokens->boxes[i] = sum_of(path, line->tokens, line->boxes[i].tokens,
                              line->boxes[i].token_count);
  return PITH_OK;
}

void
pith__token_scene_done(pith_token_scene *tokens)
{
  pith__region_done(&tokens->region);
}
