/*
 * See layer_weigh.h.
 *
 * Each text has two costs: of staying, and of going. Every change from content
 * to framing on the way down the tree costs something too, less where visual
 * blocks meet and more inside one; the colouring with the least cost in all is
 * found in one loop up the tree and one down. So a label that repeats between
 * texts that do not stays, and the new entry of an old menu goes.
 *
 * The text of the page (`main`) is in the smallest element in which most of
 * what is new stands, on this page and in the same place on its partners.
 * Inside it the way into framing is dear. A place outside it that changes from
 * page to page, such as an advertisement, is framing.
 */
#include "method/layer_weigh.h"

#include <string.h>

/* Per cent of the partners. */
enum {
  SHARE_OUTSIDE = 34, /* outside main: it repeats */
  SHARE_NEW = 25,     /* inside main: below this it is new, */
  SHARE_OLD = 75      /* from this on it repeats */
};

/* Words. */
enum {
  LONG_TEXT = 8,  /* inside main, a repeated text this long may go */
  SHORT_TEXT = 6, /* outside main, a new text must be longer to stay */
  MOVED_LEAST = 1 /* a text found elsewhere on a partner has so many */
};

/* Outside main a text repeats when enough of those partners have it that have
 * something in the place of the element around it, or of so many. */
enum { ASKED_LEAST = 2 };

/* Of places of framing: a new word, and a change on the way down. */
enum { FRESH_COST = 2, CHANGE_COST = 2 };

/* Costs of a change of label, in half words. */
enum { OUTSIDE = 6, INTO = 16, BACK = 4, INSIDE_BLOCK = 4, BLOCK = 2 };

/* Times the words. */
enum { SURE = 50, HEADING = 4, LIKELY = 2 };

/* Thousandths that a word weighs, in running text and in a link. */
enum { WORD_WEIGHT = 1000, LINK_WEIGHT = 50 };

/* Per cent of the weight around it that makes an element main; and of the
 * partners, if there are enough, whose words must be there too. */
enum { MAIN_SHARE = 60, MAIN_VOTES = 50, VOTERS_LEAST = 3 };

/* A page with less weight looks where its partners have theirs. */
enum { LITTLE_WEIGHT = 15000, MAIN_VOTES_BLIND = 66 };

/* A menu has so many links at least, and its items stand so deep; so does a
 * list of links in the text of the page. */
enum { MENU_LINKS = 2, MENU_LEVELS = 4, ASIDE_LINKS = 2 };

/* The box of a teaser is so many elements around it, and has so many new texts
 * at most beside its link. */
enum { TEASER_LEVELS = 2, TEASER_TEXTS = 2 };

void
pith__layer_weigher_init(pith_layer_weigher *weigher, pith_memory *memory)
{
  memset(weigher, 0, sizeof *weigher);
  weigher->memory = memory;
}

void
pith__layer_weigher_done(pith_layer_weigher *weigher)
{
  pith__memory_free(weigher->memory, weigher->votes,
                    weigher->capacity * sizeof *weigher->votes);
  pith__memory_free(weigher->memory, weigher->room,
                    weigher->room_capacity * sizeof *weigher->room);
  pith__layer_weigher_init(weigher, weigher->memory);
}

