/*
 * Plain text from a flow: blocks with blank lines between, lists with marks,
 * quotes with ">", tables aligned, code unchanged. See
 * docs/formats/text.md.
 */
#include "render/text/text_table.h"

/* Code is written as it is, line by line, because every line needs the
 * prefix of the containers around it. */
static void
write_code(const pith_flow *flow, const pith_flow_op *op, pith_lines *lines)
{
  pith_slice rest = pith__flow_words(flow, op), line;
  pith__lines_block(lines, false);
  for (bool first = true; pith__lines_split(&rest, &line); first = false) {
    if (line.len == 0)
      pith__lines_empty(lines);
    else if (!first)
      pith__lines_next(lines);
    pith__buffer_append(lines->out, line.data, line.len);
  }
}

/* Containers change the prefix of lines; blocks are written. A rule is a gap
 * between blocks, and that is there already. */
static bool
write_flow(const pith_flow *flow, pith_lines *lines)
{
  bool done = true;
  for (uint32_t i = 0; i < flow->count && done; i++) {
    const pith_flow_op *op = &flow->ops[i];
    if (pith__lines_container(lines, op))
      continue;
    switch ((pith_flow_kind)op->kind) {
    case PITH_FLOW_PARAGRAPH:
    case PITH_FLOW_HEADING:
      pith__lines_block(lines, false);
      i = pith__text_inline(flow, i + 1, lines->out, lines) - 1;
      break;
    case PITH_FLOW_CODE:
      write_code(flow, op, lines);
      break;
    case PITH_FLOW_TABLE_OPEN:
      done = pith__text_table(flow, i, lines);
      i = op->a;
      break;
    default: /* a rule is a gap, and that is there already */
      break;
    }
  }
  pith__lines_end(lines);
  return done && !lines->out->failed;
}

/* Images are left out in any case; the alternative text is an option of its
 * own. */
pith_status
pith__render_text(const pith_render_page *page,
                  const pith_render_settings *options, pith_buffer *out)
{
  pith_render_settings mine = *options;
  pith_flow flow;
  pith_lines lines;
  mine.images = false;
  pith__flow_init(&flow, page->memory);
  pith__lines_init(&lines, out);
  pith_status status = pith__flow_build(&flow, page, &mine);
  if (status == PITH_OK && !write_flow(&flow, &lines))
    status = pith__memory_status(page->memory);
  pith__flow_done(&flow);
  return status;
}
