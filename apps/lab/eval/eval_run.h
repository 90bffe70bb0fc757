/* eval_run.h: every page of the gold beside its prediction, in several threads.
 *
 *   gold record ─┬─► prediction: a record of that name, or the page itself,
 *                │   extracted here and now
 *                └─► page_score: text, snippets, ranges, blocks
 */
#ifndef EVAL_EVAL_RUN_H
#define EVAL_EVAL_RUN_H

#include "lab/eval/metrics/block_score.h"
#include "lab/eval/eval_records.h"
#include "lab/eval/metrics/span_score.h"
#include "lab/eval/metrics/text_score.h"

#include "common/output/progress.h"

typedef struct page_score {
  text_score text; /* when `has_text` */
  double with;     /* NAN: no such snippets */
  double without;
  double snippets;     /* (with + 1 - without) / 2 */
  span_table ranges;   /* when `has_ranges` */
  block_counts blocks; /* when `has_blocks` */
  double confidence;   /* of the prediction; NAN: not said */
  bool has_text;       /* the gold has a text with words */
  bool has_ranges;
  bool has_blocks;
  bool missing; /* there is no prediction; it counts as no text */
  bool empty;   /* the prediction has no word, though the page has some */
} page_score;

/* Whether the gold says anything of the page. */
bool page_score_counts(const page_score *score);

/* Where predictions come from. All is borrowed. */
typedef struct eval_source {
  const char *name;                /* for people */
  const eval_records *predictions; /* NULL: pages are extracted */
  const pith_options *how;         /* options of the method, then */
} eval_source;

typedef struct eval_options {
  unsigned threads;
  bool blocks; /* also count noise blocks, which takes the pages themselves */
  progress_mode progress;
} eval_options;

/* Score every record of the gold; `out` has room for them. Pages that cannot be
 * read are reported, and count as without prediction. EXIT_INPUT when there
 * were such, EXIT_ENVIRONMENT when memory ended. */
exit_code eval_run(const eval_records *gold, const eval_source *source,
                   const eval_options *options, page_score *out);

/* The text of a page's gold and prediction, for a look at one of them; both are
 * to be released by eval_texts_done(). */
typedef struct eval_texts {
  pith_slice gold;
  pith_slice text;
  void *held; /* owned */
} eval_texts;

exit_code eval_texts_read(const eval_record *gold, const eval_source *source,
                          eval_texts *out);
void eval_texts_done(eval_texts *texts);

#endif
