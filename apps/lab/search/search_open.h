/* search_open.h: an open index, as the files that implement it see it. Included
 * only where SQLite is there. */
#ifndef SEARCH_SEARCH_OPEN_H
#define SEARCH_SEARCH_OPEN_H

#include "lab/search/query/query_collect.h"

enum {
  ASK_BEGIN, /* a query sees the index at one moment, and locks it once */
  ASK_END,
  ASK_SHAPE,
  ASK_ANCHOR,
  ASK_NAME,
  ASK_WORDS,        /* of FTS5: calls the auxiliary function */
  ASK_ANCHOR_WORDS, /* likewise */
  ASK_PAGE,
  ASK_SPANS,
  ASK_NEXT,
  ASK_COUNT
};

/* A page that has been met. Cards lie side by side by number, because pages are
 * looked at in rising order, thousands a query. */
typedef struct page_card {
  uint32_t title;        /* words */
  uint32_t words;        /* of the body */
  uint32_t anchor_words; /* of link texts */
  bool known;            /* it has been read */
  bool anchor_known;     /* likewise its link texts */
} page_card;

/* What a method says of the pages that were met, apart from what others say:
 * a query asks for one. */
typedef struct card_runs {
  uint32_t *items; /* owned: for each text its words of content, how many runs
                      there are, their ends */
  size_t count;
  size_t room;
  uint32_t *body;   /* owned, by number: where in `items` */
  uint32_t *anchor; /* likewise of link texts */
} card_runs;

struct search_index {
  index_store store;
  token_stems *stems;
  sqlite3_stmt *made[ASK_COUNT];
  page_card *cards; /* by number */
  char **names;     /* by number; NULL: not asked for yet */
  size_t card_room;
  card_runs runs[METHODS_MOST]; /* of all cards */
  query_collect *lists;         /* owned: room for the lists of a query */
  query_collect *collect;       /* the one that FTS5 is working for, or NULL */
};

/* What is known of a page; NULL after a message, when the index is damaged or
 * memory ends; *code has the reason. With its link texts if `anchor`. Lent
 * until the index is closed. */
const page_card *search_card(search_index *index, int64_t number, bool anchor,
                             exit_code *code);

/* The runs of the body or the link texts of a page that has a card, by a
 * method. Lent until the next card is read. */
word_runs search_card_runs(const search_index *index, int64_t number,
                           bool anchor, uint32_t method);

/* The name of a page, lent by the index; NULL after a message. */
const char *search_card_name(search_index *index, int64_t number,
                             exit_code *code);

#endif
