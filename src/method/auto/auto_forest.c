/*
 * See auto_forest.h. A tree asks up to eight questions, all of them for every
 * block; the answers are the bits of a leaf's number:
 *
 *     question k   columns[k] > above[k]   ──► bit k      leaf = 0b0110
 *
 * No branches depend on the data, so blocks are compared a register at a time
 * and every processor comes to the same sums.
 */
#include "method/auto/auto_forest.h"

#include "base/simd_above.h"
#include "base/simd_quads.h"
#include "tables/logistic.h"

enum { LANES = PITH_ABOVE_BYTES }; /* divides PITH_FEATURE_CHUNK */

/* Trees that are evaluated together, so that their leaves are added up before a
 * score is touched. */
enum { TOGETHER = 4 };

/* The leaves of LANES blocks from `column` on. */
static inline void
find_leaves(const pith_forest_tree *tree, const uint8_t *columns, uint8_t *leaf)
{
  pith_answers answers = pith__answers_none();
  for (uint32_t q = 0; q < tree->questions; q++)
    answers = pith__answers_ask(
        answers, columns + (size_t)tree->columns[q] * PITH_FEATURE_CHUNK,
        tree->above[q], (uint8_t)(1u << q));
  pith__answers_store(answers, leaf);
}

/* Four trees for each pass over the scores: the sums of leaves are what costs.
 */
static void
score_together(const pith_forest_tree *trees, const uint8_t *columns,
               uint32_t count, int32_t *scores)
{
  const int16_t *a = &pith__forest_leaves[trees[0].leaves];
  const int16_t *b = &pith__forest_leaves[trees[1].leaves];
  const int16_t *c = &pith__forest_leaves[trees[2].leaves];
  const int16_t *d = &pith__forest_leaves[trees[3].leaves];
  uint8_t leaf[TOGETHER][LANES];
  for (uint32_t from = 0; from < count; from += LANES) {
    for (int t = 0; t < TOGETHER; t++)
      find_leaves(&trees[t], columns + from, leaf[t]);
    for (uint32_t i = 0; i < LANES; i++)
      scores[from + i] +=
          a[leaf[0][i]] + b[leaf[1][i]] + c[leaf[2][i]] + d[leaf[3][i]];
  }
}

/* The last one to three trees of a forest. */
static void
score_one_tree(const pith_forest_tree *tree, const uint8_t *columns,
               uint32_t count, int32_t *scores)
{
  const int16_t *leaves = &pith__forest_leaves[tree->leaves];
  uint8_t leaf[LANES];
  for (uint32_t from = 0; from < count; from += LANES) {
    find_leaves(tree, columns + from, leaf);
    for (uint32_t i = 0; i < LANES; i++)
      scores[from + i] += leaves[leaf[i]];
  }
}

/* The score of the first block alone. */
static int32_t
score_first(const pith_forest_tree *trees, uint32_t count,
            const uint8_t *columns)
{
  int32_t score = 0;
  for (const pith_forest_tree *tree = trees; tree < trees + count; tree++) {
    uint32_t leaf = 0;
    for (uint32_t q = 0; q < tree->questions; q++)
      leaf |= (uint32_t)(columns[tree->columns[q] * PITH_FEATURE_CHUNK] >
                         tree->above[q])
              << q;
    score += pith__forest_leaves[tree->leaves + leaf];
  }
  return score;
}

/* As score_together() where all trees have four questions. */
static void
score_quads(const pith_forest_tree *trees, const uint8_t *columns,
            uint32_t count, int32_t *scores)
{
  pith_quad quads[PITH_QUADS];
  for (int t = 0; t < PITH_QUADS; t++) {
    const pith_forest_tree *tree = &trees[t];
    for (int q = 0; q < 4; q++) {
      quads[t].columns[q] =
          columns + (size_t)tree->columns[q] * PITH_FEATURE_CHUNK;
      quads[t].above[q] = tree->above[q];
    }
    quads[t].leaves = &pith__forest_leaves[tree->leaves];
  }
  pith__quads_add(quads, count, scores);
}

void
pith__forest_score(const pith_forest_head *head, const uint8_t *columns,
                   uint32_t count, int32_t *scores)
{
  const pith_forest_tree *trees = &pith__forest_trees[head->first];
  uint32_t t = 0;
  for (uint32_t i = 0; i < PITH_FEATURE_CHUNK; i++)
    scores[i] = head->bias;
  if (count == 1) {
    scores[0] += score_first(trees, head->count, columns);
    return;
  }
  if (head->questions == 4 && pith__quads_can())
    for (; t + PITH_QUADS <= head->count; t += PITH_QUADS)
      score_quads(&trees[t], columns, count, scores);
  for (; t + TOGETHER <= head->count; t += TOGETHER)
    score_together(&trees[t], columns, count, scores);
  for (; t < head->count; t++)
    score_one_tree(&trees[t], columns, count, scores);
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
