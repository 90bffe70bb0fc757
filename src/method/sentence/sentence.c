/*
 * The default profile of the sentence method; see sentence.h. What the paper
 * lists as its failures, and what is done about each:
 *
 *     a word with a dot is taken for a sentence     page/text/sentence_stop.h
 *     sentences split over several blocks           page/blocks/box_tree.h: a
 * line break is soft menu items and slogans with a full stop       most of it
 * is links, or it is in a menu tables, addresses, lists without sentences
 * they stay beside sentences: the box decides, not the block
 *     sentences that frame (cookies, imprint)       only those of the box that
 *                                                   holds most of them stay
 *     pages without sentences                       all but the frames stay
 *
 * Everything is a few loops over blocks and boxes.
 */
#include "method/sentence/sentence.h"

#include "page/blocks/box_tree.h"
#include "method/common/emit.h"
#include "verdict/reasons.h"

enum {
  COMPANY_REACH = 6, /* boxes around a block that may vouch for it */
  HEADING_REACH = 3  /* blocks above a kept one that may be its heading */
};

/* Shares in per cent, and how they move with pith_balance. */
typedef struct shares {
  uint32_t region;  /* of the prose around it that a region has */
  uint32_t company; /* of the words of a box that are prose, for it to vouch */
  uint32_t links;   /* of the words of such a box that may be links */
  uint32_t least;   /* of the plain words that must be kept; else the page is
                       not about sentences */
  bool outside;     /* prose outside of the region stays */
} shares;

static const shares shares_of[] = {
    [PITH_BALANCED] = {80, 20, 30, 30, false},
    [PITH_PRECISION] = {60, 50, 30, 10, false},
    [PITH_RECALL] = {80, 10, 50, 50, true},
};

typedef struct decision {
  pith_page_fates page;
  const shares *wanted;
  uint32_t *prose; /* by box: words of the sentences inside that are kept */
  uint32_t region; /* the box that holds most of them */
} decision;

static bool
exceeds(uint32_t part, uint32_t whole, uint32_t per_cent)
{
  return (uint64_t)part * 100 > (uint64_t)whole * per_cent;
}

static bool
is_links(const pith_box_block *block)
{
  return block->sum.words > 0 && block->sum.link_words * 2 >= block->sum.words;
}

/* The fate of a block by itself. */
static void
classify_single(decision *in, uint32_t i)
{
  const pith_box_block *block = &in->page.boxes->blocks[i];
  uint32_t role = pith__fates_role(&in->page, i);
  if (role & in->page.barred)
    pith__fates_set(&in->page, i, false, 0.1f,
                    role & in->page.barred & PITH_ROLE_COMMENTS
                        ? PITH_REASON_COMMENTS
                        : PITH_REASON_FRAME);
  else if (is_links(block))
    pith__fates_set(&in->page, i, false, 0.2f, PITH_REASON_LINKS);
  else if (block->sum.sentences == 0)
    pith__fates_set(&in->page, i, false, 0.4f, PITH_REASON_NO_SENTENCE);
  else
    pith__fates_set(&in->page, i, true,
                    0.7f + 0.3f * (float)block->sum.sentence_words /
                               (float)(block->sum.words + 1),
                    PITH_REASON_SENTENCE);
}

/* Find the sentences, and how many words of them each box has. */
static void
find_prose(decision *in)
{
  const pith_box_tree *boxes = in->page.boxes;
  for (uint32_t i = 0; i < boxes->block_count; i++) {
    classify_single(in, i);
    if (in->page.fates[i].kept)
      in->prose[boxes->blocks[i].box] += boxes->blocks[i].sum.sentence_words;
  }
  for (uint32_t i = boxes->box_count; i-- > 1;)
    in->prose[boxes->boxes[i].parent] += in->prose[i];
}

/* Go down from the page as long as one box inside has nearly all of the prose.
 * More than half of it can be in one box only, so one pass will do. A single
 * block is no region. */
static void
find_region(decision *in)
{
  const pith_box_tree *boxes = in->page.boxes;
  in->region = 0;
  for (uint32_t i = 1; i < boxes->box_count; i++)
    if (boxes->boxes[i].parent == in->region &&
        exceeds(in->prose[i], in->prose[in->region], in->wanted->region - 1))
      in->region = i;
  while (in->region > 0 &&
         boxes->boxes[in->region].end - boxes->boxes[in->region].first < 2)
    in->region = boxes->boxes[in->region].parent;
}

