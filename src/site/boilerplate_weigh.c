/*
 * Which texts of a page are boilerplate; see boilerplate.h.
 *
 * Each text has two costs: of staying, and of going. A box may be content
 * inside boilerplate or boilerplate inside content, but each such border costs
 * something too; the colouring of the page's boxes and texts with the least
 * cost in all is found in one loop up the tree and one down. This is what
 * keeps a label that repeats between texts that do not, and takes the new item
 * of an old menu along.
 *
 * Inside the box with the page's text (`main`) a border into boilerplate is
 * dear and the way back cheap; outside it the evidence decides alone. All costs
 * are in half words.
 */
#include "site/boilerplate.h"

/* Per cent of neighbours. */
enum {
  SHARE_OUTSIDE = 30, /* outside main: it repeats */
  SHARE_NEW = 25,     /* inside main: below this it is new, */
  SHARE_OLD = 80      /* from this on it repeats */
};

/* Words. */
enum {
  LONG_TEXT = 8,  /* inside main, a repeated text this long may go */
  SHORT_TEXT = 6, /* outside main, a new text must be longer to stay */
  KEYWORDS_LEAST = 4
};

/* A menu has so many items with links at least, and its items are so many
 * levels deep at most. */
enum { MENU_LINKS = 2, MENU_LEVELS = 4 };

/* Borders, in half words. */
enum { BORDER_OUTSIDE = 6, BORDER_INTO = 16, BORDER_BACK = 4 };

/* Times the words. */
enum { SURE = 50, HEADING = 4, LIKELY = 2 };

/* Per cent of the words of a slot that are in lists with commas. */
enum { LISTED_SHARE = 80, LISTED_PAGES = 3 };

/* All that the weighing of a text looks at. */
typedef struct view_of_text {
  const pith_outline_box *box;
  const pith_slot *slot; /* NULL: the site has no such slot */
  uint32_t token;
  uint32_t facts;
  uint32_t words;
  bool inside;  /* main */
  bool current; /* the item of a menu that is this page */
} view_of_text;

/* Tags, categories, authors: a list with commas in a place where the site has
 * lists on most pages. One such list in running text is a sentence. */
static bool
is_keyword_list(const view_of_text *text)
{
  if (!(text->facts & PITH_PROFILE_KEYWORDS) ||
      (text->facts & PITH_PROFILE_TITLE) || text->words < KEYWORDS_LEAST ||
      !text->slot || text->slot->pages < LISTED_PAGES)
    return false;
  uint64_t words = text->slot->fresh + text->slot->repeated;
  return text->slot->listed * 100 >= words * LISTED_SHARE;
}

/* What needs no weighing. */
static pith_fate_reason
sure_reason(const view_of_text *text)
{
  if (text->box->facts & PITH_PROFILE_COMMENTS)
    return PITH_FATE_COMMENTS;
  if (text->facts & PITH_PROFILE_COUNTER)
    return PITH_FATE_LINE_NUMBERS;
  if (is_keyword_list(text))
    return PITH_FATE_KEYWORD_LIST;
  return PITH_FATE_STAYS;
}

/* Inside main a text is content until most neighbours have it, and even then
 * only a menu slot or a long text may go: short labels between paragraphs
 * repeat, and belong to the content. */
static void
weigh_inside(const view_of_text *text, const pith_similarity *similarity,
             uint32_t half_words, pith_text_fate *fate)
{
  bool boilerplate = text->slot && text->slot->boilerplate;
  if (pith__is_shared(similarity, text->token, SHARE_OLD)) {
    if (boilerplate && (text->box->facts & PITH_PROFILE_LINK))
      fate->content = LIKELY * half_words;
    else if (boilerplate || text->words >= LONG_TEXT)
      fate->content = half_words;
  } else if (!pith__is_shared(similarity, text->token, SHARE_NEW)) {
    fate->boilerplate = LIKELY * half_words;
  }
}

/* Outside main it is the other way round: a text stays only if it is new and
 * looks like prose, is a heading, or names this page. */
static void
weigh_outside(const view_of_text *text, const pith_similarity *similarity,
              uint32_t half_words, pith_text_fate *fate)
{
  bool link = text->box->facts & PITH_PROFILE_LINK;
  if (pith__is_shared(similarity, text->token, SHARE_OUTSIDE))
    fate->content = LIKELY * half_words;
  else if ((text->facts & PITH_PROFILE_TITLE) || text->current)
    fate->boilerplate = SURE * half_words;
  else if ((text->box->facts & PITH_PROFILE_HEADING) && !link)
    fate->boilerplate = HEADING * half_words;
  else if (link || text->words < SHORT_TEXT ||
           !(text->facts & PITH_PROFILE_SENTENCE))
    fate->content = half_words;
  else
    fate->boilerplate = LIKELY * half_words;
  if (text->slot && text->slot->boilerplate)
    fate->content += half_words;
}

