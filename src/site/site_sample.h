/*
 * What is known of a site: a sample of its pages, each as its profile.
 *
 * Of all pages ever added the model keeps the `most` whose contents have the
 * smallest hashes. That sample does not depend on the order of the pages, nor
 * on how they were spread over models that were merged later: the merge of two
 * models is the sample of the union, and merging is associative, commutative
 * and idempotent to the byte. Pages that say the same are one page. Memory is
 * bounded whatever the size of the site.
 *
 * Everything else (which chains repeat, which parts of the layout hold text) is
 * worked out when the model is opened (site_view.h), never stored.
 */
#ifndef PITH_SITE_SITE_SAMPLE_H
#define PITH_SITE_SITE_SAMPLE_H

#include "base/buffer.h"
#include "page/profile/page_profile.h"

/* Pages in a model: by default, and at most. */
#define PITH_MODEL_PAGES      256u
#define PITH_MODEL_PAGES_MOST 4096u

/* Bytes of the name of a site, at most. */
#define PITH_SITE_KEY_MOST 255u

/* The name of a model that was merged from different sites. */
#define PITH_SITE_KEY_MIXED "*"

/* Tokens of a page that are kept; what follows is left out. */
#define PITH_MODEL_TOKENS_MOST 32768u

typedef struct pith_model_page {
  uint64_t content; /* as in the profile */
  uint64_t shape;
  uint32_t count;             /* tokens */
  uint32_t example_len;       /* bytes */
  pith_profile_token *tokens; /* owned; the examples follow in the block */
  const char *examples;       /* as in the profile */
} pith_model_page;

typedef struct pith_site_sample {
  pith_memory *memory;    /* borrowed */
  pith_model_page *pages; /* rising by content, no content twice */
  uint32_t count;
  uint32_t capacity;
  uint32_t most;
  uint64_t options; /* digest of how its pages were parsed; 0: no page yet */
  char key[PITH_SITE_KEY_MOST + 1]; /* of the site; "": none was given */
} pith_site_sample;

/* An empty model of at most `most` pages, 0 meaning PITH_MODEL_PAGES; more
 * than PITH_MODEL_PAGES_MOST are not kept. */
void pith__site_sample_init(pith_site_sample *model, pith_memory *memory,
                            uint32_t most);
void pith__site_sample_done(pith_site_sample *model);

/* Name the site; of a longer name the first PITH_SITE_KEY_MOST bytes. */
void pith__site_sample_name(pith_site_sample *model, pith_slice key);

/* Whether pages that were parsed with this digest of options belong here; the
 * first ones decide. PITH_MISMATCH. */
pith_status pith__site_sample_accept(pith_site_sample *model, uint64_t options);

/* Add a page; of its profile a copy is kept, if any. PITH_NOMEM, PITH_LIMIT:
 * the model is as it was. */
pith_status pith__site_sample_add(pith_site_sample *model,
                                  const pith_page_profile *profile);

/* Add what is in `other`, which stays as it is. The model keeps as many pages
 * as the one of the two that keeps fewer, and is named after both or
 * PITH_SITE_KEY_MIXED. PITH_MISMATCH: nothing was added; PITH_NOMEM,
 * PITH_LIMIT: some of the pages of `other` may have been added. */
pith_status pith__site_sample_merge(pith_site_sample *model,
                                    const pith_site_sample *other);

/* How many different pages the site has, by how densely the hashes of the
 * sample lie; exact while there are fewer than `most`. */
uint64_t pith__site_sample_estimate(const pith_site_sample *model);

/* Append the model as a file (docs/formats/site-model.md) to `out`; the same
 * model yields the same bytes. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__site_sample_save(const pith_site_sample *model,
                                   pith_buffer *out);

/* Read a file into an empty model. PITH_FORMAT when it is no model or
 * damaged, PITH_REVISION when another library made it; PITH_NOMEM, PITH_LIMIT.
 * After a failure the model is empty. */
pith_status pith__site_sample_load(pith_site_sample *model, pith_slice bytes);

/* Whether a token is a text that is short enough to be kept as an example. */
static inline bool
pith__has_example(uint32_t facts)
{
  return pith__profile_kind(facts) == PITH_PROFILE_TEXT &&
         (facts & PITH_PROFILE_EXAMPLE);
}

#endif
