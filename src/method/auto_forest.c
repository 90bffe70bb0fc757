/*
 * See auto_forest.h.
 */
#include "method/auto_forest.h"

#include "base/simd_above.h"
#include "tables/logistic.h"

enum { LANES = PITH_ABOVE_BYTES }; /* divides PITH_FEATURE_CHUNK */

static void
score_tree(const pith_forest_tree *tree, const uint8_t *columns, uint32_t count,
           int32_t *scores)
{
  const int16_t *leaves = &pith__forest_leaves[tree->leaves];
  uint8_t leaf[LANES];
  for (uint32_t from = 0; from < count; from += LANES) {
    pith_answers answers = pith__answers_none();
    for (uint32_t q = 0; q < tree->questions; q++)
      answers = pith__answers_ask(
          answers,
          columns + (size_t)tree->columns[q] * PITH_FEATURE_CHUNK + from,
          tree->above[q], (uint8_t)(1u << q));
    pith__answers_store(answers, leaf);
    for (int i = 0; i < LANES; i++)
      scores[from + (uint32_t)i] += leaves[leaf[i]];
  }
}

void
pith__forest_score(const pith_forest_head *head, const uint8_t *columns,
                   uint32_t count, int32_t *scores)
{
  for (uint32_t i = 0; i < PITH_FEATURE_CHUNK; i++)
    scores[i] = head->bias;
  for (uint32_t t = 0; t < head->count; t++)
    score_tree(&pith__forest_trees[head->first + t], columns, count, scores);
}

uint32_t
pith__forest_probability(int32_t score)
{
  const int32_t step = PITH_SCORE_UNIT / PITH_LOGISTIC_STEPS;
  const int32_t last = PITH_LOGISTIC_COUNT - 1;
  /* Rounds down, also below 0: the sum is moved into what is above 0. */
  int32_t moved = score + PITH_LOGISTIC_COUNT / 2 * step;
  int32_t place = moved < 0 ? 0 : moved / step;
  return pith__logistic[place > last ? last : place];
}
