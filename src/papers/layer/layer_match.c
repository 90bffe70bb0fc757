/*
 * The matcher of docs/lab/methods/layer.md, "Ambiguities and defects of the
 * paper". One try starts at a node of S, the anchor, and walks S and T in step:
 *
 *     S   div ul li a li a p        T   ul li a li a
 *             ^anchor
 *
 * Where the two differ, whole subtrees of S are slid over, or else of T; slid
 * nodes of T count as missed, and too many end the try.
 */
#include "papers/layer/layer_match.h"

#include <stdlib.h>
#include <string.h>

/* Thousandths of its tags that a block without text must share: there is no
 * text to distinguish two menus of images by. */
#define NO_TEXT_ALPHA 950

/* One try: from an anchor in S, against T. */
typedef struct attempt {
  const pith_layer_sign *s;
  const pith_layer_sign *t;
  uint32_t s0, t0; /* the roots */
  uint32_t s_end;  /* of the anchor's subtree: verification (a) */
  uint32_t t_end;
  uint32_t slide;
} attempt;

/* Same tag, and same depth below the two roots: verification (b) of the
 * paper. */
static bool
is_equal(const attempt *in, uint32_t i, uint32_t j)
{
  return in->s[i].tag == in->t[j].tag &&
         in->s[i].depth - in->s[in->s0].depth ==
             in->t[j].depth - in->t[in->t0].depth;
}

/* Slide over whole subtrees of S until the nodes are equal: an entry that only
 * the partner's menu has. */
static bool
slide_s(const attempt *in, uint32_t *i, uint32_t j)
{
  uint32_t at = *i;
  for (uint32_t k = 0; k < in->slide; k++) {
    at = in->s[at].end;
    if (at >= in->s_end)
      return false;
    if (is_equal(in, at, j)) {
      *i = at;
      return true;
    }
  }
  return false;
}

/* The same in T; reaching its end is enough. Entries at the end of a menu that
 * the partner lacks are missed nodes, no failure. */
static bool
slide_t(const attempt *in, uint32_t i, uint32_t *j)
{
  uint32_t at = *j;
  for (uint32_t k = 0; k < in->slide; k++) {
    at = in->t[at].end;
    if (at >= in->t_end || is_equal(in, i, at)) {
      *j = at < in->t_end ? at : in->t_end;
      return true;
    }
  }
  return false;
}

/* Walk both strings from the two roots. `budget` is how many nodes of T may
 * be missed before Tag cannot reach alpha any more. */
static void
try_anchor(pith_layer_matcher *matcher, const attempt *in, uint32_t budget,
           pith_layer_similarity *out)
{
  uint32_t i = in->s0, j = in->t0, missed = 0;
  out->matched = 0;
  out->same = 0;
  while (i < in->s_end && j < in->t_end &&
         matcher->anchors.steps++ < matcher->anchors.steps_most) {
    uint32_t before = j;
    if (is_equal(in, i, j)) {
      out->matched++;
      if (in->t[j].chars > 0)
        out->same +=
            pith__layer_text_match(matcher->page, i, matcher->blocks, j);
      i++;
      j++;
    } else if (!slide_s(in, &i, j)) {
      if (!slide_t(in, i, &j))
        return;
      missed += j - before;
      if (missed > budget)
        return;
    }
  }
}

/* Tag >= alpha and Text >= beta, in integers: the same on every machine. */
bool
pith__layer_is_match(const pith_layer_numbers *numbers,
                     const pith_layer_similarity *found)
{
  uint64_t alpha = numbers->alpha;
  if (found->text == 0 && alpha < NO_TEXT_ALPHA)
    alpha = NO_TEXT_ALPHA;
  return (uint64_t)found->matched * 1000 >= alpha * found->nodes &&
         found->same * 1000 >= numbers->beta * found->text;
}

