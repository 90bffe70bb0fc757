/* Trees of four questions by AVX2, against the plainest way to ask them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/simd_quads.h"

enum { ROWS = 96, COLUMNS = 16 };

static uint32_t
next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}

static int32_t
ask_plainly(const pith_quad *quads, uint32_t row)
{
  int32_t sum = 0;
  for (int t = 0; t < PITH_QUADS; t++) {
    uint32_t leaf = 0;
    for (int q = 0; q < 4; q++)
      leaf |= (uint32_t)(quads[t].columns[q][row] > quads[t].above[q]) << q;
    sum += quads[t].leaves[leaf];
  }
  return sum;
}

static void
random_trees(void **state)
{
  (void)state;
  if (!pith__quads_can())
    skip();
  static uint8_t columns[COLUMNS][ROWS];
  int16_t leaves[PITH_QUADS][16];
  pith_quad quads[PITH_QUADS];
  uint32_t seed = 7;
  for (int turn = 0; turn < 200; turn++) {
    for (int c = 0; c < COLUMNS; c++)
      for (int r = 0; r < ROWS; r++)
        columns[c][r] = (uint8_t)next_random(&seed);
    for (int t = 0; t < PITH_QUADS; t++) {
      for (int q = 0; q < 4; q++) {
        quads[t].columns[q] = columns[next_random(&seed) % COLUMNS];
        quads[t].above[q] = (uint8_t)next_random(&seed);
      }
      for (int l = 0; l < 16; l++)
        leaves[t][l] =
            (int16_t)((int32_t)(next_random(&seed) % (2 * PITH_QUAD_LEAF + 1)) -
                      PITH_QUAD_LEAF);
      leaves[t][turn % 16] = turn & 1 ? PITH_QUAD_LEAF : -PITH_QUAD_LEAF;
      quads[t].leaves = leaves[t];
    }
    int32_t scores[ROWS] = {0};
    pith__quads_add(quads, ROWS - (uint32_t)turn % PITH_QUAD_ROWS, scores);
    for (uint32_t r = 0; r < ROWS; r++)
      assert_int_equal(scores[r], ask_plainly(quads, r));
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_trees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
