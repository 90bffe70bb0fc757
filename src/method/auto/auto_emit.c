/*
 * See auto_emit.h.
 *
 * What goes is emitted first and what stays later, because the later one wins
 * where two overlap: in misnested markup the range of an element may hold text
 * that the tree has elsewhere.
 */
#include "method/auto/auto_emit.h"
#include "verdict/reasons.h"

/* Shares as pith__scale_share() returns them. */
enum { MOSTLY = 150, NEARLY_ALL = 200 };

/* What a block is in, and the reason when it goes. */
typedef struct place_reason {
  pith_near near;
  const char *reason;
} place_reason;

static const place_reason boilerplate_places[] = {
    {PITH_NEAR_COMMENTS, PITH_REASON_COMMENT},
    {PITH_NEAR_NAV, PITH_REASON_MENU},
    {PITH_NEAR_FOOTER, PITH_REASON_FOOTER},
    {PITH_NEAR_DIALOG, PITH_REASON_OVERLAY},
    {PITH_NEAR_FIXED, PITH_REASON_OVERLAY},
    {PITH_NEAR_FORM, PITH_REASON_FORM},
    {PITH_NEAR_ASIDE, PITH_REASON_SIDEBAR},
    {PITH_NEAR_HEADER, PITH_REASON_HEADER},
    {PITH_NEAR_HIDDEN, PITH_REASON_HIDDEN},
};

static const place_reason content_places[] = {
    {PITH_NEAR_HEADING, PITH_REASON_HEADING},
    {PITH_NEAR_PRE, PITH_REASON_CODE},
    {PITH_NEAR_COMMENTS, PITH_REASON_COMMENT},
    {PITH_NEAR_TABLE, PITH_REASON_TABLE},
    {PITH_NEAR_ITEM, PITH_REASON_LIST_ITEM},
    {PITH_NEAR_FIGURE, PITH_REASON_FIGURE},
    {PITH_NEAR_ARTICLE, PITH_REASON_ARTICLE_BODY},
    {PITH_NEAR_MAIN, PITH_REASON_MAIN_TEXT},
    {PITH_NEAR_PARAGRAPH, PITH_REASON_PARAGRAPH},
};

/* All that verdicts are made from. Borrowed. */
typedef struct tale {
  const pith_block_context *context;
  const pith_auto_choice *choice;
  const pith_block_evidence *evidence; /* NULL: none */
  const uint32_t *before;              /* blocks that stay before each */
} tale;

/* The first row that fits: rows are in the order of how much they explain. */
static const char *
reason_by_place(const pith_list_box *box, const place_reason *places,
                size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (box->near[places[i].near] > 0)
      return places[i].reason;
  return NULL;
}

/* A reason is for people. It is found after the decision and plays no part in
 * it. */
static const char *
why_boilerplate(const pith_block_context *context,
                const pith_block_evidence *evidence, uint32_t i)
{
  const pith_list_block *block = &context->list->blocks[i];
  const pith_list_box *box = &context->list->boxes[block->box];
  uint32_t weight = pith__text_tally_weight(&block->tally);
  if (evidence && evidence[i].values[PITH_EVIDENCE_NEIGHBOURS] > NEARLY_ALL)
    return PITH_REASON_REPEATS_ON_SITE;
  const char *reason =
      reason_by_place(box, boilerplate_places,
                      sizeof boilerplate_places / sizeof boilerplate_places[0]);
  if (reason)
    return reason;
  if (pith__scale_share(block->link_weight, weight) > MOSTLY)
    return box->near[PITH_NEAR_ITEM] > 0 ? PITH_REASON_LINK_LIST
                                         : PITH_REASON_LINKS;
  if (context->blocks[i].earlier > 0)
    return PITH_REASON_SAID_BEFORE;
  return block->controls > 0 ? PITH_REASON_FORM : PITH_REASON_BESIDE_THE_TEXT;
}

/* Likewise for what stays; "text" where nothing around it says more. */
static const char *
why_content(const pith_block_context *context, uint32_t i)
{
  const pith_list_block *block = &context->list->blocks[i];
  const char *reason =
      reason_by_place(&context->list->boxes[block->box], content_places,
                      sizeof content_places / sizeof content_places[0]);
  return reason ? reason : PITH_REASON_TEXT;
}

/* Blocks that stay before each block, so that any run is a difference. */
static const uint32_t *
count_kept(const pith_block_context *context, const pith_auto_choice *choice,
           pith_region *region)
{
  uint32_t count = context->list->count;
  uint32_t *before = pith__region_take(region, count + 1u, sizeof *before);
  if (!before)
    return NULL;
  before[0] = 0;
  for (uint32_t i = 0; i < count; i++)
    before[i + 1] = before[i] + choice->kept[i];
  return before;
}

