/*
 * See auto.h. This file joins the steps; each has a file of its own.
 *
 *     blocks, context   of the page model, so made once for a page
 *     tokens            what names and words are worth to the trained model
 *     columns           of PITH_FEATURE_CHUNK blocks at a time
 *     scores            of all blocks; the kind of the page; then chances, then
 *                       what is kept
 *
 * All arrays are in one region, so every way out releases the same. Answers are
 * pinned to the bit by tests/unit/method/auto/test_auto_answers.c.
 */
#include "method/auto/auto.h"

#include "method/auto/auto_forest.h"
#include "method/auto/auto_hidden.h"
#include "method/auto/auto_kind.h"
#include "method/auto/auto_emit.h"
#include "method/auto/auto_next.h"
#include "method/auto/auto_weights.h"

#include <string.h>

/* The work on one page. */
typedef struct auto_work {
  pith_memory *memory;               /* borrowed, as the next two */
  const pith_block_list *list;       /* of the page model */
  const pith_block_context *context; /* likewise */
  pith_region region;
  pith_token_context tokens;
  pith_block_evidence *evidence; /* NULL: none */
  uint8_t *columns;              /* of a run of blocks */
  int32_t *scores;               /* of all blocks; a run more */
  pith_auto_kind kind;
  pith_auto_choice choice;
} auto_work;

static void
begin(auto_work *work, pith_memory *memory)
{
  memset(work, 0, sizeof *work);
  work->memory = memory;
  pith__region_init(&work->region, memory);
  pith__region_init(&work->tokens.region, memory);
}

/* Also after a failure: what was not begun is empty. */
static void
end(auto_work *work)
{
  pith__token_context_done(&work->tokens);
  pith__region_done(&work->region);
}

/* Blocks and all that is known of them. */
static pith_status
look(auto_work *work, pith_page_model *page)
{
  pith_token_values path, words;
  pith__auto_values(&path, &words);
  pith_status status = pith__page_blocks(page, &work->list);
  if (status == PITH_OK)
    status = pith__page_context(page, &work->context);
  if (status == PITH_OK)
    status = pith__token_context_make(&work->tokens, work->memory, work->list,
                                      &path, &words);
  return status;
}

/* Scores have room for a whole run more than there are blocks, because the
 * forest writes full runs. */
static pith_status
take_arrays(auto_work *work, const pith_auto_site *site)
{
  pith_region *region = &work->region;
  uint32_t count = work->list->count;
  pith_auto_choice *choice = &work->choice;
  choice->chances = pith__region_take(region, count, sizeof *choice->chances);
  choice->kept = pith__region_take(region, count, sizeof *choice->kept);
  work->columns = pith__region_take_zeros(region, pith__feature_count(),
                                          PITH_FEATURE_CHUNK);
  work->scores = pith__region_take(region, (size_t)count + PITH_FEATURE_CHUNK,
                                   sizeof *work->scores);
  if (site)
    work->evidence = pith__region_take(region, count, sizeof *work->evidence);
  if (!choice->chances || !choice->kept || !work->columns || !work->scores ||
      (site && !work->evidence))
    return pith__memory_status(work->memory);
  choice->evidence = work->evidence;
  if (!site)
    return PITH_OK;
  return pith__auto_evidence(site, work->memory, work->list, work->evidence);
}

/* The score of each block by the page, a run of blocks at a time. */
static void
score(auto_work *work)
{
  pith_feature_source source = {work->context, &work->tokens, work->evidence};
  uint32_t count = work->list->count;
  for (uint32_t from = 0; from < count; from += PITH_FEATURE_CHUNK) {
    uint32_t left = count - from;
    pith_feature_run run = {
        from, left < PITH_FEATURE_CHUNK ? left : PITH_FEATURE_CHUNK,
        work->columns};
    pith__features_fill(&source, &run);
    pith__forest_score(&pith__forest_content, work->columns, run.count,
                       &work->scores[from]);
  }
}

/* By names of elements around the block, see page/element/name_hints.h. */
static bool
is_comment(const auto_work *work, uint32_t block)
{
  const pith_list_box *box = &work->list->boxes[work->list->blocks[block].box];
  return box->near[PITH_NEAR_COMMENTS] > 0;
}

/* What a reply gains in a thread: enough to outweigh the names of its elements,
 * which are those of comments below an article. */
enum { REPLY_GAIN = 3 * PITH_SCORE_UNIT };

static void
raise_replies(auto_work *work)
{
  for (uint32_t i = 0; i < work->list->count; i++)
    if (is_comment(work, i))
      work->scores[i] += REPLY_GAIN;
}

/* A kind may shift the scores: up, those of all blocks; down, those behind the
 * main run only. Within it a block between sure ones is no tail, however it
 * looks, and before it are headline and summary. */
static void
shift_by_kind(auto_work *work)
{
  pith_auto_choice *choice = &work->choice;
  int32_t shift = work->kind.shift;
  if (shift == 0)
    return;
  uint32_t from = shift < 0 ? pith__auto_main_end(work->context, choice) : 0;
  for (uint32_t i = from; i < work->list->count; i++)
    choice->chances[i] = pith__forest_probability(work->scores[i] + shift);
}

/* The chance of each block to be content: with the evidence of the site, or as
 * strictly as the kind of the page asks. What the site knows of its pages is
 * worth more than their kind, and its weights were fitted without that. */
