/*
 * Which elements can be taken out of the source as a whole.
 *
 * An element goes when everything in it is removed, or when removing text has
 * left neither text nor media in it. But its bytes can go only if the tags
 * among them have nothing to do with tags elsewhere:
 *
 *     <b>1<p>2</b>3</p>      the </b> inside the paragraph ends the <b> before
 *     <p>1<b>2</p><p>3</b>   the <b> goes on in the next paragraph
 *     <table>1<tr>...        the 1 is shown before the table, not in it
 *
 * Elements like these are "loose": only what they hold is looked at further.
 */
#include "render/html/cleaned.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "render/html/text_spans.h"

/* Repetitions of a formatting element that make a tangle. */
#define TANGLE 8

/* Properties are of tags of HTML; the same name in SVG has none. */
static bool
has_property(const pith_tree_node *node, unsigned property)
{
  return node->space == PITH_NAMESPACE_HTML &&
         (pith__tag_properties[node->tag] & property) != 0;
}

/* Elements that show something without any text in them. */
static bool
is_media(const pith_tree_node *node)
{
  if (node->space == PITH_NAMESPACE_SVG)
    return true;
  switch ((pith_tag)node->tag) {
  case PITH_TAG_IMG:
  case PITH_TAG_PICTURE:
  case PITH_TAG_VIDEO:
  case PITH_TAG_AUDIO:
  case PITH_TAG_IFRAME:
  case PITH_TAG_EMBED:
  case PITH_TAG_OBJECT:
  case PITH_TAG_CANVAS:
  case PITH_TAG_INPUT:
  case PITH_TAG_SELECT:
  case PITH_TAG_TEXTAREA:
    return true;
  default:
    return false;
  }
}

/* Style sheets always stay: they decide how the rest looks. */
static bool
is_style(const pith_tree_node *node)
{
  return node->tag == PITH_TAG_STYLE || node->tag == PITH_TAG_LINK;
}

/* White space is neither kept nor removed: it must not keep an empty
 * element. */
static unsigned
text_facts(pith_cleaner *cleaner, uint32_t n)
{
  const pith_tree_node *node = &cleaner->tree->nodes[n];
  const pith_tree_node *parent = &cleaner->tree->nodes[node->parent];
  if (parent->tag == PITH_TAG_SCRIPT ||
      pith__slice_trim(pith__tree_text(cleaner->tree, n)).len == 0)
    return 0;
  switch (
      pith__removed_share_of(&cleaner->removed, node->from, node->close_to)) {
  case PITH_REMOVED_ALL:
    return PITH_FACT_REMOVED;
  case PITH_REMOVED_PART:
    return PITH_FACT_REMOVED | PITH_FACT_KEPT;
  default:
    return PITH_FACT_KEPT;
  }
}

/* Whether tags of the element depend on tags elsewhere, or others on them:
 * see the examples at the head of this file. */
static bool
is_loose(const pith_tree *tree, const pith_tree_node *node)
{
  const pith_tree_node *parent = &tree->nodes[node->parent];
  bool formatting = has_property(node, PITH_PROPERTY_FORMATTING);
  bool opened = node->open_to > node->from;
  bool closed = node->close_to > node->close_from;
  if (formatting && (!opened || !closed))
    return true;
  /* A form can end in the middle of what it holds. */
  return parent->kind == PITH_NODE_ELEMENT &&
         parent->close_to > parent->close_from &&
         node->close_to > parent->close_from;
}

/* A style or a script that stays keeps the element it is in. */
static unsigned
element_facts(pith_cleaner *cleaner, uint32_t n)
{
  const pith_tree_node *node = &cleaner->tree->nodes[n];
  unsigned facts = is_loose(cleaner->tree, node) ? PITH_FACT_LOOSE : 0;
  if (is_style(node) || node->tag == PITH_TAG_SCRIPT)
    return facts | PITH_FACT_KEPT;
  if (is_media(node))
    facts |= pith__removed_covers(&cleaner->removed, node->from, node->close_to)
                 ? PITH_FACT_REMOVED
                 : PITH_FACT_KEPT;
  return facts;
}

/* Formatting elements that the parser had to repeat many times hang together
 * in ways that reach across the page (it repeats only three of a kind). */
static void
note_tangles(pith_cleaner *cleaner)
{
  const pith_tree *tree = cleaner->tree;
  uint32_t repeated[PITH_TAG_COUNT] = {0};
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind == PITH_NODE_ELEMENT && node->open_to == node->from &&
        has_property(node, PITH_PROPERTY_FORMATTING))
      repeated[node->tag]++;
  }
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind == PITH_NODE_ELEMENT && repeated[node->tag] > TANGLE)
      cleaner->facts[n] |= PITH_FACT_LOOSE;
  }
}

/* An `a` that was never closed ends where the next one begins, and `nobr`
 * likewise: the tag of the next one is its end. */
static void
note_closing_starts(pith_cleaner *cleaner)
{
  const pith_tree *tree = cleaner->tree;
  bool open[2] = {false, false};
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind != PITH_NODE_ELEMENT ||
        (node->tag != PITH_TAG_A && node->tag != PITH_TAG_NOBR))
      continue;
    bool *is_open = &open[node->tag == PITH_TAG_NOBR];
    if (*is_open)
      cleaner->facts[n] |= PITH_FACT_LOOSE;
    *is_open = node->close_to == node->close_from;
  }
}

/* Facts of children are added to those of their parent. Children come after
 * their parent, so one pass from the end sees them first. */
