/*
 * pith_site.h - what the pages of a site say of each other.
 *
 * Words such as lends and gives mean what pith.h says they mean. Sections:
 *
 *   1. Sites, as the papers have them
 *   2. Site models: what repeats between pages, learnt once
 *   3. Pages of the same layer
 */
#ifndef PITH_SITE_H
#define PITH_SITE_H

#include "pith.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------
 * 1. Sites, as the papers have them
 *
 * Clusters of pages that share their boilerplate, by Ageev, Vershinnikov and
 * Dobrov (2005) and Shorkin (2013) to the letter. Section 2 tells boilerplate
 * better and can learn it; this one is for comparing with the papers. The
 * pages of a site are looked at twice, and not kept in between:
 *
 *     for each page, in any thread   pith_chain_page_new()
 *       one at a time                pith_chain_site_add(),
 * pith_chain_page_free() once pith_chain_site_finish() for each page, in any
 * thread   pith_page_parse(), pith_chain_site_classify()
 *
 * The order of adding changes nothing.
 * ------------------------------------------------------------------------ */

/**
 * How a site is read: the numbers of the papers, under their names there.
 * Fill it with pith_chain_options_default().
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

/** What a site has to know of one page. */
typedef struct pith_chain_page pith_chain_page;

/**
 * Make the profile of a page; `html` is free at return, `options` may be NULL.
 * Gives the profile: release it with pith_chain_page_free(), in any thread; it
 * may outlive its context. PITH_USAGE for a number out of range, PITH_NOMEM,
 * PITH_LIMIT.
 */
PITH_API pith_status pith_chain_page_new(pith_context *context, pith_slice html,
                                         const pith_chain_options *options,
                                         pith_chain_page **out);

/** Release a profile. NULL is allowed. */
PITH_API void pith_chain_page_free(pith_chain_page *profile);

/** The pages of a site, and what they share. */
typedef struct pith_chain_site pith_chain_site;

/**
 * Make an empty site; `options` is copied, NULL means the defaults. Gives the
 * site: release it with pith_chain_site_free(), before its context. Fails as
 * pith_chain_page_new() does.
 */
PITH_API pith_status pith_chain_site_new(pith_context *context,
                                         const pith_chain_options *options,
                                         pith_chain_site **out);

/** Release a site. NULL is allowed. */
PITH_API void pith_chain_site_free(pith_chain_site *site);

/**
 * Add a page by its name, unique in the site, and its profile; both are copied.
 * One thread at a time. PITH_USAGE after pith_chain_site_finish(), PITH_NOMEM,
 * PITH_LIMIT.
 */
PITH_API pith_status pith_chain_site_add(pith_chain_site *site, pith_slice name,
                                         const pith_chain_page *profile);

/**
 * Find what the pages share. PITH_USAGE when two pages have one name or at
 * the second call; PITH_NOMEM, PITH_LIMIT. After a failure the site can only
 * be released.
 */
PITH_API pith_status pith_chain_site_finish(pith_chain_site *site);

/**
 * Say of a page of a finished site what is boilerplate: sets its verdicts.
 * `page` was parsed from the bytes of its profile. Many threads may ask at
 * once, each with pages of its own. PITH_USAGE for a name that was not added or
 * other bytes, PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_chain_site_classify(const pith_chain_site *site,
                                              pith_slice name, pith_page *page);

/** A cluster of pages that share their boilerplate. Lent by the site. */
typedef struct pith_chain_cluster {
  uint32_t level;   /* per cent of the founders' shared length they keep */
  uint32_t members; /* how many pages */
} pith_chain_cluster;

/** How many clusters a finished site has, in the order they were found. */
PITH_API uint32_t pith_chain_site_cluster_count(const pith_chain_site *site);

/** One of them; all zero when there is none of this number. */
PITH_API pith_chain_cluster pith_chain_site_cluster(const pith_chain_site *site,
                                                    uint32_t index);

/**
 * The name of a member, in the order of names, and how many bytes it shares
 * with all the others. Empty when there is no such member.
 */
PITH_API pith_slice pith_chain_site_cluster_member(const pith_chain_site *site,
                                                   uint32_t index,
                                                   uint32_t member,
                                                   uint32_t *shared);

/**
 * The cluster whose boilerplate is cut from a page, UINT32_MAX for none.
 * *leftover (may be NULL) tells whether the page is only served by it, no
 * member.
 */
PITH_API uint32_t pith_chain_site_cluster_of(const pith_chain_site *site,
                                             pith_slice name, bool *leftover);

