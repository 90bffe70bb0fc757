/*
 * See dom.h and docs/lab/methods/dom.md.
 *
 *     block    words x (1 - share of links), from five words on
 *     box      what its blocks have, and a share of what each box inside it
 *              has; all of it x (1 - share of links in the box)
 *     page     the box with the largest score, with its siblings
 *
 * What a box hands up shrinks level by level, so that a box wins which holds
 * many texts closely, not the whole page.
 */
#include "method/dom/dom.h"

#include "page/blocks/box_tree.h"
#include "method/common/emit.h"

enum {
  WORDS_LEAST = 5,   /* of a block that counts */
  HEADING_REACH = 6, /* blocks above the subtree that may be its heading */
  LIST_REACH = 3,    /* boxes around a link that may be its list */
  LIST_LEAST = 3     /* blocks of a list */
};

/* A sibling joins with this share of the best score. */
#define SIBLING_SHARE 0.2f

/* What a box hands up of its score, by pith_balance: the less, the smaller the
 * box that wins. */
static const float handed_up[] = {
    [PITH_BALANCED] = 0.9f, [PITH_PRECISION] = 0.75f, [PITH_RECALL] = 0.97f};

typedef struct judgement {
  uint32_t barred;      /* roles whose text is no content */
  pith_box_tree *boxes; /* borrowed */
  pith_fate *fates;     /* by block */
  float *scores;        /* by box */
  uint32_t best;        /* the box with the largest */
} judgement;

static float
link_free(const pith_text_sum *sum)
{
  return sum->words == 0 ? 0 : 1 - (float)sum->link_words / (float)sum->words;
}

static uint32_t
role_of(const judgement *in, uint32_t block)
{
  return in->boxes->boxes[in->boxes->blocks[block].box].inside;
}

static void
decide(judgement *in, uint32_t block, bool kept, float score,
       const char *reason)
{
  pith_fate fate = {kept, score, reason};
  in->fates[block] = fate;
}

static void
score_boxes(judgement *in, float share)
{
  const pith_box_tree *boxes = in->boxes;
  for (uint32_t i = 0; i < boxes->block_count; i++) {
    const pith_text_sum *sum = &boxes->blocks[i].sum;
    if (sum->words >= WORDS_LEAST && !(role_of(in, i) & in->barred))
      in->scores[boxes->blocks[i].box] += (float)sum->words * link_free(sum);
  }
  for (uint32_t i = boxes->box_count; i-- > 1;)
    in->scores[boxes->boxes[i].parent] += share * in->scores[i];
  in->best = 0;
  for (uint32_t i = 0; i < boxes->box_count; i++) {
    in->scores[i] *= link_free(&boxes->boxes[i].sum);
    if (in->scores[i] > in->scores[in->best])
      in->best = i;
  }
}

static void
keep_box(judgement *in, uint32_t box, float score, const char *reason)
{
  uint32_t end = in->boxes->boxes[box].end;
  for (uint32_t i = in->boxes->boxes[box].first; i < end; i++)
    decide(in, i, true, score, reason);
}

/* Text with sentences and few links. */
static bool
is_text(const pith_text_sum *sum)
{
  return sum->sentences > 0 && sum->link_words * 4 < sum->words;
}

/* Boxes beside the best one that are nearly as good or are plain text, and
 * text right beside it. */
static void
join_siblings(judgement *in)
{
  const pith_box_tree *boxes = in->boxes;
  if (in->best == 0)
    return;
  uint32_t parent = boxes->boxes[in->best].parent;
  const pith_box *around = &boxes->boxes[parent];
  float least = SIBLING_SHARE * in->scores[in->best];
  for (uint32_t i = parent + 1;
       i < boxes->box_count && boxes->boxes[i].first < around->end; i++) {
    const pith_box *box = &boxes->boxes[i];
    if (box->parent == parent && i != in->best && !(box->inside & in->barred) &&
        (in->scores[i] >= least || is_text(&box->sum)))
      keep_box(in, i, 0.7f, "sibling");
  }
  for (uint32_t i = around->first; i < around->end; i++)
    if (boxes->blocks[i].box == parent && is_text(&boxes->blocks[i].sum))
      decide(in, i, true, 0.7f, "sibling");
}

/* Whether a block of links stands in a list of them. */
static bool
is_in_link_list(const judgement *in, uint32_t i)
{
  const pith_box *boxes = in->boxes->boxes;
  const pith_box_block *block = &in->boxes->blocks[i];
  uint32_t at = block->box;
  if (block->sum.words == 0 || block->sum.link_words * 2 < block->sum.words)
    return false;
  for (uint32_t up = 0; up < LIST_REACH && at > 0; up++) {
    const pith_box *box = &boxes[at];
    if (box->end - box->first >= LIST_LEAST &&
        box->sum.link_words * 2 > box->sum.words)
      return true;
    at = box->parent;
  }
  return false;
}

/* What was kept and is no text after all. */
static void
cut_inside(judgement *in)
{
  for (uint32_t i = 0; i < in->boxes->block_count; i++) {
    if (!in->fates[i].kept)
      continue;
    if (role_of(in, i) & (in->barred | PITH_ROLE_FORM))
      decide(in, i, false, 0.1f, "frame");
    else if (is_in_link_list(in, i))
      decide(in, i, false, 0.2f, "link-list");
  }
}

/* The heading above the first block that stays. */
static void
keep_heading(judgement *in)
{
  uint32_t first = 0;
  while (first < in->boxes->block_count && !in->fates[first].kept)
    first++;
  for (uint32_t up = 1; up <= HEADING_REACH && up <= first; up++) {
    uint32_t role = role_of(in, first - up);
    if (role & in->barred)
      return;
    if (role & PITH_ROLE_HEADING) {
      decide(in, first - up, true, 0.7f, "heading");
      return;
    }
  }
}

static void
classify_boxes(judgement *in, float share)
{
  for (uint32_t i = 0; i < in->boxes->block_count; i++)
    decide(in, i, false, 0.3f * link_free(&in->boxes->blocks[i].sum),
           "outside");
  score_boxes(in, share);
  keep_box(in, in->best, 0.9f, "subtree");
  join_siblings(in);
  cut_inside(in);
  keep_heading(in);
  pith__fates_keep_something(in->boxes, in->fates);
}

pith_status
pith__dom_classify(const pith_method_call *call, pith_verdicts *verdicts)
{
  judgement in = {.barred = pith__fates_barred(call)};
  void *numbers;
  pith_status status = pith__fates_open(call, &in.boxes, &in.fates, &numbers);
  if (status != PITH_OK)
    return status;
  in.scores = numbers;
  classify_boxes(&in, handed_up[call->balance]);
  pith__emit_blocks(in.boxes, in.fates, verdicts);
  return verdicts->failed ? pith__memory_status(call->page->memory) : PITH_OK;
}
