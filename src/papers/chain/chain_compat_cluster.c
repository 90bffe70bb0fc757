/*
 * See chain_compat_cluster.h. The order of trials is that of the papers with
 * what they leave open settled: a level goes on until there is no pair or one
 * failure too many; failures are forgotten at the next level, successes are
 * not.
 *
 * Leftovers are served by turning the clusters around: from a bundle to the
 * clusters whose NAV has it. One walk over a page's runs then finds its cover
 * by every cluster at once.
 *
 * The search and the leftovers each have work for the size of the site. A real
 * site takes a twelfth of it or less; one made to be slow gets fewer clusters.
 */
#include "papers/chain/chain_compat_cluster.h"

#include "papers/chain/chain_compat_growth.h"
#include "papers/chain/chain_compat_pair.h"

#include <stdlib.h>
#include <string.h>

/* Steps a run of the index, and for the smallest site. Of the data sets none
 * takes more than 86 a run. */
#define STEPS_A_RUN ((uint64_t)1 << 10)
#define STEPS_LEAST ((uint64_t)1 << 20)

typedef struct builder {
  pith_region *region;
  const pith_chain_index *index;
  const pith_chain_levels *levels;
  pith_chain_clusters *out;
  pith_chain_search search;
  pith_chain_grower grower;
  pith_chain_work work;
  bool *left; /* page -> in no cluster yet */
  uint32_t left_count;
} builder;

/* NULL when there is no memory. */
static uint32_t *
copy_numbers(pith_region *region, const uint32_t *numbers, uint32_t count)
{
  uint32_t *copy = pith__region_take(region, count, sizeof *copy);
  if (copy)
    memcpy(copy, numbers, count * sizeof *copy);
  return copy;
}

