/*
 * The one table of methods: what `-m` may be called with, and how a method is
 * asked about one page.
 *
 *     bytes, tree, wishes ──► judge() ──► verdicts
 *
 * A method sees the page and nothing else, leaves it as it is, and answers with
 * labelled ranges: bytes of the page as it arrived, or offsets of the decoded
 * text, which api/ turns into bytes.
 */
#ifndef PITH_METHOD_METHOD_H
#define PITH_METHOD_METHOD_H

#include "method/common/method_call.h"

typedef struct pith_method {
  const char *name;
  const char *source;       /* where the idea comes from */
  bool whole_sites;         /* it looks at the pages of a site together */
  bool compat;              /* it has a profile to the letter of its source */
  bool counts_bytes;        /* its verdicts are on bytes, not on the text; */
  bool compat_counts_bytes; /* those of its compat profile */
  bool classifies_hidden; /* what the page hides too; else that is no content */
  pith_method_classify classify; /* NULL: it cannot judge a page alone */
} pith_method;

/* The methods, in the order they are listed. Lent for the program's life. */
const pith_method *pith__methods(uint32_t *count);

/* The method with this name, NULL when there is none. */
const pith_method *pith__method_find(pith_slice name);

/* The method for one page when none is named. */
const pith_method *pith__method_default(void);

#endif
