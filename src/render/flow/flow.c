/*
 * The arrays of a flow: its operations, and the words of all runs in one
 * buffer. A failed allocation is remembered in `failed`; later calls do
 * nothing, and the status is checked once at the end.
 */
#include "render/flow/flow.h"

#include <string.h>

void
pith__flow_init(pith_flow *flow, pith_memory *memory)
{
  memset(flow, 0, sizeof *flow);
  flow->memory = memory;
  pith__buffer_init(&flow->words, memory);
}

void
pith__flow_done(pith_flow *flow)
{
  PITH_FREE_ITEMS(flow->memory, flow->ops, flow->capacity);
  pith__buffer_done(&flow->words);
  pith__flow_init(flow, flow->memory);
}

/* There is no ceiling of its own: an operation needs a node or a word of the
 * page, and both are limited. */
void
pith__flow_add(pith_flow *flow, pith_flow_op op)
{
  if (!flow->failed && !PITH_GROW(flow->memory, flow->ops, flow->capacity,
                                  flow->count + 1, UINT32_MAX))
    flow->failed = true;
  if (!flow->failed)
    flow->ops[flow->count++] = op;
}
