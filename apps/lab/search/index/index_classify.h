/* index_judge.h: the methods of an index, and what they have to know first.
 *
 *   auto, dom, sentence, sentence-compat   look at one page
 *   chain, site-auto                       a model, learnt from the site's
 * pages chain-compat                           the papers' clusters of the site
 *   layer                                  pages of the same layer
 *
 * Methods that look at sites learn all pages of one before its pages are
 * judged; one site is known at a time, so memory does not grow with their
 * number.
 */
#ifndef SEARCH_INDEX_JUDGE_H
#define SEARCH_INDEX_JUDGE_H

#include "lab/search/index/index_shape.h"
#include "common/input/page_list.h"
#include "common/output/progress.h"

#include "pith_site.h"

#include <pthread.h>

typedef enum judge_kind {
  JUDGE_PAGE,
  JUDGE_MODEL,
  JUDGE_PAPER, /* pith_chain_site */
  JUDGE_LAYER
} judge_kind;

typedef struct judge_method {
  const char *name;   /* as the user writes it */
  const char *method; /* of pith.h */
  judge_kind kind;
  bool compat;
} judge_method;

/* The method of a name; NULL: there is none. Lent for the program's life. */
const judge_method *judge_method_find(const char *name);

/* The names of all, for messages. */
const char *judge_method_names(void);

/* The pages of a site, by their places in a list, and what is known of it. */
typedef struct judge_site {
  const page_list *list; /* borrowed; settled */
  const size_t *items;   /* borrowed */
  size_t count;
  const pith_options *options; /* borrowed: how pages are read */
  unsigned jobs;
  const judge_method *const *methods; /* borrowed */
  uint32_t method_count;
  pith_site_model *model;
  pith_chain_site *site;
  pith_layers *layers;
  pthread_mutex_t merging;
  pith_status merge_status;
} judge_site;

/* Whether any of the methods has to learn. */
bool judge_site_learns(const judge_site *site);

/* Learn. `context` outlives the site. Pages that cannot be read are left out
 * without a message: it comes when they are indexed. */
exit_code judge_site_learn(judge_site *site, pith_context *context);
void judge_site_done(judge_site *site);

/* What a thread judges with. */
typedef struct judge_thread {
  const judge_site *site;
  pith_context *context; /* borrowed */
  pith_site *judge;      /* owned */
  size_t item;           /* the page at hand */
} judge_thread;

bool judge_thread_start(judge_thread *thread, const judge_site *site,
                        pith_context *context);
void judge_thread_end(judge_thread *thread);

/* Judge the page at hand by a method, by its number. For index_page_tools:
 * `state` is a judge_thread. */
pith_status judge_thread_page(void *state, uint32_t method, pith_page *page);

/* Read and parse a page of the list, as all passes do. `quiet` leaves the
 * message out. */
exit_code judge_page_open(const page_list *list, const pith_options *options,
                          pith_context *context, size_t item,
                          input_bytes *input, pith_page **page);

#endif
