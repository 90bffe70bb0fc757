/*
 * See chain_compat_overlap.h. The runs of a page have rising ends, so each page
 * b needs to remember only how far it has been covered: a run of a bundle that
 * b has adds what lies beyond.
 */
#include "papers/chain/chain_compat_overlap.h"

#include <string.h>

/* Only the pages that were touched are cleared, so a row costs what it
 * holds. */
static void
empty(pith_chain_overlaps *row)
{
  for (uint32_t i = 0; i < row->count; i++)
    row->cells[row->pages[i]] = (pith_chain_overlap){0, 0};
  row->count = 0;
}

bool
pith__chain_overlaps_init(pith_chain_overlaps *row, pith_region *region,
                          uint32_t page_count)
{
  row->cells = pith__region_take_zeros(region, page_count, sizeof *row->cells);
  row->pages = pith__region_take(region, page_count, sizeof *row->pages);
  row->count = 0;
  return row->cells && row->pages;
}

void
pith__chain_overlaps_fill(pith_chain_overlaps *row,
                          const pith_chain_index *index, uint32_t a)
{
  const pith_chain_run *run = index->runs + index->run_from[a];
  const pith_chain_run *end = index->runs + index->run_from[a + 1];
  empty(row);
  for (; run < end; run++) {
    const pith_chain_posting *posting =
        index->postings + index->posting_from[run->bundle];
    const pith_chain_posting *last =
        index->postings + index->posting_from[run->bundle + 1];
    for (; posting < last; posting++) {
      pith_chain_overlap *cell = &row->cells[posting->page];
      if (cell->cover == 0)
        row->pages[row->count++] = posting->page;
      uint32_t from = run->from > cell->covered ? run->from : cell->covered;
      cell->cover += run->to - from;
      cell->covered = run->to;
    }
  }
}

/* The number of postings that filling would walk over. */
uint64_t
pith__chain_overlaps_cost(const pith_chain_index *index, uint32_t a)
{
  uint64_t cost = 0;
  for (uint32_t i = index->run_from[a]; i < index->run_from[a + 1]; i++) {
    uint32_t bundle = index->runs[i].bundle;
    cost += index->posting_from[bundle + 1] - index->posting_from[bundle];
  }
  return cost;
}
