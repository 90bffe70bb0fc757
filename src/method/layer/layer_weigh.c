/*
 * See layer_weigh.h.
 *
 * Each text has two costs: of staying, and of going. Every change from content
 * to boilerplate on the way down the tree costs something too, less where
 * visual blocks meet and more inside one; the colouring with the least cost in
 * all is found in one loop up the tree and one down. So a label that repeats
 * between texts that do not stays, and the new entry of an old menu goes.
 *
 * Inside the text of the page (`main`, see layer_vote.c) the way into
 * boilerplate is dear. A place outside it that changes from page to page, such
 * as an advertisement, is boilerplate (layer_place.c).
 */
#include "method/layer/layer_weigh_parts.h"

/* Words. */
enum {
  LONG_TEXT = 8, /* inside main, a repeated text this long may go */
  SHORT_TEXT = 6 /* outside main, a new text must be longer to stay */
};

/* Outside main a text repeats when enough of those partners have it that have
 * something in the place of the element around it, or of so many. */
enum { ASKED_LEAST = 2 };

/* Costs of a change of label, in half words. */
enum { OUTSIDE = 6, INTO = 16, BACK = 4, INSIDE_BLOCK = 4, BLOCK = 2 };

/* Times the words. */
enum { SURE = 50, HEADING = 4, LIKELY = 2 };

/* A menu has so many links at least, and its items are so deep. */
enum { MENU_LINKS = 2, MENU_LEVELS = 4 };

/* The box of a teaser is so many elements around it, and has so many new texts
 * at most beside its link. */
enum { TEASER_LEVELS = 2, TEASER_TEXTS = 2 };

/* All that a text is classified by. */
typedef struct view_of_text {
  uint32_t n;
  uint32_t facts;
  uint32_t around; /* facts of the element it is in */
  uint32_t words;
  uint32_t asked; /* partners that have the element it is in */
  bool teaser;    /* it declares what a link beside it leads to */
  bool echo;      /* it repeats the heading with the title */
  bool inside;    /* main */
  bool current;   /* the item of a menu that is this page */
  bool slot;      /* the layer has its boilerplate there */
} view_of_text;

static void
weigh_inside(const pith_layer_weigher *weigher, const view_of_text *text,
             uint32_t half_words, pith_layer_vote *vote)
{
  if (pith__layer_is_shared(weigher, text->n, PITH_SHARE_OLD)) {
    if (text->slot && (text->around & PITH_PROFILE_LINK))
      vote->content = LIKELY * half_words;
    else if (text->words >= LONG_TEXT)
      vote->content = half_words;
  } else if (!pith__layer_is_shared(weigher, text->n, PITH_SHARE_NEW)) {
    vote->boilerplate = LIKELY * half_words;
  }
}

/* Whether a heading names the section: another one is the title, and this
 * is before it, or nearly all partners have something in its place. */
static bool
is_section_name(const pith_layer_weigher *weigher, uint32_t n)
{
  return weigher->title != PITH_LAYER_NONE &&
         (n < weigher->title ||
          weigher->votes[n].placed * 100 >= weigher->partners * PITH_SHARE_OLD);
}

/* Whether a text outside main repeats. A box that only two pages have is
 * boilerplate too when it is the same on both. */
static bool
repeats_there(const pith_layer_weigher *weigher, const view_of_text *text)
{
  uint32_t asked = text->asked > ASKED_LEAST ? text->asked : ASKED_LEAST;
  asked = asked < weigher->partners ? asked : weigher->partners;
  uint32_t same = weigher->votes[text->n].same;
  return same > 0 && same * 100u >= PITH_SHARE_OUTSIDE * asked;
}

static void
weigh_outside(const pith_layer_weigher *weigher, const view_of_text *text,
              uint32_t half_words, pith_layer_vote *vote)
{
  bool link = text->around & PITH_PROFILE_LINK;
  if (repeats_there(weigher, text))
    vote->content = LIKELY * half_words;
  else if (((text->facts & PITH_PROFILE_TITLE) && !text->echo) || text->current)
    vote->boilerplate = SURE * half_words;
  else if ((text->around & PITH_PROFILE_HEADING) && !link && !text->echo &&
           !is_section_name(weigher, text->n))
    vote->boilerplate = HEADING * half_words;
  else if (link || vote->form || text->teaser || text->words < SHORT_TEXT ||
           !(text->facts & PITH_PROFILE_SENTENCE))
    vote->content = half_words;
  else
    vote->boilerplate = LIKELY * half_words;
  if (text->slot)
    vote->content += half_words;
}

