/* block_score.h: precision and recall of noise blocks (Yuan et al. 2006).
 *
 *     recall     noise blocks found / noise blocks
 *     precision  noise blocks found / blocks found
 *
 * Blocks are the leaves of VIPS that have letters. The paper's graders found
 * noise by eye; here a block is noise when fewer than half of its letters are
 * in the gold text (letter_match.h). It was found when most of them were cut.
 */
#ifndef EVAL_BLOCK_SCORE_H
#define EVAL_BLOCK_SCORE_H

#include "lab/eval/metrics/letter_match.h"
#include "lab/eval/metrics/span_score.h"

#include "pith_experimental.h"

typedef struct block_counts {
  uint64_t noise; /* blocks that are noise */
  uint64_t found; /* blocks that were cut */
  uint64_t right; /* both */
} block_counts;

/* A block that has letters. */
typedef struct block_row {
  size_t end;  /* of its letters among those of the page */
  size_t lost; /* letters that were cut */
} block_row;

/* Memory that is kept from page to page. Starts zeroed. */
typedef struct block_room {
  letter_room match;
  letter_list page;
  letter_list gold;
  block_row *rows; /* owned */
  size_t row_count;
  size_t row_capacity;
  char *lower; /* owned */
  size_t lower_capacity;
} block_room;

void block_room_done(block_room *room);

/* Count the blocks of a page by its gold text and the settled ranges of the
 * prediction. PITH_NOMEM, PITH_LIMIT. n log n steps for n bytes of page and
 * text. */
pith_status block_score_count(block_room *room, pith_page *page,
                              pith_slice gold, const span_list *prediction,
                              block_counts *out);

#endif