/* ------------------------------------------------------------------------
 * 2. Site models
 *
 * What repeats between the pages of a site is its boilerplate. It is learnt
 * once and then told from any page of the site, also from new ones:
 *
 *     for each page        pith_page_parse(), pith_site_model_learn()
 *     once                 pith_site_model_open()
 *     in each thread       pith_site_new()
 *       for each page      pith_page_parse(), pith_site_classify_chain()
 *
 * A model keeps a sample of the pages, chosen by what they say, so its size
 * has a bound. Which pages it was learnt from decides it, to the byte; their
 * order, and whether some were learnt elsewhere and merged, does not. Threads
 * and machines can therefore learn parts of a site on their own.
 * ------------------------------------------------------------------------ */

/** What is known of a site. Belongs to one thread at a time until it is open,
 * then many may look at it. */
typedef struct pith_site_model pith_site_model;

/**
 * Make an empty model that keeps at most `most_pages` pages; 0 means 256, and
 * there are never more than 4,096. Gives the model: release it with
 * pith_site_model_free(), before or after its context. PITH_NOMEM.
 */
PITH_API pith_status pith_site_model_new(pith_context *context,
                                         uint32_t most_pages,
                                         pith_site_model **out);

/** Release a model, after its judges. NULL is allowed. */
PITH_API void pith_site_model_free(pith_site_model *model);

/**
 * Learn from a page; what the model keeps is copied. Pages that say the same
 * count once. PITH_USAGE for an open model, PITH_NOMEM, PITH_LIMIT: the model
 * is then as it was.
 */
PITH_API pith_status pith_site_model_learn(pith_site_model *model,
                                           const pith_page *page);

/**
 * Learn all that `other` knows, which stays as it is. Keeps as many pages as
 * the one of the two that keeps fewer. PITH_USAGE for an open or the same
 * model, PITH_NOMEM, PITH_LIMIT: some of it may then have been learnt.
 */
PITH_API pith_status pith_site_model_merge(pith_site_model *model,
                                           const pith_site_model *other);

/**
 * The model as a file, docs/formats/site-model.md. Equal models are equal
 * files. Lent until the model is saved again or released. PITH_NOMEM,
 * PITH_LIMIT.
 */
PITH_API pith_status pith_site_model_save(pith_site_model *model,
                                          pith_slice *out);

/**
 * Make a model from a file; `bytes` is free at return. Gives the model as
 * pith_site_model_new() does. PITH_FORMAT when it is none, of another version
 * or damaged in any byte; PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_site_model_load(pith_context *context,
                                          pith_slice bytes,
                                          pith_site_model **out);

/**
 * Work out what follows from the pages of a model. No more can be learnt from
 * now on. PITH_USAGE when it is open already, PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_site_model_open(pith_site_model *model);

/** A model in numbers. */
typedef struct pith_site_model_facts {
  uint32_t pages;      /* that it holds */
  uint32_t most_pages; /* that it may hold */
  uint64_t estimate;   /* different pages it was learnt from, about */
  uint32_t clusters;   /* of pages with one boilerplate; 0 until it is open */
} pith_site_model_facts;

/** The numbers of a model. */
PITH_API pith_site_model_facts
pith_site_model_describe(const pith_site_model *model);

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
 * The clusters of an open model, the largest first. Lent by the model. One
 * thread at a time. PITH_USAGE when it is not open, PITH_NOMEM.
 */
PITH_API pith_status
pith_site_model_clusters(pith_site_model *model,
                         const pith_site_model_cluster **out, uint32_t *count);

/**
 * The short texts that stand on at least `least` pages of the cluster `id`
 * (UINT32_MAX: of the model), at most `most` of them, those on most pages
 * first. Lent until the next such call; one thread at a time. PITH_USAGE when
 * the model is not open, PITH_NOMEM. Linear in what the cluster's pages hold.
 */
PITH_API pith_status pith_site_model_texts(pith_site_model *model, uint32_t id,
                                           uint32_t least, uint32_t most,
                                           const pith_shared_text **out,
                                           uint32_t *count);

/** What a thread needs to judge pages by a model. */
typedef struct pith_site pith_site;

/**
 * Make a judge. Borrows the model, which is open: PITH_USAGE else. Gives the
 * judge: release it with pith_site_free(), before the model. PITH_NOMEM.
 */
PITH_API pith_status pith_site_new(pith_context *context,
                                   const pith_site_model *model,
                                   pith_site **out);

