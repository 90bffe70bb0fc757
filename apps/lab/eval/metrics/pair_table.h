/* pair_table.h: a number for each pair of numbers.
 *
 * Pairs of words are numbers, pairs of those are runs of four: a run of any
 * length becomes one number without a hash that could be wrong.
 */
#ifndef EVAL_PAIR_TABLE_H
#define EVAL_PAIR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pair_table {
  uint64_t *keys; /* owned; UINT64_MAX: free */
  uint32_t *numbers;
  size_t size;
  uint32_t count;
} pair_table;

#define PAIR_NONE UINT32_MAX

/* Forget all pairs, keep the memory. */
void pair_table_clear(pair_table *table);
void pair_table_done(pair_table *table);

/* The number of a pair, a new one if it is new. False when memory ends. */
bool pair_table_add(pair_table *table, uint32_t first, uint32_t second,
                    uint32_t *out);

/* The number of a pair, PAIR_NONE when it is not there. */
uint32_t pair_table_find(const pair_table *table, uint32_t first,
                         uint32_t second);

#endif
