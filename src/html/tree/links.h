/*
 * Linked mode: siblings in lists, so that nodes can be moved.
 *
 *        parent
 *          │ first (kept in pith_tree_node.end)
 *          ▼
 *          A ──next──► B ──next──► C ──next──► none
 *          │◄──prev────┘◄──prev────┘
 *          └──prev──► C             the first one's `prev` is the last one
 *
 * Eight bytes a node, and only on pages that need it.
 */
#ifndef PITH_HTML_TREE_LINKS_H
#define PITH_HTML_TREE_LINKS_H

#include "pith.h"

typedef struct pith_link {
  uint32_t next; /* PITH_NODE_NONE at the last */
  uint32_t prev; /* of the first: the last */
} pith_link;

struct pith_builder;

/* Enter linked mode: link the nodes below `count` by their order.
 * Does nothing when it is on already. */
void pith__links_begin(struct pith_builder *b, uint32_t count);

/* Make `child`, which has no parent yet, the last child of `parent`, or the
 * one before `before`. */
void pith__link_append(struct pith_builder *b, uint32_t parent, uint32_t child);
void pith__link_before(struct pith_builder *b, uint32_t before, uint32_t child);

/* Take a node with all that is below it out of the tree. When two texts meet
 * they become one. */
void pith__link_remove(struct pith_builder *b, uint32_t child);

/* Make all children of `from` the last children of `to`, which has none. */
void pith__link_move_children(struct pith_builder *b, uint32_t from,
                              uint32_t to);

/* First and last child, the sibling before; PITH_NODE_NONE if not there. */
uint32_t pith__link_first(const struct pith_builder *b, uint32_t parent);
uint32_t pith__link_last(const struct pith_builder *b, uint32_t parent);
uint32_t pith__link_previous(const struct pith_builder *b, uint32_t child);

/* relink.c. Put the nodes in document order, drop those that hang nowhere,
 * set `end`, and make every span lie in that of the parent. */
void pith__relink(struct pith_builder *b);

/* relink.c. The same without moving anything: only `end` and the spans. */
void pith__widen(struct pith_builder *b);

#endif
