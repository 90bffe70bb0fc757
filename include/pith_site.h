/*
 * pith_site.h - boilerplate found by comparing the pages of a site.
 *
 * A page alone shows what looks like a menu; a site shows what repeats. This
 * header learns from the pages of a site and classifies pages with what was
 * learnt, by any method of pith_method_describe():
 *
 *     method    --compat   compares the page with           needs to learn
 *     auto                 texts its site repeats           SHARED
 *     chain                texts its site repeats           SHARED
 *     chain     yes        pages of its cluster             PAPER
 *     layer     both       partners: pages built alike      LAYER
 *     sentence  both       nothing but the page             nothing
 *     dom                  nothing but the page             nothing
 *
 * Words such as lends and gives mean what pith.h says they mean. Sections:
 *
 *   1. Site models: what was learnt, to be merged, saved and loaded
 *   2. Sites: classify pages by a model
 *   3. What a model holds, for people to look at
 */
#ifndef PITH_SITE_H
#define PITH_SITE_H

#include "pith.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------
 * 1. Site models
 *
 * What repeats between the pages of a site is its boilerplate. It is learnt
 * once and then found on any page of the site, also on new ones:
 *
 *     for each page        pith_page_parse(), pith_site_model_learn()
 *     once                 pith_site_model_finish()
 *     in each thread       pith_site_open()
 *       for each page      pith_page_parse(), pith_site_classify()
 *
 * Which pages a model was learnt from decides it, to the byte; their order, and
 * whether some were learnt elsewhere and merged, does not. Threads and machines
 * can therefore learn parts of a site on their own.
 * ------------------------------------------------------------------------ */

/** What methods compare a page with. Bits, to be joined by OR. */
typedef enum pith_evidence {
  PITH_EVIDENCE_SHARED = 1, /* a bounded sample of pages and their texts: what
                               is saved to a file */
  PITH_EVIDENCE_LAYER = 2,  /* a card for each page: which are built alike */
  PITH_EVIDENCE_PAPER = 4   /* the token chains of every page, clustered as in
                               the papers; memory grows with the site */
} pith_evidence;

/**
 * The evidence that a method needs to classify the pages of a site: an OR of
 * pith_evidence, 0 for one that looks at the page only. NULL means the default
 * method. Also 0 for a method that is unknown or has no such profile.
 */
PITH_API unsigned pith_method_evidence(const char *method, bool compat);

struct pith_chain_options;
struct pith_layer_options;

/** What a model learns. Fill it with pith_site_options_default(). */
typedef struct pith_site_options {
  size_t size;         /* sizeof(pith_site_options), set by the default */
  unsigned evidence;   /* OR of pith_evidence; default PITH_EVIDENCE_SHARED */
  uint32_t most_pages; /* kept in the sample; default 256, at most 4,096 */

  /* Numbers of the papers (pith_experimental.h), NULL for the papers' own.
   * Copied. */
  const struct pith_chain_options *chain;
  const struct pith_layer_options *layer;

  /* The name of the site, such as its host: its first 255 bytes are kept in
   * the file, to identify the model; models of different names merge to one
   * named "*". Copied; NULL (default) or "": none. */
  const char *key;
} pith_site_options;

/** Write the defaults named above into `options`. */
PITH_API void pith_site_options_default(pith_site_options *options);

/** What is known of a site. Belongs to one thread at a time until it is
 * finished, then many may read it. */
typedef struct pith_site_model pith_site_model;

/**
 * Make an empty model. `options` may be NULL for the defaults. Gives a model:
 * release it with pith_site_model_free(), before or after its context.
 * PITH_USAGE for a number out of range, PITH_NOMEM.
 */
PITH_API pith_status pith_site_model_new(pith_context *context,
                                         const pith_site_options *options,
                                         pith_site_model **out);

/** Release a model, after the sites that were opened from it. NULL is
 * allowed. */
PITH_API void pith_site_model_free(pith_site_model *model);