/* Why it would go, if it goes. */
static pith_layer_reason
weigh_text(const pith_layer_weigher *weigher, const view_of_text *text,
           pith_layer_vote *vote)
{
  uint32_t half_words = text->words == 0 ? 1 : 2 * text->words;
  vote->content = vote->boilerplate = 0;
  if ((text->around & PITH_PROFILE_COMMENTS) && !weigher->comments) {
    vote->content = SURE * half_words;
    return PITH_LAYER_COMMENTS;
  }
  if (text->facts & PITH_PROFILE_COUNTER)
    return PITH_LAYER_NUMBERS;
  if (text->inside && vote->field)
    vote->content = LIKELY * half_words;
  else if (text->inside)
    weigh_inside(weigher, text, half_words, vote);
  else
    weigh_outside(weigher, text, half_words, vote);
  if (pith__layer_is_shared(weigher, text->n, PITH_SHARE_OUTSIDE))
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

/* The item of a menu that is this page has no link, all others have one. It
 * shows where the page is, and stays. */
static bool
is_current_item(const pith_layer_weigher *weigher, const pith_layer_page *page,
                uint32_t element)
{
  if (page->nodes[element].facts & (PITH_PROFILE_LINK | PITH_PROFILE_HEADING))
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

/* The first heading that is in the title of the page, and not on other pages.
 */
static uint32_t
find_title(const pith_layer_weigher *weigher, const pith_layer_page *page)
{
  for (uint32_t n = 1; n < page->count; n++)
    if (pith__layer_is_text(&page->nodes[n]) &&
        (page->nodes[n].facts & PITH_PROFILE_TITLE) &&
        (page->nodes[page->nodes[n].parent].facts & PITH_PROFILE_HEADING) &&
        !pith__layer_is_shared(weigher, n, PITH_SHARE_OUTSIDE))
      return n;
  return PITH_LAYER_NONE;
}

/* Whether a text is beside a link in a box of its own: what the link leads
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

/* Whether a text repeats the title that a heading has: behind that, or in no
 * heading. */
static bool
is_echo(const pith_layer_weigher *weigher, const pith_layer_page *page,
        uint32_t n)
{
  uint32_t around = page->nodes[page->nodes[n].parent].facts;
  return (page->nodes[n].facts & PITH_PROFILE_TITLE) &&
         weigher->title != PITH_LAYER_NONE && n != weigher->title &&
         (n > weigher->title || !(around & PITH_PROFILE_HEADING));
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
    if (n == main) { /* the text of the page is never boilerplate */
      above->content += vote->content;
      above->boilerplate += vote->content + cost_back(vote, inside);
      continue;
    }
    above->content += pith__layer_least(
        vote->content, vote->boilerplate + cost_into(vote, inside));
    above->boilerplate += pith__layer_least(
        vote->boilerplate, vote->content + cost_back(vote, inside));
  }
}

static void
choose_nodes(pith_layer_weigher *weigher, const pith_layer_page *page,
             uint32_t main)
{
  pith_layer_vote *votes = weigher->votes;
  votes[0].is_boilerplate = false;
  for (uint32_t n = 1; n < page->count; n++) {
    bool inside = lies_inside(page, main, n);
    if (n == main)
      votes[n].is_boilerplate = false;
    else if (votes[page->nodes[n].parent].is_boilerplate)
      votes[n].is_boilerplate = votes[n].boilerplate <=
                                votes[n].content + cost_back(&votes[n], inside);
    else
      votes[n].is_boilerplate =
          votes[n].boilerplate + cost_into(&votes[n], inside) <
          votes[n].content;
    if (pith__layer_is_text(&page->nodes[n]) && !votes[n].is_boilerplate &&
        votes[n].reason != PITH_LAYER_NUMBERS)
      votes[n].reason = PITH_LAYER_STAYS;
  }
}

void
pith__layer_weigh_decide(pith_layer_weigher *weigher,
                         const pith_layer_page *page, uint32_t main)
{
  weigher->title = find_title(weigher, page);
  pith__layer_find_places(weigher, page, main);
  weigh_nodes(weigher, page, main);
  choose_nodes(weigher, page, main);
}
