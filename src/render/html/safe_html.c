/*
 * Safe HTML: a new document, written from the tree (docs/formats/html.md).
 *
 *     tree     nav "Home" · form · p onclick="x()" "Tea <b>" · script "y()"
 *     output   <section><p>Tea &lt;b&gt;</p></section>
 *
 * One loop over the nodes, and one stack of the elements that are open in the
 * output. Nothing of the source is copied but escaped text and the values of
 * listed attributes, so no byte of the page is ever read as markup again.
 *
 * The output is meant to parse to the tree that it was written from. Where the
 * tree has a nesting that no parser would make again (a block in a paragraph,
 * a link in a link), the outer element is ended or the inner one left out.
 */
#include "render/html/safe_html.h"

#include "base/slice.h"
#include "page/element/address.h"
#include "page/element/attribute.h"
#include "render/flow/media.h"
#include "render/flow/special_content.h"
#include "render/html/text_spans.h"

/* How many open elements are looked at for an item. */
#define LOOK_UP 32

/* A rule is looked at as what cutting left only in an element of so many nodes.
 */
#define RULE_NODES 256

/* --- tags ----------------------------------------------------------------- */

static void
write_end_tag(pith_safe_writer *writer, const pith_safe_rule *rule)
{
  pith__buffer_append(writer->out, "</", 2);
  pith__buffer_append(writer->out, rule->name, strlen(rule->name));
  pith__buffer_append_char(writer->out, '>');
}

/* A cell in which nothing is left keeps its place in the row. */
static void
write_empty_cell(pith_safe_writer *writer, uint32_t node)
{
  const pith_safe_rule *rule =
      pith__safe_rule((pith_tag)writer->tree->nodes[node].tag);
  pith__safe_start_tag(writer, node, rule, -1);
  write_end_tag(writer, rule);
}

/* Whether a node is a cell, wherever it is. */
static bool
is_cell(const pith_safe_writer *writer, uint32_t node)
{
  const pith_tree_node *at = &writer->tree->nodes[node];
  return at->kind == PITH_NODE_ELEMENT && at->space == PITH_NAMESPACE_HTML &&
         (at->tag == PITH_TAG_TD || at->tag == PITH_TAG_TH);
}

/* The cells of a row before `until`, which were passed over when nothing of the
 * row was written yet. */
static void
write_passed_cells(pith_safe_writer *writer, uint32_t row, uint32_t until)
{
  const pith_tree *tree = writer->tree;
  uint32_t end = tree->nodes[row].end;
  for (uint32_t n = row + 1; n < end && n < until; n = tree->nodes[n].end)
    if (is_cell(writer, n))
      write_empty_cell(writer, n);
}

/* The number of an item is written where a browser would count otherwise,
 * because items before it were cut. */
static int32_t
number_of_item(pith_safe_open *item, pith_safe_open *list)
{
  if (!list || item->rule != pith__safe_rule(PITH_TAG_LI) ||
      list->rule != pith__safe_rule(PITH_TAG_OL))
    return -1;
  int32_t due = list->due;
  list->due = item->number + 1;
  return item->number == due ? -1 : item->number;
}

static bool
is_verbatim(const pith_safe_rule *rule)
{
  return rule->name && strcmp(rule->name, "pre") == 0;
}

/* The start tag of open[i]. The parser drops a line end behind `<pre>`, so one
 * is written for it to drop. */
static void
write_open(pith_safe_writer *writer, uint32_t i)
{
  pith_safe_open *open = &writer->open[i];
  if (open->rule->way == PITH_SAFE_THROUGH)
    return;
  int32_t number = number_of_item(open, i > 0 ? open - 1 : NULL);
  pith__safe_start_tag(writer, open->node, open->rule, number);
  if (is_verbatim(open->rule))
    pith__buffer_append_char(writer->out, '\n');
  if (open->rule == pith__safe_rule(PITH_TAG_TR))
    write_passed_cells(writer, open->node,
                       i + 1 < writer->depth ? open[1].node : open->node);
}

/* Something is to be shown: write the tags that wait for it. */
static void
write_waiting(pith_safe_writer *writer)
{
  if (writer->space && writer->out->len > writer->start)
    pith__buffer_append_char(writer->out, writer->space);
  writer->space = 0;
  for (; writer->written < writer->depth; writer->written++)
    write_open(writer, writer->written);
}

/* White space that is written only if something follows. A line end says more
 * than a blank. */
static void
note_space(pith_safe_writer *writer, char space)
{
  if (!writer->verbatim && writer->space != '\n')
    writer->space = space;
}

