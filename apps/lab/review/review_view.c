/* review_view.c: see the header. A view is built in one go: read the page,
 * classify it by both methods, load the corrections, list the blocks, cut the
 * page into segments, then write the frame and the JSON.
 *
 * The page holds one list of verdicts at a time, so each source's verdicts are
 * copied out before the next one is set. The frame is made first: the JSON
 * reports whether the page had marks of its own, which rendering finds out.
 */
#include "lab/review/review_view.h"

#include "common/json/json_out.h"
#include "common/system/need.h"
#include "lab/review/review_frame.h"
#include "lab/review/review_segments.h"

#include "pith_experimental.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a block in the list: enough to recognise it; the frame has all of
 * it. */
enum { BLOCK_TEXT_MOST = 400 };

/* Copied verdicts of one source, and their spans once more side by side. */
typedef struct labelling {
  pith_verdict *verdicts;
  pith_span *spans;
  uint32_t count;
  review_state state;
  pith_site_facts facts;
  float confidence;
} labelling;

/* A block as the list of blocks shows it. */
typedef struct block_row {
  uint32_t words;
  uint32_t pages; /* of the cluster that have its text */
  uint32_t text;  /* in the pool */
  uint32_t text_len;
  pith_slice element; /* lent by the page */
} block_row;

/* Everything on the way to a view. */
typedef struct view_build {
  review_engine *engine;
  review_parts *parts;
  const review_view_request *request;
  review_opened opened;
  labelling by[3]; /* method A, method B, corrections */
  block_row *blocks;
  pith_span *block_spans;
  uint32_t block_count;
  uint32_t cluster_pages;
  text_out pool; /* texts of the blocks */
  review_segments segments;
  bool marks_present;
} view_build;

/* --- verdicts ------------------------------------------------------------- */

/* Copy the verdicts that the page has now. */
static void
take_verdicts(labelling *out, const pith_page *page)
{
  const pith_verdict *verdicts = pith_page_verdicts(page, &out->count);
  out->verdicts = need(out->count, sizeof *out->verdicts);
  out->spans = need(out->count, sizeof *out->spans);
  for (uint32_t i = 0; i < out->count; i++) {
    out->verdicts[i] = verdicts[i];
    out->spans[i] = verdicts[i].span;
  }
}

/* A site that is still being learnt is no failure: the view has no verdicts of
 * this method then, and the browser asks again. */
static void
classify(view_build *in, const review_method *method, labelling *out)
{
  out->state = REVIEW_CLASSIFIED;
  out->facts.cluster = UINT32_MAX;
  if (!method)
    return;
  out->state =
      review_engine_classify(in->engine, &in->opened, method, &out->facts);
  out->confidence = pith_page_confidence(in->opened.page);
  if (out->state == REVIEW_CLASSIFIED)
    take_verdicts(out, in->opened.page);
}

/* Corrections on their way from the store into verdicts. */
typedef struct correction_list {
  pith_verdict *items;
  size_t count;
  size_t capacity;
  uint32_t page_len;
} correction_list;

/* Corrections beyond the end are of an earlier, longer version of the page. */
static void
take_correction(void *state, const review_mark *mark)
{
  correction_list *out = state;
  if (mark->kind != REVIEW_CORRECTION || mark->to > out->page_len)
    return;
  *NEED_ITEM(out, items, count, capacity) = (pith_verdict){
      {(uint32_t)mark->from, (uint32_t)mark->to},
      strcmp(mark->value, "content") == 0 ? PITH_CONTENT : PITH_NAVIGATION,
      1,
      "corrected"};
}

/* Later corrections win over earlier ones: pith_page_set_verdicts() resolves
 * overlaps in that order. */
static bool
read_corrections(view_build *in, review_store *store)
{
  correction_list found = {.page_len = (uint32_t)in->opened.bytes.input.len};
  review_store_marks(store, in->request->grader, 0, in->request->place->id,
                     take_correction, &found);
  bool done = pith_page_set_verdicts(in->opened.page, found.items,
                                     (uint32_t)found.count) == PITH_OK;
  if (done)
    take_verdicts(&in->by[2], in->opened.page);
  free(found.items);
  return done;
}

/* --- blocks --------------------------------------------------------------- */

/* How many bytes of a text are shown, without cutting a character. */
static size_t
shown_len(pith_slice text)
{
  size_t len = text.len;
  if (len <= BLOCK_TEXT_MOST)
    return len;
  len = BLOCK_TEXT_MOST;
  while (len > 0 && ((unsigned char)text.data[len] & 0xc0) == 0x80)
    len--;
  return len;
}

/* Only a method that uses shared texts makes "on 7 of 9 pages" meaningful,
 * and only in the cluster it chose. */
