/*
 * The verdict: what a method says of a range of the page. The one currency
 * that methods produce and renderers, review and evaluation consume.
 *
 *     {from, to, label, score, reason}
 *
 * A list is in rising order, without overlap, once pith__verdicts_settle() has
 * been through it. Methods that work on the tree give text offsets, and
 * renderers read those; methods that work on bytes give bytes of the page as
 * it arrived. api/classify.c makes one list of the other, once.
 */
#ifndef PITH_VERDICT_VERDICT_H
#define PITH_VERDICT_VERDICT_H

#include "base/memory.h"
#include "pith_experimental.h"

typedef struct pith_verdicts {
  pith_memory *memory; /* borrowed */
  pith_verdict *items; /* owned */
  uint32_t count;
  uint32_t capacity;
  float confidence;          /* how right the whole list is, 0..1; 0: unknown */
  const char *page_type;     /* lent for the program's life; NULL: unknown */
  pith_block_match *matches; /* owned: what was compared, as it was added */
  uint32_t match_count;
  uint32_t match_capacity;
  bool failed; /* an append found no memory; sticky until clear */
} pith_verdicts;

void pith__verdicts_init(pith_verdicts *verdicts, pith_memory *memory);
void pith__verdicts_done(pith_verdicts *verdicts);

/* Empty the list, keep its memory, forget a failure. */
void pith__verdicts_clear(pith_verdicts *verdicts);

/* Append one; an empty span is ignored. `reason` is borrowed: a string that
 * lives as long as the program. */
void pith__verdicts_add(pith_verdicts *verdicts, pith_span span,
                        pith_label label, float score, const char *reason);

/* Append what was found of a block. Neighbouring verdicts are joined, matches
 * never are. */
void pith__verdicts_add_match(pith_verdicts *verdicts,
                              const pith_block_match *match);

/* Sort by place; join neighbours that touch and agree in label, score and
 * reason; where two overlap the later one added wins. */
void pith__verdicts_settle(pith_verdicts *verdicts);

/* Whether the list is in order, without overlap, inside [0, len), with scores
 * in 0..1 and reasons of [a-z0-9-]{1,32}. */
bool pith__verdicts_are_valid(const pith_verdicts *verdicts, uint32_t len);

#endif
