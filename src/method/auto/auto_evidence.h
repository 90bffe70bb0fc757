/*
 * What other pages of a site show about the blocks of a page: how many have the
 * same text, and what of it is boilerplate by the rules of site/boilerplate.h.
 * And how that is weighed against what the page declares about itself:
 *
 *     score, share cut ──► score
 *
 * A block that the site calls boilerplate loses, the more, the surer the site
 * is: when it cuts what is around the block too, and when all its pages
 * have the text. One that it lets stay gains, the more, the more pages the site
 * is known by, and the more the site cuts of what the page alone would keep;
 * but little where all texts in its place are equally long (it is a date, a
 * counter, a field), and where many pages have what does not look like text.
 * How much each of this is worth is trained, one number each.
 *
 * A page on which the site would cut most of what is surely text, though few
 * pages have it, is a list of what is on them too: it is classified as if no
 * other page were known.
 */
#ifndef PITH_METHOD_AUTO_AUTO_EVIDENCE_H
#define PITH_METHOD_AUTO_AUTO_EVIDENCE_H

#include "method/auto/feature.h"
#include "site/boilerplate.h"
#include "tables/weights_auto.h"

/* A page looked at through a view. All borrowed. */
typedef struct pith_auto_site {
  const pith_boilerplate *boilerplate; /* found for the profile */
  const pith_page_profile *profile;    /* made from the tree of the page */
} pith_auto_site;

/* Fill the evidence of all blocks of a list; all 0 when the site has no
 * evidence. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__auto_evidence(const pith_auto_site *site, pith_memory *memory,
                                const pith_block_list *list,
                                pith_block_evidence *evidence);

/* The score of a block, in units of PITH_SCORE_UNIT, from the one that the page
 * alone gives it. `kept_cut`: how much of what the page alone would keep the
 * site cuts, a share from 1 to 255. */
int32_t pith__auto_weigh_block(const pith_weights_site *weights, int32_t score,
                               uint8_t kept_cut,
                               const pith_block_evidence *evidence);

/* The scores of all blocks of a page. Where the site is not to be used, they
 * stay, and the evidence becomes 0. */
void pith__auto_weigh_site(const pith_weights_site *weights,
                           const pith_block_list *list,
                           pith_block_evidence *evidence, int32_t *scores);

#endif
