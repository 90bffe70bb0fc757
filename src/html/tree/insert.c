/*
 * See insert.h. A token becomes 32 bytes at the end of the array; its
 * attributes are in the store already and only have to be kept.
 *
 * A name that the tags table does not have is read from the text again when
 * somebody asks for it; only one that had to be changed (upper case) needs a
 * record, in front of the attributes:
 *
 *     store.attrs   ... [name record] [attribute] [attribute] ...
 *                                      ▲ pith_tree_node.data
 */
#include "html/tree/insert.h"

#include "html/tree/foreign.h"

#include <string.h>

/* A node counts its attributes in 10 bits. */
#define MOST_ATTRIBUTES 1023u

/* Put the record of a pooled name in front of the token's attributes. */
static void
add_name_record(pith_builder *b)
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

/* Fill a slot with the element of the start tag at hand. */
static uint32_t
new_element(pith_builder *b, pith_namespace space)
{
  uint32_t node = pith__node_new(b);
  if (PITH_UNLIKELY(b->token.name_pooled))
    add_name_record(b);
  const pith_token *token = &b->token;
  pith_tree_node *slot = &b->nodes[node];
  slot->end = b->linked ? PITH_NODE_NONE : 0;
  slot->from = token->from;
  slot->open_to = token->to;
  slot->close_from = 0;
  slot->close_to = 0;
  slot->data = token->first_attr;
  slot->tag = (unsigned)token->tag & 0xFFFu;
  slot->kind = PITH_NODE_ELEMENT;
  slot->space = (unsigned)space & 3u;
  slot->pooled = token->name_pooled;
  slot->attributes = token->attr_count & MOST_ATTRIBUTES;
  pith__store_keep(&b->tree->store);
  return node;
}

/* An element the parser makes: no tag, an empty span where the token is. */
static uint32_t
new_implied(pith_builder *b, pith_tag tag)
{
  uint32_t node = pith__node_new(b);
  pith_tree_node slot = {.parent = PITH_NODE_NONE,
                         .end = b->linked ? PITH_NODE_NONE : 0,
                         .from = b->token.from,
                         .open_to = b->token.from,
                         .tag = (unsigned)tag & 0xFFFu,
                         .kind = PITH_NODE_ELEMENT,
                         .space = PITH_NAMESPACE_HTML};
  b->nodes[node] = slot;
  return node;
}

static void
push(pith_builder *b, uint32_t node, pith_tag tag)
{
  pith_open entry = {.node = node,
                     .name_hash = b->token.name_hash,
                     .depth = pith__current(b)->depth + 1,
                     .bits = pith__tag_properties[tag],
                     .tag = (uint8_t)tag,
                     .foreign_tag = 0,
                     .space = PITH_NAMESPACE_HTML};
  pith__open_push(b, &entry);
}

uint32_t
pith__insert_element(pith_builder *b)
{
  if (PITH_UNLIKELY(!pith__has_room(b)))
    pith__open_make_room(b);
  uint32_t node = new_element(b, PITH_NAMESPACE_HTML);
  pith__attach(b, node);
  push(b, node, b->token.tag);
  return node;
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
  uint32_t node = new_element(b, PITH_NAMESPACE_HTML);
  pith__attach(b, node);
  close_at_once(b, node);
}

uint32_t
pith__insert_implied(pith_builder *b, pith_tag tag)
{
  if (PITH_UNLIKELY(!pith__has_room(b)))
    pith__open_make_room(b);
  uint32_t node = new_implied(b, tag);
  pith__attach(b, node);
  push(b, node, tag);
  return node;
}

void
pith__insert_root(pith_builder *b, bool from_token)
{
  uint32_t node = from_token ? new_element(b, PITH_NAMESPACE_HTML)
                             : new_implied(b, PITH_TAG_HTML);
  pith_open entry = {.node = node,
                     .depth = 1,
                     .bits = pith__tag_properties[PITH_TAG_HTML],
                     .tag = PITH_TAG_HTML,
                     .space = PITH_NAMESPACE_HTML};
  pith__attach_to_document(b, node);
  pith__open_push(b, &entry);
}

void
pith__insert_foreign(pith_builder *b, pith_namespace space)
{
  bool closes_itself = (b->token.flags & PITH_TAG_SELF_CLOSING) != 0;
  if (PITH_UNLIKELY(!closes_itself && !pith__has_room(b)))
    pith__open_make_room(b);
  uint32_t node = new_element(b, space);
  pith__attach(b, node);
  if (closes_itself) {
    close_at_once(b, node);
    return;
  }
  pith_open entry = {.node = node,
                     .name_hash = b->token.name_hash,
                     .depth = pith__current(b)->depth + 1,
                     .bits = pith__foreign_bits(b, space),
                     .tag = 0,
                     .foreign_tag = (uint8_t)b->token.tag,
                     .space = (uint8_t)space};
  pith__open_push(b, &entry);
}

uint32_t
pith__clone_element(pith_builder *b, uint32_t node)
{
  uint32_t clone = new_implied(b, (pith_tag)b->nodes[node].tag);
  b->nodes[clone].data = b->nodes[node].data;
  b->nodes[clone].attributes = b->nodes[node].attributes;
  return clone;
}

uint32_t
pith__insert_clone(pith_builder *b, uint32_t node)
{
  uint32_t clone = pith__clone_element(b, node);
  pith__attach(b, clone);
  push(b, clone, (pith_tag)b->nodes[clone].tag);
  return clone;
}

static uint32_t
new_comment(pith_builder *b)
{
  const pith_token *token = &b->token;
  uint32_t node = pith__node_new(b);
  pith_tree_node slot = {.parent = PITH_NODE_NONE,
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
  element->attributes = (element->attributes + 1u) & MOST_ATTRIBUTES;
}

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
