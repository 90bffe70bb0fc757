/*
 * See template_modes.h. It cannot grow past the depth limit, since it holds
 * one byte for each open template.
 */
#include "html/tree/template_modes.h"

void
pith__template_mode_push(pith_builder *b, pith_mode mode)
{
  if (!PITH_GROW(b->tree->memory, b->template_modes, b->template_capacity,
                 b->template_count + 1, UINT32_MAX)) {
    pith__builder_fail(b);
    return;
  }
  b->template_modes[b->template_count++] = (uint8_t)mode;
}

void
pith__template_mode_pop(pith_builder *b)
{
  if (b->template_count > 0)
    b->template_count--;
}

pith_mode
pith__template_mode(const pith_builder *b)
{
  if (b->template_count == 0)
    return PITH_MODE_IN_BODY;
  return (pith_mode)b->template_modes[b->template_count - 1];
}
