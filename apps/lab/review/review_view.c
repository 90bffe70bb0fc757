/* review_view.c: see the header. */
#include "lab/review/review_view.h"

#include "lab/review/review_frame.h"
#include "lab/review/review_pieces.h"

#include "pith_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_TEXT_MOST = 400 };

/* Verdicts of somebody, copied, with their spans side by side. */
typedef struct opinion {
  pith_verdict *verdicts;
  pith_span *spans;
  uint32_t count;
  review_judging judging;
  pith_site_facts judgement;
  float confidence;
} opinion;

/* A block as the list shows it. */
typedef struct block_list {
  uint32_t words;
  uint32_t pages;
  uint32_t text; /* in the pool */
  uint32_t text_len;
  pith_slice element; /* lent by the page */
} block_list;

/* Everything on the way to a view. */
typedef struct sight {
  review_engine *engine;
  const review_wish *wish;
  review_opened opened;
  opinion said[3]; /* method A, method B, corrections */
  block_list *blocks;
  pith_span *block_spans;
  uint32_t block_count;
  uint32_t cluster_pages;
  text_out pool; /* texts of the blocks */
  review_pieces pieces;
  bool marks_present;
} sight;

/* --- opinions ------------------------------------------------------------- */

static void
opinion_done(opinion *in)
{
  free(in->verdicts);
  free(in->spans);
}

/* Copy the verdicts that the page has now. */
static bool
opinion_take(opinion *out, const pith_page *page)
{
  uint32_t count;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  pith_verdict *copies = calloc((size_t)count + 1, sizeof *copies);
  pith_span *spans = calloc((size_t)count + 1, sizeof *spans);
  if (!copies || !spans) {
    free(copies);
    free(spans);
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    copies[i] = verdicts[i];
    spans[i] = verdicts[i].span;
  }
  out->verdicts = copies;
  out->spans = spans;
  out->count = count;
  return true;
}

static bool
judge(sight *in, const review_method *method, opinion *out)
{
  out->judging = REVIEW_JUDGED;
  out->judgement.cluster = UINT32_MAX;
  if (!method)
    return true;
  out->judging =
      review_engine_classify(in->engine, &in->opened, method, &out->judgement);
  out->confidence = pith_page_confidence(in->opened.page);
  return out->judging != REVIEW_JUDGED || opinion_take(out, in->opened.page);
}

/* Corrections on their way from the store into verdicts. */
typedef struct correcting {
  pith_verdict *items;
  uint32_t count;
  uint32_t capacity;
  uint32_t page_len;
  bool failed;
} correcting;

static void
take_correction(void *state, const review_mark *mark)
{
  correcting *out = state;
  if (mark->kind != REVIEW_CORRECTION || mark->to > out->page_len)
    return;
  if (out->count == out->capacity) {
    uint32_t capacity = out->capacity ? 2 * out->capacity : 32;
    pith_verdict *grown = realloc(out->items, capacity * sizeof *grown);
    if (!grown) {
      out->failed = true;
      return;
    }
    out->items = grown;
    out->capacity = capacity;
  }
  out->items[out->count++] = (pith_verdict){
      {(uint32_t)mark->from, (uint32_t)mark->to},
      strcmp(mark->value, "content") == 0 ? PITH_CONTENT : PITH_NAVIGATION,
      1,
      "corrected"};
}

/* Later corrections win over earlier ones: the page sorts that out. */
static bool
read_corrections(sight *in, review_store *store)
{
  correcting found = {.page_len = (uint32_t)in->opened.bytes.input.len};
  review_store_marks(store, in->wish->grader, 0, in->wish->place->id,
                     take_correction, &found);
  bool done = !found.failed &&
              pith_page_set_verdicts(in->opened.page, found.items,
                                     found.count) == PITH_OK &&
              opinion_take(&in->said[2], in->opened.page);
  free(found.items);
  return done;
}

/* --- blocks --------------------------------------------------------------- */

/* The first bytes of a text, not cut inside a character. */
static size_t
cut_text(pith_slice text)
{
  size_t len = text.len;
  if (len <= BLOCK_TEXT_MOST)
    return len;
  len = BLOCK_TEXT_MOST;
  while (len > 0 && ((unsigned char)text.data[len] & 0xc0) == 0x80)
    len--;
  return len;
}

