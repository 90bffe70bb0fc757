/* index_run.h: `pith search index`: a collection of pages into an index.
 *
 *     pages ──► sites ──► learn (methods that look at sites)   in threads
 *                └──────► classify, cut into words             in threads
 *                           └──► write, in the order of pages  one at a time
 *     then: vanished pages out, link texts in, the index made compact
 *
 * A page whose bytes are as they were is left as it is. The run may be killed
 * at any moment; the next one goes on from the last batch.
 */
#ifndef SEARCH_INDEX_RUN_H
#define SEARCH_INDEX_RUN_H

#include "common/input/page_origin.h"
#include "common/site_run/method_choice.h"
#include "common/site_run/site_run.h"
#include "lab/search/index/index_shape.h"

typedef struct index_request {
  const char **inputs; /* borrowed */
  size_t input_count;
  const char *output; /* the index */
  method_choice methods[METHODS_MOST];
  uint32_t method_count;
  bool collection;         /* every folder of the input is a site of its own */
  page_group group_by;     /* what a site is; GROUP_NONE: a host */
  const char *group_field; /* borrowed: of JSON lines, for GROUP_FIELD */
  warc_filter filter;      /* which records of archives are pages */
  bool no_boilerplate;     /* leave out what the first method cuts */
  unsigned jobs;
  progress_mode progress;
  pith_options page;
} index_request;

typedef struct index_summary {
  size_t pages; /* in the index now */
  size_t added;
  size_t changed;
  size_t removed;
  size_t failed;
} index_summary;

/* Do it. EXIT_INPUT when some page failed and the rest is in the index. */
exit_code index_run(const index_request *request, index_summary *summary);

#endif