/* Why it would go, if it goes. */
static pith_fate_reason
weigh_text(const view_of_text *text, const pith_similarity *similarity,
           pith_text_fate *fate)
{
  uint32_t half_words = text->words == 0 ? 1 : 2 * text->words;
  pith_fate_reason sure = sure_reason(text);
  if (sure == PITH_FATE_COMMENTS) {
    fate->content = SURE * half_words;
    return sure;
  }
  if (sure != PITH_FATE_STAYS) {
    fate->sealed = true;
    return sure;
  }
  if (text->inside)
    weigh_inside(text, similarity, half_words, fate);
  else
    weigh_outside(text, similarity, half_words, fate);
  if (pith__is_shared(similarity, text->token, SHARE_OUTSIDE))
    return PITH_FATE_REPEATS;
  if (text->slot && text->slot->boilerplate)
    return PITH_FATE_MENU_SLOT;
  return PITH_FATE_OUTSIDE_TEXT;
}

/* The score of a text that goes: for repetition the share of neighbours that
 * have it, for the other reasons a fixed number. */
static uint8_t
score_of(pith_fate_reason reason, const pith_similarity *similarity,
         uint32_t token)
{
  static const uint8_t scores[PITH_FATE_COUNT] = {0, 0, 70, 60, 90, 90, 80};
  if (reason != PITH_FATE_REPEATS)
    return scores[reason];
  return (uint8_t)(similarity->evidence[token].neighbours * 100u /
                   similarity->neighbour_count);
}

static uint64_t
least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* What it costs to be boilerplate inside content, */
static uint32_t
border_into(bool inside)
{
  return inside ? BORDER_INTO : BORDER_OUTSIDE;
}

/* and content inside boilerplate. */
static uint32_t
border_back(bool inside)
{
  return inside ? BORDER_BACK : BORDER_OUTSIDE;
}

/* Whether box b lies in the main box; that box itself does not. */
static bool
lies_inside(const pith_outline *outline, uint32_t main, uint32_t b)
{
  return b > main && b < outline->boxes[main].end;
}

/* Count what makes a menu: links that others have, and what has no link.
 * Sums go from the inside out in one loop: boxes are in document order, so
 * each comes after the one around it. */