/* --- the stack ------------------------------------------------------------ */

static const pith_safe_open *
top(const pith_safe_writer *writer)
{
  return writer->depth > 0 ? &writer->open[writer->depth - 1] : NULL;
}

/* Whether text would be moved before the table. */
static bool
is_between_cells(const pith_safe_writer *writer)
{
  const pith_safe_open *open = top(writer);
  return open && (open->rule == pith__safe_rule(PITH_TAG_TABLE) ||
                  (open->rule->way == PITH_SAFE_PART &&
                   open->rule != pith__safe_rule(PITH_TAG_CAPTION)));
}

/* Whether the innermost open element is a row that is written. */
static bool
is_in_written_row(const pith_safe_writer *writer)
{
  return writer->depth > 0 && writer->written == writer->depth &&
         top(writer)->rule == pith__safe_rule(PITH_TAG_TR);
}

static void
pop(pith_safe_writer *writer)
{
  pith_safe_open open = writer->open[--writer->depth];
  if (writer->written > writer->depth) {
    writer->written--;
    if (open.rule->way != PITH_SAFE_THROUGH)
      write_end_tag(writer, open.rule);
  } else if (open.rule->way == PITH_SAFE_CELL && is_in_written_row(writer)) {
    write_empty_cell(writer, open.node);
  }
  if (open.rule->way == PITH_SAFE_THROUGH)
    note_space(writer, ' ');
  writer->paragraph = open.paragraph;
  writer->link = open.link;
  writer->verbatim = open.verbatim;
}

/* Cells and captions begin anew: a block in them closes no paragraph outside
 * (HTML, "has an element in button scope"). */
static void
push(pith_safe_writer *writer, uint32_t node, const pith_safe_rule *rule)
{
  if (!PITH_GROW(writer->memory, writer->open, writer->capacity,
                 writer->depth + 1, UINT32_MAX)) {
    writer->failed = true;
    return;
  }
  pith_safe_open *open = &writer->open[writer->depth++];
  open->rule = rule;
  open->node = node;
  open->end = writer->tree->nodes[node].end;
  open->paragraph = writer->paragraph;
  open->link = writer->link;
  open->verbatim = writer->verbatim;
  open->number = open->due = 0;
  if (rule == pith__safe_rule(PITH_TAG_P))
    writer->paragraph = writer->depth;
  else if (rule->parent != 0)
    writer->paragraph = 0;
  if (rule == pith__safe_rule(PITH_TAG_A))
    writer->link = true;
  if (is_verbatim(rule))
    writer->verbatim = true;
}

/* --- text ----------------------------------------------------------------- */

static bool
is_blank(pith_slice text)
{
  for (size_t i = 0; i < text.len; i++)
    if (!pith__is_space(text.data[i]))
      return false;
  return true;
}

/* White space between tags that wait is one blank, or one line end. */
static void
write_text(pith_safe_writer *writer, pith_slice text)
{
  if (text.len == 0)
    return;
  bool between = is_between_cells(writer);
  if ((!writer->verbatim || between) && is_blank(text)) {
    note_space(writer, memchr(text.data, '\n', text.len) ? '\n' : ' ');
    return;
  }
  write_waiting(writer);
  pith__safe_text(writer->out, text);
}

/* One span of a text node that is cut in part. */
static void
write_span(pith_safe_writer *writer, const pith_text_spans *spans,
           pith_span span)
{
  while (span.from < span.to) {
    uint32_t from = span.from;
    pith_span range;
    const pith_verdict *hit =
        pith__text_spans_removed(spans, &writer->removed, &span, &range);
    pith__buffer_clear(&writer->scratch);
    pith__text_spans_copy(spans, from, range.from, &writer->scratch);
    writer->failed |= writer->scratch.failed;
    write_text(writer, pith__buffer_slice(&writer->scratch));
    if (hit)
      note_space(writer, ' ');
  }
}

static void
text_node(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree_node *at = &writer->tree->nodes[node];
  pith_text_spans spans;
  pith_span span;
  switch (pith__removed_share_of(&writer->removed, at->from, at->close_to)) {
  case PITH_REMOVED_NOTHING:
    write_text(writer, pith__tree_text(writer->tree, node));
    break;
  case PITH_REMOVED_ALL:
    note_space(writer, ' ');
    break;
  case PITH_REMOVED_PART:
    pith__text_spans_init(&spans, writer->tree, node);
    while (pith__text_spans_next(&spans, &span))
      write_span(writer, &spans, span);
    break;
  }
}

