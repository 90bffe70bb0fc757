/*
 * Markdown from a flow: CommonMark, pipe tables, ~~ for deleted text. See
 * docs/formats/markdown.md.
 *
 * Two things of Markdown that HTML does not have: a list runs on into the next
 * one unless its marks change, and a numbered list that does not start at 1
 * needs a blank line before it.
 */
#include "render/markdown/markdown.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/element/address.h"

/* --- code ----------------------------------------------------------------- */

/* A class name that names a language: "language-c", "lang-c", "brush:c". */
static bool
language_in(pith_slice word, pith_slice *language)
{
  static const char *const starts[] = {
      "language-",  "lang-",  "highlight-source-", "highlight-text-",
      "highlight-", "brush:", "sourcecode-"};
  for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
    size_t len = strlen(starts[i]);
    if (word.len > len && pith__slice_starts(word, starts[i])) {
      *language = pith__slice(word.data + len, word.len - len);
      return true;
    }
  }
  return false;
}

/* CommonMark, "Info strings": only a word without blanks or ticks can follow
 * a fence. */
static bool
is_language(pith_slice name)
{
  for (size_t i = 0; i < name.len; i++)
    if (!pith__is_letter(name.data[i]) && !pith__is_digit(name.data[i]) &&
        !strchr("+#._-", name.data[i]))
      return false;
  return name.len > 0 && name.len <= 32 && !pith__slice_is(name, "none");
}

/* The language that an element names, in `data-lang` or in its class. */
static bool
language_of(const pith_tree *tree, uint32_t node, pith_slice *language)
{
  pith_slice classes, word;
  size_t at = 0;
  if (tree->nodes[node].kind != PITH_NODE_ELEMENT)
    return false;
  if (pith__attribute_get(tree, node, "data-lang", language) &&
      is_language(*language))
    return true;
  pith__attribute_get(tree, node, "class", &classes);
  while (pith__word_next(classes, &at, &word))
    if (language_in(word, language) && is_language(*language))
      return true;
  return false;
}

/* The language of a `pre` element, by the usual class names: its own, that of
 * the `code` in it, or that of the two elements around it. Empty if unknown.
 * Lent for the life of the tree. */
static pith_slice
find_language(const pith_tree *tree, uint32_t node)
{
  pith_slice language, none = {NULL, 0};
  uint32_t parent = tree->nodes[node].parent;
  uint32_t outer = tree->nodes[parent].parent;
  if (language_of(tree, node, &language))
    return language;
  if (tree->nodes[node].end > node + 1 &&
      tree->nodes[node + 1].tag == PITH_TAG_CODE &&
      language_of(tree, node + 1, &language))
    return language;
  if (language_of(tree, parent, &language) ||
      (outer != PITH_NODE_NONE && language_of(tree, outer, &language)))
    return language;
  return none;
}

/* CommonMark, "Fenced code blocks". Each line gets the prefix of the
 * containers around it. */
static void
write_code(pith_markdown *markdown, const pith_flow_op *op)
{
  pith_slice rest = pith__flow_words(markdown->flow, op), line;
  pith_slice language = find_language(markdown->tree, op->c);
  /* A fence has at least three ticks, and more than any run inside. */
  size_t length = pith__markdown_ticks(rest) + 1;
  length = length < 3 ? 3 : length;
  pith__lines_block(&markdown->lines, markdown->apart);
  pith__markdown_fence(markdown->out, length);
  pith__buffer_append(markdown->out, language.data, language.len);
  while (pith__lines_split(&rest, &line)) {
    if (line.len == 0)
      pith__lines_empty(&markdown->lines);
    else
      pith__lines_next(&markdown->lines);
    pith__buffer_append(markdown->out, line.data, line.len);
  }
  pith__lines_next(&markdown->lines);
  pith__markdown_fence(markdown->out, length);
}

/* --- blocks --------------------------------------------------------------- */

/* Whether a block has more than one line: signs at the start of a later line
 * must be escaped too. */
static bool
has_breaks(const pith_flow *flow, uint32_t at)
{
  for (; at < flow->count && pith__flow_is_inline(&flow->ops[at]); at++)
    if (flow->ops[at].kind == PITH_FLOW_BREAK)
      return true;
  return false;
}