static pith_status
read_block(view_build *in, pith_blocks *blocks, uint32_t i)
{
  pith_slice text;
  pith_text_block block = pith_blocks_get(blocks, i);
  pith_status status = pith_blocks_text(blocks, i, &text);
  if (status != PITH_OK)
    return status;
  size_t site = in->opened.site;
  bool by_model = in->request->first->choice.evidence & PITH_EVIDENCE_SHARED;
  uint32_t cluster = by_model ? in->by[0].facts.cluster : UINT32_MAX;
  block_row *row = &in->blocks[in->block_count];
  in->block_spans[in->block_count++] = block.span;
  row->words = block.words;
  row->element = pith_node_name(in->opened.page, block.element);
  row->pages =
      review_engine_shared(in->engine, site, cluster, text, &in->cluster_pages);
  row->text = (uint32_t)in->pool.len;
  row->text_len = (uint32_t)shown_len(text);
  text_out_bytes(&in->pool, text.data, row->text_len);
  return in->pool.error ? PITH_NOMEM : PITH_OK;
}

/* The model of the site, when it is learnt already, adds its evidence to the
 * blocks; it is not learnt for this. */
static bool
read_blocks(view_build *in)
{
  pith_blocks *blocks;
  pith_site *by =
      review_engine_site(in->engine, in->opened.site, REVIEW_MODEL, false);
  pith_status status = pith_blocks_new(in->opened.page, by, &blocks);
  if (status != PITH_OK)
    return false;
  uint32_t count = pith_blocks_count(blocks);
  in->blocks = need(count, sizeof *in->blocks);
  in->block_spans = need(count, sizeof *in->block_spans);
  for (uint32_t i = 0; i < count && status == PITH_OK; i++)
    status = read_block(in, blocks, i);
  pith_blocks_free(blocks);
  return status == PITH_OK;
}

/* --- JSON ----------------------------------------------------------------- */

/* A number that may be missing, which is -1. */
static int64_t
or_minus_one(uint32_t number)
{
  return number == REVIEW_NO ? -1 : (int64_t)number;
}

/* Label, reason and score by one method: -1, "", 0 where it has no verdict. */
static void
write_verdict(json_out *json, const labelling *by, uint32_t index)
{
  const pith_verdict none = {.reason = ""};
  const pith_verdict *verdict =
      index == REVIEW_NO ? &none : &by->verdicts[index];
  json_out_print(json, "%d %s", index == REVIEW_NO ? -1 : (int)verdict->label,
                 verdict->reason);
  if (index == REVIEW_NO)
    json_out_number(json, NULL, 0);
  else
    json_out_decimal(json, NULL, (double)verdict->score, 2);
}

/* [from, to, block, label, reason, score of A, the same of B, correction]; the
 * constants of ui/paint.js name the places. */
static void
write_segments(const view_build *in, json_out *json)
{
  json_out_array(json, "segments");
  for (uint32_t i = 0; i < in->segments.count; i++) {
    const review_segment *segment = &in->segments.items[i];
    uint32_t corrected = segment->correction;
    json_out_array(json, NULL);
    json_out_print(json, "%u %u %lld", segment->span.from, segment->span.to,
                   (long long)or_minus_one(segment->block));
    write_verdict(json, &in->by[0], segment->first);
    write_verdict(json, &in->by[1], segment->second);
    json_out_print(
        json, "%d",
        corrected == REVIEW_NO ? -1 : (int)in->by[2].verdicts[corrected].label);
    json_out_end(json);
  }
  json_out_end(json);
}

/* [from, to, words, pages that have it, element, text]. */
static void
write_blocks(const view_build *in, json_out *json)
{
  json_out_array(json, "blocks");
  for (uint32_t i = 0; i < in->block_count; i++) {
    const block_row *row = &in->blocks[i];
    json_out_array(json, NULL);
    json_out_print(json, "%u %u %u %u", in->block_spans[i].from,
                   in->block_spans[i].to, row->words, row->pages);
    json_out_slice(json, NULL, row->element);
    json_out_slice(json, NULL,
                   (pith_slice){in->pool.data + row->text, row->text_len});
    json_out_end(json);
  }
  json_out_end(json);
  json_out_number(json, "clusterPages", in->cluster_pages);
}

