/*
 * See auto_next.h. From the page's title up, each box around it may be the
 * container of the article:
 *
 *     <main>
 *       <article> <h1>title</h1> text      ◄── has the title: stays
 *       <article> <h1>other</h1> text      ◄── made alike, with a heading of
 *       <article> <h1>third</h1> text          the same level: goes
 *
 * Sections of one article have headings of a lower level than its title, so
 * they stay, and so do entries of a live blog below one title.
 */
#include "method/auto/auto_next.h"

/* Boxes up from the title that may be the container; words that make an
 * article. */
enum { LEVELS_UP = 8, ARTICLE_WORDS = 80 };

/* Whether a box is made like the container. Posts of one site differ in
 * classes that name their topics, so an <article> is like every other. */
static bool
is_alike(const pith_list_box *one, const pith_list_box *other)
{
  return one->tag == other->tag &&
         (one->tag == PITH_TAG_ARTICLE || one->sign == other->sign);
}

static bool
has_heading(const pith_block_context *context, const pith_list_box *box,
            uint8_t level)
{
  for (uint32_t i = box->first; i < box->last; i++)
    if (context->blocks[i].heading_level == level)
      return true;
  return false;
}

static uint32_t
words_kept(const pith_block_context *context, const pith_auto_choice *choice,
           const pith_list_box *box)
{
  uint32_t words = 0;
  for (uint32_t i = box->first; i < box->last; i++)
    words += choice->kept[i] ? context->list->blocks[i].tally.words : 0;
  return words;
}

/* Returns whether anything was kept. */
static bool
drop_box(const pith_block_context *context, pith_auto_choice *choice,
         const pith_list_box *box)
{
  uint32_t words = words_kept(context, choice, box);
  for (uint32_t i = box->first; i < box->last; i++)
    choice->kept[i] = false;
  choice->words_kept -= words;
  return words > 0;
}

/* The heading that the page is named after; UINT32_MAX: none. */
static uint32_t
find_name(const pith_block_context *context)
{
  if (context->title != UINT32_MAX &&
      context->blocks[context->title].heading_level > 0)
    return context->title;
  return context->h1;
}

bool
pith__auto_drop_next(const pith_block_context *context,
                     pith_auto_choice *choice)
{
  const pith_list_box *boxes = context->list->boxes;
  uint32_t name = find_name(context);
  bool some = false;
  if (name == UINT32_MAX)
    return false;
  uint8_t level = context->blocks[name].heading_level;
  uint32_t at = context->list->blocks[name].box;
  for (int up = 0; up < LEVELS_UP && boxes[at].parent != PITH_BOX_OUTSIDE;
       up++, at = boxes[at].parent) {
    const pith_list_box *own = &boxes[at];
    if (words_kept(context, choice, own) < ARTICLE_WORDS)
      continue;
    for (uint32_t c = own->end; c < boxes[own->parent].end; c = boxes[c].end)
      if (is_alike(own, &boxes[c]) && has_heading(context, &boxes[c], level))
        some |= drop_box(context, choice, &boxes[c]);
  }
  return some;
}
