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

#include "papers/layer/layer_match.h"
#include "verdict/reasons.h"

/* Steps of matching for each node of the two pages. Only pages made for it
 * reach this: a limit that is reached is a warning in the record. */
enum { STEPS_A_NODE = 256 };

typedef struct comparing {
  const pith_layer_call *call;
  const pith_vips *vips;
  pith_layer_string mine;
  pith_layer_string other;
  pith_layer_matcher matcher;
} comparing;

/* How well a block, nodes [from, to) of the tree, is found on the partner.
 * The counts of its parts are added up and compared with the thresholds
 * once. `only` is its item when it is a single part, else UINT32_MAX. */
static pith_layer_similarity
match_block(comparing *in, const pith_vips_block *block, uint32_t *only)
{
  const pith_tree_node *nodes = in->call->page->tree->nodes;
  pith_layer_similarity sum = {0};
  *only = UINT32_MAX;
  for (uint32_t n = block->from; n < block->to; n = nodes[n].end) {
    uint32_t item = in->mine.place[n];
    uint32_t next = nodes[n].end < in->mine.place_count
                        ? in->mine.place[nodes[n].end]
                        : in->mine.count;
    if (item >= next)
      continue; /* nothing of it is in the string */
    pith_layer_similarity part = pith__layer_match(&in->matcher, item);
    *only = sum.nodes == 0 ? item : UINT32_MAX;
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

/* Note (Tag, Text) of a block. What was found of a block of several parts is
 * what decided; of a single part that was not found, the nearest place. */
static void
note_match(comparing *in, pith_span span, pith_layer_similarity found,
           uint32_t only, pith_verdicts *verdicts)
{
  bool noise = found.found;
  if (!noise && only != UINT32_MAX)
    found = pith__layer_nearest(&in->matcher, only);
  pith_block_match match = {span,       found.nodes, found.matched,
                            found.text, found.same,  noise};
  pith__verdicts_add_match(verdicts, &match);
}

/* The share of matched nodes is the score; a block that is kept is scored by
 * how far it is from matching. */
static void
emit_block(comparing *in, const pith_vips_block *block, pith_verdicts *verdicts,
           pith_layer_report *report)
{
  uint32_t only;
  pith_layer_similarity found = match_block(in, block, &only);
  pith_span span = span_of(in->call->page->tree, block);
  float score = found.nodes > 0 ? (float)found.matched / (float)found.nodes : 0;
  report->words += block->chars;
  report->cut += found.found ? block->chars : 0;
  note_match(in, span, found, only, verdicts);
  pith__verdicts_add(
      verdicts, span, found.found ? PITH_NAVIGATION : PITH_CONTENT,
      found.found ? score : 1 - score,
      found.found ? PITH_REASON_LAYER_BLOCK : PITH_REASON_OWN_BLOCK);
}

/* Only the leaves of the block tree are compared: they are the papers'
 * blocks. */
static pith_status
compare(comparing *in, pith_verdicts *verdicts, pith_layer_report *report)
{
  const pith_layer_call *call = in->call;
  pith_layer_numbers numbers = {call->alpha, call->beta, call->max_slide};
  uint64_t nodes = (uint64_t)in->other.count + in->mine.count + 16;
  pith_status status = pith__layer_matcher_init(
      &in->matcher, &in->other, &in->mine, numbers, STEPS_A_NODE * nodes);
  if (status != PITH_OK)
    return status;
  for (uint32_t b = 0; b < in->vips->count; b++)
    if (in->vips->blocks[b].leaf)
      emit_block(in, &in->vips->blocks[b], verdicts, report);
  report->partners = 1;
  report->steps = in->matcher.anchors.steps;
  report->near_steps = in->matcher.near_steps;
  report->limited = in->matcher.limited;
  if (verdicts->failed || in->matcher.failed)
    status = pith__memory_status(verdicts->memory);
  pith__layer_matcher_done(&in->matcher);
  return status;
}

/* Without a partner nothing can be said, and no verdict is added. */
pith_status
pith__layer_classify_compat(const pith_layer_call *call,
                            pith_verdicts *verdicts, pith_layer_report *report)
{
  comparing in = {.call = call};
  if (call->partner_count == 0)
    return PITH_OK;
  pith_status status = pith__page_vips(call->page, call->pdoc, &in.vips);
  if (status != PITH_OK)
    return status;
  status = pith__layer_string_init(&in.mine, call->page->memory,
                                   call->page->tree, call->own_text);
  if (status == PITH_OK) {
    status = pith__layer_string_init(&in.other, call->page->memory,
                                     call->partners[0]->tree, call->own_text);
    if (status == PITH_OK)
      status = compare(&in, verdicts, report);
    pith__layer_string_done(&in.other);
  }
  pith__layer_string_done(&in.mine);
  return status;
}