static pith_status
read_block(sight *in, pith_blocks *blocks, uint32_t i)
{
  pith_slice text;
  pith_text_block block = pith_blocks_get(blocks, i);
  pith_status status = pith_blocks_text(blocks, i, &text);
  if (status != PITH_OK)
    return status;
  size_t site = in->opened.site;
  bool by_model = in->wish->first->choice.evidence & PITH_EVIDENCE_SHARED;
  uint32_t cluster = by_model ? in->said[0].judgement.cluster : UINT32_MAX;
  block_list *line = &in->blocks[in->block_count];
  in->block_spans[in->block_count++] = block.span;
  line->words = block.words;
  line->element = pith_node_name(in->opened.page, block.element);
  line->pages =
      review_engine_shared(in->engine, site, cluster, text, &in->cluster_pages);
  line->text = (uint32_t)in->pool.len;
  line->text_len = (uint32_t)cut_text(text);
  text_out_bytes(&in->pool, text.data, line->text_len);
  return in->pool.error ? PITH_NOMEM : PITH_OK;
}

static bool
read_blocks(sight *in)
{
  pith_blocks *blocks;
  pith_site *by =
      review_engine_site(in->engine, in->opened.site, REVIEW_MODEL, false);
  pith_status status = pith_blocks_new(in->opened.page, by, &blocks);
  if (status != PITH_OK)
    return false;
  uint32_t count = pith_blocks_count(blocks);
  in->blocks = calloc((size_t)count + 1, sizeof *in->blocks);
  in->block_spans = calloc((size_t)count + 1, sizeof *in->block_spans);
  if (!in->blocks || !in->block_spans)
    status = PITH_NOMEM;
  for (uint32_t i = 0; i < count && status == PITH_OK; i++)
    status = read_block(in, blocks, i);
  pith_blocks_free(blocks);
  return status == PITH_OK;
}

/* --- JSON ----------------------------------------------------------------- */

static void
write_slice(text_out *out, const char *key, pith_slice text)
{
  text_out_text(out, key);
  text_out_json(out, text.data, text.len);
}

/* `before` and a number behind it. */
static void
write_number(text_out *out, const char *before, int64_t number)
{
  char room[32];
  snprintf(room, sizeof room, "%lld", (long long)number);
  text_out_text(out, before);
  text_out_text(out, room);
}

static void
write_score(text_out *out, const char *before, float score)
{
  char room[32];
  snprintf(room, sizeof room, "%.2f", (double)score);
  text_out_text(out, before);
  text_out_text(out, room);
}

/* Label, reason and score of one method: -1, "", 0 where it says nothing. */
static void
write_said(text_out *out, const opinion *said, uint32_t index)
{
  if (index == REVIEW_NO) {
    text_out_text(out, ",-1,\"\",0");
    return;
  }
  const pith_verdict *verdict = &said->verdicts[index];
  write_number(out, ",", verdict->label);
  text_out_text(out, ",\"");
  text_out_text(out, verdict->reason);
  text_out_text(out, "\"");
  write_score(out, ",", verdict->score);
}

static void
write_pieces(const sight *in, text_out *out)
{
  text_out_text(out, ",\"pieces\":[");
  for (uint32_t i = 0; i < in->pieces.count; i++) {
    const review_piece *piece = &in->pieces.items[i];
    text_out_text(out, i ? ",[" : "[");
    write_number(out, "", piece->span.from);
    write_number(out, ",", piece->span.to);
    write_number(out, ",",
                 piece->block == REVIEW_NO ? -1 : (int64_t)piece->block);
    write_said(out, &in->said[0], piece->first);
    write_said(out, &in->said[1], piece->second);
    write_number(out, ",",
                 piece->correction == REVIEW_NO
                     ? -1
                     : (int64_t)in->said[2].verdicts[piece->correction].label);
    text_out_text(out, "]");
  }
  text_out_text(out, "]");
}

static void
write_blocks(const sight *in, text_out *out)
{
  text_out_text(out, ",\"blocks\":[");
  for (uint32_t i = 0; i < in->block_count; i++) {
    const block_list *line = &in->blocks[i];
    text_out_text(out, i ? ",[" : "[");
    write_number(out, "", in->block_spans[i].from);
    write_number(out, ",", in->block_spans[i].to);
    write_number(out, ",", line->words);
    write_number(out, ",", line->pages);
    write_slice(out, ",", line->element);
    text_out_text(out, ",");
    text_out_json(out, in->pool.data + line->text, line->text_len);
    text_out_text(out, "]");
  }
  text_out_text(out, "]");
  write_number(out, ",\"clusterPages\":", in->cluster_pages);
}

