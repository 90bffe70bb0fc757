/*
 * The one table of methods: what `-m` may be called with.
 */
#ifndef PITH_METHOD_METHOD_H
#define PITH_METHOD_METHOD_H

#include "pith.h"

typedef struct pith_method {
  const char *name;
  const char *source; /* where the idea comes from */
  bool whole_sites;   /* it looks at the pages of a site together */
  bool compat;        /* it has a profile to the letter of its source */
} pith_method;

/* The methods, in the order they are listed. Lent for the program's life. */
const pith_method *pith__methods(uint32_t *count);

/* The method with this name, NULL when there is none. */
const pith_method *pith__method_find(pith_slice name);

#endif
