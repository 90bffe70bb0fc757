/* index_classify.h: the pages of an index by all of its methods.
 *
 *     pages of a site ──► learnt once for every method that needs it
 *     each page ────────► verdicts of method 0, 1, 2 ...
 *
 * One site is known at a time, so memory does not grow with their number.
 */
#ifndef SEARCH_INDEX_CLASSIFY_H
#define SEARCH_INDEX_CLASSIFY_H

#include "common/site_run/method_choice.h"
#include "common/site_run/site_run.h"
#include "lab/search/index/index_shape.h"

/* The pages of a site, by their places in a list. */
typedef struct index_site {
  const page_list *list;        /* borrowed; settled */
  const size_t *items;          /* borrowed */
  const method_choice *methods; /* borrowed */
  uint32_t method_count;
  site_run run;
} index_site;

/* What the methods have to learn first: an OR of pith_evidence. */
unsigned index_evidence(const method_choice *methods, uint32_t count);

/* Get ready to classify the `count` pages; with `learn` from them, else by
 * methods that need nothing but the page. The site has its borrowed things, and
 * run.options, run.jobs set. Released by index_site_done() in any case. */
exit_code index_site_begin(index_site *site, size_t count, bool learn);
void index_site_done(index_site *site);

/* A page of the site that is being classified, in one thread. For
 * index_page_tools, whose `state` it is. */
typedef struct index_page_at {
  const index_site *site;
  site_worker *worker;
  size_t page; /* number in the site */
} index_page_at;

/* Set the verdicts of a page by a method, by its number. PITH_FORMAT when the
 * method has learnt nothing, because no page of the site had changed. */
pith_status index_page_classify(void *state, uint32_t method, pith_page *page);

#endif
