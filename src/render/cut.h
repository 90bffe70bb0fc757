/*
 * Which parts of a page the verdicts cut, asked range by range.
 */
#ifndef PITH_RENDER_CUT_H
#define PITH_RENDER_CUT_H

#include "verdict/verdict.h"

/* A place in the list of verdicts. Questions in rising order cost a step each;
 * one that goes back costs a search by halving. */
typedef struct pith_cut {
  const pith_verdict *items; /* borrowed; in rising order, without overlap */
  uint32_t count;
  uint32_t at; /* the first that may end behind the last question's start */
} pith_cut;

/* How much of a range is cut. */
typedef enum pith_cut_share {
  PITH_CUT_NOTHING,
  PITH_CUT_PART,
  PITH_CUT_ALL
} pith_cut_share;

/* NULL: nothing is cut. */
void pith__cut_init(pith_cut *cut, const pith_verdicts *verdicts);

/* The first navigation verdict that overlaps [from, to), NULL if none does. */
const pith_verdict *pith__cut_find(pith_cut *cut, uint32_t from, uint32_t to);

/* How much of [from, to) is cut; an empty range is cut when its place is. */
pith_cut_share pith__cut_share_of(pith_cut *cut, uint32_t from, uint32_t to);

/* Whether all of [from, to) is cut; cheap when its start is not. */
bool pith__cut_covers(pith_cut *cut, uint32_t from, uint32_t to);

/* Whether the character at `place` is cut. */
static inline bool
pith__cut_has(pith_cut *cut, uint32_t place)
{
  return pith__cut_find(cut, place, place + 1) != NULL;
}

#endif
