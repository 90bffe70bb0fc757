/*
 * From fates of texts to verdicts on ranges.
 *
 * An element all of whose texts go is one range, tags and images included, so
 * that cleaned HTML loses all of it and a report stays short. Where the markup
 * is misnested an element's range can hold text that the tree has elsewhere;
 * then only its own texts are told.
 */
#include "method/chain/chain_default_parts.h"

#include <stdlib.h>

static const char *const reasons[PITH_FATE_COUNT] = {
    "text",     "repeats",      "menu-slot",   "outside-text",
    "comments", "line-numbers", "keyword-list"};

static pith_span
span_of(const pith_tree *tree, uint32_t node)
{
  pith_span span = {tree->nodes[node].from, tree->nodes[node].close_to};
  return span;
}

static int
compare_spans(const void *a, const void *b)
{
  uint32_t x = ((const pith_span *)a)->from, y = ((const pith_span *)b)->from;
  return x < y ? -1 : x > y;
}

/* The texts that stay, in source order. */
static uint32_t
list_kept(pith_chain_classifier *judge, const pith_tree *tree,
          const pith_page_profile *profile)
{
  uint32_t count = 0;
  bool sorted = true;
  for (uint32_t t = 0; t < profile->count; t++) {
    if (pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT ||
        judge->boilerplate.fates[t].reason != PITH_FATE_STAYS)
      continue;
    judge->kept[count] = span_of(tree, profile->tokens[t].node);
    sorted &=
        count == 0 || judge->kept[count].from >= judge->kept[count - 1].from;
    count++;
  }
  if (!sorted)
    qsort(judge->kept, count, sizeof *judge->kept, compare_spans);
  return count;
}

/* Whether no text that stays has a byte in `span`. The kept texts do not
 * overlap, so the first one that ends behind its start decides. */
static bool
is_free(const pith_chain_classifier *judge, uint32_t kept, pith_span span)
{
  uint32_t low = 0, high = kept;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (judge->kept[middle].to <= span.from)
      low = middle + 1;
    else
      high = middle;
  }
  return low == kept || judge->kept[low].from >= span.to;
}