/* The TeX of a formula, in the manner of code. */
static void
write_formula(pith_safe_writer *writer, pith_slice tex)
{
  static const char start[] = "<code class=\"language-math\">";
  write_waiting(writer);
  pith__buffer_append(writer->out, start, sizeof start - 1);
  pith__safe_text(writer->out, tex);
  pith__buffer_append(writer->out, "</code>", 7);
}

/* --- elements ------------------------------------------------------------- */

/* End the paragraph that a block would end when it is parsed. */
static void
end_paragraph(pith_safe_writer *writer)
{
  uint32_t until = writer->paragraph;
  while (until > 0 && writer->depth >= until)
    pop(writer);
}

/* Whether the search for an open item goes on behind an element (HTML, the
 * start tags "li" and "dd", "dt"). */
static bool
is_open_to_items(const pith_safe_rule *rule)
{
  return !rule->ends_paragraph ? rule->parent == 0
                               : rule == pith__safe_rule(PITH_TAG_ADDRESS) ||
                                     rule == pith__safe_rule(PITH_TAG_DIV) ||
                                     rule == pith__safe_rule(PITH_TAG_P);
}

static bool
is_item(const pith_safe_rule *rule, bool of_list)
{
  return of_list ? rule == pith__safe_rule(PITH_TAG_LI)
                 : rule == pith__safe_rule(PITH_TAG_DD) ||
                       rule == pith__safe_rule(PITH_TAG_DT);
}

/* End the item that another one would end when it is parsed. Trees have one in
 * the other only where an element between them is not written. */
static void
end_item(pith_safe_writer *writer, bool of_list)
{
  uint32_t until = writer->depth, most = LOOK_UP;
  for (; until > 0 && most > 0; until--, most--) {
    const pith_safe_rule *rule = writer->open[until - 1].rule;
    if (is_item(rule, of_list)) {
      while (writer->depth >= until)
        pop(writer);
      return;
    }
    if (!is_open_to_items(rule))
      return;
  }
}

/* An image, a film or a sound with an address that may be followed, unless it
 * belongs to the page's furniture. */
static bool
is_media_shown(pith_safe_writer *writer, uint32_t node)
{
  pith_media media = pith__media_of(writer->tree, node);
  return writer->options->images && media.address.len > 0 &&
         pith__safe_leads(writer, media.address) &&
         !pith__media_is_furniture(writer->tree, node, &media);
}

/* Whether a rule is all that cutting has left of its element: some text of it
 * is cut and nothing else is shown. Only the first nodes are looked at, so that
 * a page of rules costs no more than its length. */
static bool
is_only_rule(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree *tree = writer->tree;
  uint32_t parent = tree->nodes[node].parent, end = tree->nodes[parent].end;
  bool cut = false;
  if (end - parent > RULE_NODES || tree->nodes[parent].tag == PITH_TAG_BODY)
    return false;
  for (uint32_t n = parent + 1; n < end; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    bool text = at->kind == PITH_NODE_TEXT &&
                pith__slice_trim(pith__tree_text(tree, n)).len > 0;
    bool shown = text || (at->kind == PITH_NODE_ELEMENT &&
                          pith__safe_rule((pith_tag)at->tag)->attributes &
                              (PITH_SAFE_OF_IMAGE | PITH_SAFE_OF_MEDIA));
    if (shown &&
        !pith__removed_covers(&writer->removed, at->from, at->close_to))
      return false;
    cut = cut || text;
  }
  return cut;
}

/* Images that are text first: a formula, an emoji. */
static void
write_void(pith_safe_writer *writer, uint32_t node, const pith_safe_rule *rule)
{
  pith_slice text;
  if (pith__formula_tex(writer->tree, node, &text)) {
    write_formula(writer, text);
    return;
  }
  if (rule->attributes & PITH_SAFE_OF_IMAGE &&
      pith__image_is_emoji(writer->tree, node, &text)) {
    write_text(writer, text);
    return;
  }
  bool film = rule->attributes & PITH_SAFE_OF_MEDIA;
  if ((film || rule->attributes & PITH_SAFE_OF_IMAGE) &&
      !is_media_shown(writer, node))
    return;
  if (rule == pith__safe_rule(PITH_TAG_HR) && is_only_rule(writer, node))
    return;
  if (rule->ends_paragraph)
    end_paragraph(writer);
  write_waiting(writer);
  pith__safe_start_tag(writer, node, rule, -1);
  if (film)
    write_end_tag(writer, rule);
}

