/*
 * pith_experimental.h - tokens, blocks, words, papers: what may change.
 *
 * For tools that show, measure or train. Nothing here is covered by the promise
 * of docs/manual/compatibility.md: names, structs and results may change with
 * any release, and the soname does not change with them. Words such as lends
 * and gives mean what pith.h says they mean. Sections:
 *
 *   1. Tokens: the lexical level of a page
 *   2. Visual blocks: the page as it would look
 *   3. Blocks: the page as the method `auto` sees it
 *   4. Words of a text
 *   5. The papers' numbers and findings
 *
 * Both cuts into blocks are of the visible text: each piece of it is in one
 * block, and the spans of blocks are byte ranges of the page as it arrived.
 */
#ifndef PITH_EXPERIMENTAL_H
#define PITH_EXPERIMENTAL_H

#include "pith_site.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------
 * 1. Tokens
 *
 * The tokenizer of the standard alone. In a page the tree steers it: inside
 * `script` or `svg` it reads otherwise. Here the caller chooses the state to
 * start in, as the conformance suites do.
 *
 *     pith_token_stream_new()
 *       pith_token_stream_next()        until PITH_TOKEN_END
 *         pith_token_stream_attribute() for each attribute of a start tag
 *     pith_token_stream_free()
 * ------------------------------------------------------------------------ */

/** What a token is: those of the standard, and what is left over. */
typedef enum pith_token_kind {
  PITH_TOKEN_TEXT = 0,
  PITH_TOKEN_START_TAG = 1,
  PITH_TOKEN_END_TAG = 2,
  PITH_TOKEN_COMMENT = 3,
  PITH_TOKEN_DOCTYPE = 4,
  PITH_TOKEN_END = 5, /* the end of the input; its span is empty */
  /* Bytes that make no token of the standard: a byte order mark, `</>`, an
   * unfinished tag at the end of the input. Here so that the spans of all
   * tokens tile the input. */
  PITH_TOKEN_NOTHING = 6
} pith_token_kind;

/** A token. Everything in it is lent until the next call on its stream. */
typedef struct pith_token_view {
  pith_token_kind kind;
  pith_span span;       /* all of it, in the page as it arrived */
  pith_slice name;      /* of a tag, lower case */
  pith_slice text;      /* of text and comments */
  pith_doctype doctype; /* of a doctype */
  uint32_t attributes;  /* of a start tag: how many */
  bool self_closing;    /* of a start tag */
} pith_token_view;

/** The tokenizer alone, without a tree that would steer it. */
typedef struct pith_token_stream pith_token_stream;

/** The state a tokenizer may start in, by its name in the standard. What ends
 * RCDATA, RAWTEXT and SCRIPT_DATA is the end tag of `last_start_tag`. */
typedef enum pith_token_state {
  PITH_STATE_DATA = 0,
  PITH_STATE_PLAINTEXT = 1,
  PITH_STATE_RCDATA = 2,
  PITH_STATE_RAWTEXT = 3,
  PITH_STATE_SCRIPT_DATA = 4,
  PITH_STATE_CDATA_SECTION = 5
} pith_token_state;

/**
 * Start reading tokens. `html` is borrowed for the life of the stream;
 * `options` as for pith_page_parse() (fragment and scripting are not used).
 * `last_start_tag` (may be NULL, lower case, copied) is the name an end tag
 * must have to end `state`. Gives a stream: pith_token_stream_free() before
 * its context. Fails as pith_page_parse() does.
 */
PITH_API pith_status pith_token_stream_new(pith_context *context,
                                           pith_slice html,
                                           const pith_options *options,
                                           pith_token_state state,
                                           const char *last_start_tag,
                                           pith_token_stream **out);

/**
 * Read the next token into `out`; after the end, PITH_TOKEN_END every time.
 * The spans of successive tokens tile the input. Fails with PITH_NOMEM or
 * PITH_LIMIT only.
 */
PITH_API pith_status pith_token_stream_next(pith_token_stream *stream,
                                            pith_token_view *out);

/** An attribute of the start tag read last; as pith_node_attribute(). */
PITH_API pith_attribute
pith_token_stream_attribute(const pith_token_stream *stream, uint32_t index);

/** Release a stream. NULL is allowed. */
PITH_API void pith_token_stream_free(pith_token_stream *stream);

/* ------------------------------------------------------------------------
 * 2. Visual blocks
 *
 *     page ─┬─ header            degree of coherence: how much a block is one
 *           ├─ body ─┬─ column   thing, 1 to 10; a block below `pdoc` is
 *           │        └─ article  divided, by the rules of the paper
 *           └─ footer            separators: what is seen between siblings
 * ------------------------------------------------------------------------ */

