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
#include "verdict/reasons.h"

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

typedef struct decision {
  pith_page_fates page;
  float *scores; /* by box */
  uint32_t best; /* the box with the largest */
} decision;

static float
link_free(const pith_text_sum *sum)
{
  return sum->words == 0 ? 0 : 1 - (float)sum->link_words / (float)sum->words;
}

static void
score_boxes(decision *in, float share)
{
  const pith_box_tree *boxes = in->page.boxes;
  for (uint32_t i = 0; i < boxes->block_count; i++) {
    const pith_text_sum *sum = &boxes->blocks[i].sum;
    if (sum->words >= WORDS_LEAST &&
        !(pith__fates_role(&in->page, i) & in->page.barred))
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
keep_box(decision *in, uint32_t box, float score, const char *reason)
{
  uint32_t end = in->page.boxes->boxes[box].end;
  for (uint32_t i = in->page.boxes->boxes[box].first; i < end; i++)
    pith__fates_set(&in->page, i, true, score, reason);
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
join_siblings(decision *in)
{
  const pith_box_tree *boxes = in->page.boxes;
  if (in->best == 0)
    return;
  uint32_t parent = boxes->boxes[in->best].parent;
  const pith_box *around = &boxes->boxes[parent];
  float least = SIBLING_SHARE * in->scores[in->best];
  for (uint32_t i = parent + 1;
       i < boxes->box_count && boxes->boxes[i].first < around->end; i++) {
    const pith_box *box = &boxes->boxes[i];
    if (box->parent == parent && i != in->best &&
        !(box->inside & in->page.barred) &&
        (in->scores[i] >= least || is_text(&box->sum)))
      keep_box(in, i, 0.7f, PITH_REASON_SIBLING);
  }
  for (uint32_t i = around->first; i < around->end; i++)
    if (boxes->blocks[i].box == parent && is_text(&boxes->blocks[i].sum))
      pith__fates_set(&in->page, i, true, 0.7f, PITH_REASON_SIBLING);
}

/* Whether a block of links is in a list of them. */
static bool
is_in_link_list(const decision *in, uint32_t i)
{
  const pith_box *boxes = in->page.boxes->boxes;
  const pith_box_block *block = &in->page.boxes->blocks[i];
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
cut_inside(decision *in)
{
  for (uint32_t i = 0; i < in->page.boxes->block_count; i++) {
    if (!in->page.fates[i].kept)
      continue;
    if (pith__fates_role(&in->page, i) & (in->page.barred | PITH_ROLE_FORM))
      pith__fates_set(&in->page, i, false, 0.1f, PITH_REASON_FRAME);
    else if (is_in_link_list(in, i))
      pith__fates_set(&in->page, i, false, 0.2f, PITH_REASON_LINK_LIST);
  }
}

/* The heading above the first block that stays. */
static void
keep_heading(decision *in)
{
  uint32_t first = 0;
  while (first < in->page.boxes->block_count && !in->page.fates[first].kept)
    first++;
  for (uint32_t up = 1; up <= HEADING_REACH && up <= first; up++) {
    uint32_t role = pith__fates_role(&in->page, first - up);
    if (role & in->page.barred)
      return;
    if (role & PITH_ROLE_HEADING) {
      pith__fates_set(&in->page, first - up, true, 0.7f, PITH_REASON_HEADING);
      return;
    }
  }
}

static void
classify_boxes(decision *in, float share)
{
  for (uint32_t i = 0; i < in->page.boxes->block_count; i++)
    pith__fates_set(&in->page, i, false,
                    0.3f * link_free(&in->page.boxes->blocks[i].sum),
                    PITH_REASON_OUTSIDE);
  score_boxes(in, share);
  keep_box(in, in->best, 0.9f, PITH_REASON_SUBTREE);
  join_siblings(in);
  cut_inside(in);
  keep_heading(in);
  pith__fates_keep_something(&in->page);
}

pith_status
pith__dom_classify(const pith_method_call *call, pith_verdicts *verdicts)
{
  decision in = {.scores = NULL};
  pith_status status = pith__fates_open(&in.page, call);
  if (status != PITH_OK)
    return status;
  in.scores = in.page.numbers;
  classify_boxes(&in, handed_up[call->balance]);
  pith__emit_blocks(&in.page, verdicts);
  return verdicts->failed ? pith__memory_status(call->page->memory) : PITH_OK;
}
