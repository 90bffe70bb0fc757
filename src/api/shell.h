/*
 * Pages that show almost nothing: shells that scripts fill, and framesets.
 */
#ifndef PITH_API_SHELL_H
#define PITH_API_SHELL_H

#include "api/workspace.h"

/* After classifying: find out whether the page is a shell, and gather the prose
 * of its data. Fails with PITH_NOMEM or PITH_LIMIT. */
pith_status pith__shell_look(pith_workspace *work);

/* Build the tree of the gathered prose. It borrows the workspace's buffer and
 * is released with pith__tree_done(), also after a failure. */
pith_status pith__shell_tree(pith_workspace *work, pith_tree *out);

#endif
