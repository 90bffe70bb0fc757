/*
 * Oblivious trees: every tree asks the same few questions of all blocks, so
 * sixteen or more of them are answered by one comparison, and the answers are
 * the bits of the number of a leaf.
 *
 *     column 12 > 40 ?   1                leaf 1 + 4 = 5
 *     column 3 > 7 ?     0        ──►     score += leaves[5]
 *     column 90 > 128 ?  4
 *
 * All is whole numbers; the order of the trees does not matter.
 */
#ifndef PITH_METHOD_AUTO_AUTO_FOREST_H
#define PITH_METHOD_AUTO_AUTO_FOREST_H

#include "method/auto/feature.h"
#include "tables/weights_auto.h"

/* The unit of scores: so many are one in the logarithm of the odds. */
#define PITH_SCORE_UNIT 4096

/* The scores of a run of blocks: bias and leaves of all trees of `head`.
 * `columns` is as pith__features_fill() makes it, with something in each of
 * PITH_FEATURE_CHUNK places of a column; so has `scores`. */
void pith__forest_score(const pith_forest_head *head, const uint8_t *columns,
                        uint32_t count, int32_t *scores);

/* The probability that belongs to a score, 0 to 65535. */
uint32_t pith__forest_probability(int32_t score);

#endif
