/*
 * See layer_zones.h.
 */
#include "method/layer/layer_zones.h"

#include "method/layer/layer_weigh.h"

#include <string.h>

/* Per cent of the nodes of a zone. */
enum { ALIKE_SHARE = 60 };

typedef struct comparing {
  pith_layer_page page;
  pith_layer_page partner;
  pith_layer_aligner aligner;
  pith_layer_weigher weigher;
} comparing;

/* The zone of a node outside the text of the page; PITH_ZONES: none.
 *
 *     text in a link          navigation     void element   advertising
 *     text before the main    header         other element  none
 *     text behind it          footer */
static pith_layer_zone
zone_of(const pith_layer_page *page, uint32_t main, uint32_t n)
{
  const pith_layer_node *node = &page->nodes[n];
  if (!pith__layer_is_text(node))
    return (node->facts & PITH_PROFILE_VOID) ? PITH_ZONE_ADVERTISING
                                             : PITH_ZONES;
  if (page->nodes[node->parent].facts & PITH_PROFILE_LINK)
    return PITH_ZONE_NAVIGATION;
  return n < main ? PITH_ZONE_HEADER : PITH_ZONE_FOOTER;
}

/* The text of the page is no zone; all that is in it is passed over. O(nodes).
 * Without a main text `main` is 0, and nothing is passed over. */
static void
count_zones(comparing *in, pith_layer_zones *out)
{
  const pith_layer_page *page = &in->page;
  uint32_t main = pith__layer_weigh_main(&in->weigher, page);
  for (uint32_t n = 1; n < page->count; n++) {
    if (n == main && main > 0) {
      n = page->nodes[n].end - 1;
      continue;
    }
    pith_layer_zone zone = zone_of(page, main, n);
    if (zone == PITH_ZONES)
      continue;
    out->nodes[zone]++;
    out->placed[zone] +=
        in->weigher.votes[n].placed > 0 || in->weigher.votes[n].same > 0;
  }
  for (int zone = 0; zone < PITH_ZONES; zone++)
    out->alike[zone] = (uint64_t)out->placed[zone] * 100 >=
                       (uint64_t)out->nodes[zone] * ALIKE_SHARE;
}

/* One partner with one vote: what is placed or the same on both. What fails
 * first decides; the parts are released by the caller in each case. */
static pith_status
compare(comparing *in, pith_page_model *page, pith_page_model *partner)
{
  pith_status status = pith__layer_page_read(&in->page, page);
  if (status == PITH_OK)
    status = pith__layer_page_read(&in->partner, partner);
  if (status == PITH_OK)
    status = pith__layer_weigh_begin(&in->weigher, &in->page);
  if (status == PITH_OK)
    status = pith__layer_align(&in->aligner, &in->page, &in->partner);
  if (status == PITH_OK)
    status = pith__layer_weigh_vote(&in->weigher, &in->page, &in->partner,
                                    &in->aligner);
  return status;
}

/* A zone that neither page has is alike: 0 of 0 nodes reach any share. */
pith_status
pith__layer_zones_compare(pith_page_model *page, pith_page_model *partner,
                          pith_layer_zones *out)
{
  comparing in;
  pith_memory *memory = page->memory;
  memset(out, 0, sizeof *out);
  pith__layer_page_init(&in.page, memory);
  pith__layer_page_init(&in.partner, memory);
  pith__layer_aligner_init(&in.aligner, memory);
  pith__layer_weigher_init(&in.weigher, memory);
  pith_status status = compare(&in, page, partner);
  if (status == PITH_OK)
    count_zones(&in, out);
  pith__layer_weigher_done(&in.weigher);
  pith__layer_aligner_done(&in.aligner);
  pith__layer_page_done(&in.partner);
  pith__layer_page_done(&in.page);
  return status;
}
