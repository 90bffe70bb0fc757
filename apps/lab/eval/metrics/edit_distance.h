/* edit_distance.h: how many words must be added, removed or replaced to make
 * one text of another (Levenshtein), as a similarity.
 *
 *     similarity = 1 - distance / words of the longer text
 *
 * It counts the order of the whole text, where the bag of words counts none and
 * ROUGE-LSum that of lines. Texts of n and m words take n * m / 64 steps.
 */
#ifndef EVAL_EDIT_DISTANCE_H
#define EVAL_EDIT_DISTANCE_H

#include "lab/eval/metrics/text_words.h"

/* Memory that is kept from page to page. Starts zeroed. */
typedef struct edit_room {
  uint64_t *bits; /* owned: two columns and a mask */
  size_t bit_capacity;
  uint32_t *numbers; /* owned: where the words of gold are */
  size_t number_capacity;
  uint64_t work; /* steps of the last texts */
} edit_room;

void edit_room_done(edit_room *room);

/* The similarity of two texts, numbered by one table of `words` words; NAN when
 * it would take more than text_work_most() steps, 1 of two empty texts. */
double edit_similarity(edit_room *room, const word_list *gold,
                       const word_list *text, uint32_t words);

#endif