static void
count_links(pith_boilerplate *boilerplate, const pith_page_profile *profile)
{
  const pith_outline *outline = &boilerplate->reader.outline;
  for (uint32_t t = 0; t < profile->count; t++) {
    if (pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    uint32_t b = outline->box_of[t];
    bool link = outline->boxes[b].facts & PITH_PROFILE_LINK;
    bool old =
        pith__is_shared(&boilerplate->reader.similarity, t, SHARE_OUTSIDE);
    boilerplate->costs[b].old_links += link && old;
    boilerplate->costs[b].new_plain += !link && !old;
  }
  for (uint32_t b = outline->count - 1; b > 0; b--) {
    pith_box_cost *above = &boilerplate->costs[outline->boxes[b].parent];
    above->old_links += boilerplate->costs[b].old_links;
    above->new_plain += boilerplate->costs[b].new_plain;
  }
}

/* The item of a menu that is this page has no link, all others have one. It
 * is the residue of a template that names the current page, and stays.
 * Looks at most MENU_LEVELS boxes up: the first that holds enough old
 * links, with this text as the only new one, is the menu. */
static bool
is_current_item(const pith_boilerplate *boilerplate, uint32_t b)
{
  const pith_outline *outline = &boilerplate->reader.outline;
  if (outline->boxes[b].facts & PITH_PROFILE_LINK)
    return false;
  for (uint32_t i = 0; i < MENU_LEVELS && b != PITH_OUTLINE_NONE; i++) {
    const pith_box_cost *cost = &boilerplate->costs[b];
    if (cost->new_plain != 1)
      return false;
    if (cost->old_links >= MENU_LINKS)
      return true;
    b = outline->boxes[b].parent;
  }
  return false;
}

/* Weigh each text, and add its costs to those of its box. */
static void
weigh_texts(pith_boilerplate *boilerplate, const pith_page_profile *profile,
            uint32_t main)
{
  const pith_outline *outline = &boilerplate->reader.outline;
  const pith_slots *slots = &boilerplate->reader.view->slots;
  const pith_similarity *similarity = &boilerplate->reader.similarity;
  for (uint32_t t = 0; t < profile->count; t++) {
    if (pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    uint32_t b = outline->box_of[t];
    const pith_outline_box *box = &outline->boxes[b];
    view_of_text text = {
        .box = box,
        .slot = box->slot == PITH_INDEX_NONE ? NULL : &slots->items[box->slot],
        .token = t,
        .facts = profile->tokens[t].facts,
        .words = pith__profile_words(profile->tokens[t].facts),
        .inside = b == main || lies_inside(outline, main, b),
        .current = is_current_item(boilerplate, b),
    };
    pith_text_fate *fate = &boilerplate->fates[t];
    pith_fate_reason reason = weigh_text(&text, similarity, fate);
    fate->reason = (uint8_t)reason;
    fate->score = score_of(reason, similarity, t);
    if (fate->sealed)
      continue; /* it is no evidence about its box */
    pith_box_cost *cost = &boilerplate->costs[b];
    cost->content += least(fate->content, (uint64_t)fate->boilerplate +
                                              border_into(text.inside));
    cost->boilerplate += least(fate->boilerplate, (uint64_t)fate->content +
                                                      border_back(text.inside));
  }
}

/* Add the costs of each box to those of the one around it.
 * The loop up: after it a box has the least cost of all that is in it, for
 * either colour of the box itself. A child takes the cheaper of its own two
 * colours, with the border if it differs:
 *
 *     content(above) += min(content, boilerplate + border)
 */
static void
weigh_boxes(pith_boilerplate *boilerplate, uint32_t main)
{
  const pith_outline *outline = &boilerplate->reader.outline;
  for (uint32_t b = outline->count - 1; b > 0; b--) {
    pith_box_cost *cost = &boilerplate->costs[b];
    pith_box_cost *above = &boilerplate->costs[outline->boxes[b].parent];
    bool inside = lies_inside(outline, main, b);
    if (b == main) { /* the text of the page is never boilerplate */
      above->content += cost->content;
      above->boilerplate += cost->content + border_back(inside);
      continue;
    }
    above->content +=
        least(cost->content, cost->boilerplate + border_into(inside));
    above->boilerplate +=
        least(cost->boilerplate, cost->content + border_back(inside));
  }
}

/* The loop down: the page is content; each box takes the colour that was
 * cheaper under the colour its parent got. */
static void
choose_boxes(pith_boilerplate *boilerplate, uint32_t main)
{
  const pith_outline *outline = &boilerplate->reader.outline;
  boilerplate->costs[0].is_boilerplate = false;
  for (uint32_t b = 1; b < outline->count; b++) {
    pith_box_cost *cost = &boilerplate->costs[b];
    bool inside = lies_inside(outline, main, b);
    if (b == main)
      cost->is_boilerplate = false;
    else if (boilerplate->costs[outline->boxes[b].parent].is_boilerplate)
      cost->is_boilerplate =
          cost->boilerplate <= cost->content + border_back(inside);
    else
      cost->is_boilerplate =
          cost->boilerplate + border_into(inside) < cost->content;
  }
}

/* Texts are leaves of the same colouring. */
static void
choose_texts(pith_boilerplate *boilerplate, const pith_page_profile *profile,
             uint32_t main)
{
  const pith_outline *outline = &boilerplate->reader.outline;
  for (uint32_t t = 0; t < profile->count; t++) {
    if (pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    uint32_t b = outline->box_of[t];
    bool inside = b == main || lies_inside(outline, main, b);
    pith_text_fate *fate = &boilerplate->fates[t];
    bool goes = boilerplate->costs[b].is_boilerplate
                    ? fate->boilerplate <= fate->content + border_back(inside)
                    : fate->boilerplate + border_into(inside) < fate->content;
    if (!goes && !fate->sealed)
      fate->reason = PITH_FATE_STAYS;
  }
}

void
pith__boilerplate_weigh(pith_boilerplate *boilerplate,
                        const pith_page_profile *profile, uint32_t main)
{
  count_links(boilerplate, profile);
  weigh_texts(boilerplate, profile, main);
  weigh_boxes(boilerplate, main);
  choose_boxes(boilerplate, main);
  choose_texts(boilerplate, profile, main);
}
