/* text_diff.h: what came and what went between two texts, word by word.
 *
 *   gold  a b c d      text  a x c d      ──►  same a, gone b, come x, same c d
 *
 * By Hirschberg's division (1975) with bit-parallel rows: linear space, n * m /
 * 64 steps, at most DIFF_WORK of them; what is left then is one gone and one
 * come.
 */
#ifndef EVAL_TEXT_DIFF_H
#define EVAL_TEXT_DIFF_H

#include "lab/eval/metrics/text_words.h"

/* Words of a text that are compared; the rest is not looked at. */
enum { DIFF_WORDS = 20000 };

#define DIFF_WORK ((uint64_t)1 << 27)

typedef enum diff_kind { DIFF_SAME, DIFF_GONE, DIFF_COME } diff_kind;

/* Words [from, to): of the gold, but of the text for DIFF_COME. */
typedef struct diff_run {
  diff_kind kind;
  uint32_t from;
  uint32_t to;
} diff_run;

typedef struct text_diff {
  diff_run *runs; /* owned; neighbours differ in kind */
  size_t count;
  size_t capacity;
  bool cut;    /* a text has more than DIFF_WORDS words */
  bool coarse; /* DIFF_WORK was used up */
} text_diff;

/* Compare two texts numbered by one table of `words` words. */
void text_diff_make(const word_list *gold, const word_list *text,
                    uint32_t words, text_diff *out);
void text_diff_done(text_diff *diff);

#endif
