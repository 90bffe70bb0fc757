/*
 * What an element begins: a block, a container, a style, a link, a break, or
 * nothing at all. Dispatch is by display class first, because that is what
 * decides where words touch; the tag then adds the meaning.
 */
#include "render/flow/flow_build.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/element/address.h"
#include "render/flow/media.h"
#include "render/flow/special_content.h"

/* Markdown's lists are numbered with at most nine digits. */
#define NUMBER_MAX 900000000

/* Only meaningful for elements of HTML; others have a tag that no case here
 * names. */
static pith_tag
tag_of(const pith_flow_builder *builder, uint32_t node)
{
  return (pith_tag)builder->tree->nodes[node].tag;
}

/* --- containers ----------------------------------------------------------- */

/* A block without meaning of its own: it ends the block before it and is
 * ended by the one behind it. In a cell it is a line. */
static void
begin_border(pith_flow_builder *builder, uint32_t node)
{
  pith__flow_writer_border(&builder->writer);
  pith__builder_push(builder, node, PITH_FRAME_BORDER);
}

/* A number from the page, if it is one that Markdown can write. */
static uint32_t
list_number(const pith_tree *tree, uint32_t node, const char *name,
            uint32_t missing)
{
  int32_t number = pith__attribute_number(tree, node, name, -1);
  return number < 0 || number > NUMBER_MAX ? missing : (uint32_t)number;
}

/* Quotes, indents and lists. In a cell, or when nested too deeply, they are
 * plain blocks. Only ordered lists have a number to start with. */
static void
begin_container(pith_flow_builder *builder, uint32_t node,
                pith_container_kind kind)
{
  pith_flow_writer *writer = &builder->writer;
  bool ordered = tag_of(builder, node) == PITH_TAG_OL;
  pith__flow_writer_border(writer);
  bool opened = !writer->cell &&
                pith__flow_writer_open(
                    writer, kind, ordered,
                    ordered ? list_number(builder->tree, node, "start", 1) : 1);
  pith__builder_push(builder, node,
                     opened ? PITH_FRAME_CONTAINER : PITH_FRAME_BORDER);
}

/* Lists in cells are lines with a dash: Markdown has no lists there. */
static void
begin_cell_item(pith_flow_builder *builder, uint32_t node)
{
  static const pith_slice dash = {"- ", 2};
  begin_border(builder, node);
  pith__flow_writer_text(&builder->writer, dash);
}

/* An `li` outside any list gets a list of its own, which the next one goes
 * on with. The last level is left to the item, so that a list always has
 * room for one. */
static void
begin_item(pith_flow_builder *builder, uint32_t node)
{
  pith_flow_writer *writer = &builder->writer;
  pith__flow_writer_border(writer);
  pith_container *list = pith__flow_writer_top(writer);
  bool implied = !list || list->kind != PITH_CONTAINER_LIST;
  if (writer->depth >= PITH_CONTAINERS_MAX - 1 ||
      (implied && !pith__flow_writer_open_implied(writer))) {
    begin_border(builder, node);
    return;
  }
  list = pith__flow_writer_top(writer);
  uint32_t number =
      list->ordered ? list_number(builder->tree, node, "value", list->due) : 1;
  list->due = number + 1;
  pith__flow_writer_open(writer, PITH_CONTAINER_ITEM, false, number);
  pith__builder_push(builder, node,
                     implied ? PITH_FRAME_IMPLIED : PITH_FRAME_CONTAINER);
}

/* An item that is removed still counts: the numbers of the others must not
 * change. */
static void
pass_item(pith_flow_builder *builder, uint32_t node)
{
  pith_container *list = pith__flow_writer_top(&builder->writer);
  if (list && list->kind == PITH_CONTAINER_LIST && list->ordered)
    list->due = list_number(builder->tree, node, "value", list->due) + 1;
}

/* --- blocks --------------------------------------------------------------- */

/* Words that follow go to a heading until the frame is popped. */
static void
begin_heading(pith_flow_builder *builder, uint32_t node)
{
  begin_border(builder, node);
  builder->writer.heading = (uint8_t)(tag_of(builder, node) - PITH_TAG_H1 + 1);
}

/* Not before the first block, where there is nothing to separate, not twice,
 * and not in cells. */
static void
write_rule(pith_flow_builder *builder)
{
  pith_flow_op op = {PITH_FLOW_RULE, 0, 0, 0, 0};
  pith__flow_writer_border(&builder->writer);
  uint32_t count = builder->flow->count;
  if (!builder->writer.cell && count > 0 &&
      builder->flow->ops[count - 1].kind != PITH_FLOW_RULE)
    pith__flow_writer_block(&builder->writer, op);
}

