/*
 * The layer method, default profile; see layer.h.
 *
 *     page ──► tree of the page ─┬─► align with each partner ──► votes, fields
 *          └─► VIPS: where blocks meet ───────────────────────────┤
 *                                                                 ▼
 *                                     least cost ──► verdicts on ranges
 *
 * A partner with the same texts as the page is no witness and is left out. A
 * page that would lose nearly all of its words keeps them.
 */
#include "method/layer/layer.h"

#include "method/layer/layer_fields.h"
#include "method/layer/layer_records.h"
#include "verdict/reasons.h"

#include <stdlib.h>
#include <string.h>

/* A page is called empty when fewer words stay than this, and fewer of a
 * hundred, and no title among them. */
enum { STAY_WORDS = 10, STAY_SHARE = 5 };

static const char *const reasons[PITH_LAYER_REASONS] = {
    PITH_REASON_TEXT,         PITH_REASON_REPEATS,  PITH_REASON_CHANGING_SLOT,
    PITH_REASON_OUTSIDE_TEXT, PITH_REASON_COMMENTS, PITH_REASON_LINE_NUMBERS};

static const uint8_t scores[PITH_LAYER_REASONS] = {0, 0, 70, 60, 90, 90};

typedef struct layer_work {
  const pith_layer_call *call;
  pith_layer_page page;
  pith_layer_page partner;
  pith_layer_aligner aligner;
  pith_layer_weigher weigher;
  pith_layer_fields fields;
  pith_region region;
  pith_span *kept; /* texts that stay, in source order */
  uint32_t kept_count;
} layer_work;

/* All parts are empty; nothing is allocated yet, so this cannot fail. */
static void
begin(layer_work *in, const pith_layer_call *call)
{
  pith_memory *memory = call->page->memory;
  memset(in, 0, sizeof *in);
  in->call = call;
  pith__layer_page_init(&in->page, memory);
  pith__layer_page_init(&in->partner, memory);
  pith__layer_aligner_init(&in->aligner, memory);
  pith__layer_weigher_init(&in->weigher, memory);
  pith__layer_fields_init(&in->fields, memory);
  pith__region_init(&in->region, memory);
  in->weigher.comments = call->comments;
}

static void
end(layer_work *in)
{
  pith__layer_page_done(&in->page);
  pith__layer_page_done(&in->partner);
  pith__layer_aligner_done(&in->aligner);
  pith__layer_weigher_done(&in->weigher);
  pith__layer_fields_done(&in->fields);
  pith__region_done(&in->region);
}

/* Collect the votes of the partners. */
static pith_status
gather_votes(layer_work *in)
{
  const pith_layer_call *call = in->call;
  pith_status status = PITH_OK;
  for (uint32_t p = 0; p < call->partner_count && status == PITH_OK &&
                       in->weigher.partners < PITH_LAYER_PARTNERS;
       p++) {
    status = pith__layer_page_read(&in->partner, call->partners[p]);
    if (status != PITH_OK || in->partner.content == in->page.content)
      continue;
    status = pith__layer_align(&in->aligner, &in->page, &in->partner);
    if (status == PITH_OK)
      status = pith__layer_weigh_vote(&in->weigher, &in->page, &in->partner,
                                      &in->aligner);
    if (status == PITH_OK)
      status = pith__layer_fields_vote(&in->fields, &in->page, &in->partner,
                                       &in->aligner);
  }
  return status;
}

/* Note where visual blocks begin: what is not inside one of them. */
static pith_status
find_edges(layer_work *in)
{
  const pith_tree *tree = in->call->page->tree;
  const pith_vips *vips;
  bool *inside = pith__region_take_zeros(&in->region, tree->count, 1);
  if (!inside)
    return pith__memory_status(in->call->page->memory);
  pith_status status = pith__page_vips(in->call->page, in->call->pdoc, &vips);
  if (status != PITH_OK)
    return status;
  for (uint32_t b = 0; b < vips->count; b++)
    for (uint32_t n = vips->blocks[b].from;
         vips->blocks[b].leaf && n < vips->blocks[b].to; n++)
      inside[n] = tree->nodes[n].parent != PITH_NODE_NONE &&
                  tree->nodes[n].parent >= vips->blocks[b].from;
  for (uint32_t n = 1; n < in->page.count; n++)
    in->weigher.votes[n].edge = !inside[in->page.nodes[n].node];
  return PITH_OK;
}