static void
drop_outside(decision *in)
{
  const pith_box *region = &in->page.boxes->boxes[in->region];
  for (uint32_t i = 0; i < in->page.boxes->block_count; i++)
    if ((i < region->first || i >= region->end) && in->page.fates[i].kept)
      pith__fates_set(&in->page, i, false, 0.3f, PITH_REASON_OUTSIDE);
}

/* Whether a box around the block has so much prose that what is in it without
 * sentences belongs to it. */
static bool
has_company(const decision *in, uint32_t block)
{
  const pith_box *boxes = in->page.boxes->boxes;
  uint32_t at = in->page.boxes->blocks[block].box;
  for (uint32_t i = 0; i < COMPANY_REACH && at >= in->region; i++) {
    const pith_text_sum *sum = &boxes[at].sum;
    if (exceeds(in->prose[at], sum->words, in->wanted->company) &&
        !exceeds(sum->link_words, sum->words, in->wanted->links))
      return true;
    if (at == in->region)
      return false;
    at = boxes[at].parent;
  }
  return false;
}

static void
keep_company(decision *in)
{
  const pith_box *region = &in->page.boxes->boxes[in->region];
  uint32_t barred = in->page.barred | PITH_ROLE_FORM;
  for (uint32_t i = region->first; i < region->end; i++)
    if (!in->page.fates[i].kept && !(pith__fates_role(&in->page, i) & barred) &&
        !is_links(&in->page.boxes->blocks[i]) && has_company(in, i))
      pith__fates_set(&in->page, i, true, 0.6f, PITH_REASON_COMPANY);
}

/* Whether a block that goes may be the heading of one that stays below it. */
static bool
is_heading(const decision *in, uint32_t i)
{
  const pith_box_block *block = &in->page.boxes->blocks[i];
  if (pith__fates_role(&in->page, i) & PITH_ROLE_HEADING)
    return true;
  return block->bold && !is_links(block);
}

/* The headings of the block i, which stays. */
static void
keep_headings_of(decision *in, uint32_t i)
{
  for (uint32_t up = 1; up <= HEADING_REACH && up <= i; up++) {
    uint32_t above = i - up;
    if (in->page.fates[above].kept ||
        (pith__fates_role(&in->page, above) & in->page.barred))
      return;
    if (is_heading(in, above))
      pith__fates_set(&in->page, above, true, 0.7f, PITH_REASON_HEADING);
    else if (in->page.boxes->blocks[above].sum.link_words > 0)
      return;
  }
}

/* From below, so that a heading of a heading is found. */
static void
keep_headings(decision *in)
{
  for (uint32_t i = in->page.boxes->block_count; i-- > 1;)
    if (in->page.fates[i].kept)
      keep_headings_of(in, i);
}

/* Where hardly any of the page's plain words are kept, it is a list, a shop or
 * a form: keep all but the frames. */
static void
keep_if_no_prose(decision *in)
{
  const pith_box_block *blocks = in->page.boxes->blocks;
  uint32_t barred = in->page.barred | PITH_ROLE_FORM;
  uint32_t kept = 0, all = 0;
  for (uint32_t i = 0; i < in->page.boxes->block_count; i++) {
    uint32_t plain = blocks[i].sum.words - blocks[i].sum.link_words;
    if (in->page.fates[i].kept)
      kept += plain;
    if (in->page.fates[i].kept || !(pith__fates_role(&in->page, i) & barred))
      all += plain;
  }
  if (exceeds(kept, all, in->wanted->least) || kept == all)
    return;
  for (uint32_t i = 0; i < in->page.boxes->block_count; i++)
    if (!in->page.fates[i].kept && !(pith__fates_role(&in->page, i) & barred))
      pith__fates_set(&in->page, i, true, 0.5f, PITH_REASON_NO_PROSE);
}

static void
classify_boxes(decision *in)
{
  find_prose(in);
  find_region(in);
  if (!in->wanted->outside)
    drop_outside(in);
  keep_company(in);
  keep_headings(in);
  keep_if_no_prose(in);
  pith__fates_keep_something(&in->page);
}

static pith_status
classify_tree(const pith_method_call *call, pith_verdicts *verdicts)
{
  decision in = {.wanted = &shares_of[call->balance]};
  pith_status status = pith__fates_open(&in.page, call);
  if (status != PITH_OK)
    return status;
  in.prose = in.page.numbers;
  classify_boxes(&in);
  pith__emit_blocks(&in.page, verdicts);
  return verdicts->failed ? pith__memory_status(call->page->memory) : PITH_OK;
}

pith_status
pith__sentence_classify(const pith_method_call *call, pith_verdicts *verdicts)
{
  return call->compat ? pith__sentence_compat(call, verdicts)
                      : classify_tree(call, verdicts);
}
