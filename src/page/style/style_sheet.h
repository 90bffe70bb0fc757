/*
 * The rules of a page's `style` elements: text in, rules that can be looked
 * up out.
 *
 *     td.menu a, #nav > li { color: #fff; margin-top: 2px }
 *
 *     rule   compounds [td .menu] [a]        declarations 0-1
 *     rule   compounds [#nav] > [li]         declarations 0-1
 *
 * Understood are names, classes, ids and attributes, joined by descendant and
 * child combinators. A selector with anything else (pseudo-classes, siblings,
 * escapes) is left out, as one that a browser does not know. Of the at-rules
 * `@media` is entered when a screen of PITH_SCREEN_WIDTH pixels is meant.
 *
 * Rules are found by the id, a class or the name that their last compound
 * asks for. What hostile sheets can cost is bounded by counts: rules of a
 * sheet, compounds of a selector, and steps for a node (PITH_STYLE_STEPS).
 */
#ifndef PITH_PAGE_STYLE_STYLE_SHEET_H
#define PITH_PAGE_STYLE_STYLE_SHEET_H

#include "base/region.h"
#include "page/style/style_value.h"
#include "html/tree/tree.h"

/* What a page is laid out for, in pixels. */
#define PITH_SCREEN_WIDTH 1200

/* Rules and compounds tried for one node; what is left is not looked at. */
#define PITH_STYLE_STEPS 256u

typedef struct pith_style_rule {
  uint64_t key;          /* of the last compound; 0: any element */
  uint32_t compound;     /* the last one; the others are before it */
  uint32_t order;        /* in the page */
  uint32_t declaration;  /* the first */
  uint16_t declarations; /* how many */
  uint16_t compounds;
  uint32_t weight; /* the specificity: ids, classes, names, 8 bits each */
} pith_style_rule;

/* A part of a compound: `div`, `.menu`, `#nav`, `[type=text]`. */
typedef struct pith_style_part {
  uint64_t hash;    /* of the name, class or id */
  pith_slice name;  /* of the attribute; lent by the page */
  pith_slice value; /* of the attribute */
  char kind;        /* 't', '.', '#', '[' */
  char match;       /* of the attribute: 0 any, '=', '~', '^', '$', '*', '|' */
} pith_style_part;

typedef struct pith_style_compound {
  uint32_t part; /* the first */
  uint16_t parts;
  bool child; /* the one before it must be the parent, else any ancestor */
} pith_style_compound;

/* What selectors ask of an element, worked out once. */
typedef struct pith_style_names {
  uint64_t tag;
  uint64_t id; /* 0: none */
  uint32_t first_class;
  uint32_t classes;
} pith_style_names;

typedef struct pith_style_sheet {
  pith_memory *memory;    /* borrowed */
  const pith_tree *tree;  /* borrowed */
  pith_style_rule *rules; /* by key, then in order; the six arrays are owned */
  pith_style_compound *compounds;
  pith_style_part *parts;
  pith_style_declaration *declarations;
  pith_style_names *names; /* by node; NULL when there are no rules */
  uint64_t *classes;
  uint32_t rule_count, rule_capacity;
  uint32_t compound_count, compound_capacity;
  uint32_t part_count, part_capacity;
  uint32_t declaration_count, declaration_capacity;
  uint32_t class_count, class_capacity;
  uint32_t name_capacity;
  uint64_t steps; /* taken so far, for tests of the cost */
} pith_style_sheet;

/* Read the sheets of a page. `tree` and `memory` are borrowed. PITH_NOMEM,
 * PITH_LIMIT: nothing is to be done. */
pith_status pith__style_sheet_init(pith_style_sheet *sheet, pith_memory *memory,
                                   const pith_tree *tree);
void pith__style_sheet_done(pith_style_sheet *sheet);

/* The rules that an element meets, for as many steps as there are: call with
 * `*at` all zero until NULL. Lent by the sheet; in no order. */
typedef struct pith_style_search {
  uint32_t source; /* 0 id, 1 name, 2 any, from 3 on its classes */
  uint32_t rule;   /* the next to try */
  uint32_t steps;
  bool inside; /* `rule` is one of the source */
} pith_style_search;

const pith_style_rule *pith__style_rule_next(pith_style_sheet *sheet,
                                             uint32_t node,
                                             pith_style_search *at);

/* Add the rules of a piece of CSS; for the tests. */
bool pith__style_sheet_read(pith_style_sheet *sheet, pith_slice css);

#endif
