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
 *   4. Experimental: the papers' numbers and findings
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

  /* Numbers of the papers (section 4), NULL for the papers' own. Copied. */
  const struct pith_chain_options *chain;
  const struct pith_layer_options *layer;
} pith_site_options;

/** Write the defaults named above into `options`. */
PITH_API void pith_site_options_default(pith_site_options *options);

/** What is known of a site. Belongs to one thread at a time until it is
 * finished, then many may read it. */
typedef struct pith_site_model pith_site_model;

/**
 * Make an empty model. `options` may be NULL for the defaults. Gives the model:
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
 * for a finished model, PITH_NOMEM, PITH_LIMIT: the page may then have been
 * learnt for some of the evidence and not for the rest.
 */
PITH_API pith_status pith_site_model_learn(pith_site_model *model,
                                           const pith_page *page,
                                           pith_slice name);

/**
 * Learn all that `other` knows, which stays as it is. The evidence of both is
 * the same, and a sample keeps as many pages as the one of the two that keeps
 * fewer. PITH_USAGE when one of them is finished, they differ in evidence or
 * are the same model; PITH_NOMEM, PITH_LIMIT: some of it may then have been
 * learnt.
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
 * Make a model from a file; `bytes` is free at return. Gives the model as
 * pith_site_model_new() does, with shared evidence only. PITH_FORMAT when it is
 * none, of another version or damaged in any byte; PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_site_model_load(pith_context *context,
                                          pith_slice bytes,
                                          pith_site_model **out);

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
 * thread that classifies, to which the page belongs in between.
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
 * pages have no partners. Gives the site: release it with pith_site_free(),
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
 * not learnt or other bytes than were learnt. PITH_NOMEM, PITH_LIMIT. After a
 * failure the page has no verdicts. Linear in the page and its partners.
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

/* ------------------------------------------------------------------------
 * 4. Experimental: the papers' numbers and findings
 *
 * For comparing with Ageev, Vershinnikov and Dobrov (2005), Shorkin (2013) and
 * Yuan, Zhang, Jiang and Zhao (2006) to the letter. May change.
 * ------------------------------------------------------------------------ */

/**
 * Numbers of chain --compat, under their names in the papers. Fill it with
 * pith_chain_options_default().
 */
typedef struct pith_chain_options {
  size_t size;               /* sizeof(pith_chain_options) */
  uint32_t min_tokens_chain; /* tokens in a chain: 6; 1 to 64 */
  uint32_t dup_limit;        /* pairs sharing more found no cluster: 70 % */
  uint32_t min_nav_length;   /* what members keep at first: 80 % */
  uint32_t nav_step;         /* less at each level: 20 % */
  uint32_t nav_end;          /* and no less than: 40 % */
  uint32_t min_cluster;      /* pages in a cluster: 4 */
  uint32_t max_failures;     /* pairs that may fail at a level: 8 */
} pith_chain_options;

/** Write the defaults named above into `options`. */
PITH_API void pith_chain_options_default(pith_chain_options *options);

/** Numbers of the layer method. Fill it with pith_layer_options_default(). */
typedef struct pith_layer_options {
  size_t size;        /* sizeof(pith_layer_options), set by the default */
  double alpha;       /* compat: part of a block's nodes that must match: 0.8 */
  double beta;        /* compat: part of its text: 0.6 */
  uint32_t max_slide; /* compat: subtrees that may be slid over: 2 */
  uint32_t pdoc;      /* of pith_page_vips(): 5 */
} pith_layer_options;

/** Write the defaults named above into `options`. */
PITH_API void pith_layer_options_default(pith_layer_options *options);

/** A cluster of pages that share their boilerplate, as in the chain papers. */
typedef struct pith_chain_cluster {
  uint32_t level;   /* per cent of the founders' shared length they keep */
  uint32_t members; /* how many pages */
} pith_chain_cluster;

/** How many of them a finished model with PITH_EVIDENCE_PAPER has, in the order
 * they were found; 0 for any other model. */
PITH_API uint32_t pith_chain_cluster_count(const pith_site_model *model);

/** One of them; all zero when there is none of this number. */
PITH_API pith_chain_cluster pith_chain_cluster_get(const pith_site_model *model,
                                                   uint32_t index);

/**
 * The name of a member, in the order of names, and how many bytes it shares
 * with all the others. Empty when there is no such member.
 */
PITH_API pith_slice pith_chain_cluster_member(const pith_site_model *model,
                                              uint32_t index, uint32_t member,
                                              uint32_t *shared);

/**
 * Classify a page by partners that the caller has chosen, without a site, by
 * the layer method; with options->compat by the first one only. Sets its
 * verdicts. The pages may be of any context; all is borrowed for the call.
 * `options` and `numbers` may be NULL for the defaults. PITH_USAGE for numbers
 * out of range, PITH_NOMEM, PITH_LIMIT. Linear in the pages.
 */
PITH_API pith_status pith_page_classify_layer(
    pith_page *page, const pith_page *const *partners, uint32_t count,
    const pith_options *options, const pith_layer_options *numbers);

/**
 * How alike two pages of a site look, as the paper scores it: whether header,
 * navigation, footer and advertising are the same.
 */
typedef struct pith_page_similarity {
  bool header;
  bool navigation;
  bool footer;
  bool advertising;
} pith_page_similarity;

/** Compare a page with another of its layer. PITH_NOMEM, PITH_LIMIT. */
PITH_API pith_status pith_page_compare(pith_page *page,
                                       const pith_page *partner,
                                       pith_page_similarity *out);

#ifdef __cplusplus
}
#endif

#endif /* PITH_SITE_H */
