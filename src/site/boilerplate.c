/*
 * See boilerplate.h: the order of the steps, and the page that must not come
 * back empty.
 */
#include "site/boilerplate.h"

#include <string.h>

/* A page is called empty when fewer words stay than this, and fewer of a
 * hundred, and no title among them. A short post in a large frame is no empty
 * page, and neither is a picture with its name. */
enum { STAY_WORDS = 10, STAY_SHARE = 5 };

pith_status
pith__boilerplate_init(pith_boilerplate *boilerplate, pith_memory *memory,
                       const pith_site_view *view)
{
  memset(boilerplate, 0, sizeof *boilerplate);
  boilerplate->memory = memory;
  return pith__site_reader_init(&boilerplate->reader, memory, view);
}

void
pith__boilerplate_done(pith_boilerplate *boilerplate)
{
  pith__site_reader_done(&boilerplate->reader);
  PITH_FREE_ITEMS(boilerplate->memory, boilerplate->costs,
                  boilerplate->cost_capacity);
  PITH_FREE_ITEMS(boilerplate->memory, boilerplate->fates,
                  boilerplate->fate_capacity);
}

/* Costs of boxes are sums and start as zeros; so do fates, where zero means
 * that a text stays. */
static bool
make_room(pith_boilerplate *boilerplate, uint32_t tokens)
{
  uint32_t boxes = boilerplate->reader.outline.count, ceiling = UINT32_MAX / 2;
  if (!PITH_GROW(boilerplate->memory, boilerplate->costs,
                 boilerplate->cost_capacity, boxes, ceiling))
    return false;
  if (!PITH_GROW(boilerplate->memory, boilerplate->fates,
                 boilerplate->fate_capacity, tokens + 1, ceiling))
    return false;
  memset(boilerplate->costs, 0, boxes * sizeof *boilerplate->costs);
  memset(boilerplate->fates, 0, tokens * sizeof *boilerplate->fates);
  return true;
}

/* Count what was decided; true when next to nothing would be left.
 * Comments of readers do not count as what a page loses: a page with a
 * hundred of them and a short text is not empty. */
static bool
count_words(pith_boilerplate *boilerplate, const pith_page_profile *profile)
{
  uint64_t words = 0, cut = 0, comments = 0;
  bool title = false;
  for (uint32_t t = 0; t < profile->count; t++) {
    if (pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    uint32_t here = pith__profile_words(profile->tokens[t].facts);
    words += here;
    if (boilerplate->fates[t].reason != PITH_FATE_STAYS)
      cut += here;
    else
      title |= here > 0 && (profile->tokens[t].facts & PITH_PROFILE_TITLE);
    if (boilerplate->fates[t].reason == PITH_FATE_COMMENTS)
      comments += here;
  }
  boilerplate->words = words < UINT32_MAX ? (uint32_t)words : UINT32_MAX;
  boilerplate->cut = cut < UINT32_MAX ? (uint32_t)cut : UINT32_MAX;
  uint64_t stay = words - cut;
  return cut > 0 && !title && stay < STAY_WORDS &&
         stay * 100 < (words - comments) * STAY_SHARE + 1;
}

/* A page that resembles too few others keeps everything: there is nothing to
 * compare it with. */
pith_status
pith__boilerplate_find(pith_boilerplate *boilerplate,
                       const pith_page_profile *profile)
{
  pith_site_reader *reader = &boilerplate->reader;
  pith_status status = pith__site_reader_look(reader, profile);
  if (status != PITH_OK)
    return status;
  if (!make_room(boilerplate, profile->count))
    return pith__memory_status(boilerplate->memory);
  boilerplate->too_few_pages =
      reader->similarity.neighbour_count < PITH_NEIGHBOURS_LEAST;
  boilerplate->main = pith__slots_main(&reader->view->slots, &reader->outline);
  if (!boilerplate->too_few_pages)
    pith__boilerplate_weigh(boilerplate, profile, boilerplate->main);
  boilerplate->all_repeats = count_words(boilerplate, profile);
  if (boilerplate->all_repeats) {
    memset(boilerplate->fates, 0, profile->count * sizeof *boilerplate->fates);
    boilerplate->cut = 0;
  }
  return PITH_OK;
}