void
pith__cleaner_facts(pith_cleaner *cleaner)
{
  const pith_tree *tree = cleaner->tree;
  note_closing_starts(cleaner);
  note_tangles(cleaner);
  for (uint32_t n = tree->count; n-- > 1;) {
    const pith_tree_node *node = &tree->nodes[n];
    unsigned facts = cleaner->facts[n];
    if (node->kind == PITH_NODE_TEXT)
      facts |= text_facts(cleaner, n);
    else if (node->kind == PITH_NODE_ELEMENT)
      facts |= element_facts(cleaner, n);
    cleaner->facts[n] = (uint8_t)facts;
    cleaner->facts[node->parent] |= (uint8_t)facts;
  }
}

/* Whether the element's start tag ends a paragraph that has no end tag. With
 * the tag gone, what comes after would be drawn into the paragraph; unless the
 * element is such a paragraph itself, which something behind it ends. */
static bool
ends_paragraph(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *node = &tree->nodes[n];
  uint32_t last = n - 1; /* the deepest last node before it */
  if (node->tag == PITH_TAG_P && node->close_to == node->close_from)
    return false;
  while (last != 0 && last != node->parent &&
         tree->nodes[last].parent != node->parent)
    last = tree->nodes[last].parent;
  const pith_tree_node *before = &tree->nodes[last];
  return last != node->parent && before->kind == PITH_NODE_ELEMENT &&
         before->tag == PITH_TAG_P && before->close_from == before->close_to &&
         before->close_to == node->from;
}

/* Elements that stay whatever they hold: the frame of the document; what makes
 * the parser begin a body that has no tag; and cells, without which the other
 * cells of the row would move. */
static bool
is_fixed(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *node = &tree->nodes[n];
  const pith_tree_node *parent = &tree->nodes[node->parent];
  if (parent->tag == PITH_TAG_BODY && parent->open_to == parent->from &&
      n == node->parent + 1)
    return true;
  switch ((pith_tag)node->tag) {
  case PITH_TAG_HTML:
  case PITH_TAG_HEAD:
  case PITH_TAG_BODY:
  case PITH_TAG_FRAMESET:
  case PITH_TAG_TD:
  case PITH_TAG_TH:
    return node->space == PITH_NAMESPACE_HTML;
  default:
    return is_style(node);
  }
}

/* Whether nothing but the element is between its tags in the source:
 * `reached` is where the nodes before it end, and no node behind it begins
 * inside. */
static bool
is_whole(const pith_cleaner *cleaner, const pith_tree_node *node,
         uint32_t reached)
{
  return node->open_to > node->from && reached <= node->from &&
         pith__moved_nodes_from(&cleaner->places, node->end) >= node->close_to;
}

/* An element goes when nothing in it is kept, something in it is removed,
 * its bytes are its own, and nothing outside depends on its tags. */
static bool
can_go(pith_cleaner *cleaner, uint32_t n, uint32_t reached)
{
  const pith_tree_node *node = &cleaner->tree->nodes[n];
  unsigned facts = cleaner->facts[n];
  if ((facts & (PITH_FACT_KEPT | PITH_FACT_LOOSE)) ||
      !is_whole(cleaner, node, reached))
    return false;
  if (!(facts & PITH_FACT_REMOVED) &&
      !pith__removed_covers(&cleaner->removed, node->from, node->close_to))
    return false;
  return !is_fixed(cleaner->tree, n) && !ends_paragraph(cleaner->tree, n);
}

/* Remove what verdicts remove of a text node, character by character. */
static void
remove_text(pith_cleaner *cleaner, uint32_t n)
{
  pith_text_spans spans;
  pith_span span, range;
  pith__text_spans_init(&spans, cleaner->tree, n);
  while (pith__text_spans_next(&spans, &span))
    while (pith__text_spans_removed(&spans, &cleaner->removed, &span, &range))
      pith__byte_mask_set(&cleaner->removed_bytes, range.from, range.to);
}

/* Returns the node to go on with: behind the element when all of it has
 * gone. */
static uint32_t
remove_node(pith_cleaner *cleaner, uint32_t n, uint32_t reached)
{
  const pith_tree_node *node = &cleaner->tree->nodes[n];
  switch ((pith_node_kind)node->kind) {
  case PITH_NODE_TEXT:
    remove_text(cleaner, n);
    break;
  case PITH_NODE_COMMENT:
    if (pith__removed_covers(&cleaner->removed, node->from, node->close_to))
      pith__byte_mask_set(&cleaner->removed_bytes, node->from, node->close_to);
    break;
  case PITH_NODE_ELEMENT:
    if (node->tag == PITH_TAG_HEAD || is_style(node))
      return node->end;
    if (can_go(cleaner, n, reached)) {
      pith__byte_mask_set(&cleaner->removed_bytes, node->from, node->close_to);
      return node->end;
    }
    break;
  default:
    break;
  }
  return n + 1;
}

void
pith__cleaner_remove(pith_cleaner *cleaner)
{
  const pith_tree *tree = cleaner->tree;
  uint32_t reached = 0;
  for (uint32_t n = 1, next; n < tree->count; n = next) {
    next = remove_node(cleaner, n, reached);
    /* What ends before the next node begins: everything from n, or from the
     * last node below it, up to what the next one is in. */
    uint32_t parent = next < tree->count ? tree->nodes[next].parent : 0;
    for (uint32_t at = n; at != parent && at != 0; at = tree->nodes[at].parent)
      if (tree->nodes[at].close_to > reached && tree->nodes[at].end <= next)
        reached = tree->nodes[at].close_to;
  }
}
