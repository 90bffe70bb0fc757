/* passage_key.h: a passage of text as one number that does not change when only
 * its clockwork does.
 *
 *     Updated: May 12, 2024, 10:31        equal
 *     updated: June 1, 2025, 9:05
 *     1,204 views | 17 comments           equal
 *     1,377 views | 19 comments
 *     The bridge cost 12 million euros.   different
 *     The bridge cost 15 million euros.
 *
 * Left out are capitals and marks. Folded are dates and times, always; and all
 * numbers of a passage that has nothing else, of one with a sign of copyright,
 * and of a short one with a word that is counted: views, comments, visitors.
 */
#ifndef CRAWL_PASSAGE_KEY_H
#define CRAWL_PASSAGE_KEY_H

#include "pith.h"

/* Write the folded form of a passage to `out`, which has room for
 * 2 * text.len + 2 bytes; gives its length. Empty when the passage has neither
 * words nor numbers. */
size_t passage_fold(pith_slice text, char *out);

/* The number of a passage, 0 when it says nothing or memory ends. */
uint64_t passage_key(pith_slice text);

#endif
