/* site_run.h: the work on one site, in two passes over its pages.
 *
 *   site_learn.c   every page -> what is known of the site   in threads
 *                  what do its pages share?                  once
 *   site_apply.c   every page -> verdicts -> file, record    in threads
 *
 * What is known is a model, of which every thread learns a part, or with
 * --compat a pith_chain_site. The pages are read twice rather than kept: memory
 * grows with what a site shares, not with its bytes.
 */
#ifndef CLI_SITE_RUN_H
#define CLI_SITE_RUN_H

#include "common/output/output_tree.h"
#include "common/input/page_list.h"
#include "common/output/progress.h"
#include "common/output/text_out.h"
#include "pith/site/site_record.h"
#include "pith/site/site_request.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct site_run {
  const site_request *request; /* borrowed */
  const page_list *list;       /* borrowed; settled */
  const output_tree *tree;     /* borrowed; NULL: no files */
  pith_context *context;       /* borrowed: for the site, and for the pages
                                  when there is one thread */
  unsigned jobs;
  bool records; /* write them: to pages.jsonl, or to stdout without a tree */
  site_page *pages;        /* one for each of the list */
  pith_chain_site *site;   /* --compat: what is known */
  pith_site_model *model;  /* otherwise */
  pith_layers *layers;     /* -m layer: instead of both */
  pthread_mutex_t merging; /* of what threads have learnt */
  pith_status merge_status;
  text_out out;            /* of records */
  atomic_bool reader_gone; /* and nobody wants more of them */
  progress bar;
} site_run;

/* What a thread has. */
typedef struct site_thread {
  pith_context *context;
  pith_site_model *model; /* first pass: what it has learnt itself */
  pith_layers *layers;    /* or this, by layer */
  pith_site *judge;       /* second pass */
} site_thread;

/* What became of a site. */
typedef struct site_summary {
  size_t pages;
  size_t failed;
  uint32_t clusters;
  uint64_t bytes; /* of the pages that were done */
  uint64_t cut;   /* of them */
  uint32_t fit;   /* of the pages to the model, in thousandths, mean; 1000 with
                     --compat */
} site_summary;

/* Do what the request says: learn, apply or both. `run` comes with its borrowed
 * things, `jobs` and `records` set and the rest zero, `model` too unless it is
 * given; what is learnt stays in it, to be released by site_run_done().
 * EXIT_INPUT when some page failed, after messages. */
exit_code site_run_all(site_run *run, site_summary *summary);
void site_run_done(site_run *run);

/* The two passes. A page that fails is marked so and left out. */
exit_code site_learn(site_run *run);
exit_code site_apply(site_run *run);

/* For both: the state of a thread, NULL after a message. */
site_thread *site_thread_new(const site_run *run);
void site_thread_free(const site_run *run, site_thread *thread);

/* Read and parse a page; both are the caller's to release. */
exit_code site_page_open(const site_run *run, pith_context *context,
                         size_t item, input_bytes *input, pith_page **page);

/* Note that a page could not be done; other failures than EXIT_INPUT, and an
 * interrupt, stop the work and are given back. */
exit_code site_page_end(site_run *run, size_t item, exit_code code);

/* Say why a page cannot be done; gives the code for it. */
exit_code site_refuse(const char *name, pith_status status, const char *why);

/* Name of a page. */
pith_slice site_page_name(const site_run *run, size_t item);

#endif