/* Order matters: the element with the text of the page is needed for fields
 * and records, and both mark votes that the weigher reads. */
static pith_status
decide(layer_work *in)
{
  pith_status status = find_edges(in);
  if (status != PITH_OK)
    return status;
  uint32_t main = pith__layer_weigh_main(&in->weigher, &in->page);
  status = pith__layer_fields_find(&in->fields, &in->page, main, &in->weigher);
  if (status == PITH_OK)
    status =
        pith__layer_records_find(&in->region, &in->page, main, &in->weigher);
  if (status == PITH_OK)
    pith__layer_weigh_decide(&in->weigher, &in->page, main);
  return status;
}

/* --- verdicts ------------------------------------------------------------- */

/* In the decoded text, from the first byte of the start tag to behind the end
 * tag. */
static pith_span
span_of(const layer_work *in, uint32_t n)
{
  const pith_tree_node *node =
      &in->call->page->tree->nodes[in->page.nodes[n].node];
  pith_span span = {node->from, node->close_to};
  return span;
}

static int
compare_spans(const void *a, const void *b)
{
  uint32_t x = ((const pith_span *)a)->from, y = ((const pith_span *)b)->from;
  return x < y ? -1 : x > y;
}

/* Sorted by source, because misnested markup puts text of one place of the
 * tree elsewhere in the source. */
static bool
list_kept(layer_work *in)
{
  in->kept = pith__region_take(&in->region, in->page.count, sizeof *in->kept);
  if (!in->kept)
    return false;
  for (uint32_t n = 1; n < in->page.count; n++)
    if (pith__layer_is_text(&in->page.nodes[n]) &&
        in->weigher.votes[n].reason == PITH_LAYER_STAYS)
      in->kept[in->kept_count++] = span_of(in, n);
  qsort(in->kept, in->kept_count, sizeof *in->kept, compare_spans);
  return true;
}

/* Whether no text that stays has a byte in `span`. */
static bool
is_free(const layer_work *in, pith_span span)
{
  uint32_t low = 0, high = in->kept_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (in->kept[middle].to <= span.from)
      low = middle + 1;
    else
      high = middle;
  }
  return low == in->kept_count || in->kept[low].from >= span.to;
}

/* What each element has: texts, texts that stay, and things without text. */
static void
count_texts(layer_work *in)
{
  pith_layer_vote *votes = in->weigher.votes;
  for (uint32_t n = in->page.count - 1; n > 0; n--) {
    pith_layer_vote *above = &votes[in->page.nodes[n].parent];
    if (pith__layer_is_text(&in->page.nodes[n])) {
      votes[n].texts = 1;
      votes[n].kept = votes[n].reason == PITH_LAYER_STAYS;
    }
    votes[n].voids += (in->page.nodes[n].facts & PITH_PROFILE_VOID) &&
                      !pith__layer_is_text(&in->page.nodes[n]);
    above->texts += votes[n].texts;
    above->kept += votes[n].kept;
    above->voids += votes[n].voids;
  }
}

/* Repeats are as sure as the share of partners that have them; other reasons
 * have a fixed score. */
static float
score_of(const layer_work *in, uint32_t n)
{
  const pith_layer_vote *vote = &in->weigher.votes[n];
  if (vote->reason != PITH_LAYER_REPEATS)
    return (float)scores[vote->reason] / 100.0f;
  return (float)vote->same / (float)in->weigher.partners;
}

/* The text in nodes [from, end) that most words go by. */
static uint32_t
find_typical(const layer_work *in, uint32_t from)
{
  uint32_t best = PITH_LAYER_NONE, words = 0;
  for (uint32_t n = from; n < in->page.nodes[from].end; n++)
    if (pith__layer_is_text(&in->page.nodes[n]) &&
        (best == PITH_LAYER_NONE || in->page.nodes[n].words > words)) {
      best = n;
      words = in->page.nodes[n].words;
    }
  return best;
}

/* An element that goes as a whole has the reason of its longest text. */
static void
add_navigation(const layer_work *in, pith_verdicts *verdicts, uint32_t n,
               uint32_t typical)
{
  pith__verdicts_add(verdicts, span_of(in, n), PITH_NAVIGATION,
                     score_of(in, typical),
                     reasons[in->weigher.votes[typical].reason]);
}

