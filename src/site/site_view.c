/*
 * See site_view.h.
 *
 *     sample ──► classes ──► twins ──► each page looked at ──► slots, clusters
 *
 * Each page of the sample is looked at through the view that is being made, as
 * if it were new; what a page does not need yet (colours of slots) is made
 * last.
 */
#include "site/site_view.h"

#include "base/radix.h"

#include <string.h>

/* Per cent of what a page has in common with its nearest neighbour that it
 * must have in common with a founder to join its cluster. */
enum { CLUSTER_SHARE = 60 };

/* One in so many pages has less boilerplate than is usual. */
enum { USUAL_PART = 10 };

/* The twin of a twin is its representative: chains of twins end at the first
 * page of the group. */
static pith_status
find_twins(pith_site_view *view, pith_memory *memory)
{
  pith_similarity similarity;
  uint32_t count = view->model->count;
  pith_status status = pith__similarity_init(
      &similarity, memory, &view->classes, view->model, view->twins);
  if (status != PITH_OK)
    return status;
  for (uint32_t p = 0; p < count && status == PITH_OK; p++) {
    status = pith__similarity_twin(&similarity, p, &view->twins[p]);
    if (status == PITH_OK && view->twins[p] != p)
      view->twins[p] = view->twins[view->twins[p]];
  }
  pith__similarity_done(&similarity);
  return status;
}

/* The founder a page belongs to: the one it has most in common with, if that
 * is nearly as much as with any page; else itself.
 * Pages in a fixed order, each joins a founder before it or founds a cluster:
 * one pass, and the same clusters whatever the order of learning. */
static uint32_t
find_founder(const pith_site_view *view, const pith_similarity *similarity,
             uint32_t page)
{
  uint32_t best = page, score = 0;
  if (view->twins[page] != page)
    return view->founders[view->twins[page]];
  if (similarity->neighbour_count == 0)
    return page;
  for (uint32_t p = 0; p < page; p++) {
    if (view->founders[p] != p || similarity->scores[p] <= score)
      continue;
    score = similarity->scores[p];
    best = p;
  }
  uint64_t nearest = similarity->scores[similarity->neighbours[0]];
  return (uint64_t)score * 100 >= nearest * CLUSTER_SHARE ? best : page;
}

/* What is found by looking at each page of the model as if it were new.
 * Slots, clusters and the usual amount of boilerplate in one pass. */
static pith_status
look_at_pages(pith_site_view *view, pith_site_reader *reader, uint64_t *scratch,
              uint64_t *boilerplate)
{
  for (uint32_t p = 0; p < view->model->count; p++) {
    const pith_model_page *page = &view->model->pages[p];
    pith_status status = pith__similarity_find(
        &reader->similarity, page->tokens, page->count, page->content);
    if (status == PITH_OK)
      status = pith__outline_make(&reader->outline, page->tokens, page->count);
    if (status != PITH_OK)
      return status;
    pith__slots_count(&view->slots, &reader->outline, page->tokens,
                      &reader->similarity, scratch);
    view->founders[p] = find_founder(view, &reader->similarity, p);
    boilerplate[p] = (uint64_t)reader->similarity.middle << 32;
  }
  return PITH_OK;
}

/* `usual` is what one page in USUAL_PART has less of in common with its
 * neighbours: the measure for whether a new page fits the site. */
static pith_status
learn_slots(pith_site_view *view, pith_memory *memory)
{
  uint32_t pages = view->model->count;
  pith_site_reader reader;
  pith_region room;
  pith_status status = pith__site_reader_init(&reader, memory, view);
  if (status != PITH_OK)
    return status;
  pith__region_init(&room, memory);
  status = pith__slots_make(&view->slots, &view->region, view->model,
                            &reader.outline);
  uint64_t *boilerplate = pith__region_take(&room, pages, sizeof *boilerplate);
  uint64_t *sorting = pith__region_take(&room, pages, sizeof *sorting);
  uint64_t *scratch =
      pith__region_take_zeros(&room, view->slots.count, sizeof *scratch);
  bool roomy = boilerplate && sorting && scratch;
  if (status == PITH_OK && !roomy)
    status = pith__memory_status(memory);
  if (status == PITH_OK && roomy)
    status = look_at_pages(view, &reader, scratch, boilerplate);
  if (status == PITH_OK)
    status = pith__slots_colour(&view->slots, memory);
  if (status == PITH_OK && roomy && pages > 0)
    view->usual = (uint32_t)(pith__radix_sort(boilerplate, sorting,
                                              pages)[pages / USUAL_PART] >>
                             32);
  pith__region_done(&room);
  pith__site_reader_done(&reader);
  return status;
}

/* The order is that of need: twins need classes, slots need both. */
pith_status
pith__site_view_init(pith_site_view *view, pith_memory *memory,
                     const pith_site_sample *model)
{
  memset(view, 0, sizeof *view);
  view->model = model;
  pith__region_init(&view->region, memory);
  view->twins =
      pith__region_take(&view->region, model->count, sizeof *view->twins);
  view->founders =
      pith__region_take(&view->region, model->count, sizeof *view->founders);
  pith_status status = PITH_OK;
  if (!view->twins || !view->founders)
    status = pith__memory_status(memory);
  if (status == PITH_OK)
    status = pith__chain_classes_make(&view->classes, &view->region, model);
  if (status == PITH_OK)
    status = find_twins(view, memory);
  if (status == PITH_OK)
    status = learn_slots(view, memory);
  if (status != PITH_OK)
    pith__site_view_done(view);
  return status;
}

void
pith__site_view_done(pith_site_view *view)
{
  pith__region_done(&view->region);
}

pith_status
pith__site_reader_init(pith_site_reader *reader, pith_memory *memory,
                       const pith_site_view *view)
{
  reader->view = view;
  pith__outline_init(&reader->outline, memory);
  return pith__similarity_init(&reader->similarity, memory, &view->classes,
                               view->model, view->twins);
}

void
pith__site_reader_done(pith_site_reader *reader)
{
  pith__similarity_done(&reader->similarity);
  pith__outline_done(&reader->outline);
}

pith_status
pith__site_reader_look(pith_site_reader *reader,
                       const pith_page_profile *profile)
{
  pith_status status = pith__similarity_find(
      &reader->similarity, profile->tokens, profile->count, profile->content);
  if (status == PITH_OK)
    status =
        pith__outline_make(&reader->outline, profile->tokens, profile->count);
  if (status != PITH_OK)
    return status;
  pith__slots_find(&reader->view->slots, &reader->outline);
  pith__outline_weigh(&reader->outline, profile->tokens, &reader->similarity);
  return PITH_OK;
}

/* A page of the sample is in the cluster it was found in; another in that of
 * its nearest neighbour. */
uint32_t
pith__site_reader_cluster(const pith_site_reader *reader)
{
  const pith_similarity *similarity = &reader->similarity;
  if (similarity->self != PITH_INDEX_NONE)
    return reader->view->founders[similarity->self];
  if (similarity->neighbour_count > 0)
    return reader->view->founders[similarity->neighbours[0]];
  return PITH_INDEX_NONE;
}

/* A page with more than the usual amount fits as well as one can. */
uint32_t
pith__site_reader_fit(const pith_site_reader *reader)
{
  uint64_t found = reader->similarity.middle, usual = reader->view->usual;
  return found >= usual ? 1000 : (uint32_t)(found * 1000 / usual);
}