/* For qsort(). */
static int
compare_numbers(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* Keep the cluster that has just been grown: members in the order of pages,
 * and what it removes. */
static bool
accept(builder *in, uint32_t level)
{
  const pith_chain_grower *grower = &in->grower;
  pith_chain_group *cluster = &in->out->items[in->out->count];
  cluster->level = level;
  cluster->member_count = grower->member_count;
  cluster->members =
      copy_numbers(in->region, grower->members, grower->member_count);
  cluster->shared = pith__region_take(in->region, grower->member_count,
                                      sizeof *cluster->shared);
  cluster->bundle_count = grower->nav.count;
  cluster->bundles =
      copy_numbers(in->region, grower->nav.bundles, grower->nav.count);
  if (!cluster->members || !cluster->shared || !cluster->bundles)
    return false;
  qsort(cluster->members, cluster->member_count, sizeof *cluster->members,
        compare_numbers);
  for (uint32_t i = 0; i < cluster->member_count; i++) {
    uint32_t page = cluster->members[i];
    uint32_t shared = pith__chain_cover(in->index, page, grower->nav.has);
    cluster->shared[i] = shared;
    in->out->fates[page] = (pith_chain_fate){in->out->count, shared, false};
    in->left[page] = false;
    pith__chain_search_leave(&in->search, page);
  }
  in->left_count -= cluster->member_count;
  in->out->count++;
  return true;
}

static bool
run_level(builder *in, uint32_t level)
{
  pith_chain_pair pair;
  pith__chain_search_new_level(&in->search);
  while (in->left_count >= in->levels->min_cluster &&
         !pith__chain_is_spent(&in->work) &&
         in->search.failed_count <= in->levels->max_failures &&
         pith__chain_search_next(&in->search, &pair)) {
    pith__chain_grow(&in->grower, &pair, level);
    if (in->grower.member_count < in->levels->min_cluster)
      pith__chain_search_fail(&in->search, &pair);
    else if (!accept(in, level))
      return false;
  }
  return true;
}

static bool
run_levels(builder *in)
{
  const pith_chain_levels *levels = in->levels;
  uint32_t level = levels->first;
  for (;;) {
    if (!run_level(in, level))
      return false;
    if (levels->step == 0 || level < levels->last + (uint64_t)levels->step)
      return true;
    level -= levels->step;
  }
}

/* From bundle to clusters. */
typedef struct reverse {
  uint32_t *from;
  uint32_t *clusters;
  uint32_t *sums;    /* cluster -> cover of the page at hand */
  uint32_t *covered; /* cluster -> how far the page is covered */
} reverse;

/* From each bundle to the clusters that remove it, by counting: from[b + 2]
 * counts, from[b + 1] is where the next one goes, and in the end from[b + 1]
 * is where the next bundle begins. */
static bool
make_reverse(const builder *in, pith_region *scratch, reverse *back)
{
  const pith_chain_clusters *out = in->out;
  uint32_t total = 0, *from;
  for (uint32_t c = 0; c < out->count; c++)
    total += out->items[c].bundle_count;
  back->from = from = pith__region_take_zeros(
      scratch, (size_t)in->index->bundle_count + 2, sizeof *from);
  back->clusters = pith__region_take(scratch, total, sizeof *back->clusters);
  back->sums = pith__region_take_zeros(scratch, out->count, sizeof *back->sums);
  back->covered =
      pith__region_take_zeros(scratch, out->count, sizeof *back->covered);
  if (!from || !back->clusters || !back->sums || !back->covered)
    return false;
  for (uint32_t c = 0; c < out->count; c++)
    for (uint32_t i = 0; i < out->items[c].bundle_count; i++)
      from[out->items[c].bundles[i] + 2]++;
  for (uint32_t bundle = 0; bundle < in->index->bundle_count; bundle++)
    from[bundle + 2] += from[bundle + 1];
  for (uint32_t c = 0; c < out->count; c++)
    for (uint32_t i = 0; i < out->items[c].bundle_count; i++)
      back->clusters[from[out->items[c].bundles[i] + 1]++] = c;
  return true;
}

/* One walk over the page's runs finds its cover by every cluster at once.
 * Each cluster remembers how far the page has been covered, so overlapping
 * runs count once. The largest cover wins; of equal ones the cluster
 * accepted first. */
static void
serve_leftover(builder *in, const reverse *back, uint32_t page)
{
  const pith_chain_index *index = in->index;
  const pith_chain_run *run = index->runs + index->run_from[page];
  const pith_chain_run *end = index->runs + index->run_from[page + 1];
  pith_chain_fate *fate = &in->out->fates[page];
  in->work.steps += in->out->count + 1;
  for (; run < end; run++)
    for (uint32_t i = back->from[run->bundle]; i < back->from[run->bundle + 1];
         i++) {
      in->work.steps++;
      uint32_t c = back->clusters[i], covered = back->covered[c];
      back->sums[c] += run->to - (run->from > covered ? run->from : covered);
      back->covered[c] = run->to;
    }
  for (uint32_t c = 0; c < in->out->count; c++) {
    if (back->sums[c] > fate->shared)
      *fate = (pith_chain_fate){c, back->sums[c], true};
    back->sums[c] = back->covered[c] = 0;
  }
}

/* Chain.md, "leftovers": pages without a cluster, and members that lose
 * nothing. */
static bool
serve_leftovers(builder *in)
{
  pith_region scratch;
  reverse back;
  if (in->out->count == 0)
    return true;
  pith__region_init(&scratch, in->region->memory);
  bool done = make_reverse(in, &scratch, &back);
  for (uint32_t page = 0;
       done && page < in->index->page_count && !pith__chain_is_spent(&in->work);
       page++)
    if (in->out->fates[page].shared == 0)
      serve_leftover(in, &back, page);
  pith__region_done(&scratch);
  return done;
}

/* A cluster has at least min_cluster pages and clusters share none, which
 * bounds their number. */
static bool
prepare(builder *in, pith_region *scratch)
{
  uint32_t count = in->index->page_count;
  in->left_count = count;
  in->left = pith__region_take(scratch, count, sizeof *in->left);
  in->out->items = pith__region_take(
      in->region, count / in->levels->min_cluster, sizeof *in->out->items);
  in->out->fates = pith__region_take(in->region, count, sizeof *in->out->fates);
  if (!in->left || !in->out->items || !in->out->fates)
    return false;
  memset(in->left, true, count);
  for (uint32_t page = 0; page < count; page++)
    in->out->fates[page] = (pith_chain_fate){PITH_CHAIN_NONE, 0, false};
  return pith__chain_search_init(&in->search, scratch, in->index, in->left,
                                 &in->work,
                                 in->levels->max_failures + 1) == PITH_OK &&
         pith__chain_grower_init(&in->grower, scratch, in->index, in->left,
                                 &in->work) == PITH_OK;
}

/* Add up what a part of the work took, for the next part to begin anew. */
static void
note_work(builder *in)
{
  in->out->steps += in->work.steps;
  in->out->limited |= pith__chain_is_spent(&in->work);
  in->work.steps = 0;
}

/* The search and the grower are scratch; only clusters and fates are kept. */
pith_status
pith__chain_cluster(pith_region *region, const pith_chain_index *index,
                    const pith_chain_levels *levels,
                    pith_chain_clusters *clusters)
{
  builder in = {
      .region = region, .index = index, .levels = levels, .out = clusters};
  pith_region scratch;
  memset(clusters, 0, sizeof *clusters);
  pith__region_init(&scratch, region->memory);
  in.work.most = STEPS_LEAST + STEPS_A_RUN * index->run_from[index->page_count];
  bool done = prepare(&in, &scratch) && run_levels(&in);
  note_work(&in);
  done = done && serve_leftovers(&in);
  note_work(&in);
  clusters->pairs_looked_at = in.search.pairs;
  pith__region_done(&scratch);
  return done ? PITH_OK : pith__memory_status(region->memory);
}
