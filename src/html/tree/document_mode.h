/* Document modes by doctype. */
#ifndef PITH_HTML_TREE_DOCUMENT_MODE_H
#define PITH_HTML_TREE_DOCUMENT_MODE_H

#include "pith.h"

/* 0 no quirks, 1 limited quirks, 2 quirks. */
int pith__quirks_of(const pith_doctype *doctype);

#endif
