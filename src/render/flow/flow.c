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
  pith__memory_free(flow->memory, flow->ops,
                    flow->capacity * sizeof *flow->ops);
  pith__buffer_done(&flow->words);
  pith__flow_init(flow, flow->memory);
}

void
pith__flow_add(pith_flow *flow, pith_flow_op op)
{
  if (!flow->failed &&
      !pith__memory_grow(flow->memory, (void **)&flow->ops, &flow->capacity,
                         flow->count + 1, UINT32_MAX, sizeof *flow->ops))
    flow->failed = true;
  if (!flow->failed)
    flow->ops[flow->count++] = op;
}
