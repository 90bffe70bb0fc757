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

/* Slide over whole subtrees of S until the nodes are equal. */
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

/* The same in T; reaching its end is enough. */
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
         matcher->steps++ < matcher->steps_most) {
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

/* Tag >= alpha and Text >= beta, in integers. */
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

/* Whether S has a subtree that is exactly the same. Binary search over the
 * sorted hashes. */
static bool
has_whole(const pith_layer_matcher *matcher, uint64_t whole)
{
  uint32_t low = 0, high = matcher->page->count;
  if (!matcher->wholes)
    return false;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (matcher->wholes[middle] < whole)
      low = middle + 1;
    else
      high = middle;
  }
  return low < matcher->page->count && matcher->wholes[low] == whole;
}

/* The first anchor that passes wins. Anchors whose subtree is smaller than
 * what must match are skipped. */
pith_layer_similarity
pith__layer_match(pith_layer_matcher *matcher, uint32_t t)
{
  const pith_layer_sign *s = matcher->page->items;
  const pith_layer_sign *root = &matcher->blocks->items[t];
  pith_layer_similarity out = {.nodes = root->end - t};
  out.text = pith__layer_text_length(matcher->blocks, t);
  if (has_whole(matcher, root->whole)) {
    out.found = true;
    out.matched = out.nodes;
    out.same = out.text;
    return out;
  }
  uint32_t need =
      (uint32_t)(((uint64_t)matcher->numbers.alpha * out.nodes + 999) / 1000);
  for (uint32_t a = 0; a < matcher->page->count; a++) {
    if (s[a].tag != root->tag || s[a].end - a < need)
      continue;
    attempt in = {s,         matcher->blocks->items,    a, t, s[a].end,
                  root->end, matcher->numbers.max_slide};
    try_anchor(matcher, &in, out.nodes - need, &out);
    if (pith__layer_is_match(&matcher->numbers, &out)) {
      out.found = true;
      return out;
    }
    if (matcher->steps >= matcher->steps_most)
      break;
  }
  out.matched = 0;
  out.same = 0;
  return out;
}