static const char *
judging_word(review_judging judging)
{
  static const char *const words[] = {"judged", "learning", "unmarked",
                                      "failed"};
  return words[judging];
}

static void
write_flag(text_out *out, const char *key, bool flag)
{
  text_out_text(out, key);
  text_out_text(out, flag ? "true" : "false");
}

static void
write_judgement(const opinion *said, text_out *out, const char *key)
{
  text_out_text(out, key);
  text_out_text(out, judging_word(said->judging));
  text_out_text(out, "\"");
  if (said->judgement.cluster != UINT32_MAX)
    write_number(out, ",\"cluster\":", said->judgement.cluster);
  write_score(out, ",\"confidence\":", said->confidence);
  write_number(out, ",\"fit\":", said->judgement.fit);
  write_flag(out, ",\"alone\":", said->judgement.too_few_pages);
  write_flag(out, ",\"spared\":", said->judgement.all_repeats);
  text_out_text(out, "}");
}

static void
write_head(const sight *in, text_out *out)
{
  const review_site *site = &in->engine->source->sites[in->opened.site];
  const page_item *item = &site->list.items[in->opened.item];
  text_out_text(out, "{\"page\":");
  write_number(out, "", in->wish->place->id);
  write_number(out, ",\"site\":", site->id);
  text_out_text(out, ",\"siteName\":");
  text_out_json_name(out, site->name, strlen(site->name));
  text_out_text(out, ",\"name\":");
  text_out_json_name(out, item->name, strlen(item->name));
  text_out_text(out, ",\"path\":");
  text_out_json_name(out, item->path, strlen(item->path));
  write_number(out, ",\"bytes\":", (int64_t)in->opened.bytes.input.len);
  text_out_text(out, ",\"encoding\":\"");
  text_out_text(out, pith_page_encoding(in->opened.page, NULL));
  text_out_text(out, "\",\"method\":\"");
  text_out_text(out, in->wish->first->choice.name);
  text_out_text(out, "\",\"with\":\"");
  text_out_text(out, in->wish->second ? in->wish->second->choice.name : "");
  text_out_text(out, "\"");
  write_flag(out, ",\"marksPresent\":", in->marks_present);
  write_judgement(&in->said[0], out, ",\"first\":{\"judging\":\"");
  write_judgement(&in->said[1], out, ",\"second\":{\"judging\":\"");
}

/* Method A with what was corrected on top. */
static pith_status
set_corrected(sight *in)
{
  const opinion *said = in->said;
  size_t count = (size_t)said[0].count + said[2].count;
  pith_verdict *all = calloc(count + 1, sizeof *all);
  if (!all)
    return PITH_NOMEM;
  if (said[0].count > 0)
    memcpy(all, said[0].verdicts, said[0].count * sizeof *all);
  if (said[2].count > 0)
    memcpy(all + said[0].count, said[2].verdicts, said[2].count * sizeof *all);
  pith_status status =
      pith_page_set_verdicts(in->opened.page, all, (uint32_t)count);
  free(all);
  return status;
}

static pith_status
write_texts(sight *in, text_out *out)
{
  pith_slice text = {NULL, 0};
  pith_slice metadata;
  const review_site *site = &in->engine->source->sites[in->opened.site];
  const char *url = site->list.items[in->opened.item].url;
  pith_status status = set_corrected(in);
  if (status == PITH_OK)
    status = pith_page_render(in->opened.page, PITH_FORMAT_TEXT, NULL, &text);
  if (status == PITH_OK)
    write_slice(out, ",\"text\":", text);
  if (status == PITH_OK)
    status =
        pith_page_render(in->opened.page, PITH_FORMAT_MARKDOWN, NULL, &text);
  if (status == PITH_OK)
    write_slice(out, ",\"markdown\":", text);
  if (status == PITH_OK)
    status = pith_page_metadata_json(in->opened.page, url, &metadata);
  if (status == PITH_OK) {
    text_out_text(out, ",\"metadata\":{\"bytes\":");
    write_number(out, "", (int64_t)in->opened.bytes.input.len);
    text_out_text(out, metadata.len > 2 ? "," : "");
    text_out_bytes(out, metadata.data + 1, metadata.len - 1); /* without { */
  }
  return status;
}

