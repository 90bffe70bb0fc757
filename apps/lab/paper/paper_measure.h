/* paper_measure.h: what a method kept of a page, counted against its gold.
 *
 *     words of the page   ┌ gold: content  ┬ kept: right
 *                         │                └ cut:  captured
 *                         └ the rest       ┬ kept: missed
 *                                          └ cut:  boilerplate found
 */
#ifndef PAPER_PAPER_MEASURE_H
#define PAPER_PAPER_MEASURE_H

#include "lab/eval/metrics/block_score.h"
#include "lab/eval/metrics/text_words.h"

/* Words are counted as bags, so a word that content and boilerplate share is
 * content as often as the gold has it. */
typedef struct page_counts {
  uint64_t words;   /* of the whole page */
  uint64_t content; /* of them in the gold */
  uint64_t kept;
  uint64_t right; /* kept, and in the gold */
  block_counts blocks;
} page_counts;

/* Memory that is kept from page to page. Starts zeroed. */
typedef struct measure_room {
  word_table table;
  word_list gold, text;
  uint32_t *counts; /* owned */
  size_t count_capacity;
  span_list spans;
  block_room blocks;
} measure_room;

void measure_room_done(measure_room *room);

/* Count the whole page: takes its verdicts away. */
pith_status measure_page(measure_room *room, pith_page *page, pith_slice gold,
                         page_counts *out);

/* Count what its verdicts kept, after that. Blocks only if `blocks`. */
pith_status measure_verdicts(measure_room *room, pith_page *page,
                             pith_slice gold, bool blocks, page_counts *out);

/* Shares of a page: of the content what was kept, of the boilerplate what was
 * cut, of what was kept the content, of what was cut the boilerplate. 1 where
 * there is nothing of the kind. */
double page_content_kept(const page_counts *counts);
double page_boilerplate_cut(const page_counts *counts);
double page_kept_pure(const page_counts *counts);
double page_cut_pure(const page_counts *counts);

#endif