/* What a block element begins, by its tag. Tags without a case are plain
 * blocks. */
static uint32_t
begin_block(pith_flow_builder *builder, uint32_t node)
{
  switch (tag_of(builder, node)) {
  case PITH_TAG_H1:
  case PITH_TAG_H2:
  case PITH_TAG_H3:
  case PITH_TAG_H4:
  case PITH_TAG_H5:
  case PITH_TAG_H6:
    begin_heading(builder, node);
    break;
  case PITH_TAG_BLOCKQUOTE:
    begin_container(builder, node, PITH_CONTAINER_QUOTE);
    break;
  case PITH_TAG_DD:
    begin_container(builder, node, PITH_CONTAINER_INDENT);
    break;
  case PITH_TAG_UL:
  case PITH_TAG_OL:
  case PITH_TAG_MENU:
  case PITH_TAG_DIR:
    begin_container(builder, node, PITH_CONTAINER_LIST);
    break;
  case PITH_TAG_PRE:
  case PITH_TAG_LISTING:
  case PITH_TAG_XMP:
  case PITH_TAG_PLAINTEXT:
    pith__builder_code(builder, node);
    break;
  case PITH_TAG_HR:
    write_rule(builder);
    break;
  default:
    begin_border(builder, node);
    break;
  }
  return node + 1;
}

/* --- inline --------------------------------------------------------------- */

/* HTML, "Text-level semantics": the elements that Markdown has signs for. */
static uint8_t
style_of(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_EM:
  case PITH_TAG_I:
  case PITH_TAG_CITE:
  case PITH_TAG_DFN:
  case PITH_TAG_VAR:
    return PITH_STYLE_EM;
  case PITH_TAG_STRONG:
  case PITH_TAG_B:
    return PITH_STYLE_STRONG;
  case PITH_TAG_CODE:
  case PITH_TAG_KBD:
  case PITH_TAG_SAMP:
  case PITH_TAG_TT:
    return PITH_STYLE_CODE;
  case PITH_TAG_DEL:
  case PITH_TAG_S:
  case PITH_TAG_STRIKE:
    return PITH_STYLE_DELETED;
  default:
    return 0;
  }
}

/* Signs around the text of an element, such as the quotes of `q`. The
 * closing sign is kept in the frame. */
static void
begin_signs(pith_flow_builder *builder, uint32_t node, const char *opening,
            const char *closing)
{
  pith__flow_writer_text(&builder->writer, pith__slice_of(opening));
  pith__builder_push(builder, node, PITH_FRAME_SIGN);
  builder->frames[builder->depth - 1].sign = closing;
}

/* `span` and the like are shown as blocks by many style sheets, and
 * "Managing DirectorMergers" is what comes of not knowing. A blank is
 * written if the words look like two. */
static void
begin_edge(pith_flow_builder *builder, uint32_t node)
{
  pith__flow_writer_edge(&builder->writer);
  pith__builder_push(builder, node, PITH_FRAME_EDGE);
}

/* A link without a useful address is text. Marks behind headings that link
 * to the heading itself are left out. */
static uint32_t
begin_link(pith_flow_builder *builder, uint32_t node)
{
  pith_slice href;
  if (builder->writer.heading > 0 && pith__is_permalink(builder->tree, node))
    return builder->tree->nodes[node].end;
  begin_edge(builder, node);
  if (pith__attribute_get(builder->tree, node, "href", &href) &&
      pith__address_is_useful(href))
    builder->writer.link = node;
  return node + 1;
}

/* A formula is one run of its own. Its element is kept as its link, so that
 * two formulas side by side stay two. */
void
pith__builder_formula(pith_flow_builder *builder, uint32_t node, pith_slice tex)
{
  pith_flow_writer *writer = &builder->writer;
  uint8_t style = writer->style;
  uint32_t link = writer->link;
  writer->style = PITH_STYLE_MATH;
  writer->link = node;
  pith__flow_writer_text(writer, tex);
  writer->style = style;
  writer->link = link;
}

/* The sign between the parts of a formula that has no TeX source: x^2, a/b.
 * MathML Core, "Script and Limit Schemata" and "Fractions". */
static void
write_operator(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree *tree = builder->tree;
  uint32_t parent = tree->nodes[node].parent;
  uint32_t first = parent + 1;
  while (first < node && tree->nodes[first].kind != PITH_NODE_ELEMENT)
    first++;
  if (first == node || tree->nodes[parent].space != PITH_NAMESPACE_MATHML)
    return;
  pith_slice name = pith__tree_name(tree, parent);
  const char *sign = NULL;
  if (pith__slice_equal(name, pith__slice_of("msup")))
    sign = "^";
  else if (pith__slice_equal(name, pith__slice_of("msub")))
    sign = "_";
  else if (pith__slice_equal(name, pith__slice_of("mfrac")))
    sign = "/";
  if (sign)
    pith__flow_writer_text(&builder->writer, pith__slice_of(sign));
}

