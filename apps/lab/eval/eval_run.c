/* eval_run.c: every page of the gold scored, in threads.
 *
 *     gold record ──► texts ──► words, shingles, ROUGE, edits
 *                       │  └──► snippets
 *                       ├─────► ranges, against the spans of the prediction
 *                       └─────► blocks of the page, when they are wanted
 *
 * A thread scores one page at a time with rooms of its own.
 */
#include "lab/eval/eval_run.h"

#include "common/system/need.h"

#include "common/system/path.h"
#include "lab/eval/metrics/snippets.h"

#include "common/input/read_input.h"
#include "common/system/workers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All that a thread works with. */
typedef struct eval_worker {
  pith_context *context;
  pith_page *page; /* of the gold; NULL: not looked at */
  input_bytes bytes;
  whole_file files[2]; /* texts of gold and prediction that are files */
  span_list spans[2];  /* of gold and prediction */
  score_room scoring;
  snippet_room snippets;
  block_room blocks;
} eval_worker;

typedef struct run_state {
  const eval_records *gold;
  const eval_source *source;
  const eval_options *options;
  page_score *out;
  progress bar;
  bool failed; /* a page could not be read */
} run_state;

/* What a thread hands over. */
typedef struct run_slot {
  page_score score;
  exit_code code;
} run_slot;

/* A page with its texts. */
typedef struct page_texts {
  pith_slice gold;
  pith_slice text;
  const eval_record *prediction; /* NULL: none, or extracted */
  double confidence;
  bool missing;
} page_texts;

/* Pages that gold says nothing about are in no mean. */
bool
page_score_counts(const page_score *score)
{
  return score->has_text || score->has_ranges || score->has_blocks ||
         isfinite(score->with) || isfinite(score->without);
}

/* --- one page ----------------------------------------------------------------
 */

/* A worker is used for page after page; rooms stay, contents go. */
static void
close_page(eval_worker *worker)
{
  pith_page_free(worker->page);
  worker->page = NULL;
  input_bytes_done(&worker->bytes);
  whole_file_done(&worker->files[0]);
  whole_file_done(&worker->files[1]);
  worker->spans[0].count = worker->spans[1].count = 0;
}