pith_status
pith__layer_weigh_begin(pith_layer_weigher *weigher,
                        const pith_layer_page *page)
{
  void *items = weigher->votes;
  if (!pith__memory_grow(weigher->memory, &items, &weigher->capacity,
                         page->count, UINT32_MAX / 2, sizeof *weigher->votes))
    return pith__memory_status(weigher->memory);
  weigher->votes = items;
  memset(weigher->votes, 0, page->count * sizeof *weigher->votes);
  weigher->partners = 0;
  return PITH_OK;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* What the words of a text weigh that others do not have. */
static uint64_t
weight_of(const pith_layer_page *page, uint32_t n)
{
  const pith_layer_node *text = &page->nodes[n];
  uint32_t around = page->nodes[text->parent].facts;
  if ((text->facts &
       (PITH_SHEET_FIGURES | PITH_SHEET_TITLE | PITH_SHEET_COUNTER)) ||
      (around & PITH_SHEET_COMMENTS))
    return 0;
  return (uint64_t)text->words *
         (around & PITH_SHEET_LINK ? LINK_WEIGHT : WORD_WEIGHT);
}

/* --- votes ---------------------------------------------------------------- */

/* The weight of what is new in each node of the partner, seen from the page.
 * What the page has too, wherever it stands, is not new. */
static bool
weigh_partner(pith_layer_weigher *weigher, const pith_layer_page *page,
              const pith_layer_page *partner)
{
  void *items = weigher->room;
  if (partner->count > UINT32_MAX / 8 ||
      !pith__memory_grow(weigher->memory, &items, &weigher->room_capacity,
                         3 * partner->count, UINT32_MAX / 2,
                         sizeof *weigher->room))
    return false;
  weigher->room = items;
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

/* --- the text of the page ------------------------------------------------- */

static bool
is_shared(const pith_layer_weigher *weigher, uint32_t n, uint32_t share)
{
  return weigher->votes[n].same * 100u >= share * weigher->partners &&
         weigher->votes[n].same > 0;
}

static void
weigh_fresh(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = page->count - 1; n > 0; n--) {
    pith_layer_vote *vote = &weigher->votes[n];
    if (pith__layer_is_text(&page->nodes[n]) &&
        !is_shared(weigher, n, SHARE_OUTSIDE))
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
         !(page->nodes[n].facts & PITH_SHEET_TABLE) &&
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
                 (page->nodes[n].facts & PITH_SHEET_CONTAINER) &&
                 (has_the_weight(&votes[n], votes[main].fresh) ||
                  is_where_others_have(page, &votes[n], n, votes[main].fresh));
    if (found)
      main = n;
    n = found ? n + 1 : page->nodes[n].end;
  }
  return main;
}

/* --- places of framing ---------------------------------------------------- */

/* Count what stands directly in the elements of this page too. */
static void
count_words(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = 1; n < page->count; n++) {
    if (!pith__layer_is_text(&page->nodes[n]))
      continue;
    pith_layer_vote *around = &weigher->votes[page->nodes[n].parent];
    bool old = is_shared(weigher, n, SHARE_OUTSIDE);
    around->old_words += old ? page->nodes[n].words : 0;
    around->new_words += old ? 0 : page->nodes[n].words;
  }
}

/* Which elements hold framing, by what stands directly in them on this page
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
    vote->framing += FRESH_COST * vote->new_words;
    above->content += least(vote->content, vote->framing + change);
    above->framing += least(vote->framing, vote->content + change);
  }
  for (uint32_t n = 1; n < page->count; n++) {
    pith_layer_vote *vote = &votes[n];
    if (votes[page->nodes[n].parent].slot)
      vote->slot = vote->framing <= vote->content + change;
    else
      vote->slot = vote->framing + change < vote->content;
  }
  for (uint32_t n = 0; n < page->count; n++)
    votes[n].content = votes[n].framing = 0;
}

/* Which elements partners have with all that is in them, links too: a menu in
 * the text of the page is one as well. */
static void
find_blocks(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = 1; n < page->count; n++)
    weigher->votes[n].block =
        is_shared(weigher, n, SHARE_OLD) && weigher->votes[n].old_links > 0;
}

/* --- costs ---------------------------------------------------------------- */

/* All that a text is judged by. */
typedef struct view_of_text {
  uint32_t n;
  uint32_t facts;
  uint32_t around; /* facts of the element it is in */
  uint32_t words;
  uint32_t asked; /* partners that have the element it is in */
  bool teaser;    /* it tells what a link beside it leads to */
  bool echo;      /* it says again what the heading with the title says */
  bool inside;    /* main */
  bool current;   /* the item of a menu that is this page */
  bool slot;      /* the layer has its framing there */
} view_of_text;

static void
weigh_inside(const pith_layer_weigher *weigher, const view_of_text *text,
             uint32_t half_words, pith_layer_vote *vote)
{
  if (is_shared(weigher, text->n, SHARE_OLD)) {
    if (text->slot && (text->around & PITH_SHEET_LINK))
      vote->content = LIKELY * half_words;
    else if (text->words >= LONG_TEXT)
      vote->content = half_words;
  } else if (!is_shared(weigher, text->n, SHARE_NEW)) {
    vote->framing = LIKELY * half_words;
  }
}

/* Whether a heading names the section: another one is the title, and this
 * stands before it, or nearly all partners have something in its place. */
static bool
is_section_name(const pith_layer_weigher *weigher, uint32_t n)
{
  return weigher->title != PITH_LAYER_NONE &&
         (n < weigher->title ||
          weigher->votes[n].placed * 100 >= weigher->partners * SHARE_OLD);
}

/* Whether a text outside main repeats. A box that only two pages have is
 * framing too when it says the same on both. */
