/*
 * Preformatted text: every line and every blank counts, tags do not. Blocks
 * and `br` inside it end a line, which is how highlighters and line numbers
 * are written. Blank lines at both ends go.
 */
#include "render/flow/flow_build.h"

#include "base/slice.h"
#include "page/text/characters.h"
#include "render/flow/special_content.h"

/* Start preformatted text. Its characters go straight to the words of the
 * flow; the operation is added at the end, when the blank lines around it
 * are known. */
void
pith__builder_code(pith_flow_builder *builder, uint32_t node)
{
  pith__flow_writer_border(&builder->writer);
  if (builder->writer.cell) {
    /* A cell has lines but no blocks. */
    pith__builder_push(builder, node, PITH_FRAME_BORDER);
    builder->writer.style |= PITH_STYLE_CODE;
    builder->writer.keep_lines = true;
    return;
  }
  pith__builder_push(builder, node, PITH_FRAME_CODE);
  builder->code = true;
  builder->code_line = false;
  builder->code_node = node;
  builder->code_from = builder->flow->words.len;
}

/* The last character of the code so far; '\n' at its start, so that a block
 * element there does not add an empty line. */
static char
last_character(const pith_flow_builder *builder)
{
  const pith_buffer *words = &builder->flow->words;
  return words->len > builder->code_from ? words->data[words->len - 1] : '\n';
}

/* A block begins or ends inside `pre`: a line ends, unless it just did. The
 * line end is written with the next text, so none is left over at the end. */
void
pith__builder_code_border(pith_flow_builder *builder)
{
  builder->code_line = last_character(builder) != '\n';
}

/* Spaces that only look different become spaces, and what no reader sees is
 * dropped: a control character in code would be obeyed by a terminal, and
 * U+FEFF would break the code when it is copied. */
static void
append_character(pith_buffer *words, const char *p, size_t len, uint32_t code)
{
  bool invisible = code != '\n' && code != '\t' &&
                   (code < ' ' || (code >= 0x7F && code < 0xA0) ||
                    code == 0xAD || code == 0xFEFF);
  if (code == '\f' || code == '\v' || code == 0xA0 || code == 0x202F)
    pith__buffer_append_char(words, ' ');
  else if (code == 0x2028 || code == 0x2029 || code == 0x85)
    pith__buffer_append_char(words, '\n');
  else if (!invisible)
    pith__buffer_append(words, p, len);
}

/* Verbatim but for append_character(). The limit keeps offsets within 32
 * bits. */
void
pith__builder_code_text(pith_flow_builder *builder, pith_slice text)
{
  pith_buffer *words = &builder->flow->words;
  if (text.len == 0)
    return;
  const char *p = text.data, *end = p + text.len;
  size_t len;
  if (builder->code_line && *p != '\n')
    pith__buffer_append_char(words, '\n');
  builder->code_line = false;
  for (; p < end; p += len) {
    uint32_t code = pith__character_at(p, end, &len);
    append_character(words, p, len, code);
  }
  builder->flow->failed |= words->failed || words->len > UINT32_MAX / 2;
}

/* Without blank lines before and behind. Indentation of the first line
 * stays: it belongs to the code. */
static pith_span
trim_lines(pith_slice words, size_t from)
{
  size_t to = words.len, start = from;
  while (to > from && pith__is_space(words.data[to - 1]))
    to--;
  for (size_t i = from; i < to && pith__is_space(words.data[i]); i++)
    if (words.data[i] == '\n')
      start = i + 1;
  pith_span span = {(uint32_t)start, (uint32_t)to};
  return span;
}

/* Code of white space only is no block. */
void
pith__builder_code_end(pith_flow_builder *builder)
{
  pith_flow *flow = builder->flow;
  builder->code = false;
  if (flow->failed)
    return;
  pith_span span =
      trim_lines(pith__buffer_slice(&flow->words), builder->code_from);
  if (span.to <= span.from)
    return;
  pith_flow_op op = {PITH_FLOW_CODE, 0, span.from, span.to, builder->code_node};
  pith__flow_writer_block(&builder->writer, op);
}

/* Tags inside `pre` only matter where they end lines or hide something. Line
 * numbers of highlighters are dropped: they are no part of the code. */
uint32_t
pith__builder_code_element(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree_node *at = &builder->tree->nodes[node];
  static const pith_slice line = {"\n", 1};
  pith_display display =
      pith__display_of(builder->tree, node, builder->options->view);
  if (at->tag == PITH_TAG_BR) {
    pith__builder_code_text(builder, line);
    return at->end;
  }
  if (display == PITH_DISPLAY_NONE || display == PITH_DISPLAY_REPLACED ||
      pith__is_line_number(builder->tree, node))
    return at->end;
  if (pith__display_is_block(display)) {
    pith__builder_code_border(builder);
    pith__builder_push(builder, node, PITH_FRAME_LINE);
  }
  return node + 1;
}
