/* query_collect.h: where the phrases of a query are, from FTS5.
 *
 * An auxiliary function of FTS5 is called for the first row that matches and
 * walks, for each phrase, over all rows that have it: without SQL for each row,
 * and with the places. For each page the occurrences that count in this run are
 * kept; boilerplate differs from content by the runs of the page's shape.
 *
 * A word that languages stem differently is several words at one place. FTS5
 * lays such words over each other row by row, at twice the cost of a plain one,
 * so each is asked for alone and their lists are joined here. Included only
 * where SQLite is there.
 */
#ifndef SEARCH_QUERY_COLLECT_H
#define SEARCH_QUERY_COLLECT_H

#include "lab/search/index/index_store.h"
#include "lab/search/query/query_parse.h"
#include "lab/search/query/rank_score.h"

/* A phrase on a page. What is neither in the title nor content is boilerplate.
 */
typedef struct posting {
  uint32_t page;  /* number */
  uint32_t first; /* of its occurrences */
  uint32_t count;
  uint32_t title;   /* of them in the title */
  uint32_t content; /* of them in content of the body, or of link texts */
} posting;

/* All pages that have a phrase in one table of words. */
typedef struct posting_list {
  posting *items; /* owned, by rising page */
  size_t count;
  size_t room;
  occurrence *places; /* owned */
  size_t place_count;
  size_t place_room;
} posting_list;

/* One for title and body, one for link texts. */
enum { TABLE_WORD, TABLE_ANCHOR, TABLES };

typedef struct query_collect {
  struct search_index *index; /* borrowed */
  const query *q;             /* borrowed for the query */
  const search_run *run;      /* likewise */
  posting_list lists[TABLES][PHRASES_MOST];
  posting_list other;           /* of one more word at the same place */
  posting_list joined;          /* room for joining it */
  uint32_t stems[PHRASES_MOST]; /* so many words of FTS5 is a phrase */
  uint32_t stem_count;          /* of all phrases */
  bool counts[SEARCH_FIELDS];   /* fields that this run searches */
  unsigned table;               /* being read */
  uint32_t phrase;              /* being read */
  posting_list *list;           /* that it goes to */
  exit_code code;               /* of what went wrong */
} query_collect;

/* Make the auxiliary function known to an index's connection. */
bool query_collect_install(struct search_index *index, fts5_api *api);

/* Collect all phrases of `q`. The lists of the query before are written over,
 * and their room is used again; release it by query_collect_free(), which takes
 * NULL too. */
exit_code query_collect_all(query_collect *in, const query *q,
                            const search_run *run);
void query_collect_free(query_collect *in);

#endif