static bool
repeats_there(const pith_layer_weigher *weigher, const view_of_text *text)
{
  uint32_t asked = text->asked > ASKED_LEAST ? text->asked : ASKED_LEAST;
  asked = asked < weigher->partners ? asked : weigher->partners;
  uint32_t same = weigher->votes[text->n].same;
  return same > 0 && same * 100u >= SHARE_OUTSIDE * asked;
}

static void
weigh_outside(const pith_layer_weigher *weigher, const view_of_text *text,
              uint32_t half_words, pith_layer_vote *vote)
{
  bool link = text->around & PITH_SHEET_LINK;
  if (repeats_there(weigher, text))
    vote->content = LIKELY * half_words;
  else if (((text->facts & PITH_SHEET_TITLE) && !text->echo) || text->current)
    vote->framing = SURE * half_words;
  else if ((text->around & PITH_SHEET_HEADING) && !link && !text->echo &&
           !is_section_name(weigher, text->n))
    vote->framing = HEADING * half_words;
  else if (link || vote->form || text->teaser || text->words < SHORT_TEXT ||
           !(text->facts & PITH_SHEET_SENTENCE))
    vote->content = half_words;
  else
    vote->framing = LIKELY * half_words;
  if (text->slot)
    vote->content += half_words;
}

/* Why it would go, if it goes. */
static pith_layer_reason
weigh_text(const pith_layer_weigher *weigher, const view_of_text *text,
           pith_layer_vote *vote)
{
  uint32_t half_words = text->words == 0 ? 1 : 2 * text->words;
  vote->content = vote->framing = 0;
  if ((text->around & PITH_SHEET_COMMENTS) && !weigher->comments) {
    vote->content = SURE * half_words;
    return PITH_LAYER_COMMENTS;
  }
  if (text->facts & PITH_SHEET_COUNTER)
    return PITH_LAYER_NUMBERS;
  if (text->inside && vote->field)
    vote->content = LIKELY * half_words;
  else if (text->inside)
    weigh_inside(weigher, text, half_words, vote);
  else
    weigh_outside(weigher, text, half_words, vote);
  if (is_shared(weigher, text->n, SHARE_OUTSIDE))
    return PITH_LAYER_REPEATS;
  return vote->placed * 2 >= weigher->partners ? PITH_LAYER_SLOT
                                               : PITH_LAYER_OUTSIDE;
}

static uint32_t
cost_into(const pith_layer_vote *vote, bool inside)
{
  if ((vote->edge && vote->block) || vote->field)
    return BLOCK;
  return (inside ? INTO : OUTSIDE) + (vote->edge ? 0u : INSIDE_BLOCK);
}

static uint32_t
cost_back(const pith_layer_vote *vote, bool inside)
{
  return (inside ? BACK : OUTSIDE) + (vote->edge ? 0u : INSIDE_BLOCK);
}

/* Whether node n lies in main; that itself does not. */
static bool
lies_inside(const pith_layer_page *page, uint32_t main, uint32_t n)
{
  return n > main && n < page->nodes[main].end;
}

/* Count what makes a menu: links that others have, and what has no link. */
static void
count_links(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = page->count - 1; n > 0; n--) {
    pith_layer_vote *vote = &weigher->votes[n];
    pith_layer_vote *above = &weigher->votes[page->nodes[n].parent];
    if (pith__layer_is_text(&page->nodes[n])) {
      bool link = page->nodes[page->nodes[n].parent].facts & PITH_SHEET_LINK;
      bool old = is_shared(weigher, n, SHARE_OUTSIDE);
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

/* The item of a menu that is this page has no link, all others have one. It
 * tells where we are, and stays. */
static bool
is_current_item(const pith_layer_weigher *weigher, const pith_layer_page *page,
                uint32_t element)
{
  if (page->nodes[element].facts & (PITH_SHEET_LINK | PITH_SHEET_HEADING))
    return false;
  for (uint32_t i = 0; i < MENU_LEVELS && element != PITH_LAYER_NONE; i++) {
    const pith_layer_vote *vote = &weigher->votes[element];
    if (vote->new_plain != 1)
      return false;
    if (vote->old_links >= MENU_LINKS)
      return true;
    element = page->nodes[element].parent;
  }
  return false;
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
         !(page->nodes[n].facts & PITH_SHEET_TABLE) && vote->new_plain == 0 &&
         vote->old_plain > 0 && vote->links >= ASIDE_LINKS);
    if (votes[n].aside && pith__layer_is_text(&page->nodes[n]))
      votes[n].field = true;
  }
}

/* The first heading that is in the title of the page, and not on other pages.
 */
