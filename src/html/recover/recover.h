/*
 * A finished tree in; the same tree, or one built again from repaired text,
 * out.
 *
 *   <iframe src=x/>  <p>all the rest ...       the standard: text of the iframe
 *   <!             >  <p>all the rest ...      the copy: a comment, then a page
 *
 * Browsers lose such pages too. Crawlers and serialisers write them all the
 * time, and their words are there to be read.
 */
#ifndef PITH_HTML_RECOVER_RECOVER_H
#define PITH_HTML_RECOVER_RECOVER_H

#include "base/buffer.h"
#include "html/tree/tree.h"

/* Repairs that are listed; those beyond are made and not listed. */
#define PITH_REPAIRS_MOST 32u

/* Times that a tree is built again: what a repair has uncovered may be broken
 * itself. Work is bounded by this many parses, whatever the page. */
#define PITH_RECOVER_ROUNDS 4u

typedef struct pith_recovery {
  pith_buffer text; /* owned: the page with edits; empty when none was made */
  pith_repair repairs[PITH_REPAIRS_MOST]; /* offsets in the text, rising */
  uint32_t count;
  uint32_t rounds; /* trees built again */
  uint64_t looked; /* nodes and bytes looked at; tests hold it to the size */
  bool close_self; /* the page is read as an XML serialiser's */
  bool changed;    /* something was repaired in this round */
} pith_recovery;

void pith__recovery_init(pith_recovery *recovery, pith_memory *memory);
void pith__recovery_done(pith_recovery *recovery);

/* Forget the last page, keep the memory. */
void pith__recovery_clear(pith_recovery *recovery);

/* Repair what swallows the page that `tree` was built of with `options`, and
 * build it again. The tree then borrows the recovery's text. Fails as
 * pith__tree_build() does. */
pith_status pith__recover(pith_recovery *recovery, pith_tree *tree,
                          const pith_tree_options *options);

#endif
