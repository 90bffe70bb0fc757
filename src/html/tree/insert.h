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

/* "Insert an HTML element" for the start tag at hand; it is open then. */
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
void pith__insert_text(pith_builder *b, pith_nul_policy policy);
void pith__insert_piece(pith_builder *b, const pith_piece *piece,
                        pith_nul_policy policy);

/* insert_text.c. Append the data of `second`, which is in no place, to the
 * text `first`. */
void pith__text_join(pith_builder *b, uint32_t first, uint32_t second);

#endif
