/*
 * See chain_default.h. What is boilerplate is found in site/boilerplate.c: each
 * text has a fate. Here fates of texts become verdicts on ranges:
 *
 *     <ul> <li>Home</li> <li>News</li> </ul> <p>A story ...</p>
 *     └────────── repeats ─────────────────┘    └── content ─┘
 *
 * An element all of whose texts go is one range, tags and images included, so
 * that cleaned HTML loses all of it and a report stays short. Where the markup
 * is misnested an element's range can hold text that the tree has elsewhere;
 * then only its own texts are cut.
 */
#include "method/chain/chain_default.h"
#include "verdict/reasons.h"

#include <stdlib.h>
#include <string.h>

static const char *const reasons[PITH_FATE_COUNT] = {
    PITH_REASON_TEXT,         PITH_REASON_REPEATS,  PITH_REASON_MENU_SLOT,
    PITH_REASON_OUTSIDE_TEXT, PITH_REASON_COMMENTS, PITH_REASON_LINE_NUMBERS,
    PITH_REASON_KEYWORD_LIST};

/* From the first byte of the start tag to the last of the end tag. */
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

/* The texts that stay, in source order.
 * Document order is source order but where markup is misnested; only then it
 * has to be sorted. */
static uint32_t
list_kept(pith_chain_classifier *by, const pith_tree *tree,
          const pith_page_profile *profile)
{
  uint32_t count = 0;
  bool sorted = true;
  for (uint32_t t = 0; t < profile->count; t++) {
    if (pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT ||
        by->boilerplate.fates[t].reason != PITH_FATE_STAYS)
      continue;
    by->kept[count] = span_of(tree, profile->tokens[t].node);
    sorted &= count == 0 || by->kept[count].from >= by->kept[count - 1].from;
    count++;
  }
  if (!sorted)
    qsort(by->kept, count, sizeof *by->kept, compare_spans);
  return count;
}

/* Whether no text that stays has a byte in `span`. The kept texts do not
 * overlap, so the first one that ends behind its start decides. */
static bool
is_free(const pith_chain_classifier *by, uint32_t kept, pith_span span)
{
  uint32_t low = 0, high = kept;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (by->kept[middle].to <= span.from)
      low = middle + 1;
    else
      high = middle;
  }
  return low == kept || by->kept[low].from >= span.to;
}

/* The reason that most words of tokens [from, to) go by, and its score.
 * Each text weighs its words and one more, so that texts without words (an
 * image in a link) count, too. */
static void
sum_up(const pith_chain_classifier *by, const pith_page_profile *profile,
       uint32_t from, uint32_t to, pith_text_fate *sum)
{
  uint64_t words[PITH_FATE_COUNT] = {0}, scores[PITH_FATE_COUNT] = {0};
  for (uint32_t t = from; t < to; t++) {
    const pith_text_fate *fate = &by->boilerplate.fates[t];
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
count_texts(pith_chain_classifier *by, const pith_page_profile *profile)
{
  const pith_outline *outline = &by->boilerplate.reader.outline;
  for (uint32_t t = 0; t < profile->count; t++) {
    uint32_t facts = profile->tokens[t].facts;
    pith_box_cost *cost = &by->boilerplate.costs[outline->box_of[t]];
    bool text = pith__profile_kind(facts) == PITH_PROFILE_TEXT;
    cost->texts += text;
    cost->kept += text && by->boilerplate.fates[t].reason == PITH_FATE_STAYS;
    cost->voids += pith__profile_kind(facts) == PITH_PROFILE_OPEN &&
                   (facts & PITH_PROFILE_VOID);
  }
  for (uint32_t b = outline->count - 1; b > 0; b--) {
    pith_box_cost *above = &by->boilerplate.costs[outline->boxes[b].parent];
    above->texts += by->boilerplate.costs[b].texts;
    above->kept += by->boilerplate.costs[b].kept;
    above->voids += by->boilerplate.costs[b].voids;
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
 * boilerplate or there is nothing but texts in it.
 * An image, a form field or a rule in a box that is content by itself
 * stays, though all texts around it go. */
static bool
goes_whole(const pith_box_cost *cost)
{
  return cost->texts > 0 && cost->kept == 0 &&
         (cost->is_boilerplate || cost->voids == 0);
}

/* Emit all that goes, the largest elements first. An element that goes whole
 * covers its tokens, which are passed over. */
static void
emit_navigation(pith_chain_classifier *by, const pith_tree *tree,
                const pith_page_profile *profile, uint32_t kept,
                pith_verdicts *verdicts)
{
  const pith_outline *outline = &by->boilerplate.reader.outline;
  for (uint32_t t = 0; t < profile->count; t++) {
    const pith_profile_token *token = &profile->tokens[t];
    pith_text_fate fate = by->boilerplate.fates[t];
    pith_span span = span_of(tree, token->node);
    uint32_t b = outline->box_of[t];
    const pith_box_cost *cost = &by->boilerplate.costs[b];
    switch (pith__profile_kind(token->facts)) {
    case PITH_PROFILE_TEXT:
      if (fate.reason != PITH_FATE_STAYS)
        add_navigation(verdicts, span, &fate);
      break;
    case PITH_PROFILE_OPEN:
      if (!goes_whole(cost) || !is_free(by, kept, span))
        break;
      sum_up(by, profile, t, outline->boxes[b].token_end, &fate);
      add_navigation(verdicts, span, &fate);
      t = outline->boxes[b].token_end - 1;
      break;
    case PITH_PROFILE_CLOSE:
      break;
    }
  }
}

/* Emit all that stays, as runs of kept texts. The fewer neighbours have the
 * words of a run, the higher its score. */
static void
emit_content(pith_chain_classifier *by, const pith_tree *tree,
             const pith_page_profile *profile, pith_verdicts *verdicts)
{
  const pith_similarity *similarity = &by->boilerplate.reader.similarity;
  uint32_t near = similarity->neighbour_count;
  pith_span run = {0, 0};
  uint64_t words = 0, shared = 0;
  for (uint32_t t = 0; t <= profile->count; t++) {
    bool end = t == profile->count;
    if (!end &&
        pith__profile_kind(profile->tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    bool stays = !end && by->boilerplate.fates[t].reason == PITH_FATE_STAYS;
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
pith__chain_classify_init(pith_chain_classifier *by, pith_memory *memory,
                          const pith_site_view *view)
{
  memset(by, 0, sizeof *by);
  by->memory = memory;
  return pith__boilerplate_init(&by->boilerplate, memory, view);
}

void
pith__chain_classify_done(pith_chain_classifier *by)
{
  pith__boilerplate_done(&by->boilerplate);
  PITH_FREE_ITEMS(by->memory, by->kept, by->kept_capacity);
}

/* Content first, navigation after it: where they overlap, the later wins. */
pith_status
pith__chain_default_classify(pith_chain_classifier *by, const pith_tree *tree,
                             const pith_page_profile *profile,
                             pith_verdicts *verdicts)
{
  pith_status status = pith__boilerplate_find(&by->boilerplate, profile);
  if (status != PITH_OK)
    return status;
  if (!PITH_GROW(by->memory, by->kept, by->kept_capacity, profile->count + 1,
                 UINT32_MAX / 2))
    return pith__memory_status(by->memory);
  uint32_t kept = list_kept(by, tree, profile);
  count_texts(by, profile);
  emit_content(by, tree, profile, verdicts);
  emit_navigation(by, tree, profile, kept, verdicts);
  pith__verdicts_settle(verdicts);
  return verdicts->failed ? pith__memory_status(verdicts->memory) : PITH_OK;
}
