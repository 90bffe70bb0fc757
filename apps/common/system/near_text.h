/* near_text.h: texts that are nearly the same, found without comparing each
 * with each (Charikar, STOC 2002; Manku et al., WWW 2007).
 *
 *     text ──► pairs of words ──► 64 bits, alike for texts that are alike
 *
 *     bits    |11|11|11|11|10|10|   at most 5 bits apart: one of the six bands
 *     chains   .  .  .  .  .  .     is equal, so only its chain is looked at
 *
 * Texts of which about 97 of 100 words are the same are near each other.
 */
#ifndef SHARED_NEAR_TEXT_H
#define SHARED_NEAR_TEXT_H

#include "pith.h"

/* The fingerprint of a text, UTF-8; 0: too short to be compared. */
uint64_t near_fingerprint(pith_slice text);

typedef struct near_table near_table;

/* Gives an empty table, NULL without memory. */
near_table *near_table_new(void);
void near_table_free(near_table *table);

/* The name of the first text that this one is near to, lent by the table; NULL:
 * there is none, so it is added, its name copied. Of a table that is full, or
 * without memory, the text is only looked for: the result is then still right,
 * but later texts are not found to be near to it. */
const char *near_table_take(near_table *table, uint64_t fingerprint,
                            const char *name);

#endif
