/*
 * See chain_compat_max_tree.h. A complete binary tree in an array; the left
 * player is the earlier page, so it wins when values are equal.
 */
#include "papers/chain/chain_compat_max_tree.h"

/* One match: the winner of the two below goes up. */
static void
play(pith_max_tree *top, uint32_t node)
{
  uint32_t left = top->winners[2 * node], right = top->winners[2 * node + 1];
  bool right_wins = top->values[right] > top->values[left];
  top->winners[node] = right_wins ? right : left;
}

/* At least two leaves, so that the root always has two below it. Leaves
 * without a page keep value 0 and lose. */
bool
pith__max_tree_init(pith_max_tree *top, pith_region *region,
                    uint32_t page_count)
{
  uint32_t leaves = 2;
  while (leaves < page_count && leaves < UINT32_MAX / 4)
    leaves *= 2;
  top->leaves = leaves;
  top->values = pith__region_take_zeros(region, leaves, sizeof *top->values);
  top->winners =
      pith__region_take(region, 2 * (size_t)leaves, sizeof *top->winners);
  if (!top->values || !top->winners)
    return false;
  for (uint32_t i = 0; i < leaves; i++)
    top->winners[leaves + i] = i;
  pith__max_tree_replay(top);
  return true;
}

void
pith__max_tree_set(pith_max_tree *top, uint32_t page, uint32_t value)
{
  top->values[page] = value;
  for (uint32_t node = (top->leaves + page) / 2; node >= 1; node /= 2)
    play(top, node);
}

void
pith__max_tree_replay(pith_max_tree *top)
{
  for (uint32_t node = top->leaves - 1; node >= 1; node--)
    play(top, node);
}
