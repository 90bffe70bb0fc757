/*
 * The layer method to the letter (docs/lab/methods/layer.md, "`--compat`: to
 * the letter"): each block of VIPS is looked for on one partner page. See
 * method/layer/layer.h and layer_match.h.
 *
 *     page -> VIPS -> blocks -> is each on the partner? -> label
 *
 * A block of VIPS may be several neighbours without an element of their own;
 * each is then looked for by itself, and the block is boilerplate when what
 * was found is enough of the whole.
 */
#include "method/layer/layer.h"

#include "base/region.h"
#include "papers/layer/layer_match.h"
#include "verdict/reasons.h"

#include <stdlib.h>
#include <string.h>

/* Steps of matching for each node of the two pages. */
enum { STEPS_A_NODE = 256 };

typedef struct comparing {
  const pith_layer_call *call;
  const pith_vips *vips;
  pith_layer_string mine;
  pith_layer_string other;
  pith_region region;
  pith_layer_matcher matcher;
} comparing;

/* For qsort(). */
static int
compare_hashes(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Hashes of all subtrees of the partner are sorted once, so that a block
 * that is there unchanged is found without matching. The number of steps is
 * bounded by the size of both pages. */
static pith_status
begin_matcher(comparing *in)
{
  const pith_layer_call *call = in->call;
  uint64_t *wholes =
      pith__region_take(&in->region, in->other.count, sizeof *wholes);
  if (!wholes)
    return pith__memory_status(call->page->memory);
  for (uint32_t i = 0; i < in->other.count; i++)
    wholes[i] = in->other.items[i].whole;
  qsort(wholes, in->other.count, sizeof *wholes, compare_hashes);
  in->matcher = (pith_layer_matcher){
      .page = &in->other,
      .blocks = &in->mine,
      .numbers = {call->alpha, call->beta, call->max_slide},
      .wholes = wholes,
      .steps_most =
          STEPS_A_NODE * ((uint64_t)in->other.count + in->mine.count + 16)};
  return PITH_OK;
}

/* How well a block, nodes [from, to) of the tree, is found on the partner.
 * The counts of its parts are added up and compared with the thresholds
 * once. */
static pith_layer_similarity
match_block(comparing *in, const pith_vips_block *block)
{
  const pith_tree_node *nodes = in->call->page->tree->nodes;
  pith_layer_similarity sum = {0};
  for (uint32_t n = block->from; n < block->to; n = nodes[n].end) {
    uint32_t item = in->mine.place[n];
    uint32_t next = nodes[n].end < in->mine.place_count
                        ? in->mine.place[nodes[n].end]
                        : in->mine.count;
    if (item >= next)
      continue; /* nothing of it is in the string */
    pith_layer_similarity part = pith__layer_match(&in->matcher, item);
    sum.nodes += part.nodes;
    sum.text += part.text;
    sum.matched += part.found ? part.matched : 0;
    sum.same += part.found ? part.same : 0;
  }
  sum.found = sum.nodes > 0 && pith__layer_is_match(&in->matcher.numbers, &sum);
  return sum;
}

/* The bytes of text that a block covers, the outermost of its nodes. */
static pith_span
span_of(const pith_tree *tree, const pith_vips_block *block)
{
  pith_span span = {tree->nodes[block->from].from,
                    tree->nodes[block->from].close_to};
  for (uint32_t n = block->from; n < block->to; n = tree->nodes[n].end) {
    if (tree->nodes[n].from < span.from)
      span.from = tree->nodes[n].from;
    if (tree->nodes[n].close_to > span.to)
      span.to = tree->nodes[n].close_to;
  }
  return span;
}

/* The share of matched nodes is the score; a block that is kept is scored by
 * how far it is from matching. */
static void
emit_block(comparing *in, const pith_vips_block *block, pith_verdicts *verdicts,
           pith_layer_report *report)
{
  pith_layer_similarity found = match_block(in, block);
  float score = found.nodes > 0 ? (float)found.matched / (float)found.nodes : 0;
  report->words += block->chars;
  report->cut += found.found ? block->chars : 0;
  pith__verdicts_add(verdicts, span_of(in->call->page->tree, block),
                     found.found ? PITH_NAVIGATION : PITH_CONTENT,
                     found.found ? score : 1 - score,
                     found.found ? PITH_REASON_LAYER_BLOCK
                                 : PITH_REASON_OWN_BLOCK);
}

/* Only the leaves of the block tree are compared: they are the papers'
 * blocks. */
static pith_status
compare(comparing *in, pith_verdicts *verdicts, pith_layer_report *report)
{
  pith_status status = begin_matcher(in);
  if (status != PITH_OK)
    return status;
  for (uint32_t b = 0; b < in->vips->count; b++)
    if (in->vips->blocks[b].leaf)
      emit_block(in, &in->vips->blocks[b], verdicts, report);
  report->partners = 1;
  report->steps = in->matcher.steps;
  return verdicts->failed ? pith__memory_status(verdicts->memory) : PITH_OK;
}

/* Without a partner nothing can be said, and no verdict is added. */
pith_status
pith__layer_classify_compat(const pith_layer_call *call,
                            pith_verdicts *verdicts, pith_layer_report *report)
{
  comparing in = {.call = call};
  if (call->partner_count == 0)
    return PITH_OK;
  pith__region_init(&in.region, call->page->memory);
  pith_status status = pith__page_vips(call->page, call->pdoc, &in.vips);
  if (status != PITH_OK)
    return status;
  status =
      pith__layer_string_init(&in.mine, call->page->memory, call->page->tree);
  if (status == PITH_OK) {
    status = pith__layer_string_init(&in.other, call->page->memory,
                                     call->partners[0]->tree);
    if (status == PITH_OK)
      status = compare(&in, verdicts, report);
    pith__layer_string_done(&in.other);
  }
  pith__layer_string_done(&in.mine);
  pith__region_done(&in.region);
  return status;
}
