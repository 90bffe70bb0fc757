/* site_run.h: the work on one site, in two passes over its pages.
 *
 *   site_learn.c   every page -> its sheet -> the site      in threads
 *                  the site finds what its pages share      once
 *   site_apply.c   every page -> verdicts -> file, record   in threads
 *
 * The pages are read twice rather than kept: memory grows with what a site
 * shares, not with its bytes.
 */
#ifndef CLI_SITE_RUN_H
#define CLI_SITE_RUN_H

#include "shared/output_tree.h"
#include "shared/page_list.h"
#include "shared/progress.h"
#include "shared/text_out.h"
#include "site_record.h"
#include "site_request.h"

#include <stdatomic.h>

typedef struct site_run {
  const site_request *request; /* borrowed */
  const page_list *list;       /* borrowed; settled */
  const output_tree *tree;     /* borrowed; NULL: no files */
  pith_context *context;       /* borrowed: for the site, and for the pages
                                  when there is one thread */
  unsigned jobs;
  bool records; /* write them: to pages.jsonl, or to stdout without a tree */
  site_page *pages; /* one for each of the list */
  pith_site *site;
  text_out out;            /* of records */
  atomic_bool reader_gone; /* and nobody wants more of them */
  progress bar;
} site_run;

/* What became of a site. */
typedef struct site_summary {
  size_t pages;
  size_t failed;
  uint32_t clusters;
  uint64_t bytes; /* of the pages that were done */
  uint64_t cut;   /* of them */
} site_summary;

/* Do all of it: `run` comes with its borrowed things, `jobs` and `records` set
 * and the rest zero. EXIT_INPUT when some page failed, after messages. */
exit_code site_run_all(site_run *run, site_summary *summary);

/* The two passes. A page that fails is marked so and left out. */
exit_code site_learn(site_run *run);
exit_code site_apply(site_run *run);

/* For both: the state of a thread is a context. */
void *site_thread_start(void *shared);
void site_thread_end(void *shared, void *state);

/* Note that a page could not be done; other failures than EXIT_INPUT, and an
 * interrupt, stop the work and are given back. */
exit_code site_page_end(site_run *run, size_t item, exit_code code);

/* Say why a page cannot be done; gives the code for it. */
exit_code site_refuse(const char *name, pith_status status, const char *why);

/* Name of a page. */
pith_slice site_page_name(const site_run *run, size_t item);

#endif