/** Release a judge. NULL is allowed. */
PITH_API void pith_site_free(pith_site *judge);

/** What is said of a page beside its verdicts. */
typedef struct pith_site_facts {
  uint32_t words;     /* that the page shows */
  uint32_t cut_words; /* of them boilerplate */
  uint32_t cluster; /* of pages with the same boilerplate, by the number of one
                       page of the model; UINT32_MAX for none */
  uint32_t fit;     /* how much of the site's usual boilerplate it has, in
                       thousandths; many pages far below 1000 mean that the
                       site has changed and should be learnt anew */
  bool alone;       /* it resembles too few pages to be judged */
  bool spared;      /* all of it repeats, so nothing was cut */
} pith_site_facts;

/**
 * Say of a page what is boilerplate: sets its verdicts, and fills *out. A page
 * with visible words never loses them all. PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_site_classify_chain(pith_site *judge, pith_page *page,
                                              pith_site_facts *out);

/**
 * Judge a page of a site by a method that is named: "chain", which is what NULL
 * means too, or "auto", which weighs what other pages say with what it sees on
 * this one. `style` may be NULL. PITH_USAGE for any other method and for
 * `compat`.
 */
PITH_API pith_status pith_site_classify(pith_site *judge, pith_page *page,
                                        const pith_options *style,
                                        pith_site_facts *out);

/* ------------------------------------------------------------------------
 * 3. Pages of the same layer
 * ------------------------------------------------------------------------ */

/**
 * How the layer method (Yuan, Zhang, Jiang and Zhao 2006) compares a page with
 * pages of the same layer of its site, its partners. Fill it with
 * pith_layer_style_default().
 */
typedef struct pith_layer_style {
  size_t size;        /* sizeof(pith_layer_style), set by the default */
  bool compat;        /* the paper to the letter, with the first partner only */
  bool comments;      /* what readers wrote is content; default false */
  double alpha;       /* compat: part of a block's nodes that must match: 0.8 */
  double beta;        /* compat: part of its text: 0.6 */
  uint32_t max_slide; /* compat: subtrees that may be slid over: 2 */
  uint32_t pdoc;      /* of pith_page_vips(): 5 */
} pith_layer_style;

/** Write the defaults named above into `style`. */
PITH_API void pith_layer_style_default(pith_layer_style *style);

/** The most partners that are asked. */
#define PITH_PARTNERS_MOST 8

/**
 * Say of a page what is boilerplate, by what its partners have too: sets its
 * verdicts, and fills *out (may be NULL; `cluster` is none, `alone` means that
 * there was no partner to compare with, or none that says something else).
 * `partners` are pages of any context; all is borrowed for the call. `style`
 * may be NULL for the defaults.
 *
 * Without `compat` a page with visible words never loses them all. PITH_USAGE
 * for numbers out of range, PITH_NOMEM, PITH_LIMIT. Linear in the pages.
 */
PITH_API pith_status pith_page_classify_layer(pith_page *page,
                                              const pith_page *const *partners,
                                              uint32_t count,
                                              const pith_layer_style *style,
                                              pith_site_facts *out);

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

/**
 * The layers of a site: knows every page by a card of fixed size, and which
 * pages are partners of which. Belongs to one thread at a time until it is
 * closed, then many may ask it.
 */
typedef struct pith_layers pith_layers;

/** Make it, empty. Gives it: release with pith_layers_free(). PITH_NOMEM. */
PITH_API pith_status pith_layers_new(pith_context *context, pith_layers **out);

/** Release it. NULL is allowed. */
PITH_API void pith_layers_free(pith_layers *layers);

/**
 * Add a page under its path in the site, "news/2012/a.html", which is copied.
 * PITH_USAGE when it is closed, PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_layers_add(pith_layers *layers, pith_slice name,
                                     const pith_page *page);

/** Add all pages of another, which stays as it is; neither is closed. */
PITH_API pith_status pith_layers_merge(pith_layers *layers,
                                       const pith_layers *other);

/** No more pages come. */
PITH_API void pith_layers_close(pith_layers *layers);

/**
 * The names of the best partners of a page, at most `most`, the best first:
 * pages of the same folder once digits are folded, that are built alike and
 * say something else, without next and previous pages of the same story.
 * Writes them to `out`, lent by the layers, and gives their number.
 */
PITH_API uint32_t pith_layers_partners(const pith_layers *layers,
                                       pith_slice name, uint32_t most,
                                       pith_slice *out);

#ifdef __cplusplus
}
#endif

#endif /* PITH_SITE_H */