/* For qsort(). */
static int
compare_hashes(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Hashes of all subtrees of S are sorted once, so that a block that is there
 * unchanged is found without matching. */
static bool
sort_wholes(pith_layer_matcher *matcher)
{
  const pith_layer_string *page = matcher->page;
  matcher->wholes = pith__memory_resize(page->memory, NULL, 0,
                                        (page->count + 1) * sizeof(uint64_t));
  if (!matcher->wholes)
    return false;
  for (uint32_t i = 0; i < page->count; i++)
    matcher->wholes[i] = page->items[i].whole;
  qsort(matcher->wholes, page->count, sizeof(uint64_t), compare_hashes);
  return true;
}

pith_status
pith__layer_matcher_init(pith_layer_matcher *matcher,
                         const pith_layer_string *page,
                         const pith_layer_string *blocks,
                         pith_layer_numbers numbers, uint64_t steps)
{
  size_t bytes = PITH_LAYER_REMEMBERED * sizeof(pith_layer_answer);
  *matcher =
      (pith_layer_matcher){.page = page, .blocks = blocks, .numbers = numbers};
  bool fine = pith__layer_anchors_init(&matcher->anchors, page->memory, page);
  matcher->anchors.steps_most = steps;
  matcher->answers = pith__memory_resize(page->memory, NULL, 0, bytes);
  if (matcher->answers)
    memset(matcher->answers, 0, bytes);
  if (fine && matcher->answers && sort_wholes(matcher))
    return PITH_OK;
  pith__layer_matcher_done(matcher);
  return pith__memory_status(page->memory);
}

void
pith__layer_matcher_done(pith_layer_matcher *matcher)
{
  pith_memory *memory = matcher->page->memory;
  pith__layer_anchors_done(&matcher->anchors);
  if (matcher->wholes)
    PITH_FREE_ITEMS(memory, matcher->wholes, matcher->page->count + 1);
  if (matcher->answers)
    PITH_FREE_ITEMS(memory, matcher->answers, PITH_LAYER_REMEMBERED);
  matcher->wholes = NULL;
  matcher->answers = NULL;
}

/* Whether S has a subtree that is exactly the same. */
static bool
has_whole(const pith_layer_matcher *matcher, uint64_t whole)
{
  return bsearch(&whole, matcher->wholes, matcher->page->count, sizeof whole,
                 compare_hashes) != NULL;
}

/* Begin to look for a block wherever it could pass these thresholds. `out` has
 * its nodes and text; how many nodes may be missed, false without memory. */
static bool
find_anchors(pith_layer_matcher *matcher, uint32_t t,
             const pith_layer_numbers *numbers,
             const pith_layer_similarity *out, uint32_t *budget)
{
  pith_layer_needs needs = {((uint64_t)numbers->alpha * out->nodes + 999) /
                                1000,
                            (numbers->beta * out->text + 999) / 1000};
  *budget = out->nodes - (uint32_t)needs.nodes;
  if (!pith__layer_anchors_find(&matcher->anchors, matcher->blocks, t, needs))
    matcher->failed = true;
  return !matcher->failed;
}

/* One try of block t at item a of S. */
static void
try_at(pith_layer_matcher *matcher, uint32_t a, uint32_t t, uint32_t budget,
       pith_layer_similarity *out)
{
  const pith_layer_sign *s = matcher->page->items;
  const pith_layer_sign *blocks = matcher->blocks->items;
  attempt in = {
      s, blocks, a, t, s[a].end, blocks[t].end, matcher->numbers.max_slide};
  try_anchor(matcher, &in, budget, out);
}

/* The first anchor that passes. `found` stays false when none does, or when
 * the steps end first: a block that was not looked for is kept. */
static void
search(pith_layer_matcher *matcher, uint32_t t, pith_layer_similarity *out)
{
  pith_layer_anchors *anchors = &matcher->anchors;
  uint32_t a, budget;
  if (!find_anchors(matcher, t, &matcher->numbers, out, &budget))
    return;
  while (!out->found && pith__layer_anchors_next(anchors, &a)) {
    try_at(matcher, a, t, budget, out);
    out->found = pith__layer_is_match(&matcher->numbers, out);
  }
  matcher->limited |= !out->found && anchors->steps >= anchors->steps_most;
}

/* Blocks that repeat on the page, such as spacers, are looked for once. The
 * table has one place for each remainder; the newest answer stays. */
pith_layer_similarity
pith__layer_match(pith_layer_matcher *matcher, uint32_t t)
{
  const pith_layer_sign *root = &matcher->blocks->items[t];
  pith_layer_answer *answer =
      &matcher->answers[root->whole % PITH_LAYER_REMEMBERED];
  pith_layer_similarity out = {.nodes = root->end - t};
  if (answer->whole == root->whole && answer->found.nodes > 0)
    return answer->found;
  out.text = pith__layer_text_length(matcher->blocks, t);
  if (has_whole(matcher, root->whole)) {
    out.found = true;
    out.matched = out.nodes;
    out.same = out.text;
  } else {
    search(matcher, t, &out);
  }
  if (!out.found) {
    out.matched = 0;
    out.same = 0;
  }
  *answer = (pith_layer_answer){root->whole, out};
  return out;
}

/* Thousandths that are missing to the two thresholds. A block without text
 * passes the second. */
static uint64_t
shortfall(const pith_layer_numbers *numbers, const pith_layer_similarity *found)
{
  uint64_t tag = (uint64_t)found->matched * 1000 / found->nodes;
  uint64_t text = found->text > 0 ? found->same * 1000 / found->text : 1000;
  return (numbers->alpha > tag ? numbers->alpha - tag : 0) +
         (numbers->beta > text ? numbers->beta - text : 0);
}

/* The steps are lent another limit meanwhile, so that near misses, which only
 * inform, take nothing from the blocks that are still to be looked for. */
pith_layer_similarity
pith__layer_nearest(pith_layer_matcher *matcher, uint32_t t)
{
  pith_layer_anchors *anchors = &matcher->anchors;
  uint64_t steps = anchors->steps, steps_most = anchors->steps_most;
  pith_layer_numbers half = {matcher->numbers.alpha / 2,
                             matcher->numbers.beta / 2,
                             matcher->numbers.max_slide};
  pith_layer_similarity best = {
      .nodes = matcher->blocks->items[t].end - t,
      .text = pith__layer_text_length(matcher->blocks, t)};
  pith_layer_similarity one = best;
  uint32_t a, budget;
  anchors->steps = 0;
  anchors->steps_most = PITH_LAYER_NEAR_STEPS * ((uint64_t)best.nodes + 16);
  if (find_anchors(matcher, t, &half, &best, &budget))
    while (pith__layer_anchors_next(anchors, &a)) {
      try_at(matcher, a, t, budget, &one);
      if (pith__layer_is_match(&half, &one) &&
          (best.matched == 0 || shortfall(&matcher->numbers, &one) <
                                    shortfall(&matcher->numbers, &best)))
        best = one;
    }
  matcher->near_steps += anchors->steps;
  anchors->steps = steps;
  anchors->steps_most = steps_most;
  return best;
}
