/*
 * See outline.h. Boxes are in document order, so what holds for a whole box is
 * summed up in one loop from the last to the first.
 */
#include "site/outline.h"

#include "base/hash64.h"

#include <string.h>

/* Thousandths that a word weighs: in running text, and in a link. */
enum { WORD_WEIGHT = 1000, LINK_WEIGHT = 50 };

/* What many pages have weighs no less than this part. */
enum { PARTS_MOST = 4 };

#define INHERITED                                                              \
  (PITH_PROFILE_LINK | PITH_PROFILE_HEADING | PITH_PROFILE_COMMENTS)

void
pith__outline_init(pith_outline *outline, pith_memory *memory)
{
  memset(outline, 0, sizeof *outline);
  outline->memory = memory;
}

void
pith__outline_done(pith_outline *outline)
{
  PITH_FREE_ITEMS(outline->memory, outline->boxes, outline->capacity);
  PITH_FREE_ITEMS(outline->memory, outline->box_of, outline->box_of_capacity);
  pith__outline_init(outline, outline->memory);
}

static bool
make_room(pith_outline *outline, uint32_t tokens)
{
  return PITH_GROW(outline->memory, outline->boxes, outline->capacity,
                   tokens + 1, UINT32_MAX / 2) &&
         PITH_GROW(outline->memory, outline->box_of, outline->box_of_capacity,
                   tokens + 1, UINT32_MAX / 2);
}

/* The path is a hash of the names and classes from the page down to the box:
 * boxes of several pages with one path are one slot of the site (slots.h).
 * Being in a link, a heading or comments is inherited. */
static uint32_t
open_box(pith_outline *outline, const pith_profile_token *token, uint32_t at,
         uint32_t parent)
{
  const pith_outline_box *above = &outline->boxes[parent];
  pith_outline_box box = {
      .path = pith__hash64_pair(above->path, token->hash),
      .parent = parent,
      .end = outline->count + 1,
      .token = at,
      .token_end = at + 1,
      .slot = PITH_INDEX_NONE,
      .facts = token->facts | (above->facts & INHERITED),
      .depth = above->depth + 1,
  };
  outline->boxes[outline->count] = box;
  return outline->count++;
}

static void
close_box(pith_outline *outline, uint32_t box, uint32_t token_end)
{
  outline->boxes[box].end = outline->count;
  outline->boxes[box].token_end = token_end;
}

/* Tokens are balanced as the tree is, but a sample may have been cut off: what
 * is open at the end is closed there, and a close too many stays in the page.
 *
 *     tokens  <ul> <li> Home </li> </ul> <p> text </p>
 *     boxes   1    2                     3            0 is the page */
pith_status
pith__outline_make(pith_outline *outline, const pith_profile_token *tokens,
                   uint32_t count)
{
  if (count >= UINT32_MAX / 2 || !make_room(outline, count))
    return pith__memory_status(outline->memory);
  static const pith_outline_box page = {.parent = PITH_OUTLINE_NONE,
                                        .slot = PITH_INDEX_NONE};
  outline->boxes[0] = page;
  outline->count = 1;
  outline->token_count = count;
  uint32_t at = 0; /* the box we are in */
  for (uint32_t t = 0; t < count; t++) {
    switch (pith__profile_kind(tokens[t].facts)) {
    case PITH_PROFILE_OPEN: {
      uint32_t box = open_box(outline, &tokens[t], t, at);
      outline->box_of[t] = box;
      if (!(tokens[t].facts & PITH_PROFILE_VOID))
        at = box;
      break;
    }
    case PITH_PROFILE_CLOSE:
      outline->box_of[t] = at;
      close_box(outline, at, t + 1);
      if (at != 0)
        at = outline->boxes[at].parent;
      break;
    case PITH_PROFILE_TEXT:
      outline->box_of[t] = at;
      break;
    }
  }
  for (; at != 0; at = outline->boxes[at].parent)
    close_box(outline, at, count);
  close_box(outline, 0, count);
  return PITH_OK;
}

/* What counts as the text of a page when the main box is looked for: words
 * that are new here, those in links hardly at all. Figures, titles and
 * comments are everywhere and would pull the box away from the text. */
static uint64_t
weight_of(const pith_profile_token *token, const pith_outline_box *box,
          uint32_t pages)
{
  if ((token->facts &
       (PITH_PROFILE_FIGURES | PITH_PROFILE_TITLE | PITH_PROFILE_COUNTER)) ||
      (box->facts & PITH_PROFILE_COMMENTS))
    return 0;
  uint64_t word = box->facts & PITH_PROFILE_LINK ? LINK_WEIGHT : WORD_WEIGHT;
  uint32_t parts = pages < PARTS_MOST ? pages : PARTS_MOST;
  return pith__profile_words(token->facts) * word / (parts > 1 ? parts : 1);
}

/* Words and weight of a box are with all that is in it: sums from the last
 * box to the first. */
void
pith__outline_weigh(pith_outline *outline, const pith_profile_token *tokens,
                    const pith_similarity *similarity)
{
  for (uint32_t b = 0; b < outline->count; b++)
    outline->boxes[b].weight = outline->boxes[b].words = 0;
  for (uint32_t t = 0; t < outline->token_count; t++) {
    if (pith__profile_kind(tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    pith_outline_box *box = &outline->boxes[outline->box_of[t]];
    box->words += pith__profile_words(tokens[t].facts);
    if (!pith__is_shared(similarity, t, PITH_REPEATED_SHARE))
      box->weight += weight_of(&tokens[t], box, similarity->evidence[t].pages);
  }
  for (uint32_t b = outline->count - 1; b > 0; b--) {
    pith_outline_box *above = &outline->boxes[outline->boxes[b].parent];
    above->weight += outline->boxes[b].weight;
    above->words += outline->boxes[b].words;
  }
}
