/*
 * A site model, opened: all that follows from its pages, worked out once and
 * then only read, by as many threads as like.
 *
 *     model ──► chains and their classes ──► which pages are twins
 *                     │                            │
 *                     └────► each page's neighbours ──► slots, clusters
 *
 * Opening costs about as much as classifying the pages of the model twice.
 */
#ifndef PITH_SITE_SITE_VIEW_H
#define PITH_SITE_SITE_VIEW_H

#include "site/slots.h"

typedef struct pith_site_view {
  const pith_site_sample *model; /* borrowed */
  pith_region region;            /* owns all below */
  pith_chain_classes classes;
  uint32_t *twins; /* page -> the first page that is nearly the same */
  pith_slots slots;

  /* Pages with the same boilerplate. A cluster is known by the first page of
   * the model in it, its founder. */
  uint32_t *founders; /* page -> founder of its cluster */

  /* How much boilerplate a page of this site has at least, as a rule: chains in
   * common with the middle one of its neighbours, the tenth part of all pages
   * having less. */
  uint32_t usual;
} pith_site_view;

/* What a thread needs to look at pages through a view. */
typedef struct pith_site_reader {
  const pith_site_view *view; /* borrowed */
  pith_similarity similarity;
  pith_outline outline;
} pith_site_reader;

/* Open a model, which is borrowed and must not change while it is open. Gives
 * a view: release it with pith__site_view_done(). PITH_NOMEM, PITH_LIMIT:
 * nothing is to be done. */
pith_status pith__site_view_init(pith_site_view *view, pith_memory *memory,
                                 const pith_site_sample *model);
void pith__site_view_done(pith_site_view *view);

/* Borrows `view`. PITH_NOMEM, PITH_LIMIT: nothing is to be done. */
pith_status pith__site_reader_init(pith_site_reader *reader,
                                   pith_memory *memory,
                                   const pith_site_view *view);
void pith__site_reader_done(pith_site_reader *reader);

/* Look at a page: its similarity, and its outline with slots and weights, are
 * in the reader until the next call. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__site_reader_look(pith_site_reader *reader,
                                   const pith_page_profile *profile);

/* The cluster of the page looked at, by its founder; PITH_INDEX_NONE when it
 * resembles no page of the model. */
uint32_t pith__site_reader_cluster(const pith_site_reader *reader);

/* How much of the usual least of boilerplate the page looked at has, in
 * thousandths, at most 1000. A run of pages far below 1000 means that the site
 * has changed and should be learnt anew. */
uint32_t pith__site_reader_fit(const pith_site_reader *reader);

#endif
