/*
 * What an element is for: by its tag, its `role`, and the words of its class
 * and id. Hints only: authors call things as they like, so a method weighs a
 * role against the text that is inside.
 */
#ifndef PITH_BLOCK_BOX_ROLE_H
#define PITH_BLOCK_BOX_ROLE_H

#include "html/tree/tree.h"

/* Bits of a role. Those below PITH_ROLE_FRAMES speak of all that is inside. */
typedef enum pith_role_bit {
  PITH_ROLE_NAVIGATION = 1 << 0, /* menus, paths, page numbers */
  PITH_ROLE_FOOTER = 1 << 1,     /* imprint, copyright */
  PITH_ROLE_ASIDE = 1 << 2,      /* side bars, adverts, sharing, related */
  PITH_ROLE_NOTICE = 1 << 3,     /* cookie walls, dialogs */
  PITH_ROLE_COMMENTS = 1 << 4,   /* what readers wrote */
  PITH_ROLE_FORM = 1 << 5,
  PITH_ROLE_HEADER = 1 << 6,  /* a `header` */
  PITH_ROLE_ARTICLE = 1 << 7, /* article, main, and what is called so */
  PITH_ROLE_LIST = 1 << 8,
  PITH_ROLE_TABLE = 1 << 9,
  PITH_ROLE_CODE = 1 << 10,
  PITH_ROLE_HEADING = 1 << 11,
  PITH_ROLE_BYLINE = 1 << 12 /* author, date, tags */
} pith_role_bit;

#define PITH_ROLE_FRAMES                                                       \
  (PITH_ROLE_NAVIGATION | PITH_ROLE_FOOTER | PITH_ROLE_ASIDE | PITH_ROLE_NOTICE)

/* Names of elements that were read last, and their roles: on a page the same
 * few come again and again. */
typedef struct pith_role_memo {
  uint16_t names; /* short hashes of "class", "id" and "role" */
  uint16_t name;
  uint16_t landmark;
  struct {
    pith_slice names; /* lent by the tree */
    uint32_t role;
  } seen[256];
} pith_role_memo;

void pith__role_memo_init(pith_role_memo *memo);

/* The role of an element of the tree: an OR of bits. `memo` is of this tree. */
uint32_t pith__box_role(pith_role_memo *memo, const pith_tree *tree,
                        uint32_t node);

#endif