/* Emit all that goes, the largest elements first. */
static void
emit_navigation(const layer_work *in, pith_verdicts *verdicts)
{
  for (uint32_t n = 1; n < in->page.count;) {
    const pith_layer_vote *vote = &in->weigher.votes[n];
    bool text = pith__layer_is_text(&in->page.nodes[n]);
    bool whole = !text && vote->texts > 0 && vote->kept == 0 &&
                 (vote->is_boilerplate || vote->voids == 0) &&
                 is_free(in, span_of(in, n));
    if (text && vote->reason != PITH_LAYER_STAYS)
      add_navigation(in, verdicts, n, n);
    else if (whole)
      add_navigation(in, verdicts, n, find_typical(in, n));
    n = whole ? in->page.nodes[n].end : n + 1;
  }
}

/* Emit what stays: the fewer partners have it, the surer. */
static void
emit_content(const layer_work *in, pith_verdicts *verdicts)
{
  for (uint32_t n = 1; n < in->page.count; n++) {
    const pith_layer_vote *vote = &in->weigher.votes[n];
    if (!pith__layer_is_text(&in->page.nodes[n]) ||
        vote->reason != PITH_LAYER_STAYS)
      continue;
    float score = 1.0f - (float)vote->same / (float)in->weigher.partners * 0.5f;
    pith__verdicts_add(verdicts, span_of(in, n), PITH_CONTENT, score,
                       reasons[PITH_LAYER_STAYS]);
  }
}

/* Count what was decided; true when next to nothing would be left. */
static bool
would_be_empty(const layer_work *in, pith_layer_report *report)
{
  uint64_t words = 0, cut = 0, comments = 0;
  bool title = false;
  for (uint32_t n = 1; n < in->page.count; n++) {
    const pith_layer_node *node = &in->page.nodes[n];
    if (!pith__layer_is_text(node))
      continue;
    uint8_t reason = in->weigher.votes[n].reason;
    words += node->words;
    cut += reason != PITH_LAYER_STAYS ? node->words : 0;
    comments += reason == PITH_LAYER_COMMENTS ? node->words : 0;
    title |= reason == PITH_LAYER_STAYS && node->words > 0 &&
             (node->facts & PITH_PROFILE_TITLE);
  }
  report->words = words < UINT32_MAX ? (uint32_t)words : UINT32_MAX;
  report->cut = cut < UINT32_MAX ? (uint32_t)cut : UINT32_MAX;
  uint64_t stay = words - cut;
  return cut > 0 && !title && stay < STAY_WORDS &&
         stay * 100 < (words - comments) * STAY_SHARE + 1;
}

/* A page that would be left empty is kept as it is: nearly all of it repeats,
 * so it is a page like its partners. */
static pith_status
emit(layer_work *in, pith_verdicts *verdicts, pith_layer_report *report)
{
  if (would_be_empty(in, report)) {
    report->all_repeats = true;
    report->cut = 0;
    return PITH_OK;
  }
  if (!list_kept(in))
    return pith__memory_status(in->call->page->memory);
  count_texts(in);
  emit_content(in, verdicts);
  emit_navigation(in, verdicts);
  return verdicts->failed ? pith__memory_status(verdicts->memory) : PITH_OK;
}

/* Without a partner there is no evidence: no verdicts, and the report shows
 * it. */
pith_status
pith__layer_classify_default(const pith_layer_call *call,
                             pith_verdicts *verdicts, pith_layer_report *report)
{
  layer_work in;
  begin(&in, call);
  pith_status status = pith__layer_page_read(&in.page, call->page);
  if (status == PITH_OK)
    status = pith__layer_weigh_begin(&in.weigher, &in.page);
  if (status == PITH_OK)
    status = pith__layer_fields_begin(&in.fields, &in.page);
  if (status == PITH_OK)
    status = gather_votes(&in);
  report->partners = in.weigher.partners;
  report->steps = in.aligner.steps;
  if (status == PITH_OK && in.weigher.partners > 0)
    status = decide(&in);
  if (status == PITH_OK && in.weigher.partners > 0)
    status = emit(&in, verdicts, report);
  end(&in);
  return status;
}
