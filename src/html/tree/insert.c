/*
 * See insert.h. A token becomes 32 bytes at the end of the array; its
 * attributes are in the store already and only have to be kept.
 *
 * A name that the tags table does not have is read from the text again when
 * it is needed; only one that had to be changed (upper case) needs a
 * record, in front of the attributes:
 *
 *     store.attrs   ... [name record] [attribute] [attribute] ...
 *                                      ▲ pith_tree_node.data
 */
#include "html/tree/insert.h"

#include "html/tree/foreign.h"

#include <string.h>

/* Move the attributes one place and put the name before them. */
void
pith__add_name_record(pith_builder *b)
{
  pith_token *token = &b->token;
  pith_store *store = &b->tree->store;
  if (!pith__store_attr(store)) {
    pith__builder_fail(b);
    return;
  }
  pith_attr *first = &store->attrs[token->first_attr];
  memmove(first + 1, first, token->attr_count * sizeof *first);
  memset(first, 0, sizeof *first);
  first->name = token->name_offset | PITH_POOLED;
  token->first_attr++;
}

/* An element that the parser makes: no tag, an empty span where the token
 * is. */
static uint32_t
new_implied(pith_builder *b, pith_tag tag)
{
  uint32_t node = pith__node_new(b);
  pith_tree_node slot = {.parent = b->parent,
                         .end = b->linked ? PITH_NODE_NONE : 0,
                         .from = b->token.from,
                         .open_to = b->token.from,
                         .tag = (unsigned)tag & 0xFFFu,
                         .kind = PITH_NODE_ELEMENT,
                         .space = PITH_NAMESPACE_HTML};
  b->nodes[node] = slot;
  return node;
}

/* The inlined version is used in the body, this one everywhere else. */
uint32_t
pith__insert_element(pith_builder *b)
{
  return pith__insert_element_inline(b);
}

/* Close a node that was never open: it ends where its tag ends. */
static void
close_at_once(pith_builder *b, uint32_t node)
{
  b->nodes[node].end = pith__leaf_end(b, node);
  b->nodes[node].close_from = b->token.to;
  b->nodes[node].close_to = b->token.to;
}

void
pith__insert_void(pith_builder *b)
{
  uint32_t node = pith__element_new(b, PITH_NAMESPACE_HTML);
  pith__attach(b, node);
  close_at_once(b, node);
}

/* Depth first: making room may close elements, which changes the parent. */
uint32_t
pith__insert_implied(pith_builder *b, pith_tag tag)
{
  uint32_t depth = pith__next_depth(b);
  uint32_t node = new_implied(b, tag);
  pith__attach(b, node);
  pith__open_push(b, node, tag, depth);
  return node;
}

void
pith__insert_root(pith_builder *b, bool from_token)
{
  uint32_t node = from_token ? pith__element_new(b, PITH_NAMESPACE_HTML)
                             : new_implied(b, PITH_TAG_HTML);
  pith__attach_to_document(b, node);
  pith__open_push(b, node, PITH_TAG_HTML, 1);
}

/* HTML, "insert a foreign element". */
static void
push_foreign(pith_builder *b, uint32_t node, pith_namespace space,
             uint32_t depth)
{
  pith_open *entry = pith__open_new(b);
  if (PITH_UNLIKELY(!entry))
    return;
  entry->node = node;
  entry->inside = node;
  entry->name_hash = b->token.name_hash;
  entry->depth = depth;
  entry->bits = pith__foreign_bits(b, space);
  entry->tag = PITH_TAG_UNKNOWN;
  entry->foreign_tag = (uint8_t)b->token.tag;
  entry->space = (uint8_t)space;
  pith__open_pushed(b, entry);
  b->foreign_open++;
  b->attention |= PITH_IN_FOREIGN;
}

/* A self-closing tag is respected in foreign content only. */
void
pith__insert_foreign(pith_builder *b, pith_namespace space)
{
  bool closes_itself = (b->token.flags & PITH_TAG_SELF_CLOSING) != 0;
  uint32_t depth = closes_itself ? 0 : pith__next_depth(b);
  uint32_t node = pith__element_new(b, space);
  pith__attach(b, node);
  if (closes_itself)
    close_at_once(b, node);
  else
    push_foreign(b, node, space, depth);
}

/* HTML, "create an element for the token": the copy shares the attribute
 * records. */
uint32_t
pith__clone_element(pith_builder *b, uint32_t node)
{
  uint32_t clone = new_implied(b, (pith_tag)b->nodes[node].tag);
  b->nodes[clone].parent = PITH_NODE_NONE;
  b->nodes[clone].data = b->nodes[node].data;
  b->nodes[clone].attributes = b->nodes[node].attributes;
  return clone;
}