/* --- the frame ------------------------------------------------------------ */

static pith_status
write_frame(sight *in, text_out *out)
{
  char *reasons = NULL;
  pith_slice marked;
  pith_page *page = NULL;
  pith_options options;
  pith_options_default(&options);
  pith_status status =
      review_pieces_set(&in->pieces, in->opened.page, &reasons);
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
    status = review_frame_write(out, page, !in->marks_present);
  pith_page_free(page);
  if (status == PITH_OK) /* the reasons end here */
    pith_page_set_verdicts(in->opened.page, NULL, 0);
  free(reasons);
  return status;
}

/* --- a view --------------------------------------------------------------- */

static void
sight_done(sight *in)
{
  opinion_done(&in->said[0]);
  opinion_done(&in->said[1]);
  opinion_done(&in->said[2]);
  free(in->blocks);
  free(in->block_spans);
  text_out_done(&in->pool);
  review_pieces_done(&in->pieces);
  review_opened_done(&in->opened);
}

static bool
look(sight *in, review_store *store)
{
  if (!judge(in, in->wish->first, &in->said[0]) ||
      !judge(in, in->wish->second, &in->said[1]) ||
      !read_corrections(in, store) || !read_blocks(in))
    return false;
  review_ranges ranges[4] = {{in->block_spans, in->block_count},
                             {in->said[0].spans, in->said[0].count},
                             {in->said[1].spans, in->said[1].count},
                             {in->said[2].spans, in->said[2].count}};
  return review_pieces_cut(ranges, &in->pieces);
}

static bool
write_view(sight *in, review_view *out)
{
  if (write_frame(in, &out->frame) != PITH_OK)
    return false;
  write_head(in, &out->json);
  if (write_texts(in, &out->json) != PITH_OK)
    return false;
  write_pieces(in, &out->json);
  write_blocks(in, &out->json);
  text_out_text(&out->json, "}");
  return !out->json.error && !out->frame.error;
}

static void
view_clear(review_view *view)
{
  if (view->page != 0) {
    text_out_done(&view->json);
    text_out_done(&view->frame);
  }
  memset(view, 0, sizeof *view);
}

void
review_views_done(review_views *views)
{
  for (int i = 0; i < REVIEW_VIEWS_KEPT; i++)
    view_clear(&views->kept[i]);
}

void
review_views_forget(review_views *views, int64_t page)
{
  for (int i = 0; i < REVIEW_VIEWS_KEPT; i++)
    if (page == 0 || views->kept[i].page == page)
      view_clear(&views->kept[i]);
}

static const review_view *
find_view(const review_views *views, const review_wish *wish)
{
  for (int i = 0; i < REVIEW_VIEWS_KEPT; i++) {
    const review_view *view = &views->kept[i];
    if (view->page == wish->place->id && view->first == wish->first &&
        view->second == wish->second && strcmp(view->grader, wish->grader) == 0)
      return view;
  }
  return NULL;
}

review_looking
review_views_get(review_views *views, const review_wish *wish,
                 const review_view **out)
{
  sight in = {.engine = views->engine, .wish = wish};
  *out = find_view(views, wish);
  if (*out)
    return REVIEW_SEEN;
  text_out_init(&in.pool, -1);
  exit_code code = review_engine_open(views->engine, wish->place, &in.opened);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? REVIEW_VANISHED : REVIEW_UNSEEN;
  review_view *view = &views->kept[views->next++ % REVIEW_VIEWS_KEPT];
  view_clear(view);
  view->page = wish->place->id;
  view->first = wish->first;
  view->second = wish->second;
  snprintf(view->grader, sizeof view->grader, "%s", wish->grader);
  text_out_init(&view->json, -1);
  text_out_init(&view->frame, -1);
  bool done = look(&in, views->store) && write_view(&in, view);
  bool learning = in.said[0].judging == REVIEW_NOT_YET ||
                  in.said[1].judging == REVIEW_NOT_YET;
  sight_done(&in);
  if (!done) {
    view_clear(view);
    return REVIEW_UNSEEN;
  }
  *out = view;
  if (learning) /* good for this answer only: find_view() passes it over */
    view->first = NULL;
  return REVIEW_SEEN;
}
