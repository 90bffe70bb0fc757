/*
 * The finished tree: its memory, and names and texts of nodes. It is built by
 * build.c.
 */
#include "html/tree/tree.h"

#include "base/slice.h"

void
pith__tree_init(pith_tree *tree, pith_memory *memory)
{
  memset(tree, 0, sizeof *tree);
  tree->memory = memory;
  pith__store_init(&tree->store, memory);
}

void
pith__tree_done(pith_tree *tree)
{
  pith__store_done(&tree->store);
  PITH_FREE_ITEMS(tree->memory, tree->nodes, tree->capacity);
  pith__tree_init(tree, tree->memory);
}

/* The name in a start tag that begins at `from`: up to white space, '/' or
 * '>'. The tag is whole, so one of them comes. */
static pith_slice
read_name(const pith_tree *tree, const pith_tree_node *node)
{
  const char *name = tree->store.text + node->from + 1;
  size_t len = 0;
  while (!pith__is_space(name[len]) && name[len] != '/' && name[len] != '>')
    len++;
  return pith__slice(name, len);
}

/* Known names come from the table, in the case of their namespace. */
pith_slice
pith__tree_name(const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *element = &tree->nodes[node];
  const pith_tag_row *row = &pith__tag_rows[element->tag];
  if (element->kind != PITH_NODE_ELEMENT)
    return pith__slice("", 0);
  if (element->pooled)
    return pith__attr_name(&tree->store, &tree->store.attrs[element->data - 1]);
  if (element->tag == PITH_TAG_UNKNOWN)
    return read_name(tree, element);
  if (element->space == PITH_NAMESPACE_SVG)
    return pith__slice(row->svg_name, row->len);
  return pith__slice(row->name, row->len);
}

/* Lent from the page, or from the pool if the text had to change. */
pith_slice
pith__tree_text(const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *text = &tree->nodes[node];
  if (text->kind != PITH_NODE_TEXT && text->kind != PITH_NODE_COMMENT)
    return pith__slice("", 0);
  if (text->pooled)
    return pith__pool_slice(&tree->store, text->data);
  return pith__slice(tree->store.text + text->open_to,
                     text->close_from - text->open_to);
}