/**
 * A visual block of a page by VIPS (Cai, Yu, Wen and Ma 2003), found without
 * drawing the page. The leaves hold all visible text, each piece once.
 */
typedef struct pith_visual_block {
  pith_span span;  /* all bytes of it */
  uint32_t parent; /* number of the block it is in; UINT32_MAX: the page */
  uint32_t first;  /* nodes [first, end) of the page */
  uint32_t end;
  uint32_t chars;      /* characters of visible text */
  uint32_t link_chars; /* of them in links */
  uint32_t depth;      /* 0 for the page */
  uint8_t doc;         /* degree of coherence, 1 to 10 */
  uint8_t rule;        /* of division that decided, 1 to 13; 0 for a group */
  uint8_t separator;   /* weight of the separator before it; 0 for the first */
  bool leaf;           /* it is not divided further */
} pith_visual_block;

/**
 * Cut a page into visual blocks until every leaf has a degree of coherence of
 * `pdoc`, 1 to 10, or cannot be divided; 0 means 5. Parents come before their
 * children, all in the order of the page; there is at least one. Lent until the
 * next call for this page or its release. PITH_USAGE for another `pdoc`,
 * PITH_NOMEM, PITH_LIMIT. Linear in the page.
 */
PITH_API pith_status pith_page_vips(pith_page *page, uint32_t pdoc,
                                    const pith_visual_block **out,
                                    uint32_t *count);

/* ------------------------------------------------------------------------
 * 3. Blocks
 *
 * A page as a list of blocks: runs of inline content in the nearest block
 * element.
 *
 *     <div>one <b>two</b><p>three</p>four</div>
 *          [one two     ]   [three]  [four]      three blocks
 *
 * The method `auto` decides for each; here is all that it knows of
 * them, for training it and for looking into it. docs/formats/blocks.md.
 * ------------------------------------------------------------------------ */

/** The blocks of a page. */
typedef struct pith_blocks pith_blocks;

/** One of them. */
typedef struct pith_text_block {
  pith_span span;    /* from its first text to its last */
  pith_node element; /* the nearest block element */
  uint32_t words;    /* runs of letters, digits and underscores */
  uint32_t group;    /* blocks in elements that look alike have one number */
  uint32_t heading;  /* the last heading before it; UINT32_MAX: none */
  pith_node first;   /* its texts are among the nodes [first, end) */
  pith_node end;
  bool comment; /* it is part of what readers wrote */
  bool hidden;  /* not shown until a script shows it */
} pith_text_block;

/**
 * What elements are for: bits of a set. A role is found by the tag (`nav`,
 * `aside`), by the attribute `role`, and by the words of class and id:
 * "related-posts", "cookieNotice". Authors choose such names freely, so a role
 * is a hint. The first four cover all that is inside an element; a program that
 * needs the text a reader came for may leave those blocks out, and one that
 * classifies should weigh them against the text.
 *
 *     <aside class="ad-box"><p>...</p></aside>       PITH_ROLE_ASIDE
 *     <main><div id="comments"><p>...                PITH_ROLE_ARTICLE |
 *                                                    PITH_ROLE_COMMENTS
 */
typedef enum pith_role_bit {
  PITH_ROLE_NAVIGATION = 1 << 0, /* menus, paths, page numbers */
  PITH_ROLE_FOOTER = 1 << 1,     /* imprint, copyright */
  PITH_ROLE_ASIDE = 1 << 2,      /* side bars, adverts, sharing, related */
  PITH_ROLE_NOTICE = 1 << 3,     /* cookie walls, dialogs */
  PITH_ROLE_COMMENTS = 1 << 4,   /* what readers wrote */
  PITH_ROLE_FORM = 1 << 5,       /* fields to fill in */
  PITH_ROLE_HEADER = 1 << 6,     /* a `header` */
  PITH_ROLE_ARTICLE = 1 << 7,    /* article, main, and what is called so */
  PITH_ROLE_LIST = 1 << 8,       /* ul, ol, dl */
  PITH_ROLE_TABLE = 1 << 9,      /* a table of data or of layout */
  PITH_ROLE_CODE = 1 << 10,      /* pre, code */
  PITH_ROLE_HEADING = 1 << 11,   /* h1 to h6 */
  PITH_ROLE_BYLINE = 1 << 12     /* author, date, tags */
} pith_role_bit;

