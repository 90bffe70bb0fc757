/*
 * Which parts of a page the verdicts remove, looked up range by range.
 */
#ifndef PITH_RENDER_REMOVED_H
#define PITH_RENDER_REMOVED_H

#include "verdict/verdict.h"

/* A place in the list of verdicts. Questions in rising order cost a step each;
 * one that goes back costs a search by halving. */
typedef struct pith_removed {
  const pith_verdict *items; /* borrowed; in rising order, without overlap */
  uint32_t count;
  uint32_t at; /* the first that may end behind the last question's start */
} pith_removed;

/* How much of a range is removed. */
typedef enum pith_removed_share {
  PITH_REMOVED_NOTHING,
  PITH_REMOVED_PART,
  PITH_REMOVED_ALL
} pith_removed_share;

/* NULL: nothing is removed. */
void pith__removed_init(pith_removed *removed, const pith_verdicts *verdicts);

/* The first navigation verdict that overlaps [from, to), NULL if none does. */
const pith_verdict *pith__removed_find(pith_removed *removed, uint32_t from,
                                       uint32_t to);

/* How much of [from, to) is removed; an empty range is removed when its place
 * is. */
pith_removed_share pith__removed_share_of(pith_removed *removed, uint32_t from,
                                          uint32_t to);

/* Whether all of [from, to) is removed; cheap when its start is not. */
bool pith__removed_covers(pith_removed *removed, uint32_t from, uint32_t to);

#endif