uint32_t
pith__insert_clone(pith_builder *b, uint32_t node)
{
  uint32_t clone = pith__clone_element(b, node);
  b->nodes[clone].parent = b->parent;
  pith__attach(b, clone);
  pith__open_push(b, clone, (pith_tag)b->nodes[clone].tag,
                  pith__current(b)->depth + 1);
  return clone;
}

/* Comments with NUL or CR are cleaned into the pool. */
static uint32_t
new_comment(pith_builder *b)
{
  const pith_token *token = &b->token;
  uint32_t node = pith__node_new(b);
  pith_tree_node slot = {.parent = b->parent,
                         .end = pith__leaf_end(b, node),
                         .from = token->from,
                         .open_to = token->data_from,
                         .close_from = token->data_to,
                         .close_to = token->to,
                         .kind = PITH_NODE_COMMENT};
  if (PITH_UNLIKELY(token->flags & (PITH_TEXT_NUL | PITH_TEXT_CR))) {
    pith_span data = {token->data_from, token->data_to};
    pith_store *store = &b->tree->store;
    uint32_t offset = 0;
    if (!pith__pool_new(store, data, data.to - data.from, &offset) ||
        !pith__text_clean(store, data, false, PITH_NUL_REPLACE, &offset))
      pith__builder_fail(b);
    slot.data = offset;
    slot.pooled = true;
    pith__store_keep(store);
  }
  b->nodes[node] = slot;
  return node;
}

void
pith__insert_comment(pith_builder *b)
{
  uint32_t node = new_comment(b);
  pith__attach(b, node);
}

/* The node goes to the end of `parent`, so the elements that are open inside
 * of it have got their last child, whether they know it or not. */
static void
seal_inside(pith_builder *b, uint32_t parent, uint32_t node)
{
  for (uint32_t i = 0; i < b->open_count; i++) {
    pith_tree_node *open = &b->nodes[b->open[i].node];
    if (b->open[i].node != parent && open->end == 0) {
      open->end = node;
      b->sealed = true;
      b->careful = true;
    }
  }
}

/* Comments behind `</body>` go to html, those behind `</html>` to the
 * document: places that are not where the array ends, unless nothing comes
 * behind them. */
void
pith__insert_comment_last(pith_builder *b, uint32_t parent)
{
  uint32_t node = new_comment(b);
  if (!b->linked && b->nodes[parent].end != 0) {
    pith__links_begin(b, node);
    b->nodes[node].end = PITH_NODE_NONE;
  }
  if (b->linked) {
    pith__link_append(b, parent, node);
    return;
  }
  b->nodes[node].parent = parent;
  seal_inside(b, parent, node);
}

/* Copy an element's attributes to the end of the store, where the list can
 * grow. False when memory ends. */
static bool
move_attributes_to_end(pith_builder *b, pith_tree_node *element)
{
  pith_store *store = &b->tree->store;
  uint32_t first = store->attr_count;
  for (uint32_t i = 0; i < element->attributes; i++) {
    pith_attr *copy = pith__store_attr(store);
    if (!copy) {
      pith__builder_fail(b);
      return false;
    }
    *copy = store->attrs[element->data + i];
  }
  element->data = first;
  return true;
}

/* One more attribute for an element that exists. The list must be at the end
 * of the store to grow. */
static void
add_attribute(pith_builder *b, pith_tree_node *element, uint32_t index)
{
  pith_store *store = &b->tree->store;
  if (element->attributes >= b->tokenizer.max_attributes) {
    b->tree->limits_hit |= PITH_LIMIT_ATTRIBUTES;
    return;
  }
  if (element->data + element->attributes != store->attr_count &&
      !move_attributes_to_end(b, element))
    return;
  pith_attr *copy = pith__store_attr(store);
  if (!copy) {
    pith__builder_fail(b);
    return;
  }
  *copy = store->attrs[index];
  element->attributes = (element->attributes + 1u) & PITH_MOST_ATTRIBUTES;
}

/* HTML, "A start tag whose tag name is html" and "body": attributes that the
 * element does not have yet. */
void
pith__merge_attributes(pith_builder *b, uint32_t node)
{
  const pith_token *token = &b->token;
  pith_store *store = &b->tree->store;
  pith_tree_node *element = &b->nodes[node];
  if (element->kind != PITH_NODE_ELEMENT)
    return; /* the root of a fragment is no element anybody can see */
  for (uint32_t i = 0; i < token->attr_count && !b->stop; i++) {
    const pith_attr *attr = &store->attrs[token->first_attr + i];
    b->steps -= element->attributes;
    if (pith__attr_find_hashed(store, element->data, element->attributes,
                               attr->hash, pith__attr_name(store, attr)))
      continue;
    add_attribute(b, element, token->first_attr + i);
    pith__store_keep(store);
  }
}
