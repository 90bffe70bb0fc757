/*
 * Text that cannot be used unchanged is written anew into the pool: CR LF
 * and CR become LF, NUL goes or becomes U+FFFD, references are resolved.
 */
#ifndef PITH_HTML_TOKEN_CLEAN_H
#define PITH_HTML_TOKEN_CLEAN_H

#include "html/token/token.h"

/* How to clean. */
typedef struct pith_clean_rules {
  bool references;   /* resolve character references */
  bool in_attribute; /* ... by the stricter rule for attribute values */
  pith_nul_policy nul;
} pith_clean_rules;

/* Append [span.from, span.to) of the store's text to the pool string *offset,
 * cleaned. False when memory ends. */
bool pith__clean_append(pith_store *store, pith_span span,
                        pith_clean_rules rules, uint32_t *offset);

#endif
