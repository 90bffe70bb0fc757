/*
 * A bit for every byte of the text: struck out or not. Ranges may be struck in
 * any order and more than once, which is what makes it simple to let several
 * rules work on the same page.
 */
#ifndef PITH_RENDER_HTML_STRIKE_H
#define PITH_RENDER_HTML_STRIKE_H

#include "base/memory.h"

typedef struct pith_strike {
  pith_memory *memory; /* borrowed */
  uint8_t *bits;       /* owned */
  uint32_t len;        /* of the text */
} pith_strike;

/* Nothing struck. False when memory ends. */
bool pith__strike_init(pith_strike *strike, pith_memory *memory, uint32_t len);
void pith__strike_done(pith_strike *strike);

/* Strike [from, to). */
void pith__strike_range(pith_strike *strike, uint32_t from, uint32_t to);

/* The end of the run of equal bits that starts at `from`. */
uint32_t pith__strike_run(const pith_strike *strike, uint32_t from);

static inline bool
pith__strike_has(const pith_strike *strike, uint32_t place)
{
  return strike->bits[place / 8] >> place % 8 & 1;
}

#endif
