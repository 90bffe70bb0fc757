/*
 * What the words of a class or id mean for an element: that it holds what
 * readers wrote, or a title.
 */
#ifndef PITH_PAGE_ELEMENT_NAME_HINTS_H
#define PITH_PAGE_ELEMENT_NAME_HINTS_H

#include "pith.h"

typedef struct pith_name_hints {
  bool comments; /* some word names what readers wrote */
  bool title;    /* some word names a title */
} pith_name_hints;

/* Look at all words of the value of `class` or `id`. */
pith_name_hints pith__name_hints(pith_slice value);

#endif
