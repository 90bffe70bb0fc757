/*
 * A table of the flow as aligned text; between text.c and text_table.c.
 */
#ifndef PITH_RENDER_TEXT_TEXT_TABLE_H
#define PITH_RENDER_TEXT_TEXT_TABLE_H

#include "render/flow/grid.h"
#include "render/flow/lines.h"

/* Append the words of the inline operations from `at` on; a break becomes
 * a new line of `lines`, or just '\n' when that is NULL. Returns the first
 * operation that is not inline. */
uint32_t pith__text_inline(const pith_flow *flow, uint32_t at, pith_buffer *out,
                           pith_lines *lines);

/* Write the table that opens at operation `open`. False when memory ends. */
bool pith__text_table(const pith_flow *flow, uint32_t open, pith_lines *lines);

#endif