static uint32_t
find_title(const pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = 1; n < page->count; n++)
    if (pith__layer_is_text(&page->nodes[n]) &&
        (page->nodes[n].facts & PITH_SHEET_TITLE) &&
        (page->nodes[page->nodes[n].parent].facts & PITH_SHEET_HEADING) &&
        !is_shared(weigher, n, SHARE_OUTSIDE))
      return n;
  return PITH_LAYER_NONE;
}

/* Whether a text stands beside a link in a box of its own: what the link leads
 * to, in a sentence. */
static bool
is_teaser(const pith_layer_weigher *weigher, const pith_layer_page *page,
          uint32_t n)
{
  uint32_t element = page->nodes[n].parent;
  if (weigher->votes[element].links > 0)
    return false;
  for (uint32_t i = 0; i < TEASER_LEVELS; i++) {
    element = page->nodes[element].parent;
    if (element == PITH_LAYER_NONE ||
        weigher->votes[element].new_plain > TEASER_TEXTS)
      return false;
    if (weigher->votes[element].links > 0)
      return true;
  }
  return false;
}

/* Whether a text says the title again that a heading has: behind that, or in no
 * heading. */
static bool
is_echo(const pith_layer_weigher *weigher, const pith_layer_page *page,
        uint32_t n)
{
  uint32_t around = page->nodes[page->nodes[n].parent].facts;
  return (page->nodes[n].facts & PITH_SHEET_TITLE) &&
         weigher->title != PITH_LAYER_NONE && n != weigher->title &&
         (n > weigher->title || !(around & PITH_SHEET_HEADING));
}

static view_of_text
look_at(const pith_layer_weigher *weigher, const pith_layer_page *page,
        uint32_t n, bool inside)
{
  uint32_t parent = page->nodes[n].parent;
  view_of_text text = {.n = n,
                       .facts = page->nodes[n].facts,
                       .around = page->nodes[parent].facts,
                       .words = page->nodes[n].words,
                       .asked = weigher->votes[parent].placed,
                       .teaser = is_teaser(weigher, page, n),
                       .echo = is_echo(weigher, page, n),
                       .inside = inside,
                       .current = is_current_item(weigher, page, parent),
                       .slot = weigher->votes[parent].slot};
  return text;
}

static void
weigh_nodes(pith_layer_weigher *weigher, const pith_layer_page *page,
            uint32_t main)
{
  for (uint32_t n = page->count - 1; n > 0; n--) {
    const pith_layer_node *node = &page->nodes[n];
    pith_layer_vote *vote = &weigher->votes[n];
    pith_layer_vote *above = &weigher->votes[node->parent];
    bool inside = lies_inside(page, main, n);
    if (pith__layer_is_text(node)) {
      view_of_text text = look_at(weigher, page, n, inside);
      vote->reason = (uint8_t)weigh_text(weigher, &text, vote);
    }
    if (n == main) { /* the text of the page is never framing */
      above->content += vote->content;
      above->framing += vote->content + cost_back(vote, inside);
      continue;
    }
    above->content +=
        least(vote->content, vote->framing + cost_into(vote, inside));
    above->framing +=
        least(vote->framing, vote->content + cost_back(vote, inside));
  }
}

static void
choose_nodes(pith_layer_weigher *weigher, const pith_layer_page *page,
             uint32_t main)
{
  pith_layer_vote *votes = weigher->votes;
  votes[0].is_framing = false;
  for (uint32_t n = 1; n < page->count; n++) {
    bool inside = lies_inside(page, main, n);
    if (n == main)
      votes[n].is_framing = false;
    else if (votes[page->nodes[n].parent].is_framing)
      votes[n].is_framing =
          votes[n].framing <= votes[n].content + cost_back(&votes[n], inside);
    else
      votes[n].is_framing =
          votes[n].framing + cost_into(&votes[n], inside) < votes[n].content;
    if (pith__layer_is_text(&page->nodes[n]) && !votes[n].is_framing &&
        votes[n].reason != PITH_LAYER_NUMBERS)
      votes[n].reason = PITH_LAYER_STAYS;
  }
}

uint32_t
pith__layer_weigh_main(pith_layer_weigher *weigher, const pith_layer_page *page)
{
  weigh_fresh(weigher, page);
  return find_main(weigher, page);
}

void
pith__layer_weigh_decide(pith_layer_weigher *weigher,
                         const pith_layer_page *page, uint32_t main)
{
  weigher->title = find_title(weigher, page);
  count_links(weigher, page);
  find_slots(weigher, page);
  find_blocks(weigher, page);
  find_asides(weigher, page, main);
  weigh_nodes(weigher, page, main);
  choose_nodes(weigher, page, main);
}