/* Count an item, written or not: the numbers of the others must not change. */
static int32_t
count_item(pith_safe_writer *writer, uint32_t node)
{
  if (writer->depth == 0 || top(writer)->rule != pith__safe_rule(PITH_TAG_OL))
    return 0;
  pith_safe_open *list = &writer->open[writer->depth - 1];
  int32_t number =
      pith__attribute_number(writer->tree, node, "value", list->number);
  number = number < 0 || number > 900000000 ? list->number : number;
  list->number = number + 1;
  return number;
}

/* The first number of an ordered list, for both counts. */
static void
begin_list(pith_safe_writer *writer, uint32_t node)
{
  pith_safe_open *list = &writer->open[writer->depth - 1];
  int32_t start = pith__attribute_number(writer->tree, node, "start", 1);
  list->number = list->due = start < 0 || start > 900000000 ? 1 : start;
}

/* Whether a part of a table is where it belongs. The tree has it elsewhere only
 * where a limit flattened it. */
static bool
is_in_place(const pith_safe_writer *writer, const pith_safe_rule *rule)
{
  const pith_safe_open *parent = top(writer);
  const pith_safe_rule *wanted = pith__safe_rule((pith_tag)rule->parent);
  if (!parent)
    return false;
  return parent->rule == wanted ||
         (rule->parent == PITH_TAG_TBODY &&
          (parent->rule == pith__safe_rule(PITH_TAG_THEAD) ||
           parent->rule == pith__safe_rule(PITH_TAG_TFOOT)));
}

/* Elements that end one of their own kind they are directly in: headings, and
 * the parts of ruby. 0: none. */
static int
kind_of(const pith_safe_rule *rule)
{
  if (rule >= pith__safe_rule(PITH_TAG_H1) &&
      rule <= pith__safe_rule(PITH_TAG_H6))
    return 1;
  return rule == pith__safe_rule(PITH_TAG_RT) ||
                 rule == pith__safe_rule(PITH_TAG_RP)
             ? 2
             : 0;
}

static void
end_own_kind(pith_safe_writer *writer, const pith_safe_rule *rule)
{
  uint32_t until = writer->depth;
  int kind = kind_of(rule);
  if (kind == 0)
    return;
  while (until > 0 && writer->open[until - 1].rule->way == PITH_SAFE_THROUGH)
    until--;
  if (until > 0 && kind_of(writer->open[until - 1].rule) == kind)
    while (writer->depth >= until)
      pop(writer);
}

/* A target of links counts as something to be shown. */
static bool
is_target(const pith_tree *tree, uint32_t node)
{
  pith_slice value;
  return pith__attribute_get(tree, node, "id", &value) ||
         pith__attribute_get(tree, node, "name", &value);
}

static void
begin_kept(pith_safe_writer *writer, uint32_t node, const pith_safe_rule *rule)
{
  const pith_tree *tree = writer->tree;
  bool link = rule == pith__safe_rule(PITH_TAG_A);
  if (link && (writer->link || !writer->options->links))
    return;
  if (rule->parent != 0 && !is_in_place(writer, rule)) {
    note_space(writer, ' ');
    return;
  }
  if (is_item(rule, true) || is_item(rule, false))
    end_item(writer, is_item(rule, true));
  if (rule->ends_paragraph)
    end_paragraph(writer);
  end_own_kind(writer, rule);
  int32_t number =
      rule == pith__safe_rule(PITH_TAG_LI) ? count_item(writer, node) : 0;
  push(writer, node, rule);
  if (writer->failed)
    return;
  writer->open[writer->depth - 1].number = number;
  if (rule == pith__safe_rule(PITH_TAG_OL))
    begin_list(writer, node);
  if (link && is_target(tree, node))
    write_waiting(writer);
}

/* Not shown, but for formulas kept in scripts and shadow trees written out. */
static uint32_t
begin_unseen(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree *tree = writer->tree;
  pith_slice value;
  if (is_between_cells(writer))
    return tree->nodes[node].end;
  if (tree->nodes[node].tag == PITH_TAG_SCRIPT &&
      pith__formula_tex(tree, node, &value))
    write_formula(writer, value);
  if (tree->nodes[node].tag == PITH_TAG_TEMPLATE &&
      pith__attribute_get(tree, node, "shadowrootmode", &value))
    return node + 1;
  return tree->nodes[node].end;
}

/* Of MathML the TeX source, or else the text; of SVG nothing. */
static uint32_t
begin_foreign(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree_node *at = &writer->tree->nodes[node];
  pith_slice value;
  note_space(writer, ' ');
  if (at->space == PITH_NAMESPACE_SVG ||
      pith__attribute_get(writer->tree, node, "encoding", &value))
    return at->end;
  if (at->tag == PITH_TAG_MATH &&
      pith__formula_tex(writer->tree, node, &value)) {
    write_formula(writer, value);
    return at->end;
  }
  return node + 1;
}

