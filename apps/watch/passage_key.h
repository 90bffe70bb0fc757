/* passage_key.h: a hash of a passage that does not change when only its dates,
 * times and counters do.
 *
 *     Updated: May 12, 2024, 10:31        equal
 *     updated: June 1, 2025, 9:05
 *     1,204 views | 17 comments           equal
 *     1,377 views | 19 comments
 *     The bridge cost 12 million euros.   different
 *     The bridge cost 15 million euros.
 *
 * Case and punctuation are ignored. Dates and times are always folded. All
 * numbers are folded in a passage of numbers only, in one with a copyright
 * sign, and in a short one with a word that is counted: views, comments,
 * visitors. With a currency sign only the numbers beside such a word are.
 */
#ifndef WATCH_PASSAGE_KEY_H
#define WATCH_PASSAGE_KEY_H

#include "pith.h"

/* Write the folded form of a passage to `out`, which has room for
 * 2 * text.len + 2 bytes, and its length to *len: 0 when the passage has
 * neither words nor numbers. False when memory ends. */
bool passage_fold(pith_slice text, char *out, size_t *len);

/* Whether a text names an amount of money: $, €, EUR ... */
bool passage_has_money(const char *text);

/* The key of a passage, 0 when it has no words. False when memory ends. */
bool passage_key(pith_slice text, uint64_t *out);

#endif
