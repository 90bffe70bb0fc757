/*
 * What the files of VIPS share and nobody else needs.
 */
#ifndef PITH_PAGE_VIPS_VIPS_PARTS_H
#define PITH_PAGE_VIPS_VIPS_PARTS_H

#include "page/vips/vips.h"

/* One of the children that a divided node falls into: an element, or a run of
 * neighbours that are in one line. */
typedef struct pith_vips_item {
  uint32_t from; /* nodes [from, to) */
  uint32_t to;
  uint32_t breaks;   /* line breaks before it, on their own */
  uint8_t doc;       /* of the block that it is alone */
  uint8_t rule;      /* that decided */
  uint8_t separator; /* weight of the one before it */
  bool run;          /* cannot be divided */
  bool divide;       /* the rules decided that it is no block itself */
  bool rule_before;  /* a line (hr) is before it */
} pith_vips_item;

/* The decision of the rules on a node. */
typedef struct pith_vips_decision {
  bool divide;
  bool cut;        /* there is nothing to see in it */
  bool hold;       /* rule 8: children with another background stay whole */
  uint8_t rule;    /* 1 to 13 */
  uint8_t doc;     /* when it stays whole */
  uint32_t single; /* rule 2: the child */
} pith_vips_decision;

/* The question about a node. */
typedef struct pith_vips_question {
  uint32_t node;
  uint32_t round;       /* thresholds are halved in each */
  bool root;            /* it is the root of the block, alone */
  bool before_is_whole; /* the sibling before it was not divided */
  bool held;            /* rule 8 has spoken of it */
} pith_vips_question;

/* Measure all nodes of the page. False when memory ends. */
bool pith__vips_measure(pith_vips *vips);

/* Ask the rules of division. */
pith_vips_decision pith__vips_decide(pith_vips *vips,
                                     const pith_vips_question *question);

/* The weight of the separator between two neighbours in `parent`. */
uint8_t pith__vips_separator(const pith_vips *vips, uint32_t parent,
                             const pith_vips_item *above,
                             const pith_vips_item *below);

/* The part of the page that a node fills, in millionths. */
uint32_t pith__vips_share(const pith_vips *vips, uint32_t node);

/* Whether a node is something to see. */
static inline bool
pith__vips_valid(const pith_vips *vips, uint32_t node)
{
  return vips->nodes[node].chars > 0 || vips->nodes[node].things > 0;
}

#endif
