/* rouge_lsum.h: ROUGE-LSum (Lin 2004, as the package rouge_score has it).
 *
 * For every line of the gold text: the words of it that are in a longest
 * common subsequence with any line of the other text. Each of them is a hit
 * while both texts still have a word like it that no hit has used up.
 *
 *     precision = hits / words of the text      recall = hits / words of gold
 *
 * A longest common subsequence of lines of m and k words takes m * k / 64
 * steps, bit-parallel; words that the other line does not have cost nothing,
 * and a line of one word costs one step.
 */
#ifndef EVAL_ROUGE_LSUM_H
#define EVAL_ROUGE_LSUM_H

#include "lab/eval/metrics/text_words.h"

#define ROUGE_ROOM ((size_t)1 << 23) /* 64-bit words for two lines: 64 MiB */

/* Memory that is kept from page to page. Starts zeroed. */
typedef struct rouge_room {
  uint64_t *bits; /* owned */
  size_t bit_capacity;
  uint32_t *numbers; /* owned */
  size_t number_capacity;
  uint64_t work; /* steps of the last page */
} rouge_room;

void rouge_room_done(rouge_room *room);

/* Count the hits. Both texts are numbered by one table of `words` words. False
 * when it would take more than text_work_most() or ROUGE_ROOM. */
bool rouge_lsum_hits(rouge_room *room, const word_list *gold,
                     const word_list *text, uint32_t words, size_t *hits);

#endif
