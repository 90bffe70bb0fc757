/*
 * See layer_weigh.h: the votes of partners, and what follows for the page as a
 * whole. The text of the page (`main`) is in the smallest element in which most
 * of what is new is, on this page and in the same place on its partners.
 */
#include "method/layer/layer_weigh_parts.h"

#include <string.h>

/* A text found elsewhere on a partner has so many words. */
enum { MOVED_LEAST = 1 };

/* Thousandths that a word weighs, in running text and in a link. */
enum { WORD_WEIGHT = 1000, LINK_WEIGHT = 50 };

/* Per cent of the weight around it that makes an element main; and of the
 * partners, if there are enough, whose words must be there too. */
enum { MAIN_SHARE = 60, MAIN_VOTES = 50, VOTERS_LEAST = 3 };

/* A page with less weight looks where its partners have theirs. */
enum { LITTLE_WEIGHT = 15000, MAIN_VOTES_BLIND = 66 };

void
pith__layer_weigher_init(pith_layer_weigher *weigher, pith_memory *memory)
{
  memset(weigher, 0, sizeof *weigher);
  weigher->memory = memory;
}

void
pith__layer_weigher_done(pith_layer_weigher *weigher)
{
  PITH_FREE_ITEMS(weigher->memory, weigher->votes, weigher->capacity);
  PITH_FREE_ITEMS(weigher->memory, weigher->room, weigher->room_capacity);
  pith__layer_weigher_init(weigher, weigher->memory);
}

/* Votes of an earlier page are forgotten, their memory is used again. */
pith_status
pith__layer_weigh_begin(pith_layer_weigher *weigher,
                        const pith_layer_page *page)
{
  if (!PITH_GROW(weigher->memory, weigher->votes, weigher->capacity,
                 page->count, UINT32_MAX / 2))
    return pith__memory_status(weigher->memory);
  memset(weigher->votes, 0, page->count * sizeof *weigher->votes);
  weigher->partners = 0;
  return PITH_OK;
}

/* What the words of a text weigh that others do not have. */
static uint64_t
weight_of(const pith_layer_page *page, uint32_t n)
{
  const pith_layer_node *text = &page->nodes[n];
  uint32_t around = page->nodes[text->parent].facts;
  if ((text->facts &
       (PITH_PROFILE_FIGURES | PITH_PROFILE_TITLE | PITH_PROFILE_COUNTER)) ||
      (around & PITH_PROFILE_COMMENTS))
    return 0;
  return (uint64_t)text->words *
         (around & PITH_PROFILE_LINK ? LINK_WEIGHT : WORD_WEIGHT);
}

/* The weight of what is new in each node of the partner, seen from the page.
 * What the page has too, wherever it is, is not new. */
static bool
weigh_partner(pith_layer_weigher *weigher, const pith_layer_page *page,
              const pith_layer_page *partner)
{
  if (partner->count > UINT32_MAX / 8 ||
      !PITH_GROW(weigher->memory, weigher->room, weigher->room_capacity,
                 3 * partner->count, UINT32_MAX / 2))
    return false;
  memset(weigher->room, 0, 3 * (size_t)partner->count * sizeof *weigher->room);
  uint64_t *fresh = weigher->room + partner->count;
  uint64_t *old = fresh + partner->count;
  for (uint32_t n = partner->count - 1; n > 0; n--) {
    const pith_layer_node *node = &partner->nodes[n];
    if (pith__layer_is_text(node)) {
      bool known = pith__layer_page_has(page, node->label);
      (known ? old : fresh)[node->parent] += node->words;
      weigher->room[n] = known ? 0 : weight_of(partner, n);
    }
    weigher->room[node->parent] += weigher->room[n];
  }
  return true;
}

/* Whether the partner has the text: in its place, or elsewhere. */
static bool
has_text(const pith_layer_page *page, uint32_t n,
         const pith_layer_page *partner, uint32_t other)
{
  const pith_layer_node *text = &page->nodes[n];
  if (other != PITH_LAYER_NONE && partner->nodes[other].label == text->label)
    return true;
  return text->words >= MOVED_LEAST &&
         pith__layer_page_has(partner, text->label);
}

pith_status
pith__layer_weigh_vote(pith_layer_weigher *weigher, const pith_layer_page *page,
                       const pith_layer_page *partner,
                       const pith_layer_aligner *aligner)
{
  if (!weigh_partner(weigher, page, partner))
    return pith__memory_status(weigher->memory);
  for (uint32_t n = 0; n < page->count; n++) {
    uint32_t other = aligner->other[n];
    pith_layer_vote *vote = &weigher->votes[n];
    bool text = pith__layer_is_text(&page->nodes[n]);
    vote->placed += other != PITH_LAYER_NONE;
    if (other != PITH_LAYER_NONE) {
      vote->new_words += weigher->room[partner->count + other];
      vote->old_words += weigher->room[2 * (size_t)partner->count + other];
    }
    if (weigher->room[0] > 0) {
      vote->voters++;
      vote->mains +=
          other != PITH_LAYER_NONE &&
          weigher->room[other] * 100 >= weigher->room[0] * MAIN_SHARE;
    }
    if (text)
      vote->same += has_text(page, n, partner, other);
    else
      vote->same += other != PITH_LAYER_NONE &&
                    partner->nodes[other].whole == page->nodes[n].whole;
  }
  weigher->partners++;
  return PITH_OK;
}

static void
weigh_fresh(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = page->count - 1; n > 0; n--) {
    pith_layer_vote *vote = &weigher->votes[n];
    if (pith__layer_is_text(&page->nodes[n]) &&
        !pith__layer_is_shared(weigher, n, PITH_SHARE_OUTSIDE))
      vote->fresh = weight_of(page, n);
    weigher->votes[page->nodes[n].parent].fresh += vote->fresh;
  }
}

/* Whether an element has nearly all of the weight around it, and partners
 * have theirs there too. */
static bool
has_the_weight(const pith_layer_vote *vote, uint64_t around)
{
  return vote->fresh > 0 && vote->fresh * 100 >= around * MAIN_SHARE &&
         (vote->voters < VOTERS_LEAST ||
          vote->mains * 100 >= vote->voters * MAIN_VOTES);
}

/* For a page with hardly a word of its own. */
static bool
is_where_others_have(const pith_layer_page *page, const pith_layer_vote *vote,
                     uint32_t n, uint64_t around)
{
  return around < LITTLE_WEIGHT && vote->voters >= VOTERS_LEAST &&
         !(page->nodes[n].facts & PITH_PROFILE_TABLE) &&
         vote->mains * 100 >= vote->voters * MAIN_VOTES_BLIND;
}

/* The element with the text of the page. */
static uint32_t
find_main(const pith_layer_weigher *weigher, const pith_layer_page *page)
{
  const pith_layer_vote *votes = weigher->votes;
  uint32_t main = 0;
  for (uint32_t n = 1; n < page->nodes[main].end;) {
    bool found = !pith__layer_is_text(&page->nodes[n]) &&
                 (page->nodes[n].facts & PITH_PROFILE_CONTAINER) &&
                 (has_the_weight(&votes[n], votes[main].fresh) ||
                  is_where_others_have(page, &votes[n], n, votes[main].fresh));
    if (found)
      main = n;
    n = found ? n + 1 : page->nodes[n].end;
  }
  return main;
}

uint32_t
pith__layer_weigh_main(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  weigh_fresh(weigher, page);
  return find_main(weigher, page);
}