/** Levels of pith_blocks_tokens(): names inside the block, and of the seven
 * elements around it; then its words. */
#define PITH_BLOCK_WORDS  8u
#define PITH_BLOCK_LEVELS 9u

/**
 * Cut a page into blocks. `site` may be NULL; else its model adds what other
 * pages of the site show of each block. Both are borrowed, and the page must
 * not be classified or rendered meanwhile. Gives blocks: release them with
 * pith_blocks_free(), before the page. PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_blocks_new(pith_page *page, pith_site *site,
                                     pith_blocks **out);

/** Release blocks. NULL is allowed. */
PITH_API void pith_blocks_free(pith_blocks *blocks);

/** How many there are. */
PITH_API uint32_t pith_blocks_count(const pith_blocks *blocks);

/** One of them, counted from 0 in the order of the page; all zero beyond the
 * last. Constant time. */
PITH_API pith_text_block pith_blocks_get(const pith_blocks *blocks,
                                         uint32_t index);

/**
 * Its text, white space collapsed; empty beyond the last. Lent until the next
 * call. PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_blocks_text(pith_blocks *blocks, uint32_t index,
                                      pith_slice *out);

/**
 * The roles of all elements around it: an OR of pith_role_bit, 0 beyond the
 * last block. Hints of the author, not a verdict; a role that would take most
 * sentences of the page is left out. PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_blocks_roles(pith_blocks *blocks, uint32_t index,
                                       uint32_t *out);

/**
 * Its features, one byte a column, pith_feature_count() of them; NULL beyond
 * the last block. Lent until the next call. Blocks are best asked for in
 * order.
 */
PITH_API const uint8_t *pith_blocks_features(pith_blocks *blocks,
                                             uint32_t index);

/**
 * Hashes of the names or words of a level, lent by the blocks. Returns how many
 * there are.
 */
PITH_API uint32_t pith_blocks_tokens(const pith_blocks *blocks, uint32_t index,
                                     uint32_t level, const uint32_t **hashes);

/** How many columns there are, and what each is called: NULL beyond them. The
 * name is lent for the program's life. */
PITH_API uint32_t pith_feature_count(void);
PITH_API const char *pith_feature_name(uint32_t column);

/* ------------------------------------------------------------------------
 * 4. Words
 *
 * A word is a run of letters, digits and underscores of any script, as the
 * expression \w+ of Python finds it, by Unicode 14. Scripts without spaces have
 * long words. Texts are UTF-8; a byte that is no part of it is between words
 * and is kept as it is.
 * ------------------------------------------------------------------------ */

/** How many bytes a text of `len` bytes may have in lower case. */
#define PITH_LOWER_ROOM(len) ((len) + (len) / 2 + 1)

/**
 * Write a text in lower case to `out`, which has room for
 * PITH_LOWER_ROOM(text.len) bytes; returns how many it wrote. The mapping is
 * the full one of Unicode: U+0130 becomes two characters, and a capital sigma
 * at the end of a word a final one. No language is asked for.
 */
PITH_API size_t pith_text_lower(pith_slice text, char *out);

/**
 * The next word at or behind *at, lent by the text; *at moves behind it. False
 * when there is none. Start with *at = 0.
 */
PITH_API bool pith_word_next(pith_slice text, size_t *at, pith_slice *word);

/* ------------------------------------------------------------------------
 * 5. The papers' numbers and findings
 *
 * For comparing with Ageev, Vershinnikov and Dobrov (2005), Shorkin (2013) and
 * Yuan, Zhang, Jiang and Zhao (2006) to the letter.
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
  bool own_text;      /* compat: only elements are nodes, with their own text */
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
 * What layer --compat found of a visual block on the partner page: the paper's
 * similarity (Tag, Text) is (matched / nodes, same / text). A block that is not
 * noise has the counts of the place that comes nearest, if any has half of
 * alpha and of beta; otherwise nothing of it matched.
 */
typedef struct pith_block_match {
  pith_span span;   /* of the block, in the page as it arrived */
  uint32_t nodes;   /* of the block; 0: it has nothing to compare */
  uint32_t matched; /* of them */
  uint64_t text;    /* characters of its text, white space not counted */
  uint64_t same;    /* of them */
  bool noise;       /* both reach their thresholds */
} pith_block_match;

/** The blocks that layer --compat compared when it classified the page, in its
 * order; none after any other method. Lent until the page is classified again
 * or released. */
PITH_API const pith_block_match *pith_page_block_matches(const pith_page *page,
                                                         uint32_t *count);

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

#endif /* PITH_EXPERIMENTAL_H */