/* The words are part of the API; they follow the order of review_state. */
static void
write_facts(json_out *json, const char *key, const labelling *by)
{
  static const char *const states[] = {"classified", "learning", "unmarked",
                                       "failed"};
  json_out_object(json, key);
  json_out_text(json, "state", states[by->state]);
  if (by->facts.cluster != UINT32_MAX)
    json_out_number(json, "cluster", by->facts.cluster);
  json_out_decimal(json, "confidence", (double)by->confidence, 2);
  json_out_number(json, "fit", by->facts.fit);
  json_out_bool(json, "tooFewPages", by->facts.too_few_pages);
  json_out_bool(json, "allRepeats", by->facts.all_repeats);
  json_out_end(json);
}

/* Names of files may be no UTF-8; the writer replaces what is not. */
static void
write_head(const view_build *in, json_out *json)
{
  const review_site *site = &in->engine->source->sites[in->opened.site];
  const page_item *item = &site->list.items[in->opened.item];
  const review_view_request *request = in->request;
  json_out_print(json,
                 "page %lld site %lld siteName %s name %s path %s bytes %zu",
                 (long long)request->place->id, (long long)site->id, site->name,
                 item->name, item->path, in->opened.bytes.input.len);
  json_out_print(json, "encoding %s method %s with %s",
                 pith_page_encoding(in->opened.page, NULL),
                 request->first->choice.name,
                 request->second ? request->second->choice.name : "");
  json_out_bool(json, "marksPresent", in->marks_present);
  write_facts(json, "first", &in->by[0]);
  write_facts(json, "second", &in->by[1]);
}

/* Give the page the verdicts of method A with the corrections on top. */
static pith_status
set_corrected(view_build *in)
{
  const labelling *by = in->by;
  size_t count = (size_t)by[0].count + by[2].count;
  pith_verdict *all = need(count, sizeof *all);
  if (by[0].count > 0)
    memcpy(all, by[0].verdicts, by[0].count * sizeof *all);
  if (by[2].count > 0)
    memcpy(all + by[0].count, by[2].verdicts, by[2].count * sizeof *all);
  pith_status status =
      pith_page_set_verdicts(in->opened.page, all, (uint32_t)count);
  free(all);
  return status;
}

/* Render the page in one format as a member of the object. */
static pith_status
write_rendering(view_build *in, json_out *json, const char *key,
                pith_format format)
{
  pith_slice text;
  pith_status status = pith_page_render(in->opened.page, format, NULL, &text);
  if (status == PITH_OK)
    json_out_slice(json, key, text);
  return status;
}

/* Text and Markdown as the grader has corrected them: what the page would be if
 * method A had made no mistake. The verdicts of the page are replaced for it;
 * by then the segments are cut. */
static pith_status
write_texts(view_build *in, json_out *json)
{
  pith_slice metadata;
  const review_site *site = &in->engine->source->sites[in->opened.site];
  const char *url = site->list.items[in->opened.item].url;
  pith_status status = set_corrected(in);
  if (status == PITH_OK)
    status = write_rendering(in, json, "text", PITH_FORMAT_TEXT);
  if (status == PITH_OK)
    status = write_rendering(in, json, "markdown", PITH_FORMAT_MARKDOWN);
  if (status == PITH_OK)
    status = pith_page_metadata_json(in->opened.page, url, &metadata);
  if (status == PITH_OK)
    json_out_raw(json, "metadata", metadata);
  return status;
}

/* --- the frame ------------------------------------------------------------ */

/* Write the frame of a page that was parsed with its marks. What <base> says is
 * where its references begin. */
static pith_status
write_marked(view_build *in, text_out *out, const pith_page *page)
{
  char own[REVIEW_ADDRESS_ROOM];
  char room[PITH_URL_ROOM];
  pith_slice declared;
  pith_slice base = review_parts_base(in->parts, in->request->place, own);
  if (base.len > 0 && review_frame_base(page, &declared)) {
    pith_slice whole;
    if (pith_url_resolve(declared, base, room, sizeof room, &whole) == PITH_OK)
      base = whole;
  }
  review_page_links links =
      review_parts_links(in->parts, in->request->place, base);
  return review_frame_write(out, page, !in->marks_present, &links.links);
}

/* Mark every segment, render the page as marked HTML, and read that again: so
 * the marks are where the library puts them, and the frame has one tree. */
static pith_status
write_frame(view_build *in, text_out *out)
{
  char *reasons = NULL;
  pith_slice marked;
  pith_page *page = NULL;
  pith_options options;
  pith_options_default(&options);
  pith_status status =
      review_segments_set(&in->segments, in->opened.page, &reasons);
  if (status == PITH_OK)
    status =
        pith_page_render(in->opened.page, PITH_FORMAT_MARKED, NULL, &marked);
  if (status == PITH_OK) {
    in->marks_present = pith_page_marks_present(in->opened.page);
    options.encoding = pith_page_encoding(in->opened.page, NULL);
    options.max_bytes = 1000000000; /* marks make it longer */
    status =
        pith_page_parse(in->engine->context, marked, &options, &page, NULL);
  }
  if (status == PITH_OK)
    status = write_marked(in, out, page);
  pith_page_free(page);
  if (status == PITH_OK) /* the page must not keep reasons that are freed */
    pith_page_set_verdicts(in->opened.page, NULL, 0);
  free(reasons);
  return status;
}

