/*
 * What other pages of a site say of the blocks of a page: how many have the
 * same text, and what they have in the same place. From a site model
 * (site/site_view.h) and the sheet of the page.
 */
#ifndef PITH_METHOD_AUTO_EVIDENCE_H
#define PITH_METHOD_AUTO_EVIDENCE_H

#include "block/feature.h"
#include "site/site_view.h"

/* A page looked at through a view. All borrowed. */
typedef struct pith_auto_site {
  pith_site_reader *reader;     /* has looked at the sheet */
  const pith_page_sheet *sheet; /* made from the tree of the page */
} pith_auto_site;

/* Fill the evidence of all blocks of a line. */
void pith__auto_evidence(const pith_auto_site *site,
                         const pith_block_line *line,
                         pith_block_evidence *evidence);

#endif