/* The reason that most words of tokens [from, to) go by, and its score. */
static void
sum_up(const pith_chain_classifier *judge, const pith_page_profile *profile,
       uint32_t from, uint32_t to, pith_text_fate *sum)
{
  uint64_t words[PITH_FATE_COUNT] = {0}, scores[PITH_FATE_COUNT] = {0};
  for (uint32_t t = from; t < to; t++) {
    const pith_text_fate *fate = &judge->boilerplate.fates[t];
    if (pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    uint32_t weight = 1 + pith__profile_words(profile->tokens[t].facts);
    words[fate->reason] += weight;
    scores[fate->reason] += (uint64_t)weight * fate->score;
  }
  sum->reason = PITH_FATE_REPEATS;
  for (int r = 1; r < PITH_FATE_COUNT; r++)
    if (words[r] > words[sum->reason])
      sum->reason = (uint8_t)r;
  if (words[sum->reason] > 0)
    sum->score = (uint8_t)(scores[sum->reason] / words[sum->reason]);
}

/* What each box has: texts, texts that stay, and elements without text. */
static void
count_texts(pith_chain_classifier *judge, const pith_page_profile *profile)
{
  const pith_outline *outline = &judge->boilerplate.reader.outline;
  for (uint32_t t = 0; t < profile->count; t++) {
    uint32_t facts = profile->tokens[t].facts;
    pith_box_cost *cost = &judge->boilerplate.costs[outline->box_of[t]];
    bool text = pith__profile_kind(facts) == PITH_PROFILE_TEXT;
    cost->texts += text;
    cost->kept += text && judge->boilerplate.fates[t].reason == PITH_FATE_STAYS;
    cost->voids += pith__profile_kind(facts) == PITH_PROFILE_OPEN &&
                   (facts & PITH_PROFILE_VOID);
  }
  for (uint32_t b = outline->count - 1; b > 0; b--) {
    pith_box_cost *above = &judge->boilerplate.costs[outline->boxes[b].parent];
    above->texts += judge->boilerplate.costs[b].texts;
    above->kept += judge->boilerplate.costs[b].kept;
    above->voids += judge->boilerplate.costs[b].voids;
  }
}

static void
add_navigation(pith_verdicts *verdicts, pith_span span,
               const pith_text_fate *fate)
{
  pith__verdicts_add(verdicts, span, PITH_NAVIGATION,
                     (float)fate->score / 100.0f, reasons[fate->reason]);
}

/* Whether an element goes with all that is in it: its texts go, and it is
 * boilerplate or there is nothing but texts in it. */
static bool
goes_whole(const pith_box_cost *cost)
{
  return cost->texts > 0 && cost->kept == 0 &&
         (cost->is_boilerplate || cost->voids == 0);
}

/* Tell of all that goes, the largest elements first. */
static void
emit_navigation(pith_chain_classifier *judge, const pith_tree *tree,
                const pith_page_profile *profile, uint32_t kept,
                pith_verdicts *verdicts)
{
  const pith_outline *outline = &judge->boilerplate.reader.outline;
  for (uint32_t t = 0; t < profile->count; t++) {
    const pith_profile_token *token = &profile->tokens[t];
    pith_text_fate fate = judge->boilerplate.fates[t];
    pith_span span = span_of(tree, token->node);
    uint32_t b = outline->box_of[t];
    const pith_box_cost *cost = &judge->boilerplate.costs[b];
    switch (pith__profile_kind(token->facts)) {
    case PITH_PROFILE_TEXT:
      if (fate.reason != PITH_FATE_STAYS)
        add_navigation(verdicts, span, &fate);
      break;
    case PITH_PROFILE_OPEN:
      if (!goes_whole(cost) || !is_free(judge, kept, span))
        break;
      sum_up(judge, profile, t, outline->boxes[b].token_end, &fate);
      add_navigation(verdicts, span, &fate);
      t = outline->boxes[b].token_end - 1;
      break;
    case PITH_PROFILE_CLOSE:
      break;
    }
  }
}

/* Tell of all that stays: runs of kept texts. How sure: the less neighbours
 * have of it, the surer. */
static void
emit_content(pith_chain_classifier *judge, const pith_tree *tree,
             const pith_page_profile *profile, pith_verdicts *verdicts)
{
  const pith_similarity *similarity = &judge->boilerplate.reader.similarity;
  uint32_t near = similarity->neighbour_count;
  pith_span run = {0, 0};
  uint64_t words = 0, shared = 0;
  for (uint32_t t = 0; t <= profile->count; t++) {
    bool end = t == profile->count;
    if (!end &&
        pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    bool stays = !end && judge->boilerplate.fates[t].reason == PITH_FATE_STAYS;
    pith_span span = {0, 0};
    if (stays)
      span = span_of(tree, profile->tokens[t].node);
    bool goes_on = stays && words > 0 && span.from >= run.to;
    if (words > 0 && !goes_on) {
      uint64_t score = near == 0 ? 50 : 100 - shared * 100 / (words * near);
      pith__verdicts_add(verdicts, run, PITH_CONTENT, (float)score / 100.0f,
                         reasons[PITH_FATE_STAYS]);
      words = 0;
      shared = 0;
    }
    if (!stays)
      continue;
    if (words == 0)
      run = span;
    run.to = span.to;
    uint32_t here = 1 + pith__profile_words(profile->tokens[t].facts);
    words += here;
    shared += (uint64_t)here * similarity->evidence[t].neighbours;
  }
}

pith_status
pith__chain_emit(pith_chain_classifier *judge, const pith_tree *tree,
                 const pith_page_profile *profile, pith_verdicts *verdicts)
{
  uint32_t kept = list_kept(judge, tree, profile);
  count_texts(judge, profile);
  emit_content(judge, tree, profile, verdicts);
  emit_navigation(judge, tree, profile, kept, verdicts);
  pith__verdicts_settle(verdicts);
  return verdicts->failed ? pith__memory_status(verdicts->memory) : PITH_OK;
}
