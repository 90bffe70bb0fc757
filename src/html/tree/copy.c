/*
 * Copies of subtrees, for selectedcontent alone: the standard has nothing
 * else that is in a page twice.
 *
 * The copies have empty spans, because nobody wrote them. So a text has to go
 * into the pool, and a name that was read from the tag needs a record in
 * front of the attributes.
 */
#include "html/tree/selected_content.h"

#include "base/slice.h"
#include "html/tree/insert.h"

/* A fresh pool string with the same bytes; they may be in the pool. */
static uint32_t
copy_string(pith_builder *b, uint32_t node)
{
  pith_store *store = &b->tree->store;
  pith_span span = {b->nodes[node].from, b->nodes[node].close_to};
  uint32_t len = (uint32_t)pith__tree_text(b->tree, node).len;
  uint32_t offset = 0;
  if (!pith__pool_new(store, span, len, &offset)) {
    pith__builder_fail(b);
    return 0;
  }
  pith__pool_append(store, &offset, pith__tree_text(b->tree, node).data, len);
  b->steps -= len;
  return offset;
}

/* Fill in the record of a name that is in the text at `from`. */
static void
record_name(pith_builder *b, pith_attr *record, uint32_t from, pith_slice name)
{
  pith_store *store = &b->tree->store;
  memset(record, 0, sizeof *record);
  if (name.len <= UINT16_MAX) {
    record->name = from;
    record->name_len = (uint16_t)name.len;
    return;
  }
  pith_span span = {from, from + (uint32_t)name.len};
  uint32_t offset;
  if (!pith__pool_new(store, span, (uint32_t)name.len, &offset)) {
    pith__builder_fail(b);
    return;
  }
  pith__pool_append(store, &offset, name.data, (uint32_t)name.len);
  record->name = offset | PITH_POOLED;
}

/* An unknown name is read from the start tag, which the copy has not. */
static void
copy_named_attributes(pith_builder *b, uint32_t node, pith_tree_node *copy)
{
  pith_store *store = &b->tree->store;
  uint32_t first = store->attr_count;
  for (uint32_t i = 0; i <= copy->attributes; i++) {
    if (!pith__store_attr(store)) {
      pith__builder_fail(b);
      return;
    }
    if (i > 0)
      store->attrs[first + i] = store->attrs[copy->data + i - 1];
  }
  record_name(b, &store->attrs[first], copy->from + 1,
              pith__tree_name(b->tree, node));
  copy->data = first + 1;
  copy->pooled = true;
}

/* A copy of the node alone, in no place, with an empty span at `at`. Strings
 * are copied into the pool, because the copy has no bytes of its own in the
 * page. */
static uint32_t
copy_node(pith_builder *b, uint32_t node, uint32_t at)
{
  uint32_t number = pith__node_new(b);
  pith_tree_node copy = b->nodes[node];
  if (copy.kind == PITH_NODE_TEXT || copy.kind == PITH_NODE_COMMENT) {
    copy.data = copy_string(b, node);
    copy.pooled = true;
  } else if (copy.kind == PITH_NODE_ELEMENT && !copy.pooled &&
             copy.tag == PITH_TAG_UNKNOWN) {
    copy_named_attributes(b, node, &copy);
  }
  copy.parent = PITH_NODE_NONE;
  copy.end = PITH_NODE_NONE;
  copy.from = copy.open_to = copy.close_from = copy.close_to = at;
  b->nodes[number] = copy;
  pith__store_keep(&b->tree->store);
  b->steps--;
  return number;
}

/* Content nodes of templates are no level of their own. */
static uint32_t
depth_of(const pith_builder *b, uint32_t node)
{
  uint32_t depth = 0;
  for (; node != PITH_NODE_NONE; node = b->nodes[node].parent)
    depth += b->nodes[node].kind != PITH_NODE_CONTENT;
  return depth - 1;
}

/* What was shown before is dropped. */
static void
remove_children(pith_builder *b, uint32_t parent)
{
  uint32_t child;
  while ((child = pith__link_first(b, parent)) != PITH_NODE_NONE)
    pith__link_remove(b, child);
}

/* Walk over what is below `from` and copy it below `to`, which is as deep as
 * `depth`; what would be too deep is left out. */
static void
copy_below(pith_builder *b, uint32_t from, uint32_t to, uint32_t depth)
{
  uint32_t node = pith__link_first(b, from);
  uint32_t parent = to;
  uint32_t at = b->nodes[to].open_to;
  while (node != PITH_NODE_NONE && !b->stop) {
    uint32_t copy = copy_node(b, node, at);
    uint32_t below = pith__link_first(b, node);
    pith__link_append(b, parent, copy);
    if (below != PITH_NODE_NONE && depth + 2 <= b->max_depth) {
      depth += b->nodes[node].kind != PITH_NODE_CONTENT;
      node = below;
      parent = copy;
      continue;
    }
    while (b->links[node].next == PITH_NODE_NONE) {
      node = b->nodes[node].parent;
      if (node == from)
        return;
      parent = b->nodes[parent].parent;
      depth -= b->nodes[node].kind != PITH_NODE_CONTENT;
    }
    node = b->links[node].next;
  }
}

/* HTML, "clone a node" with its descendants, for `selectedcontent`. */
void
pith__copy_children(pith_builder *b, uint32_t from, uint32_t to)
{
  pith__links_begin(b, b->count);
  if (b->stop)
    return;
  remove_children(b, to);
  copy_below(b, from, to, depth_of(b, to));
}