/* An element that is shown; returns the node to go on with. */
static uint32_t
begin_shown(pith_safe_writer *writer, uint32_t node, pith_display display)
{
  const pith_tree_node *at = &writer->tree->nodes[node];
  const pith_safe_rule *rule = pith__safe_rule((pith_tag)at->tag);
  if (rule->way == PITH_SAFE_VOID) {
    write_void(writer, node, rule);
    return at->end;
  }
  if (display == PITH_DISPLAY_REPLACED) {
    note_space(writer, ' ');
    return at->end;
  }
  if (at->tag == PITH_TAG_NOSCRIPT &&
      pith__is_noscript_copy(writer->tree, node))
    return at->end;
  if (rule->way != PITH_SAFE_THROUGH) {
    begin_kept(writer, node, rule);
  } else if (display != PITH_DISPLAY_INLINE) {
    note_space(writer, ' ');
    push(writer, node, rule);
  }
  return node + 1;
}

/* Something that is cut: what is around it must not become one word, cells
 * keep their place, and items their numbers. */
static uint32_t
pass(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree_node *at = &writer->tree->nodes[node];
  note_space(writer, ' ');
  if (at->space != PITH_NAMESPACE_HTML)
    return at->end;
  if (at->tag == PITH_TAG_LI)
    count_item(writer, node);
  if (is_cell(writer, node) && is_in_written_row(writer))
    write_empty_cell(writer, node);
  return at->end;
}

static uint32_t
element_node(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree *tree = writer->tree;
  const pith_tree_node *at = &tree->nodes[node];
  if (at->close_to > at->from &&
      pith__removed_covers(&writer->removed, at->from, at->close_to))
    return pass(writer, node);
  if (at->space != PITH_NAMESPACE_HTML)
    return begin_foreign(writer, node);
  if (writer->has_formula &&
      (at->tag == PITH_TAG_SPAN || at->tag == PITH_TAG_DIV) &&
      pith__formula_is_drawn(tree, node))
    return at->end;
  pith_display display = pith__display_of(tree, node, writer->options->view);
  return display == PITH_DISPLAY_NONE ? begin_unseen(writer, node)
                                      : begin_shown(writer, node, display);
}

/* --- the document --------------------------------------------------------- */

static void
write_body(pith_safe_writer *writer)
{
  const pith_tree *tree = writer->tree;
  for (uint32_t n = 1; n < tree->count && !writer->failed;) {
    while (writer->depth > 0 && writer->open[writer->depth - 1].end <= n)
      pop(writer);
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT) {
      n = element_node(writer, n);
    } else {
      if (tree->nodes[n].kind == PITH_NODE_TEXT)
        text_node(writer, n);
      n++;
    }
  }
  while (writer->depth > 0)
    pop(writer);
}

/* White space at both ends of the body goes: the parser moves what is between
 * and behind the tags of the frame into the body, so it would grow. */
static void
trim_body(pith_safe_writer *writer)
{
  pith_buffer *out = writer->out;
  while (out->len > writer->start && pith__is_space(out->data[out->len - 1]))
    out->len--;
}

pith_status
pith__render_html(const pith_render_page *page,
                  const pith_render_settings *options, pith_buffer *out)
{
  pith_safe_writer writer = {.tree = page->tree,
                             .options = options,
                             .memory = page->memory,
                             .out = out};
  pith__removed_init(&writer.removed, page->verdicts);
  pith__buffer_init(&writer.base, page->memory);
  pith__buffer_init(&writer.address, page->memory);
  pith__buffer_init(&writer.scratch, page->memory);
  pith__address_base(page->tree, options->base_url, &writer.base);
  for (uint32_t n = 1; n < page->tree->count && !writer.has_formula; n++)
    writer.has_formula = page->tree->nodes[n].kind == PITH_NODE_ELEMENT &&
                         pith__is_formula(page->tree, n);
  pith__safe_head(&writer);
  writer.start = out->len;
  write_body(&writer);
  trim_body(&writer);
  pith__buffer_append(out, "</body></html>\n", 15);
  writer.failed |= writer.base.failed || out->failed;
  PITH_FREE_ITEMS(writer.memory, writer.open, writer.capacity);
  pith__buffer_done(&writer.base);
  pith__buffer_done(&writer.address);
  pith__buffer_done(&writer.scratch);
  return writer.failed ? pith__memory_status(page->memory) : PITH_OK;
}
