/* crawl_index.h: DIR/index.jsonl, what became of every address, one line each.
 *
 * A line is written and brought to the disk when its page is there, so that a
 * run that was killed finds all it had. Half a line at the end is taken away.
 * Of several lines for one address the last counts. docs/manual/fetch.md has
 * the members.
 */
#ifndef CRAWL_CRAWL_INDEX_H
#define CRAWL_CRAWL_INDEX_H

#include "common/output/message.h"
#include "common/output/output_tree.h"
#include "common/web/web_url.h"

/* A line. Texts are lent, NULL when there is nothing to say. */
typedef struct index_record {
  const char *url;
  const char *final_url; /* when it is another one */
  const char *time;      /* when it was fetched, UTC */
  const char *result;    /* "done", or why there is no page */
  const char *why;       /* in words */
  const char *type;
  const char *charset;  /* what the transport said */
  const char *encoding; /* what the page was read in */
  const char *file;     /* below DIR */
  const char *same_as;  /* the address of a page with the same bytes */
  int status;
  uint64_t bytes;
  uint64_t hash; /* of the bytes */
  uint32_t depth;
  bool retry; /* may be asked for again */
} index_record;

typedef struct crawl_index {
  int file;
  const char *path; /* of DIR; lent */
} crawl_index;

/* Told of every line there is; the record is lent for the call. False stops,
 * because memory ended. */
typedef bool (*index_sink)(void *state, const index_record *record);

/* Open the index of a tree, tell of what it has, be ready to add. One program
 * at a time. Says on stderr what is wrong. */
exit_code crawl_index_open(const output_tree *tree, index_sink sink,
                           void *state, crawl_index *out);
exit_code crawl_index_add(crawl_index *index, const index_record *record);
void crawl_index_close(crawl_index *index);

#endif
