/*
 * The kind of a page, by trees of its own that read the columns about the page
 * only, and what follows from it for the choice of blocks:
 *
 *     how strict   an article's tail looks like its text to trees that read one
 *                  block at a time, so on sure articles a block behind the
 *                  main run needs better odds; on other kinds blocks may need
 *                  less
 *     replies      where the page may be a thread, what readers wrote is the
 *                  content, whatever its elements are called
 *
 * train/pith_train/strict.py fits the first in folds by host and applies both.
 */
#ifndef PITH_METHOD_AUTO_AUTO_KIND_H
#define PITH_METHOD_AUTO_AUTO_KIND_H

#include "method/auto/feature.h"

typedef struct pith_auto_kind {
  const char *name; /* lent for the program's life; NULL: no trained types */
  int32_t shift;    /* of scores; below 0: of blocks behind the main run */
  bool article;
  bool thread; /* it may be one */
} pith_auto_kind;

/* The kind of the page whose columns these are: any run of its blocks will
 * do. */
void pith__auto_kind_find(const uint8_t *columns, const pith_page_cues *cues,
                          pith_auto_kind *kind);

#endif
