/*
 * What the tokenizer hands to the tree: one struct, filled again for every
 * token. Offsets are offsets in the decoded text; api/ maps them to bytes.
 */
#ifndef PITH_HTML_TOKEN_TOKEN_H
#define PITH_HTML_TOKEN_TOKEN_H

#include "base/scan.h"
#include "html/token/store.h"
#include "tables/tags.h"
#include "pith_experimental.h"

/* Bits of pith_token.flags. */
typedef enum pith_token_flag {
  PITH_TEXT_AMP =
      PITH_SEEN_AMP, /* an '&' that starts a reference: not in raw text */
  PITH_TEXT_NUL = PITH_SEEN_NUL, /* a NUL byte */
  PITH_TEXT_CR = PITH_SEEN_CR,   /* a CR, to be read as LF */
  PITH_TAG_SELF_CLOSING = 1 << 3,
  PITH_TEXT_RAW = 1 << 4 /* from raw text or RCDATA: NUL becomes U+FFFD */
} pith_token_flag;

/* `from` and `to` are not side by side, and neither are `data_from` and
 * `data_to`: the tokenizer writes them one by one, and a compiler that sees
 * them copied as a pair would read eight bytes at once, before the processor
 * has put the two writes together. That stall is longer than all the rest of
 * what the tree does with a token. */
typedef struct pith_token {
  pith_token_kind kind;
  uint32_t from; /* all of the token; successive tokens tile the text */
  unsigned flags;
  uint32_t to;

  /* Tags. `name` is lower case and lent until the store grows. */
  pith_tag tag;       /* PITH_TAG_UNKNOWN when not in the table */
  uint32_t name_hash; /* equal names have equal hashes, known or not */
  pith_slice name;
  uint32_t first_attr;  /* index in the store */
  uint32_t name_offset; /* in the text, or in the pool when name_pooled */
  uint32_t attr_count;

  /* Comments: [data_from, data_to) of the text, still to be cleaned by
   * pith__text_clean() when flags has CR or NUL. Text: the same as from/to,
   * but for CDATA sections, where it leaves out the brackets. */
  uint32_t data_from;
  bool name_pooled; /* the name is a pool string (upper case and unknown) */
  uint32_t data_to;

  pith_doctype doctype; /* slices lent until the next token */
} pith_token;

/* What becomes of NUL when text is cleaned. */
typedef enum pith_nul_policy {
  PITH_NUL_KEEP,    /* U+0000 stays (the bare tokenizer in the data state) */
  PITH_NUL_DROP,    /* it goes (in body, in table) */
  PITH_NUL_REPLACE, /* it becomes U+FFFD (raw text, comments, foreign) */
} pith_nul_policy;

/* Append [from, to) of the store's text to the pool string *offset with CR LF
 * and CR turned to LF, NUL by `policy`, and character references resolved
 * when `references` is true. False when memory ends. */
bool pith__text_clean(pith_store *store, pith_span span, bool references,
                      pith_nul_policy policy, uint32_t *offset);

#endif
