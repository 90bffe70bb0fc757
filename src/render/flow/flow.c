/*
 * The array of operations and the words of a flow.
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

void
pith__flow_add(pith_flow *flow, pith_flow_op op)
{
  if (!flow->failed && !PITH_GROW(flow->memory, flow->ops, flow->capacity,
                                  flow->count + 1, UINT32_MAX))
    flow->failed = true;
  if (!flow->failed)
    flow->ops[flow->count++] = op;
}
