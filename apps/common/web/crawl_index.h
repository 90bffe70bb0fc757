/* crawl_index.h: DIR/index.jsonl, the outcome of every address, one line each.
 *
 * A line is written and synced after its page, so that a run that was killed
 * finds everything it had. Half a line at the end is removed.
 * Of several lines for one address the last counts. docs/manual/fetch.md has
 * the members.
 */
#ifndef CRAWL_CRAWL_INDEX_H
#define CRAWL_CRAWL_INDEX_H

#include "common/output/message.h"
#include "common/output/output_tree.h"
#include "common/web/web_url.h"

/* A line. Texts are lent; NULL: absent. */
typedef struct index_record {
  const char *url;
  const char *final_url; /* when it is another one */
  const char *time;      /* when it was fetched, UTC */
  const char *result;    /* "done", or why there is no page */
  const char *why;       /* in words */
  const char *type;
  const char *charset;  /* declared by the transport */
  const char *encoding; /* used to decode the page */
  const char *file;     /* below DIR */
  const char *same_as;  /* the address of a page with the same bytes */
  int status;
  uint64_t bytes;
  uint64_t hash; /* of the bytes */
  uint32_t depth;
  bool retry; /* worth another request */
} index_record;

typedef struct crawl_index {
  int file;
  const char *path; /* of DIR; lent */
} crawl_index;

/* Called for every line; the record is lent for the call. False stops: memory
 * ended. */
typedef bool (*index_sink)(void *state, const index_record *record);

/* Open the index of a tree, read it, and be ready to add. One program at a
 * time. Reports failures on stderr. */
exit_code crawl_index_open(const output_tree *tree, index_sink sink,
                           void *state, crawl_index *out);
exit_code crawl_index_add(crawl_index *index, const index_record *record);
void crawl_index_close(crawl_index *index);

#endif
