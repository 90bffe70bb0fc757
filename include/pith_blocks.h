/*
 * pith_blocks.h - a page cut into blocks.
 *
 * For whoever draws blocks, or trains on them. Words such as lends and gives
 * mean what pith.h says they mean. Sections:
 *
 *   1. Visual blocks: the page as it would look
 *   2. Blocks: the page as the method `auto` sees it
 *
 * Both cuts are of the visible text: each piece of it stands in one block, and
 * the spans of blocks are byte ranges of the page as it arrived.
 */
#ifndef PITH_BLOCKS_H
#define PITH_BLOCKS_H

#include "pith_site.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------
 * 1. Visual blocks
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
 * 2. Blocks
 *
 * A page as a line of blocks: runs of inline content in the nearest block
 * element. The method `auto` decides for each; here is all that it knows of
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
 * Cut a page into blocks. `judge` may be NULL; else its model tells what other
 * pages of the site say of each block. Both are borrowed, and the page must
 * not be judged or rendered meanwhile. Gives the blocks: release them with
 * pith_blocks_free(), before the page. PITH_NOMEM, PITH_LIMIT.
 */
PITH_API pith_status pith_blocks_new(pith_page *page, pith_site *judge,
                                     pith_blocks **out);

/** Release blocks. NULL is allowed. */
PITH_API void pith_blocks_free(pith_blocks *blocks);

/** How many there are. */
PITH_API uint32_t pith_blocks_count(const pith_blocks *blocks);

/** One of them; all zero beyond the last. */
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
 * Hashes of the names or words of a level, lent by the blocks. Gives how many
 * there are.
 */
PITH_API uint32_t pith_blocks_tokens(const pith_blocks *blocks, uint32_t index,
                                     uint32_t level, const uint32_t **hashes);

/** How many columns there are, and what each is called: NULL beyond them. The
 * name is lent for the program's life. */
PITH_API uint32_t pith_feature_count(void);
PITH_API const char *pith_feature_name(uint32_t column);

#ifdef __cplusplus
}
#endif

#endif /* PITH_BLOCKS_H */