/**
 * Learn from a page; what the model keeps is copied. `name` is its path in the
 * site, "news/2012/a.html", unique there; LAYER and PAPER need it, SHARED alone
 * does not. Pages with the same content count once in the sample. PITH_USAGE
 * for a finished model; PITH_MISMATCH for a page that was parsed with other
 * options than those before it, see pith_site_model_check(); PITH_NOMEM,
 * PITH_LIMIT: the page may then have been learnt for some of the evidence and
 * not for the rest.
 */
PITH_API pith_status pith_site_model_learn(pith_site_model *model,
                                           const pith_page *page,
                                           pith_slice name);

/**
 * Learn all that `other` knows, which stays as it is. The evidence of both is
 * the same, and a sample keeps as many pages as the one of the two that keeps
 * fewer. PITH_USAGE when one of them is finished, they differ in evidence or
 * are the same model; PITH_MISMATCH when their pages were parsed with different
 * options: nothing was learnt then; PITH_NOMEM, PITH_LIMIT: some of it may then
 * have been learnt.
 */
PITH_API pith_status pith_site_model_merge(pith_site_model *model,
                                           const pith_site_model *other);

/**
 * The shared evidence as a file, docs/formats/site-model.md. Equal models are
 * equal files. Lent until the model is saved again or released. PITH_USAGE
 * without PITH_EVIDENCE_SHARED; PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_site_model_save(pith_site_model *model,
                                          pith_slice *out);

/**
 * Make a model from a file; `bytes` is free at return. Gives a model as
 * pith_site_model_new() does, with shared evidence only. PITH_FORMAT when it is
 * none or damaged in any byte, PITH_REVISION when it was made by a library
 * whose tokens or layout are others; PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_site_model_load(pith_context *context,
                                          pith_slice bytes,
                                          pith_site_model **out);

/**
 * Whether pages that are parsed with `options` (NULL: the defaults) may be
 * learnt or classified by the model: PITH_OK, or PITH_MISMATCH when what it has
 * learnt was parsed with others. The options that count are those that decide
 * the tree: max_nodes, max_depth, max_attributes, max_formatting, max_steps,
 * fragment_context, scripting and recover.
 */
PITH_API pith_status pith_site_model_check(const pith_site_model *model,
                                           const pith_options *options);

/**
 * Work out what follows from the pages of a model. No more can be learnt from
 * now on. PITH_USAGE when it is finished already or, with PITH_EVIDENCE_PAPER,
 * two pages have one name; PITH_NOMEM, PITH_LIMIT: it can then only be
 * released.
 */
PITH_API pith_status pith_site_model_finish(pith_site_model *model);

/* ------------------------------------------------------------------------
 * 2. Sites
 * ------------------------------------------------------------------------ */

/**
 * How a site gets hold of other pages, which the layer method compares with.
 * `load` lends the page of that name, NULL when it cannot be had; `release`
 * (may be NULL) says that it is not used any more. Both are called in the
 * thread that classifies, to which the page belongs in between. A page that the
 * model has learnt with PITH_EVIDENCE_LAYER is only read: it may be lent to
 * several threads, and be classified in one of them, at the same time.
 */
typedef struct pith_page_loader {
  const pith_page *(*load)(void *state, pith_slice name);
  void (*release)(void *state, const pith_page *page);
  void *state;
} pith_page_loader;

/** A model ready to classify pages in one thread. */
typedef struct pith_site pith_site;

/**
 * Open a finished model, which is borrowed. `loader` is copied; NULL means that
 * pages have no partners. Gives a site: release it with pith_site_free(),
 * before the model. PITH_USAGE for a model that is not finished, PITH_NOMEM.
 */
PITH_API pith_status pith_site_open(pith_context *context,
                                    const pith_site_model *model,
                                    const pith_page_loader *loader,
                                    pith_site **out);

/** Release a site. NULL is allowed. */
PITH_API void pith_site_free(pith_site *site);

/**
 * What is found out about a page beside its verdicts. The caller sets `size` to
 * sizeof(pith_site_facts); no more than that is written.
 */
typedef struct pith_site_facts {
  size_t size;
  uint32_t words;     /* visible on the page; 0: not counted */
  uint32_t cut_words; /* of them boilerplate */
  uint32_t cluster; /* of pages with the same boilerplate, by the number of one
                       page of the model; UINT32_MAX for none */
  uint32_t fit;     /* how much of the site's usual boilerplate it has, in
                       thousandths; many pages far below 1000 mean that the
                       site has changed and should be learnt anew */
  bool too_few_pages; /* it resembles too few pages to learn from them */
  bool all_repeats;   /* all of it repeats, so nothing was cut */
  bool limited;       /* a bound of work ended the search for boilerplate */
} pith_site_facts;