/* A paragraph or an ATX heading. Returns the last operation of it. */
static uint32_t
write_leaf(pith_markdown *markdown, uint32_t at)
{
  const pith_flow_op *op = &markdown->flow->ops[at];
  bool heading = op->kind == PITH_FLOW_HEADING;
  markdown->place = heading ? PITH_PLACE_HEADING : PITH_PLACE_PARAGRAPH;
  markdown->many_lines = !heading && has_breaks(markdown->flow, at + 1);
  markdown->line_start = !heading;
  pith__lines_block(&markdown->lines, markdown->apart);
  if (heading) {
    pith__buffer_append(markdown->out, "######", op->bits);
    pith__buffer_append_char(markdown->out, ' ');
  }
  return pith__markdown_inline(markdown, at + 1) - 1;
}

/* Containers, with what Markdown needs: two lists in a row are kept apart by
 * another mark, and a definition is not indented, because four blanks would
 * make it code. */
static bool
write_container(pith_markdown *markdown, const pith_flow_op *op)
{
  pith_lines *lines = &markdown->lines;
  pith_level closing = {0}, none = {0};
  if (op->kind == PITH_FLOW_LIST_CLOSE)
    closing = lines->levels[lines->depth - 1];
  if (!pith__lines_container(lines, op))
    return false;
  pith_level *top = lines->depth > 0 ? &lines->levels[lines->depth - 1] : &none;
  switch ((pith_flow_kind)op->kind) {
  case PITH_FLOW_INDENT_OPEN:
    top->width = 0;
    break;
  case PITH_FLOW_INDENT_CLOSE:
    break;
  case PITH_FLOW_LIST_OPEN:
    top->alternate = markdown->after_list &&
                     markdown->last_ordered == top->ordered &&
                     !markdown->last_alternate;
    markdown->apart |= top->ordered && op->a != 1;
    break;
  case PITH_FLOW_LIST_CLOSE:
    markdown->after_list = true;
    markdown->last_ordered = closing.ordered;
    markdown->last_alternate = closing.alternate;
    break;
  default:
    markdown->after_list = false;
    break;
  }
  return true;
}

/* Any block resets what was kept about the list before it. */
static uint32_t
write_block(pith_markdown *markdown, uint32_t at)
{
  const pith_flow_op *op = &markdown->flow->ops[at];
  switch ((pith_flow_kind)op->kind) {
  case PITH_FLOW_PARAGRAPH:
  case PITH_FLOW_HEADING:
    at = write_leaf(markdown, at);
    break;
  case PITH_FLOW_CODE:
    write_code(markdown, op);
    break;
  case PITH_FLOW_TABLE_OPEN:
    pith__markdown_table(markdown, at);
    at = op->a;
    break;
  default:
    pith__lines_block(&markdown->lines, markdown->apart);
    pith__buffer_append(markdown->out, "***", 3);
    break;
  }
  markdown->after_list = markdown->apart = false;
  return at;
}

/* Operations in order; write_block() skips those that belong to a block. */
static void
write_flow(pith_markdown *markdown)
{
  const pith_flow *flow = markdown->flow;
  for (uint32_t i = 0; i < flow->count && !markdown->failed; i++)
    if (!write_container(markdown, &flow->ops[i]))
      i = write_block(markdown, i);
  pith__lines_end(&markdown->lines);
}

/* Releases what rendering needed on the way; `out` belongs to the caller. */
static void
finish(pith_markdown *markdown, pith_memory *memory)
{
  pith__buffer_done(&markdown->base);
  pith__buffer_done(&markdown->address);
  pith__grid_done(&markdown->grid);
  for (int i = 0; i < PITH_LIST_KINDS; i++)
    PITH_FREE_ITEMS(memory, markdown->lists[i].items,
                    markdown->lists[i].capacity);
}

/* The base of addresses is only worked out where addresses are written. */
pith_status
pith__render_markdown(const pith_render_page *page,
                      const pith_render_settings *options, pith_buffer *out)
{
  pith_flow flow;
  pith_markdown markdown;
  memset(&markdown, 0, sizeof markdown);
  pith__flow_init(&flow, page->memory);
  pith__grid_init(&markdown.grid, page->memory);
  pith__buffer_init(&markdown.base, page->memory);
  pith__buffer_init(&markdown.address, page->memory);
  pith__lines_init(&markdown.lines, out);
  markdown.flow = &flow;
  markdown.tree = page->tree;
  markdown.options = options;
  markdown.out = out;
  if (options->links || options->images)
    pith__address_base(page->tree, options->base_url, &markdown.base);
  pith_status status = pith__flow_build(&flow, page, options);
  if (status == PITH_OK)
    write_flow(&markdown);
  if (status == PITH_OK &&
      (markdown.failed || markdown.base.failed || out->failed))
    status = pith__memory_status(page->memory);
  finish(&markdown, page->memory);
  pith__flow_done(&flow);
  return status;
}
