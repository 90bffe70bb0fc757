/*
 * A page in, how it resembles the sample out: the pages that are most like it,
 * its *neighbours*, and for each of its texts how many of them have it too.
 *
 * Boilerplate is what neighbours share. Counting among neighbours, and not
 * among all pages, is what makes sections with menus of their own work, and
 * what distinguishes a post that five listings repeat (five of all pages) from
 * a menu (all of the pages that look like this one).
 *
 * A page with nearly the same content as the one in question is no neighbour:
 * it would make all of it boilerplate. Of pages with nearly the same content
 * as each other only one is counted.
 */
#ifndef PITH_SITE_SIMILARITY_H
#define PITH_SITE_SIMILARITY_H

#include "site/chain_index.h"

enum {
  PITH_NEIGHBOURS = 24,      /* as many are looked at */
  PITH_NEIGHBOURS_LEAST = 3, /* fewer say nothing */
  PITH_TWIN_SHARE = 90       /* per cent in common: nearly the same page */
};

/* What is known of a text token; all 0 for other tokens. */
typedef struct pith_token_evidence {
  uint16_t neighbours; /* that have it, in a chain that this page has */
  uint16_t pages;      /* of the sample that have it so */
} pith_token_evidence;

typedef struct pith_similarity {
  pith_memory *memory;               /* borrowed */
  const pith_chain_classes *classes; /* borrowed */
  const pith_site_sample *model;     /* borrowed */
  const uint32_t *twins;             /* borrowed: page -> first of its twins */

  pith_token_evidence *evidence; /* of each token of the page */
  uint32_t evidence_capacity;
  uint32_t neighbours[PITH_NEIGHBOURS]; /* the most like first */
  uint32_t neighbour_count;
  uint32_t middle; /* chains in common with the middle one of them */
  uint32_t self;   /* the page of the sample with the same content, or
                      PITH_INDEX_NONE */

  uint64_t *hashes; /* of the page's chains */
  uint32_t hash_capacity;
  uint32_t *chain_classes; /* of each of them */
  uint32_t chain_class_capacity;
  uint32_t *counts;  /* class -> chains of the page in it */
  uint16_t *near;    /* class -> neighbours in it */
  uint32_t *touched; /* classes the page has */
  uint32_t touched_count;
  uint32_t *scores; /* page of the sample -> chains in common */
  uint32_t *alike;  /* the same, of chains that are not common */
  uint32_t rare;    /* chains of the page that are not common */
  bool *taken;      /* page of the sample -> its twins are counted already */
} pith_similarity;

/* Borrows all but `similarity`. PITH_NOMEM, PITH_LIMIT: nothing to be done. */
pith_status pith__similarity_init(pith_similarity *similarity,
                                  pith_memory *memory,
                                  const pith_chain_classes *classes,
                                  const pith_site_sample *model,
                                  const uint32_t *twins);
void pith__similarity_done(pith_similarity *similarity);

/* Compare a page, whose content hash is `content`, with the sample. What is
 * found is in `similarity` until the next call. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__similarity_find(pith_similarity *similarity,
                                  const pith_profile_token *tokens,
                                  uint32_t count, uint64_t content);

/* The first page of the sample before `page` that is nearly the same as page
 * `page`, or `page` itself. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__similarity_twin(pith_similarity *similarity, uint32_t page,
                                  uint32_t *twin);

#endif