/* The largest box around block i in which nothing stays; PITH_BOX_OUTSIDE when
 * its own box has something that does. The page itself never goes. */
static uint32_t
largest_gone(const pith_block_context *context, const uint32_t *before,
             uint32_t i)
{
  const pith_list_box *boxes = context->list->boxes;
  uint32_t gone = PITH_BOX_OUTSIDE, at = context->list->blocks[i].box;
  while (at != PITH_BOX_OUTSIDE && at > 0 &&
         before[boxes[at].last] == before[boxes[at].first]) {
    gone = at;
    at = boxes[at].parent;
  }
  return gone;
}

/* The heaviest of the blocks [from, to), whose reason stands for all. */
static uint32_t
heaviest(const pith_block_context *context, uint32_t from, uint32_t to)
{
  uint32_t best = from, most = 0;
  for (uint32_t i = from; i < to; i++) {
    uint32_t weight = context->sums[i + 1].weight - context->sums[i].weight;
    if (weight > most) {
      most = weight;
      best = i;
    }
  }
  return best;
}

/* A chance as a score from 0 to 1. */
static float
surety(uint32_t chance)
{
  return (float)chance / (float)PITH_CHOICE_ONE;
}

/* Emit the verdicts of a block. One whose texts are not a run of the source,
 * because the markup is misnested, is emitted text by text. */
static void
emit_block(const pith_block_context *context, uint32_t i,
           const pith_verdict *what, pith_verdicts *verdicts)
{
  const pith_list_block *block = &context->list->blocks[i];
  bool last = i + 1 == context->list->count;
  if (block->span.from < block->span.to &&
      (last || block->span.to <= block[1].span.from)) {
    pith__verdicts_add(verdicts, block->span, what->label, what->score,
                       what->reason);
    return;
  }
  for (uint32_t n = block->node; n < block->node_end; n++) {
    const pith_tree_node *node = &context->tree->nodes[n];
    if (node->kind == PITH_NODE_TEXT)
      pith__verdicts_add(verdicts, (pith_span){node->from, node->close_to},
                         what->label, what->score, what->reason);
  }
}

/* Emit the blocks that go from block i on; returns the next one. */
static uint32_t
emit_gone(const tale *all, uint32_t i, pith_verdicts *verdicts)
{
  const pith_block_context *context = all->context;
  const pith_list_box *boxes = context->list->boxes;
  uint32_t box = largest_gone(context, all->before, i);
  bool whole = box != PITH_BOX_OUTSIDE && boxes[box].first <= i;
  uint32_t next = whole ? boxes[box].last : i + 1;
  uint32_t typical = heaviest(context, i, next);
  pith_verdict what = {{0, 0},
                       PITH_NAVIGATION,
                       surety(PITH_CHOICE_ONE - all->choice->chances[typical]),
                       why_boilerplate(context, all->evidence, typical)};
  if (!whole) {
    emit_block(context, i, &what, verdicts);
    return next;
  }
  const pith_tree_node *node = &context->tree->nodes[boxes[box].node];
  pith__verdicts_add(verdicts, (pith_span){node->from, node->close_to},
                     what.label, what.score, what.reason);
  return next;
}

/* One verdict for a block that stays, with its chance as the score. */
static void
emit_kept(const tale *all, uint32_t i, pith_verdicts *verdicts)
{
  pith_verdict what = {{0, 0},
                       PITH_CONTENT,
                       surety(all->choice->chances[i]),
                       why_content(all->context, i)};
  emit_block(all->context, i, &what, verdicts);
}

pith_status
pith__auto_emit(const pith_block_context *context,
                const pith_auto_choice *choice,
                const pith_block_evidence *evidence, pith_verdicts *verdicts)
{
  pith_region region;
  pith__region_init(&region, verdicts->memory);
  const uint32_t *before = count_kept(context, choice, &region);
  if (!before) {
    pith__region_done(&region);
    return pith__memory_status(verdicts->memory);
  }
  tale all = {context, choice, evidence, before};
  for (uint32_t i = 0; i < context->list->count;)
    i = choice->kept[i] ? i + 1 : emit_gone(&all, i, verdicts);
  for (uint32_t i = 0; i < context->list->count; i++)
    if (choice->kept[i])
      emit_kept(&all, i, verdicts);
  pith__region_done(&region);
  return verdicts->failed ? pith__memory_status(verdicts->memory) : PITH_OK;
}