/* The TeX source is better than the formula's elements, if there is one. */
static uint32_t
begin_math(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree *tree = builder->tree;
  pith_slice tex, encoding;
  if (tree->nodes[node].tag == PITH_TAG_MATH &&
      pith__formula_tex(tree, node, &tex)) {
    pith__builder_formula(builder, node, tex);
    return tree->nodes[node].end;
  }
  /* Annotations are for machines. */
  if (pith__attribute_get(tree, node, "encoding", &encoding))
    return tree->nodes[node].end;
  write_operator(builder, node);
  return node + 1;
}

/* What is raised or lowered would run into the word before it: 10<sup>6</sup>
 * is no 106. Exponents get a sign, notes brackets, digits below their own
 * characters; ordinals such as 1<sup>st</sup> stay one word. */
typedef enum script_kind {
  SCRIPT_PLAIN,
  SCRIPT_POWER,
  SCRIPT_NOTE,
  SCRIPT_DIGITS /* below: U+2080 to U+2089 */
} script_kind;

/* Whether the words so far end with a letter or digit, and with anything. */
static bool
follows_word(const pith_flow_builder *builder, bool *follows)
{
  const pith_buffer *words = &builder->flow->words;
  *follows = builder->writer.content &&
             words->len > builder->writer.line_from &&
             builder->writer.blank == PITH_BLANK_NONE;
  if (!*follows)
    return false;
  char last = words->data[words->len - 1];
  return pith__is_letter(last) || pith__is_digit(last) || last == ')' ||
         last < 0;
}

static script_kind
script_of(const pith_flow_builder *builder, uint32_t node, pith_slice text)
{
  bool follows, word = follows_word(builder, &follows);
  bool raised = tag_of(builder, node) == PITH_TAG_SUP, digits = text.len > 0;
  bool linked = builder->tree->nodes[node].end - node > 2;
  for (size_t i = 0; i < text.len; i++)
    digits &= pith__is_digit(text.data[i]) ||
              (i == 0 && text.len > 1 && strchr("+-", text.data[i]));
  if (!follows || text.len == 0 || text.len > 3 || text.data[0] == '[')
    return SCRIPT_PLAIN;
  if (!raised)
    return digits && pith__is_digit(text.data[0]) ? SCRIPT_DIGITS
                                                  : SCRIPT_PLAIN;
  if (digits && (linked || !word) && text.data[0] != '-')
    return SCRIPT_NOTE;
  return word && !linked && (digits || (text.len == 1 && text.data[0] > '@'))
             ? SCRIPT_POWER
             : SCRIPT_PLAIN;
}

static uint32_t
begin_script(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree *tree = builder->tree;
  uint32_t text_node = node + 1;
  pith_slice text = {NULL, 0};
  char low[16];
  size_t len = 0;
  if (text_node < tree->nodes[node].end &&
      tree->nodes[text_node].tag == PITH_TAG_A &&
      tree->nodes[text_node].kind == PITH_NODE_ELEMENT)
    text_node++;
  if (text_node + 1 == tree->nodes[node].end &&
      tree->nodes[text_node].kind == PITH_NODE_TEXT)
    text = pith__slice_trim(pith__tree_text(tree, text_node));
  switch (script_of(builder, node, text)) {
  case SCRIPT_POWER:
    pith__flow_writer_text(&builder->writer, pith__slice("^", 1));
    return node + 1;
  case SCRIPT_NOTE:
    begin_signs(builder, node, "[", "]");
    return node + 1;
  case SCRIPT_DIGITS:
    for (size_t i = 0; i < text.len; i++) {
      memcpy(low + len, "\xE2\x82", 2);
      low[len + 2] = (char)(0x80 + (text.data[i] - '0'));
      len += 3;
    }
    pith__flow_writer_text(&builder->writer, pith__slice(low, len));
    return tree->nodes[node].end;
  default:
    return node + 1;
  }
}

/* Inline elements: breaks, links, quotes, ruby, styles. Ruby text is put in
 * brackets, which is what `rp` would do. */
