/* site_run.h: the pages of a site in; what they have in common, and then each
 * page classified by it, out.
 *
 *     source ──► site_run_learn()    threads, each a part of the model; merged
 *                     │ model, kept pages
 *                     ▼
 *                site_worker_open()  kept page, or read and parsed again
 *                site_worker_classify()
 *
 * The second pass is the caller's own (workers.h): it knows what becomes of a
 * page. Messages go to stderr, and a page that fails is marked and left out.
 */
#ifndef COMMON_SITE_RUN_H
#define COMMON_SITE_RUN_H

#include "common/input/page_list.h"
#include "common/output/progress.h"
#include "common/site_run/method_choice.h"
#include "common/site_run/site_kept.h"

#include "pith_site.h"

#include <pthread.h>

/* What is kept of a site's pages at most, if the caller has no reason to keep
 * less. */
enum { SITE_KEEP_MOST = 256 << 20 };

/* Where pages come from. Names are unique, and in byte order. */
typedef struct site_source {
  size_t count;
  const void *state; /* borrowed; handed to both */
  pith_slice (*name)(const void *state, size_t page);
  /* Read a page, in any thread. EXIT_INPUT or EXIT_ENVIRONMENT after a
   * message. */
  exit_code (*read)(const void *state, size_t page, site_bytes *out);
} site_source;

/* A settled list as a source; the list is borrowed. */
site_source site_source_list(const page_list *list);

/* The number of the page of this name, or their count. */
size_t site_source_find(const site_source *source, pith_slice name);

/* Read a page of a list, as site_source.read does. */
exit_code site_bytes_read(const page_list *list, size_t item, site_bytes *out);

typedef struct site_run {
  /* Set by the caller; the rest is zero. */
  site_source source;
  const pith_options *options; /* borrowed: how pages are parsed */
  pith_site_options learns;    /* evidence, and numbers of the papers */
  size_t keep_most;            /* bytes of pages between the passes */
  unsigned jobs;
  progress_mode progress;
  /* Called after each page that was learnt, in order; false stops with
   * EXIT_INTERRUPTED. NULL: stop at SIGINT. */
  bool (*step)(void *state, size_t done);
  void *step_state;

  pith_site_model *model; /* owned: what was learnt */
  bool *failed;           /* owned; of each page: it could not be read */

  /* Of the driver. */
  pith_context *context;
  site_kept kept;
  pthread_mutex_t merging;
  pith_status merge_status;
  progress bar;
} site_run;

/* Get ready: a context, and room for the pages. The run is released by
 * site_run_done(), also after a failure. */
exit_code site_run_begin(site_run *run);

/* Learn from all pages into a new model, which can still be merged and saved.
 * Without evidence to learn it stays empty. Instead of this the caller may set
 * `model` to one with shared evidence, which is taken. */
exit_code site_run_learn(site_run *run);

/* Finish the model, so that workers can classify by it. */
exit_code site_run_finish(site_run *run);

/* All three, for callers that neither merge nor save in between. */
exit_code site_run_make(site_run *run);

void site_run_done(site_run *run);

/* What a thread needs. */
typedef struct site_worker site_worker;

/* Make and release it; NULL after a message. Classifies once the model is
 * finished. */
site_worker *site_worker_new(site_run *run);
void site_worker_free(site_worker *worker);

/* A page: a kept one, or its bytes, with `page` NULL until it is parsed. To be
 * closed by site_opened_close(). EXIT_INPUT, without a message, for one that
 * has failed before. */
exit_code site_worker_read(site_worker *worker, size_t page, site_opened *out);

/* Parse it unless it is. After a failure, and a message, it is closed. */
exit_code site_worker_parse(site_worker *worker, site_opened *opened);

/* Both. */
exit_code site_worker_open(site_worker *worker, size_t page, site_opened *out);

/* Classify a page of the site, by its number. As pith_site_classify(); also
 * PITH_NOMEM when a partner found no memory. */
pith_status site_worker_classify(site_worker *worker, size_t number,
                                 pith_page *page, const pith_options *options,
                                 pith_site_facts *out);

/* Classify a page of the site by a choice, with the defaults otherwise. A
 * method without evidence needs only the page. PITH_FORMAT when the model lacks
 * its evidence. */
pith_status site_worker_choose(site_worker *worker, size_t number,
                               pith_page *page, const method_choice *how);

/* Report why a page failed; returns the code for it. */
exit_code site_refuse(const char *name, pith_status status, const char *why);

#endif
