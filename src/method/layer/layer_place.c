/*
 * See layer_weigh_parts.h. Elements in which a layer keeps its boilerplate:
 * slots that change from page to page, blocks that partners have as a whole,
 * lists of links in the text of the page.
 */
#include "method/layer/layer_weigh_parts.h"

/* Of places of boilerplate: a new word, and a change on the way down. */
enum { FRESH_COST = 2, CHANGE_COST = 2 };

/* A list of links in the text of the page has so many. */
enum { ASIDE_LINKS = 2 };

/* Count what is directly in the elements of this page too. */
static void
count_words(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = 1; n < page->count; n++) {
    if (!pith__layer_is_text(&page->nodes[n]))
      continue;
    pith_layer_vote *around = &weigher->votes[page->nodes[n].parent];
    bool old = pith__layer_is_shared(weigher, n, PITH_SHARE_OUTSIDE);
    around->old_words += old ? page->nodes[n].words : 0;
    around->new_words += old ? 0 : page->nodes[n].words;
  }
}

/* Which elements hold boilerplate, by what is directly in them on this page
 * and its partners: words that repeat, twice as many as are new. Each change
 * on the way down costs a little. */
static void
find_slots(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  pith_layer_vote *votes = weigher->votes;
  uint64_t change = (uint64_t)CHANGE_COST * (weigher->partners + 1);
  count_words(weigher, page);
  for (uint32_t n = page->count - 1; n > 0; n--) {
    pith_layer_vote *vote = &votes[n];
    pith_layer_vote *above = &votes[page->nodes[n].parent];
    if (pith__layer_is_text(&page->nodes[n]))
      continue;
    vote->content += vote->old_words;
    vote->boilerplate += FRESH_COST * vote->new_words;
    above->content +=
        pith__layer_least(vote->content, vote->boilerplate + change);
    above->boilerplate +=
        pith__layer_least(vote->boilerplate, vote->content + change);
  }
  for (uint32_t n = 1; n < page->count; n++) {
    pith_layer_vote *vote = &votes[n];
    if (votes[page->nodes[n].parent].slot)
      vote->slot = vote->boilerplate <= vote->content + change;
    else
      vote->slot = vote->boilerplate + change < vote->content;
  }
  for (uint32_t n = 0; n < page->count; n++)
    votes[n].content = votes[n].boilerplate = 0;
}

/* Which elements partners have with all that is in them, links too: a menu in
 * the text of the page is one as well. */
static void
find_blocks(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = 1; n < page->count; n++)
    weigher->votes[n].block =
        pith__layer_is_shared(weigher, n, PITH_SHARE_OLD) &&
        weigher->votes[n].old_links > 0;
}

/* Count what makes a menu: links that others have, and what has no link. */
static void
count_links(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = page->count - 1; n > 0; n--) {
    pith_layer_vote *vote = &weigher->votes[n];
    pith_layer_vote *above = &weigher->votes[page->nodes[n].parent];
    if (pith__layer_is_text(&page->nodes[n])) {
      bool link = page->nodes[page->nodes[n].parent].facts & PITH_PROFILE_LINK;
      bool old = pith__layer_is_shared(weigher, n, PITH_SHARE_OUTSIDE);
      vote->old_links = link && old;
      vote->new_plain = !link && !old;
      vote->old_plain = !link && old;
      vote->links = link;
    }
    above->old_plain += vote->old_plain;
    above->links += vote->links;
    above->old_links += vote->old_links;
    above->new_plain += vote->new_plain;
  }
}

/* Lists of links in the text of the page, under words that partners have too:
 * "More on this story". */
static void
find_asides(pith_layer_weigher *weigher, const pith_layer_page *page,
            uint32_t main)
{
  pith_layer_vote *votes = weigher->votes;
  for (uint32_t n = main + 1; n < page->nodes[main].end; n++) {
    const pith_layer_vote *vote = &votes[n];
    votes[n].aside =
        votes[page->nodes[n].parent].aside ||
        (!pith__layer_is_text(&page->nodes[n]) &&
         !(page->nodes[n].facts & PITH_PROFILE_TABLE) && vote->new_plain == 0 &&
         vote->old_plain > 0 && vote->links >= ASIDE_LINKS);
    if (votes[n].aside && pith__layer_is_text(&page->nodes[n]))
      votes[n].field = true;
  }
}

void
pith__layer_find_places(pith_layer_weigher *weigher,
                        const pith_layer_page *page, uint32_t main)
{
  count_links(weigher, page);
  find_slots(weigher, page);
  find_blocks(weigher, page);
  find_asides(weigher, page, main);
}
