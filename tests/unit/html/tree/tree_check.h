/*
 * What holds for every tree, whatever the page: asked by the unit tests and by
 * the fuzz target.
 *
 *     const char *wrong = tree_check(&tree, &limits);
 *
 * returns NULL, or a line about what is broken.
 */
#ifndef PITH_TESTS_UNIT_TREE_CHECK_H
#define PITH_TESTS_UNIT_TREE_CHECK_H

#include "base/utf8_validate.h"
#include "html/tree/tree.h"

static inline bool
tree_check_is_utf8(pith_slice text)
{
  return pith__utf8_valid_prefix(text.data, text.len) == text.len;
}

/* Parents come first, and siblings follow each other without a gap: going up
 * from the node before leads to the parent, over nodes that end here. */
static inline const char *
tree_check_order(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *nodes = tree->nodes;
  uint32_t parent = nodes[n].parent;
  if (parent >= n)
    return "a parent behind its child";
  if (nodes[n].end <= n || nodes[n].end > nodes[parent].end)
    return "descendants that are not inside the parent's";
  for (uint32_t i = n - 1; i != parent; i = nodes[i].parent)
    if (nodes[i].end != n || nodes[i].parent >= i)
      return "a node that does not follow its sibling";
  return NULL;
}

static inline const char *
tree_check_span(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *node = &tree->nodes[n];
  const pith_tree_node *parent = &tree->nodes[node->parent];
  if (node->from > node->open_to || node->open_to > node->close_from ||
      node->close_from > node->close_to)
    return "a span whose parts are out of order";
  if (node->from < parent->open_to || node->close_to > parent->close_from)
    return "a span outside of the parent's";
  return NULL;
}

static inline const char *
tree_check_element(const pith_tree *tree, uint32_t n, const pith_limits *limits)
{
  const pith_tree_node *node = &tree->nodes[n];
  const pith_store *store = &tree->store;
  pith_slice name = pith__tree_name(tree, n);
  if (name.len == 0 || !tree_check_is_utf8(name))
    return "an element without a name";
  if (node->attributes > limits->attributes ||
      (node->attributes > 0 &&
       node->data + node->attributes > store->attrs_kept))
    return "attributes that are not in the store";
  for (uint32_t i = 0; i < node->attributes; i++) {
    const pith_attr *attr = &store->attrs[node->data + i];
    if (pith__attr_find(store, node->data, node->attributes,
                        pith__attr_name(store, attr)) != attr)
      return "an attribute twice";
    if (!tree_check_is_utf8(pith__attr_value(store, attr)))
      return "an attribute value that is not UTF-8";
  }
  bool is_template =
      node->tag == PITH_TAG_TEMPLATE && node->space == PITH_NAMESPACE_HTML;
  if (is_template && !(tree->limits_hit & PITH_LIMIT_NODES) &&
      (node->end == n + 1 || tree->nodes[n + 1].kind != PITH_NODE_CONTENT ||
       tree->nodes[n + 1].end != node->end))
    return "a template whose only child is not its contents";
  return NULL;
}

static inline const char *
tree_check_leaf(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *node = &tree->nodes[n];
  pith_slice text = pith__tree_text(tree, n);
  if (node->end != n + 1)
    return "a leaf with children";
  if (!tree_check_is_utf8(text))
    return "text that is not UTF-8";
  if (node->kind != PITH_NODE_TEXT)
    return NULL;
  if (text.len == 0)
    return "an empty text";
  const pith_tree_node *parent = &tree->nodes[node->parent];
  if (node->end < parent->end && tree->nodes[node->end].kind == PITH_NODE_TEXT)
    return "two texts side by side";
  return NULL;
}

static inline const char *
tree_check_node(const pith_tree *tree, uint32_t n, const pith_limits *limits)
{
  const char *wrong = tree_check_order(tree, n);
  if (!wrong)
    wrong = tree_check_span(tree, n);
  if (wrong)
    return wrong;
  switch (tree->nodes[n].kind) {
  case PITH_NODE_ELEMENT:
    return tree_check_element(tree, n, limits);
  case PITH_NODE_CONTENT:
    return tree->nodes[tree->nodes[n].parent].tag == PITH_TAG_TEMPLATE
               ? NULL
               : "contents without a template";
  case PITH_NODE_DOCUMENT:
    return "a second document";
  default:
    return tree_check_leaf(tree, n);
  }
}

/* The contents of a template are no level. */
static inline const char *
tree_check_depth(const pith_tree *tree, const pith_limits *limits)
{
  uint32_t depth = 0;
  for (uint32_t n = 1; n < tree->count; n++) {
    for (uint32_t i = n - 1; i != tree->nodes[n].parent;
         i = tree->nodes[i].parent)
      depth -= tree->nodes[i].kind != PITH_NODE_CONTENT;
    depth += tree->nodes[n].kind != PITH_NODE_CONTENT;
    if (depth > limits->depth)
      return "a node that is too deep";
  }
  return NULL;
}

static inline const char *
tree_check(const pith_tree *tree, const pith_limits *limits)
{
  const pith_tree_node *nodes = tree->nodes;
  if (tree->count == 0 || nodes[0].kind != PITH_NODE_DOCUMENT ||
      nodes[0].parent != PITH_NODE_NONE || nodes[0].end != tree->count ||
      nodes[0].from != 0 || nodes[0].close_to != tree->store.text_len)
    return "a wrong document node";
  if (tree->count > limits->nodes)
    return "too many nodes";
  for (uint32_t n = 1; n < tree->count; n++) {
    const char *wrong = tree_check_node(tree, n, limits);
    if (wrong)
      return wrong;
  }
  return tree_check_depth(tree, limits);
}

#endif
