/*
 * Making nodes and putting them in their place (WHATWG HTML, "Creating and
 * inserting nodes").
 */
#ifndef PITH_HTML_TREE_INSERT_H
#define PITH_HTML_TREE_INSERT_H

#include "html/tree/open_elements.h"

/* Where a node goes: the end of `parent`, or in front of `before`. */
typedef struct pith_place {
  uint32_t parent;
  uint32_t before; /* PITH_NODE_NONE: at the end */
} pith_place;

/* Make sure of `more` slots; false, with `stop` set, when they are not to be
 * had. */
bool pith__node_reserve(pith_builder *b, uint32_t more);

/* When the array is full: grow it; the spare slot if that cannot be. */
uint32_t pith__node_new_slow(pith_builder *b);

/* The number of a new node, whose slot is still to be filled. */
static inline uint32_t
pith__node_new(pith_builder *b)
{
  if (PITH_UNLIKELY(b->count >= b->room))
    return pith__node_new_slow(b);
  return b->count++;
}

/* What `end` is for a new node without children. */
static inline uint32_t
pith__leaf_end(const pith_builder *b, uint32_t node)
{
  return b->linked ? PITH_NODE_NONE : node + 1;
}

/* "The appropriate place for inserting a node", `target` being the override
 * target or the current node. */
pith_place pith__place_for(pith_builder *b, const pith_open *target);

/* Put a new node there, in linked mode if it cannot be otherwise. */
void pith__place_node(pith_builder *b, pith_place place, uint32_t node);

/* Enable and disable foster parenting. */
static inline void
pith__foster_begin(pith_builder *b)
{
  b->foster = true;
  b->careful = true;
}

static inline void
pith__foster_end(pith_builder *b)
{
  b->foster = false;
  b->careful = b->linked || b->sealed;
}

/* Put a new node, whose parent is b->parent so far, in the appropriate
 * place. */
static inline void
pith__attach(pith_builder *b, uint32_t node)
{
  if (PITH_UNLIKELY(b->careful))
    pith__place_node(b, pith__place_for(b, pith__current(b)), node);
}

/* Put a new node at the end of the document, in which nothing is open. */
static inline void
pith__attach_to_document(pith_builder *b, uint32_t node)
{
  b->nodes[node].parent = 0;
  if (b->linked)
    pith__link_append(b, 0, node);
}

/* Whether the depth limit lets one more element in. */
static inline bool
pith__has_room(const pith_builder *b)
{
  return pith__current(b)->depth + 2 <= b->max_depth;
}

/* The depth of the next element to be opened; makes room for it first. */
static inline uint32_t
pith__next_depth(pith_builder *b)
{
  if (PITH_UNLIKELY(!pith__has_room(b)))
    pith__open_make_room(b);
  return pith__current(b)->depth + 1;
}

/* A node counts its attributes in 10 bits. */
#define PITH_MOST_ATTRIBUTES 1023u

/* Put the record of a pooled name in front of the token's attributes. */
void pith__add_name_record(pith_builder *b);

/* Fill a slot with the element of the start tag at hand. Field by field, and
 * so below: a struct that is put together on the stack and then copied costs a
 * stall of the processor, more than all of this. */
static inline uint32_t
pith__element_new(pith_builder *b, pith_namespace space)
{
  uint32_t node = pith__node_new(b);
  if (PITH_UNLIKELY(b->token.name_pooled))
    pith__add_name_record(b);
  const pith_token *token = &b->token;
  pith_tree_node *slot = &b->nodes[node];
  slot->parent = b->parent;
  slot->end = b->linked ? PITH_NODE_NONE : 0;
  slot->from = token->from;
  slot->open_to = token->to;
  slot->close_from = 0;
  slot->close_to = 0;
  slot->data = token->first_attr;
  slot->word =
      pith__node_word(PITH_NODE_ELEMENT, token->tag, space, token->name_pooled,
                      token->attr_count & PITH_MOST_ATTRIBUTES);
  pith__store_keep(&b->tree->store);
  return node;
}

/* "Insert an HTML element" for the start tag at hand; it is open then. */
static inline uint32_t
pith__insert_element_inline(pith_builder *b)
{
  uint32_t depth = pith__next_depth(b);
  uint32_t node = pith__element_new(b, PITH_NAMESPACE_HTML);
  pith__attach(b, node);
  pith__open_push(b, node, b->token.tag, depth);
  return node;
}

/* The same, for where speed does not matter. */
uint32_t pith__insert_element(pith_builder *b);

/* The same for an element without contents: it is closed already. */
void pith__insert_void(pith_builder *b);

/* An element that no tag stands for. */
uint32_t pith__insert_implied(pith_builder *b, pith_tag tag);

/* The root element; with the token's attributes if it is a tag for it. */
void pith__insert_root(pith_builder *b, bool from_token);

/* "Insert a foreign element" for the start tag at hand. It is open, unless
 * the tag closes itself. */
void pith__insert_foreign(pith_builder *b, pith_namespace space);

/* A node like a formatting element; not in any place yet. */
uint32_t pith__clone_element(pith_builder *b, uint32_t node);

/* "Insert an HTML element" for the token that `node` was made for. */
uint32_t pith__insert_clone(pith_builder *b, uint32_t node);

/* The attributes that the token has and the element has not. */
void pith__merge_attributes(pith_builder *b, uint32_t node);

/* "Insert a comment": in the current node; at the end of the document or the
 * root element, which is `parent`. */
void pith__insert_comment(pith_builder *b);
void pith__insert_comment_last(pith_builder *b, uint32_t parent);

/* insert_text.c. "Insert a character" for each of the token's; NUL by
 * `policy` unless it is raw text. */
void pith__insert_text_slow(pith_builder *b, pith_nul_policy policy);
void pith__insert_piece(pith_builder *b, const pith_piece *piece,
                        pith_nul_policy policy);

/* What keeps a text from being used unchanged. */
#define PITH_TEXT_UNCLEAN (PITH_TEXT_AMP | PITH_TEXT_NUL | PITH_TEXT_CR)

/* Most texts are clean and the first in their place: a node and nothing
 * else. */
static inline void
pith__insert_text(pith_builder *b, pith_nul_policy policy)
{
  const pith_token *token = &b->token;
  const pith_tree_node *last = &b->nodes[b->count - 1];
  if (PITH_UNLIKELY(token->flags & PITH_TEXT_UNCLEAN) || b->careful ||
      (last->kind == PITH_NODE_TEXT && last->parent == b->parent) ||
      PITH_UNLIKELY(token->data_from == token->data_to)) {
    pith__insert_text_slow(b, policy);
    return;
  }
  uint32_t node = pith__node_new(b);
  pith_tree_node *slot = &b->nodes[node];
  slot->parent = b->parent;
  slot->end = node + 1;
  slot->from = token->from;
  slot->open_to = token->data_from;
  slot->close_from = token->data_to;
  slot->close_to = token->to;
  slot->data = 0;
  slot->word = pith__node_word(PITH_NODE_TEXT, PITH_TAG_UNKNOWN,
                               PITH_NAMESPACE_HTML, false, 0);
}

/* insert_text.c. Append the data of `second`, which is in no place, to the
 * text `first`. */
void pith__text_join(pith_builder *b, uint32_t first, uint32_t second);

#endif
