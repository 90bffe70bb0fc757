/*
 * The pages of a sample, turned around: from a chain to the pages that have
 * it. A chain is PITH_CHAIN_TOKENS tokens in a row.
 *
 * Chains that are on the very same pages form one *class*; a page is then
 * counted per class and not per chain, which is what makes comparing it with
 * all pages of the sample cheap. A chain on one page only is in no class.
 */
#ifndef PITH_SITE_CHAIN_INDEX_H
#define PITH_SITE_CHAIN_INDEX_H

#include "base/hash_index.h"
#include "site/site_sample.h"

#define PITH_CHAIN_TOKENS  6u
#define PITH_CLASS_UNKNOWN UINT32_MAX

typedef struct pith_chain_classes {
  pith_hash_index chains;   /* of all chains that are on several pages */
  const uint32_t *class_of; /* by place in `chains` */
  uint32_t count;           /* of classes */
  const uint32_t *from;     /* class -> its part of `pages`; one more */
  const uint16_t *pages;    /* rising within a class */
  uint32_t sample;          /* pages of the model */
  const uint32_t *rare;     /* page -> its chains that are not common */
} pith_chain_classes;

/* Whether a class is common: on more than half of the pages. What is common is
 * left out where contents are compared, because a large frame around two short
 * texts would make them look alike. */
static inline bool
pith__class_is_common(const pith_chain_classes *classes, uint32_t class)
{
  return 2 * (classes->from[class + 1] - classes->from[class]) >
         classes->sample;
}

/* How many chains a line of tokens has. */
static inline uint32_t
pith__chain_count(uint32_t tokens)
{
  return tokens < PITH_CHAIN_TOKENS ? 0 : tokens - PITH_CHAIN_TOKENS + 1;
}

/* The hashes of all chains of a line of tokens, as many as there are. */
void pith__chain_hashes(const pith_profile_token *tokens, uint32_t count,
                        uint64_t *hashes);

/* Make the classes of the pages of a model, taken from `region`. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__chain_classes_make(pith_chain_classes *classes,
                                     pith_region *region,
                                     const pith_site_sample *model);

/* The class of a chain, or PITH_CLASS_UNKNOWN. */
static inline uint32_t
pith__chain_class(const pith_chain_classes *classes, uint64_t hash)
{
  uint32_t place = pith__hash_index_find(&classes->chains, hash);
  return place == PITH_INDEX_NONE ? PITH_CLASS_UNKNOWN
                                  : classes->class_of[place];
}

#endif
