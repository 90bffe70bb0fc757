/*
 * What is before a line, and between two blocks.
 *
 * The line between two blocks carries the signs of the quotes that go on
 * through it and nothing else, so no output line ends with a blank.
 */
#include "render/flow/lines.h"

#include <stdio.h>
#include <string.h>

void
pith__lines_init(pith_lines *lines, pith_buffer *out)
{
  memset(lines, 0, sizeof *lines);
  lines->out = out;
  lines->start = out->len;
}

/* Open a level. Items get their width from their mark later. */
static pith_level *
push(pith_lines *lines, pith_level_kind kind)
{
  pith_level *level = &lines->levels[lines->depth++];
  memset(level, 0, sizeof *level);
  level->kind = (uint8_t)kind;
  level->width = kind == PITH_LEVEL_LIST ? 0 : 2;
  return level;
}

static void
pop(pith_lines *lines)
{
  lines->depth--;
  if (lines->common > lines->depth)
    lines->common = lines->depth;
}

/* No level is wider than its mark, 12 bytes, so one constant is enough. */
static void
write_blanks(pith_lines *lines, unsigned count)
{
  static const char blanks[16] = "                ";
  pith__buffer_append(lines->out, blanks, count);
}

/* What comes before a line: marks that are due, quotes, blanks. A mark is
 * written once, with the first line of its item. */
static void
write_prefix(pith_lines *lines)
{
  for (uint32_t i = 0; i < lines->depth; i++) {
    pith_level *level = &lines->levels[i];
    if (level->kind == PITH_LEVEL_QUOTE)
      pith__buffer_append(lines->out, "> ", 2);
    else if (level->kind == PITH_LEVEL_ITEM && level->due)
      pith__buffer_append(lines->out, level->mark, level->width);
    else
      write_blanks(lines, level->width);
    level->due = false;
  }
}

/* What comes before an empty line that `levels` go through: the signs of
 * quotes and the blanks between them, but none at the end of the line. */
static void
write_quotes(pith_lines *lines, uint32_t levels)
{
  while (levels > 0 && lines->levels[levels - 1].kind != PITH_LEVEL_QUOTE)
    levels--;
  for (uint32_t i = 0; i < levels; i++) {
    const pith_level *level = &lines->levels[i];
    if (level->kind != PITH_LEVEL_QUOTE)
      write_blanks(lines, level->width);
    else
      pith__buffer_append(lines->out, "> ", i + 1 < levels ? 2 : 1);
  }
}

/* End the block before, leave a gap unless the list is tight, begin the
 * next. */
void
pith__lines_block(pith_lines *lines, bool apart)
{
  uint32_t common = lines->common;
  bool tight = common > 0 && lines->levels[common - 1].tight && !apart;
  if (lines->out->len > lines->start) {
    pith__buffer_append_char(lines->out, '\n');
    if (!tight) {
      write_quotes(lines, common);
      pith__buffer_append_char(lines->out, '\n');
    }
  }
  write_prefix(lines);
  lines->common = lines->depth;
}

void
pith__lines_next(pith_lines *lines)
{
  pith__buffer_append_char(lines->out, '\n');
  write_prefix(lines);
}

void
pith__lines_empty(pith_lines *lines)
{
  pith__buffer_append_char(lines->out, '\n');
  write_quotes(lines, lines->depth);
}

void
pith__lines_end(pith_lines *lines)
{
  if (lines->out->len > lines->start)
    pith__buffer_append_char(lines->out, '\n');
}

/* `rest` becomes {NULL, 0} behind the last line, which is how the end is
 * known. */
bool
pith__lines_split(pith_slice *rest, pith_slice *line)
{
  if (!rest->data)
    return false;
  const char *end = rest->len > 0 ? memchr(rest->data, '\n', rest->len) : NULL;
  line->data = rest->data;
  line->len = end ? (size_t)(end - rest->data) : rest->len;
  rest->data = end ? end + 1 : NULL;
  rest->len -= line->len + (end != NULL);
  return true;
}

/* Numbers are those of the page; the sign behind them changes where two
 * lists touch (CommonMark, "Lists": a change of the delimiter starts a new
 * list). */
static void
open_item(pith_lines *lines)
{
  pith_level list = lines->levels[lines->depth - 1];
  pith_level *item = push(lines, PITH_LEVEL_ITEM);
  item->due = true;
  item->tight = list.tight;
  if (list.ordered)
    item->width =
        (uint8_t)snprintf(item->mark, sizeof item->mark, "%u%c ",
                          (unsigned)list.number, list.alternate ? ')' : '.');
  else
    memcpy(item->mark, list.alternate ? "+ " : "- ", 2);
}

bool
pith__lines_container(pith_lines *lines, const pith_flow_op *op)
{
  pith_level *level;
  switch ((pith_flow_kind)op->kind) {
  case PITH_FLOW_QUOTE_OPEN:
    push(lines, PITH_LEVEL_QUOTE);
    return true;
  case PITH_FLOW_INDENT_OPEN:
    push(lines, PITH_LEVEL_SPACE);
    return true;
  case PITH_FLOW_LIST_OPEN:
    level = push(lines, PITH_LEVEL_LIST);
    level->ordered = op->bits & PITH_LIST_ORDERED;
    level->tight = !(op->bits & PITH_LIST_LOOSE);
    return true;
  case PITH_FLOW_ITEM_OPEN:
    lines->levels[lines->depth - 1].number = op->a;
    open_item(lines);
    return true;
  case PITH_FLOW_QUOTE_CLOSE:
  case PITH_FLOW_INDENT_CLOSE:
  case PITH_FLOW_LIST_CLOSE:
  case PITH_FLOW_ITEM_CLOSE:
    pop(lines);
    return true;
  default:
    return false;
  }
}