/* Only the end of memory is EXIT_ENVIRONMENT, which ends the run. */
static exit_code
refuse(const char *path, pith_status status, const char *why)
{
  message("%s: %s", path, why);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

/* Read and parse the page that a record is about. */
static exit_code
open_page(eval_worker *worker, const eval_record *gold)
{
  pith_error error;
  pith_options options;
  if (!gold->file || gold->text_path) {
    message("%s: the gold names no page (\"file\")", gold->id);
    return EXIT_INPUT;
  }
  bool whole = gold->file[0] == '/';
  char *path = needed(path_join(whole ? "" : gold->folder, gold->file));
  pith_options_default(&options);
  exit_code code = read_input(path, options.max_bytes, &worker->bytes);
  if (code == EXIT_FINE) {
    pith_slice html = {worker->bytes.data, worker->bytes.len};
    pith_status status =
        pith_page_parse(worker->context, html, &options, &worker->page, &error);
    if (status != PITH_OK)
      code = refuse(path, status, error.message);
  }
  free(path);
  return code;
}

/* The prediction by the library itself. */
static exit_code
extract(eval_worker *worker, const eval_record *gold, const pith_options *how,
        page_texts *out)
{
  TRY(open_page(worker, gold));
  pith_status status = pith_page_classify(worker->page, how);
  if (status == PITH_OK)
    status = pith_page_render(worker->page, PITH_FORMAT_TEXT, NULL, &out->text);
  if (status != PITH_OK)
    return refuse(gold->file, status, pith_status_text(status));
  uint32_t count;
  const pith_verdict *verdicts = pith_page_verdicts(worker->page, &count);
  for (uint32_t i = 0; i < count; i++)
    span_list_add(&worker->spans[1], verdicts[i].span.from, verdicts[i].span.to,
                  verdicts[i].label == PITH_CONTENT);
  float confidence = pith_page_confidence(worker->page);
  out->confidence = confidence > 0 ? (double)confidence : NAN;
  return EXIT_FINE;
}

/* A text in the record, or a file that is read now. */
static exit_code
read_text(const eval_record *record, whole_file *file, pith_slice *out)
{
  *out = record->text;
  if (!record->text_path)
    return EXIT_FINE;
  TRY(whole_file_read(record->text_path, WHOLE_FILE_MOST, file));
  *out = (pith_slice){file->data, file->len};
  return EXIT_FINE;
}

/* Find both texts. A page that cannot be had is missing; only the end of memory
 * ends the run. */
static exit_code
find_texts(eval_worker *worker, const eval_record *gold,
           const eval_source *source, page_texts *out)
{
  *out = (page_texts){.confidence = NAN};
  exit_code code = read_text(gold, &worker->files[0], &out->gold);
  if (code != EXIT_FINE)
    return code;
  if (!source->predictions)
    code = extract(worker, gold, source->how, out);
  else {
    out->prediction = eval_records_find(source->predictions, gold);
    out->missing = !out->prediction;
    if (out->prediction) {
      out->confidence = out->prediction->confidence;
      code = read_text(out->prediction, &worker->files[1], &out->text);
    }
  }
  out->missing |= code != EXIT_FINE;
  return code;
}

/* NAN where gold has no snippets. */
static void
score_snippets(eval_worker *worker, const eval_record *gold, pith_slice text,
               page_score *out)
{
  out->with = out->without = out->snippets = NAN;
  if (!gold->with.data && !gold->without.data)
    return;
  snippets_prepare(&worker->snippets, text);
  out->with = snippets_share(&worker->snippets, gold->with);
  out->without = snippets_share(&worker->snippets, gold->without);
  double there = isfinite(out->with) ? out->with : 1;
  double free = isfinite(out->without) ? 1 - out->without : 1;
  if (isfinite(out->with) || isfinite(out->without))
    out->snippets = (there + free) / 2;
}

/* The only measure that needs the page itself. */
static exit_code
score_blocks(eval_worker *worker, const eval_record *gold,
             const page_texts *texts, page_score *out)
{
  TRY(worker->page ? EXIT_FINE : open_page(worker, gold));
  pith_status status =
      block_score_count(&worker->blocks, worker->page, texts->gold,
                        &worker->spans[1], &out->blocks);
  if (status != PITH_OK)
    return refuse(gold->file, status, pith_status_text(status));
  out->has_blocks = true;
  return EXIT_FINE;
}

/* Whether a page lost all of its text: no word is left although ranges were
 * labelled, or, for a prediction without ranges, although gold has words. */
static bool
is_emptied(const eval_worker *worker, const page_texts *texts,
           const page_score *score)
{
  if (texts->missing || text_has_words(texts->text))
    return false;
  bool labelled = !texts->prediction || texts->prediction->spans.data;
  return labelled ? worker->spans[1].count > 0 : score->has_text;
}

/* A page that cannot be read counts as one without prediction. */
static exit_code
score_page(eval_worker *worker, const run_state *run, const eval_record *gold,
           page_score *out)
{
  page_texts texts;
  memset(out, 0, sizeof *out);
  exit_code code = find_texts(worker, gold, run->source, &texts);
  if (code == EXIT_ENVIRONMENT)
    return code;
  out->missing = texts.missing;
  out->confidence = texts.confidence;
  out->has_text = text_has_words(texts.gold);
  if (out->has_text)
    text_score_make(&worker->scoring, texts.gold, texts.text, &out->text);
  score_snippets(worker, gold, texts.text, out);
  /* Spans of both sides are sorted and flattened first; the later of two that
   * overlap counts. */
  span_list *own = &worker->spans[0], *other = &worker->spans[1];
  if (texts.prediction)
    span_list_read(other, texts.prediction->spans);
  span_list_settle(other);
  span_list_read(own, gold->spans);
  span_list_settle(own);
  out->has_ranges = own->count > 0;
  if (out->has_ranges)
    span_score_count(own, other, &out->ranges);
  out->empty = is_emptied(worker, &texts, out);
  if (run->options->blocks && out->has_text && !texts.missing) {
    exit_code blocks = score_blocks(worker, gold, &texts, out);
    code = blocks > code ? blocks : code;
  }
  return code;
}

/* --- threads -----------------------------------------------------------------
 */

/* Releases everything, also of a worker that did not start. */
static void
end_worker(void *shared, void *state)
{
  eval_worker *worker = state;
  (void)shared;
  close_page(worker);
  score_room_done(&worker->scoring);
  snippet_room_done(&worker->snippets);
  block_room_done(&worker->blocks);
  span_list_done(&worker->spans[0]);
  span_list_done(&worker->spans[1]);
  pith_context_free(worker->context);
  free(worker);
}

/* One for each thread; nothing in it is shared. */
static void *
start_worker(void *shared)
{
  (void)shared;
  eval_worker *worker = need(1, sizeof *worker);
  need_all(pith_context_new(NULL, &worker->context) == PITH_OK);
  return worker;
}

/* In a thread; touches nothing but its own state and slot. */
static void
run_item(void *shared, void *state, size_t item, void *slot)
{
  const run_state *run = shared;
  run_slot *result = slot;
  result->code =
      score_page(state, run, &run->gold->items[item], &result->score);
  close_page(state);
}

/* In the main thread, in the order of gold. */
static exit_code
take_item(void *shared, size_t item, void *slot)
{
  run_state *run = shared;
  const run_slot *result = slot;
  progress_show(&run->bar, item + 1);
  run->out[item] = result->score;
  run->failed |= result->code == EXIT_INPUT;
  return result->code == EXIT_ENVIRONMENT ? EXIT_ENVIRONMENT : EXIT_FINE;
}

/* Scores own nothing. */
static void
drop_item(void *shared, void *slot)
{
  (void)shared;
  (void)slot;
}

/* The result does not depend on the number of threads. */
exit_code
eval_run(const eval_records *gold, const eval_source *source,
         const eval_options *options, page_score *out)
{
  run_state run = {gold, source, options, out, {0}, false};
  work what = {.items = gold->count,
               .threads = options->threads,
               .slot_bytes = sizeof(run_slot),
               .shared = &run,
               .start = start_worker,
               .end = end_worker,
               .run = run_item,
               .take = take_item,
               .drop = drop_item};
  run.bar = progress_start(options->progress, "scoring", gold->count);
  exit_code code = workers_run(&what);
  progress_end(&run.bar);
  return code == EXIT_FINE && run.failed ? EXIT_INPUT : code;
}

/* For the worst pages of a report: the same way as when they were scored, so
 * that what is shown is what was scored. */
exit_code
eval_texts_read(const eval_record *gold, const eval_source *source,
                eval_texts *out)
{
  page_texts texts;
  memset(out, 0, sizeof *out);
  eval_worker *worker = start_worker(NULL);
  exit_code code = find_texts(worker, gold, source, &texts);
  if (code == EXIT_ENVIRONMENT) {
    end_worker(NULL, worker);
    return code;
  }
  *out = (eval_texts){texts.gold, texts.text, worker};
  return EXIT_FINE;
}

/* Accepts texts that were never read. */
void
eval_texts_done(eval_texts *texts)
{
  if (texts->held)
    end_worker(NULL, texts->held);
  memset(texts, 0, sizeof *texts);
}