/* --- a view --------------------------------------------------------------- */

/* Safe at any stage: everything starts as zero. */
static void
build_done(view_build *in)
{
  for (int i = 0; i < 3; i++) {
    free(in->by[i].verdicts);
    free(in->by[i].spans);
  }
  free(in->blocks);
  free(in->block_spans);
  text_out_done(&in->pool);
  review_segments_done(&in->segments);
  review_opened_done(&in->opened);
}

/* The order matters: corrections come last, because reading them replaces
 * the verdicts of the page. */
static bool
read_page(view_build *in, review_store *store)
{
  classify(in, in->request->first, &in->by[0]);
  classify(in, in->request->second, &in->by[1]);
  if (!read_corrections(in, store) || !read_blocks(in))
    return false;
  review_ranges ranges[4] = {{in->block_spans, in->block_count},
                             {in->by[0].spans, in->by[0].count},
                             {in->by[1].spans, in->by[1].count},
                             {in->by[2].spans, in->by[2].count}};
  review_segments_cut(ranges, &in->segments);
  return true;
}

/* After a failure the view is half written; the caller clears it. */
static bool
write_view(view_build *in, review_view *out)
{
  json_out json = json_out_begin(&out->json);
  if (write_frame(in, &out->frame) != PITH_OK)
    return false;
  json_out_object(&json, NULL);
  write_head(in, &json);
  if (write_texts(in, &json) != PITH_OK)
    return false;
  write_segments(in, &json);
  write_blocks(in, &json);
  json_out_end(&json);
  return !out->json.error && !out->frame.error;
}

/* An empty view has nothing to release: its texts were never started. */
static void
view_clear(review_view *view)
{
  if (view->page != 0) {
    text_out_done(&view->json);
    text_out_done(&view->frame);
  }
  memset(view, 0, sizeof *view);
}

/* The views themselves are part of the session. */
void
review_views_done(review_views *views)
{
  review_views_forget(views, 0);
}

/* No page has the number 0, so it means all of them. */
void
review_views_forget(review_views *views, int64_t page)
{
  for (int i = 0; i < REVIEW_VIEWS_KEPT; i++)
    if (page == 0 || views->kept[i].page == page)
      view_clear(&views->kept[i]);
}

/* A view is one page, by one pair of methods, with one grader's corrections. */
static const review_view *
find_view(const review_views *views, const review_view_request *request)
{
  for (int i = 0; i < REVIEW_VIEWS_KEPT; i++) {
    const review_view *view = &views->kept[i];
    if (view->page == request->place->id && view->first == request->first &&
        view->second == request->second &&
        strcmp(view->grader, request->grader) == 0)
      return view;
  }
  return NULL;
}

/* Clear the oldest view and make it that of the request, still empty. */
static review_view *
next_view(review_views *views, const review_view_request *request)
{
  review_view *view = &views->kept[views->next++ % REVIEW_VIEWS_KEPT];
  view_clear(view);
  view->page = request->place->id;
  view->first = request->first;
  view->second = request->second;
  snprintf(view->grader, sizeof view->grader, "%s", request->grader);
  text_out_init(&view->json, -1);
  text_out_init(&view->frame, -1);
  return view;
}

/* A page that has vanished takes no place among the views. A failed view is
 * cleared, so the next request tries again. */
review_view_outcome
review_views_get(review_views *views, const review_view_request *request,
                 const review_view **out)
{
  view_build in = {
      .engine = views->engine, .parts = views->parts, .request = request};
  *out = find_view(views, request);
  if (*out)
    return REVIEW_VIEW_MADE;
  text_out_init(&in.pool, -1);
  exit_code code =
      review_engine_open(views->engine, request->place, &in.opened);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? REVIEW_VIEW_GONE : REVIEW_VIEW_FAILED;
  review_view *view = next_view(views, request);
  bool done = read_page(&in, views->store) && write_view(&in, view);
  bool learning =
      in.by[0].state == REVIEW_NOT_YET || in.by[1].state == REVIEW_NOT_YET;
  build_done(&in);
  if (!done) {
    view_clear(view);
    return REVIEW_VIEW_FAILED;
  }
  *out = view;
  if (learning) /* good for this answer only: find_view() passes it over */
    view->first = NULL;
  return REVIEW_VIEW_MADE;
}
