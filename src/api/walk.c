/*
 * Walking: the questions of pith.h, section 5, answered from the array of
 * nodes. Every answer is a few loads; spans go through the offset map.
 *
 * A node number that the page does not have is answered like the document's
 * missing parent: PITH_NODE_NONE, an empty slice, an empty span.
 */
#include "api/workspace.h"

#include "base/slice.h"

static const pith_tree_node *
find_node(const pith_page *page, pith_node node)
{
  const pith_tree *tree = &page->work->tree;
  return node < tree->count ? &tree->nodes[node] : NULL;
}

static bool
is_element(const pith_tree_node *node)
{
  return node && node->kind == PITH_NODE_ELEMENT;
}

/* Where the node begins, and the beginning of the page for none. */
static pith_span
empty_span(const pith_page *page, const pith_tree_node *node)
{
  uint32_t from = node ? node->from : 0;
  return pith__map_span(page->work, from, from);
}

/* One level of the walk below: from the depth of `last` to that of `node`.
 * The contents of a template are no level of their own. */
static uint32_t
next_depth(const pith_tree *tree, uint32_t last, uint32_t depth, uint32_t node)
{
  while (last != tree->nodes[node].parent) {
    depth -= tree->nodes[last].kind != PITH_NODE_CONTENT;
    last = tree->nodes[last].parent;
  }
  return depth + (tree->nodes[node].kind != PITH_NODE_CONTENT);
}

uint32_t
pith_page_node_count(const pith_page *page)
{
  return page->work->tree.count;
}

/* In document order each step goes one down or some up, so the climbing over
 * the whole tree is as long as the tree is large. */
uint32_t
pith_page_depth(const pith_page *page)
{
  const pith_tree *tree = &page->work->tree;
  uint32_t deepest = 0;
  uint32_t depth = 0;
  for (uint32_t node = 1; node < tree->count; node++) {
    depth = next_depth(tree, node - 1, depth, node);
    if (depth > deepest)
      deepest = depth;
  }
  return deepest;
}

pith_node_kind
pith_node_get_kind(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  return found ? (pith_node_kind)found->kind : PITH_NODE_DOCUMENT;
}

pith_node
pith_node_parent(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  return found ? found->parent : PITH_NODE_NONE;
}

/* Nodes are numbered in document order and know where their subtree ends:
 *
 *     0 ── 1 ─┬─ 2 ── 3     nodes[2].end is 4, the next child of 1;
 *             └─ 4 ── 5     nodes[4].end is 6, the end of 1: no other */
pith_node
pith_node_first_child(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  return found && found->end > node + 1 ? node + 1 : PITH_NODE_NONE;
}

pith_node
pith_node_next_sibling(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  const pith_tree_node *parent = found ? find_node(page, found->parent) : NULL;
  return parent && found->end < parent->end ? found->end : PITH_NODE_NONE;
}

pith_node
pith_node_end(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  return found ? found->end : PITH_NODE_NONE;
}

pith_namespace
pith_node_namespace(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  return is_element(found) ? (pith_namespace)found->space : PITH_NAMESPACE_HTML;
}

pith_slice
pith_node_name(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  if (is_element(found))
    return pith__tree_name(&page->work->tree, node);
  return pith_node_doctype(page, node).name;
}

pith_slice
pith_node_text(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  if (found &&
      (found->kind == PITH_NODE_TEXT || found->kind == PITH_NODE_COMMENT))
    return pith__tree_text(&page->work->tree, node);
  return pith__slice("", 0);
}

pith_span
pith_node_span(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  if (!found)
    return empty_span(page, found);
  return pith__map_span(page->work, found->from, found->close_to);
}

pith_span
pith_node_start_tag(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  if (!is_element(found))
    return empty_span(page, found);
  return pith__map_span(page->work, found->from, found->open_to);
}

pith_span
pith_node_end_tag(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  if (!is_element(found))
    return empty_span(page, found);
  return pith__map_span(page->work, found->close_from, found->close_to);
}

/* What is between the tags; a node that has none is all content. */
pith_span
pith_node_content(const pith_page *page, pith_node node)
{
  const pith_tree_node *found = find_node(page, node);
  if (!is_element(found))
    return pith_node_span(page, node);
  return pith__map_span(page->work, found->open_to, found->close_from);
}
