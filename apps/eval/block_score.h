/* block_score.h: precision and recall of noise blocks (Yuan et al. 2006).
 *
 *     recall     noise blocks found / noise blocks
 *     precision  noise blocks found / blocks found
 *
 * Blocks are the leaves of VIPS that have words. The papers' experts told noise
 * by eye; here a block is noise when fewer than half of its runs of three words
 * stand in the gold text. It was found when most of its words were cut.
 */
#ifndef EVAL_BLOCK_SCORE_H
#define EVAL_BLOCK_SCORE_H

#include "pair_table.h"
#include "span_score.h"
#include "text_words.h"

#include "pith_blocks.h"

typedef struct block_counts {
  uint64_t noise; /* blocks that are noise */
  uint64_t found; /* blocks that were cut */
  uint64_t right; /* both */
} block_counts;

/* Memory that is kept from page to page. Starts zeroed. */
typedef struct block_room {
  word_table table;
  word_list piece;
  word_list block;
  pair_table pairs[2]; /* runs of two words of the gold, of three */
  char *lower;         /* owned */
  size_t lower_capacity;
} block_room;

void block_room_done(block_room *room);

/* Count the blocks of a page by its gold text and the settled ranges of the
 * prediction. PITH_NOMEM, PITH_LIMIT. Linear in page and text. */
pith_status block_score_count(block_room *room, pith_page *page,
                              pith_slice gold, const span_list *prediction,
                              block_counts *out);

#endif
