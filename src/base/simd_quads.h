/*
 * Trees of four comparisons, evaluated for 32 rows at a time by AVX2: the
 * sixteen leaves of such a tree fit into a register, and so no leaf is fetched
 * from memory. Without AVX2 base/simd_above.h does the work question by
 * question; both come to the same sums.
 */
#ifndef PITH_BASE_SIMD_QUADS_H
#define PITH_BASE_SIMD_QUADS_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stdint.h>

/* Trees that are evaluated together, and the rows evaluated at once. */
#define PITH_QUADS     4
#define PITH_QUAD_ROWS 32

/* The greatest leaf on either side of 0, so that PITH_QUADS of them add up in
 * sixteen bits. */
#define PITH_QUAD_LEAF 8191

/* All borrowed. */
typedef struct pith_quad {
  const uint8_t *columns[4]; /* a byte a row */
  uint8_t above[4];          /* a row answers yes when it is above */
  const int16_t *leaves;     /* 16: by the answers, the first one least */
} pith_quad;

/* Whether this processor can do it. */
static inline bool
pith__quads_can(void)
{
#if PITH_X86_64
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

/* Add the leaves of PITH_QUADS trees to the scores of `count` rows, rounded up
 * to a multiple of PITH_QUAD_ROWS: columns and scores have as many. Does
 * nothing where pith__quads_can() is false. */
void pith__quads_add(const pith_quad *quads, uint32_t count, int32_t *scores);

#endif
