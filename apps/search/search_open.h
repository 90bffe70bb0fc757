/* search_open.h: an open index, as the files that implement it see it. Included
 * only where SQLite is there. */
#ifndef SEARCH_SEARCH_OPEN_H
#define SEARCH_SEARCH_OPEN_H

#include "query_collect.h"

enum {
  ASK_SHAPE,
  ASK_ANCHOR,
  ASK_NAME,
  ASK_WORDS,        /* of FTS5: calls the auxiliary function */
  ASK_ANCHOR_WORDS, /* likewise */
  ASK_PAGE,
  ASK_ID,
  ASK_SPANS,
  ASK_NTH,
  ASK_COUNT
};

struct search_index {
  index_store store;
  token_stems *stems;
  sqlite3_stmt *made[ASK_COUNT];
  page_card **cards; /* by number; NULL: not met yet */
  size_t card_room;
  query_collect *collect; /* the one that FTS5 is working for */
};

/* What is known of a page; NULL after a message, when the index is damaged or
 * memory ends; *code tells. With its shape and, if `anchor`, its link texts. */
page_card *search_card(search_index *index, int64_t number, bool anchor,
                       exit_code *code);

/* The name of a page, lent by its card; NULL after a message. */
const char *search_card_name(search_index *index, int64_t number,
                             exit_code *code);

/* Say that the index is damaged, and how it shows. Gives EXIT_INPUT. */
exit_code search_refuse_damaged(const search_index *index, const char *how);

#endif
