/*
 * See page_model.h. A part goes through three states:
 *
 *     empty ──► made ──► kept (arrays of an earlier page) ──► made ──► ...
 *
 * Kept arrays count against the account of the page. Whether a page fits its
 * memory limit must not depend on the pages before it, so a part that finds no
 * room is tried once more after all kept arrays were released.
 */
#include "page/page_model.h"

#include <string.h>

void
pith__page_model_init(pith_page_model *page, pith_memory *memory,
                      const pith_tree *tree)
{
  memset(page, 0, sizeof *page);
  page->memory = memory;
  page->tree = tree;
  /* The boxes begin when they are first requested: they fill tables of names
   * that most callers never need. */
  pith__block_list_init(&page->blocks, memory);
  pith__region_init(&page->context.region, memory);
  pith__page_profile_init(&page->profile, memory);
}

/* Release one part, whatever its state. A part that was never computed has no
 * memory, so this is safe to call at any time. */
static void
release(pith_page_model *page, pith_page_part part)
{
  page->made[part] = false;
  switch (part) {
  case PITH_PART_BLOCKS:
    pith__block_list_done(&page->blocks);
    break;
  case PITH_PART_CONTEXT:
    pith__block_context_done(&page->context);
    break;
  case PITH_PART_BOXES:
    if (page->boxes.memory) /* it was begun */
      pith__box_tree_done(&page->boxes);
    break;
  case PITH_PART_PROFILE:
    pith__page_profile_done(&page->profile);
    break;
  case PITH_PART_STYLES:
    pith__styles_done(&page->styles);
    break;
  case PITH_PART_VIPS:
    pith__vips_done(&page->vips);
    break;
  default:
    break;
  }
}

void
pith__page_model_forget(pith_page_model *page)
{
  /* These three have arrays of the size of one tree: none to keep. */
  static const pith_page_part sized[] = {PITH_PART_CONTEXT, PITH_PART_VIPS,
                                         PITH_PART_STYLES};
  for (size_t i = 0; i < sizeof sized / sizeof *sized; i++)
    if (page->made[sized[i]])
      release(page, sized[i]);
  memset(page->made, 0, sizeof page->made);
}

void
pith__page_model_done(pith_page_model *page)
{
  for (int part = PITH_PART_COUNT; part-- > 0;)
    release(page, (pith_page_part)part);
}

/* Compute a part. The parts that it is computed from are there: blocks for the
 * context, styles for VIPS. */
static pith_status
compute(pith_page_model *page, pith_page_part part)
{
  switch (part) {
  case PITH_PART_BLOCKS:
    return pith__block_list_make(&page->blocks, page->tree);
  case PITH_PART_CONTEXT:
    return pith__block_context_make(&page->context, page->memory, page->tree,
                                    &page->blocks);
  case PITH_PART_BOXES:
    if (!page->boxes.memory)
      pith__box_tree_init(&page->boxes, page->memory);
    return pith__box_tree_read(&page->boxes, page->tree);
  case PITH_PART_PROFILE:
    return pith__page_profile_make(&page->profile, page->tree);
  case PITH_PART_STYLES:
    return pith__styles_init(&page->styles, page->memory, page->tree);
  case PITH_PART_VIPS:
    return pith__vips_init(&page->vips, &page->styles, page->tree, page->pdoc);
  default:
    return PITH_USAGE;
  }
}

/* Have a part that describes this page.
 *
 * Only parts that are not made are released to make room, so nothing that was
 * lent to a caller moves, and the part that failed starts from nothing. */
static pith_status
ensure(pith_page_model *page, pith_page_part part)
{
  if (page->made[part])
    return PITH_OK;
  pith_status status = compute(page, part);
  if (status == PITH_LIMIT) {
    for (int other = PITH_PART_COUNT; other-- > 0;)
      if (!page->made[other])
        release(page, (pith_page_part)other);
    page->memory->refused = false;
    status = compute(page, part);
  }
  page->made[part] = status == PITH_OK;
  if (status != PITH_OK)
    release(page, part); /* half a part is of no use to anybody */
  return status;
}

pith_status
pith__page_blocks(pith_page_model *page, const pith_block_list **out)
{
  *out = &page->blocks;
  return ensure(page, PITH_PART_BLOCKS);
}

pith_status
pith__page_context(pith_page_model *page, const pith_block_context **out)
{
  *out = &page->context;
  pith_status status = ensure(page, PITH_PART_BLOCKS);
  return status == PITH_OK ? ensure(page, PITH_PART_CONTEXT) : status;
}

pith_status
pith__page_boxes(pith_page_model *page, pith_box_tree **out)
{
  *out = &page->boxes;
  return ensure(page, PITH_PART_BOXES);
}

pith_status
pith__page_profile(pith_page_model *page, const pith_page_profile **out)
{
  *out = &page->profile;
  return ensure(page, PITH_PART_PROFILE);
}

pith_status
pith__page_vips(pith_page_model *page, uint32_t pdoc, const pith_vips **out)
{
  *out = &page->vips;
  if (page->made[PITH_PART_VIPS] && page->pdoc != pdoc)
    release(page, PITH_PART_VIPS);
  page->pdoc = pdoc; /* read by compute() */
  pith_status status = ensure(page, PITH_PART_STYLES);
  return status == PITH_OK ? ensure(page, PITH_PART_VIPS) : status;
}