/**
 * Classify a page of the site: sets its verdicts, and what its JSON record has
 * of the site (cluster and warnings), and fills *out (may be NULL).
 * `name` is the name it was or would have been learnt under; methods on shared
 * evidence do not need it. `options` may be NULL: its method, and without one
 * the default method, decides how.
 *
 * Unless options->compat, a page with visible words never loses them all.
 * PITH_USAGE for a method that is unknown, has no such profile or needs
 * evidence that the model has not; with PITH_EVIDENCE_PAPER for a name that was
 * not learnt or other bytes than were learnt. PITH_MISMATCH for a page that was
 * parsed with other options than those of the model. PITH_NOMEM, PITH_LIMIT.
 * After a failure the page has no verdicts. Linear in the page and its
 * partners.
 */
PITH_API pith_status pith_site_classify(pith_site *site, pith_page *page,
                                        pith_slice name,
                                        const pith_options *options,
                                        pith_site_facts *out);

/* ------------------------------------------------------------------------
 * 3. What a model holds
 * ------------------------------------------------------------------------ */

/** A model in numbers. The caller sets `size`; no more than that is written. */
typedef struct pith_site_model_facts {
  size_t size;
  uint32_t pages;      /* in its sample */
  uint32_t most_pages; /* that the sample may hold */
  uint64_t estimate;   /* different pages it was learnt from, about */
  uint32_t clusters;   /* of pages with one boilerplate; 0 until finished */
  unsigned evidence;   /* OR of pith_evidence */
  uint32_t revision;   /* of all that decides a token or a profile; only models
                          of the library's own are loaded */
  uint64_t options;    /* digest of the options its pages were parsed with; 0
                          before the first */
  const char *key;     /* of the site, "" for none; lent by the model */
} pith_site_model_facts;

/** The numbers of a model. */
PITH_API void pith_site_model_describe(const pith_site_model *model,
                                       pith_site_model_facts *out);

/** Pages of a model with the same boilerplate. */
typedef struct pith_site_model_cluster {
  uint32_t id;    /* as in pith_site_facts */
  uint32_t pages; /* of the model in it */
} pith_site_model_cluster;

/** A text that pages share. */
typedef struct pith_shared_text {
  pith_slice text; /* UTF-8 */
  uint32_t pages;  /* of the model, or of one cluster, that have it */
} pith_shared_text;

/**
 * The clusters of a finished model, the largest first. Lent by the model. One
 * thread at a time. PITH_USAGE when it is not finished, PITH_NOMEM.
 */
PITH_API pith_status
pith_site_model_clusters(pith_site_model *model,
                         const pith_site_model_cluster **out, uint32_t *count);

/**
 * The short texts that are on at least `least` pages of the cluster `id`
 * (UINT32_MAX: of the model), at most `most` of them, those on most pages
 * first. Lent until the next such call; one thread at a time. PITH_USAGE when
 * the model is not finished, PITH_NOMEM. Linear in what the cluster's pages
 * hold.
 */
PITH_API pith_status pith_site_model_texts(pith_site_model *model, uint32_t id,
                                           uint32_t least, uint32_t most,
                                           const pith_shared_text **out,
                                           uint32_t *count);

/** The most partners that a page is compared with. */
#define PITH_PARTNERS_MOST 8

/**
 * The names of the best partners of a page, at most `most`, the best first:
 * pages of the same folder once digits are folded, that are built alike and
 * have other content, without next and previous pages of the same story.
 * Writes them to `out`, lent by the model, and returns their number; 0 unless
 * the model is finished and has PITH_EVIDENCE_LAYER.
 */
PITH_API uint32_t pith_site_model_partners(const pith_site_model *model,
                                           pith_slice name, uint32_t most,
                                           pith_slice *out);

#ifdef __cplusplus
}
#endif

#endif /* PITH_SITE_H */