static void
weigh(auto_work *work)
{
  if (work->evidence)
    pith__auto_weigh_site(&pith__weights_site, work->list, work->evidence,
                          work->scores);
  else if (work->kind.thread)
    raise_replies(work);
  for (uint32_t i = 0; i < work->list->count; i++)
    work->choice.chances[i] = pith__forest_probability(work->scores[i]);
  if (!work->evidence)
    shift_by_kind(work);
}

/* What readers wrote stays when it is wanted, but for links and forms. */
static void
keep_comments(auto_work *work)
{
  for (uint32_t i = 0; i < work->list->count; i++) {
    const pith_list_block *block = &work->list->blocks[i];
    const uint8_t *near = work->list->boxes[block->box].near;
    uint32_t weight = pith__text_tally_weight(&block->tally);
    if (near[PITH_NEAR_COMMENTS] > 0 && near[PITH_NEAR_FORM] == 0 &&
        block->link_weight * 2 <= weight)
      work->choice.kept[i] = true;
  }
}

/* Words outside of comments that are enough for a page: with fewer, comments
 * are its content. */
enum { TEXT_LEAST = 120, TEXT_SHARE = 40 };

/* What readers wrote below a text goes, unless the page has hardly any other or
 * may be a thread: there it is the text. */
static void
drop_comments(auto_work *work)
{
  pith_auto_choice *choice = &work->choice;
  uint64_t comments = 0;
  if (work->kind.thread)
    return;
  for (uint32_t i = 0; i < work->list->count; i++)
    if (choice->kept[i] && is_comment(work, i))
      comments += work->list->blocks[i].tally.words;
  uint64_t rest = choice->words_kept - comments;
  if (rest < TEXT_LEAST ||
      rest * 100 < (uint64_t)choice->words_kept * TEXT_SHARE)
    return;
  for (uint32_t i = 0; i < work->list->count; i++)
    if (choice->kept[i] && is_comment(work, i)) {
      choice->kept[i] = false;
      choice->words_kept -= work->list->blocks[i].tally.words;
    }
}

/* A heading or the label of a folded part, rather than a link. */
static bool
is_label(const auto_work *work, uint32_t block)
{
  const pith_list_block *of = &work->list->blocks[block];
  bool label = work->context->blocks[block].heading_level > 0 ||
               work->list->boxes[of->box].tag == PITH_TAG_SUMMARY;
  return label && of->link_weight * 2 <= pith__text_tally_weight(&of->tally);
}

/* The title of a chapter stays with its chapter: between two blocks that are
 * kept a heading is too short to look like text by itself. */
static void
keep_labels(auto_work *work)
{
  pith_auto_choice *choice = &work->choice;
  for (uint32_t i = 1; i + 1 < work->list->count; i++)
    if (!choice->kept[i] && choice->kept[i - 1] && choice->kept[i + 1] &&
        is_label(work, i)) {
      choice->kept[i] = true;
      choice->words_kept += work->list->blocks[i].tally.words;
    }
}

/* Where further articles were cut, the page may have been a list after all.
 * Only four pages of the data are of this kind (.92 expected, .62 reached), and
 * they are too few to fit a number: this one only lowers. */
#define SEVERAL_ARTICLES 0.8f

static void
report_on(const auto_work *work, pith_auto_report *report)
{
  report->words = work->choice.words;
  report->words_kept = work->choice.words_kept;
}

/* A page without blocks has no verdicts and no type. Comments are decided
 * before hidden text, so that a page of hidden comments keeps them or drops
 * them for one reason. */
static pith_status
classify(auto_work *work, const pith_method_call *call,
         const pith_auto_site *site, pith_verdicts *verdicts)
{
  pith_status status = look(work, call->page);
  if (status == PITH_OK)
    status = take_arrays(work, site);
  if (status != PITH_OK || work->list->count == 0)
    return status;
  score(work);
  pith__auto_kind_find(work->columns, &work->context->cues, &work->kind);
  weigh(work);
  status = pith__auto_smooth(work->context, work->memory, &work->choice);
  if (status == PITH_OK)
    status = pith__auto_join_tables(work->context, work->memory, &work->choice);
  if (status == PITH_OK)
    status = pith__auto_choose(work->context, work->memory, call->balance,
                               &work->choice);
  if (status != PITH_OK)
    return status;
  keep_labels(work);
  if (call->comments)
    keep_comments(work);
  else
    drop_comments(work);
  bool several =
      work->kind.article && pith__auto_drop_next(work->context, &work->choice);
  pith__auto_drop_hidden(work->context, &work->choice);
  verdicts->confidence = (float)work->choice.expected / PITH_CHOICE_ONE;
  if (several)
    verdicts->confidence *= SEVERAL_ARTICLES;
  verdicts->page_type = work->kind.name;
  return pith__auto_emit(work->context, &work->choice, work->evidence,
                         verdicts);
}

pith_status
pith__auto_classify_with(const pith_method_call *call,
                         const pith_auto_site *site, pith_verdicts *verdicts,
                         pith_auto_report *report)
{
  auto_work work;
  begin(&work, call->page->memory);
  pith_status status = classify(&work, call, site, verdicts);
  if (status == PITH_OK)
    report_on(&work, report);
  end(&work);
  return status;
}

pith_status
pith__auto_classify(const pith_method_call *call, pith_verdicts *verdicts)
{
  pith_auto_report report;
  return pith__auto_classify_with(call, NULL, verdicts, &report);
}