static uint32_t
begin_inline(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree_node *at = &builder->tree->nodes[node];
  if (at->space == PITH_NAMESPACE_MATHML)
    return begin_math(builder, node);
  switch ((pith_tag)at->tag) {
  case PITH_TAG_BR:
    pith__flow_writer_break(&builder->writer);
    return at->end;
  case PITH_TAG_A:
    return begin_link(builder, node);
  case PITH_TAG_Q:
    begin_signs(builder, node, "\xE2\x80\x9C", "\xE2\x80\x9D");
    return node + 1;
  case PITH_TAG_RT:
    begin_signs(builder, node, "(", ")");
    return node + 1;
  case PITH_TAG_SUP:
  case PITH_TAG_SUB:
    return begin_script(builder, node);
  case PITH_TAG_RP: /* we write brackets ourselves */
    return at->end;
  case PITH_TAG_NOSCRIPT:
    return pith__is_noscript_copy(builder->tree, node) ? at->end : node + 1;
  case PITH_TAG_UNKNOWN:
    if (pith__media_is_amp(builder->tree, node))
      return pith__builder_replaced(builder, node);
    begin_edge(builder, node);
    return node + 1;
  case PITH_TAG_SPAN:
  case PITH_TAG_LABEL:
  case PITH_TAG_TIME:
  case PITH_TAG_SMALL:
    begin_edge(builder, node);
    return node + 1;
  default:
    break;
  }
  uint8_t style = style_of((pith_tag)at->tag);
  if (style == PITH_STYLE_STRONG && builder->writer.heading > 0)
    style = 0; /* a heading is strong already */
  if (style) {
    pith__builder_push(builder, node, PITH_FRAME_INLINE);
    builder->writer.style |= style;
  }
  return node + 1;
}

/* --- the rest ------------------------------------------------------------- */

/* Not shown, but for formulas kept in scripts and shadow trees written out. */
static uint32_t
begin_unseen(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree *tree = builder->tree;
  pith_slice value;
  if (tag_of(builder, node) == PITH_TAG_SCRIPT &&
      pith__formula_tex(tree, node, &value))
    pith__builder_formula(builder, node, value);
  if (tag_of(builder, node) == PITH_TAG_TEMPLATE &&
      pith__attribute_get(tree, node, "shadowrootmode", &value))
    return node + 1;
  return tree->nodes[node].end;
}

/* The display class decides where words touch, so it comes before the tag. */
static uint32_t
begin_shown(pith_flow_builder *builder, uint32_t node, pith_display display)
{
  switch (display) {
  case PITH_DISPLAY_INLINE:
    return begin_inline(builder, node);
  case PITH_DISPLAY_INLINE_BLOCK:
    pith__flow_writer_blank(&builder->writer);
    pith__builder_push(builder, node, PITH_FRAME_APART);
    return node + 1;
  case PITH_DISPLAY_REPLACED:
    return pith__builder_replaced(builder, node);
  case PITH_DISPLAY_NONE:
    return begin_unseen(builder, node);
  case PITH_DISPLAY_BLOCK:
    return begin_block(builder, node);
  case PITH_DISPLAY_LIST_ITEM:
    if (builder->writer.cell)
      begin_cell_item(builder, node);
    else
      begin_item(builder, node);
    return node + 1;
  case PITH_DISPLAY_TABLE:
    return pith__builder_table(builder, node);
  default:
    return pith__builder_table_part(builder, node, display);
  }
}

/* Line ends count where the element's own style keeps them. */
static void
keep_lines(pith_flow_builder *builder, uint32_t node, bool pushed,
           pith_slice css)
{
  pith_slice space = pith__style_value(css, "white-space");
  if (space.len < 3 || memcmp(space.data, "pre", 3) != 0)
    return;
  if (!pushed)
    pith__builder_push(builder, node, PITH_FRAME_INLINE);
  builder->writer.keep_lines = true;
}

/* Formulas drawn twice are skipped first, then what verdicts remove, then
 * what is hidden; only the rest is begun. Formulas are looked for only on
 * pages that have any. */
uint32_t
pith__builder_element(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree *tree = builder->tree;
  const pith_tree_node *at = &tree->nodes[node];
  pith_slice css;
  pith_display display =
      pith__display_styled(tree, node, builder->options->view, &css);
  if (builder->kinds.has_math &&
      (at->tag == PITH_TAG_SPAN || at->tag == PITH_TAG_DIV) &&
      pith__formula_is_drawn(tree, node))
    return at->end;
  if (at->close_to > at->from &&
      pith__removed_covers(&builder->removed, at->from, at->close_to)) {
    if (display == PITH_DISPLAY_LIST_ITEM)
      pass_item(builder, node);
    if (pith__display_is_block(display))
      pith__flow_writer_border(&builder->writer);
    else
      pith__flow_writer_blank(&builder->writer);
    return at->end;
  }
  uint32_t depth = builder->depth;
  uint32_t next = begin_shown(builder, node, display);
  if (css.len > 0 && next == node + 1 && at->end > next)
    keep_lines(builder, node, builder->depth > depth, css);
  return next;
}
