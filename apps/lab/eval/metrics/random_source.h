/* random_source.h: numbers that look random and are the same on every machine.
 *
 * xoshiro256** (Blackman, Vigna 2018), its state filled from a seed by
 * splitmix64. A statistic that names its seed can be checked by anyone.
 */
#ifndef EVAL_RANDOM_SOURCE_H
#define EVAL_RANDOM_SOURCE_H

#include <stdint.h>

typedef struct random_source {
  uint64_t state[4];
} random_source;

void random_source_init(random_source *source, uint64_t seed);

/* 64 random bits. */
uint64_t random_source_next(random_source *source);

/* A number from 0 to `bound` - 1, each as likely as any other. `bound` is at
 * least 1. */
uint32_t random_source_below(random_source *source, uint32_t bound);

#endif
