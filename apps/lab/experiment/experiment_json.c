/* experiment_json.c: the results of an experiment for programs.
 *
 *   report.json   what was asked, the runs, and each slice with every run
 *   runs.csv      the same as a table: a row a run and slice
 *   topics.csv    a row a topic: facts, and its average precision in each run
 *   losses.jsonl  a line for each relevant page that a cut has moved down,
 *                 with the class by rule and, if somebody looked, by hand
 */
#include "lab/experiment/experiment_work.h"

#include "lab/report/csv_out.h"

/* Files are written whole: a failure leaves the old file. Takes the text, also
 * on failure, so that callers can end with this call. */
exit_code
experiment_file_write(const experiment *work, const char *name, text_out *out)
{
  exit_code code =
      out->error ? report_out_of_memory_for(name)
                 : output_write(&work->output, name, "", out->data, out->len);
  text_out_done(out);
  return code;
}

/* --- report.json ---------------------------------------------------------- */

/* Everything that is needed to do the experiment again. */
static void
write_head(const experiment *work, json_out *json)
{
  static const char *const titles[] = {"fair", "always", "never"};
  const experiment_options *options = work->options;
  json_out_print(json,
                 "v %d index %s index_bytes %zu pages %zu words %zu topics %zu "
                 "judgements %zu",
                 1, options->index, (size_t)work->index_bytes,
                 work->survey.count, (size_t)work->survey.words,
                 work->topics.count, work->judged.count);
  json_out_bool(json, "known_item", options->known_item > 0);
  json_out_print(json, "seed %zu depth %u ranking %s titles %s",
                 (size_t)options->seed, (unsigned)options->depth,
                 options->ranking == SEARCH_BM25F ? "bm25f" : "tfidf",
                 titles[options->titles]);
  json_out_print(json, "title_weight %d", EXPERIMENT_TITLE_WEIGHT);
}

/* Processor time, mean over topics. */
static double
ms_per_query(const experiment *work, const experiment_run *run)
{
  size_t topics = work->topics.count;
  return topics ? 1000 * run->seconds / (double)topics : 0;
}

/* What each run is and costs; how it did is in the slices. Postings are a
 * figure with a fraction: boilerplate counts at its weight. */
static void
write_runs(const experiment *work, json_out *json)
{
  json_out_array(json, "runs");
  for (size_t i = 0; i < work->run_count; i++) {
    const experiment_run *run = &work->runs[i];
    json_out_object(json, NULL);
    json_out_print(json, "name %s weight %.9g postings %.9g ms_per_query %.9g",
                   run->name, run->how.weight, run->postings,
                   ms_per_query(work, run));
    json_out_end(json);
  }
  json_out_end(json);
}

/* Means of all measures, and map against basic with its interval and p. */
static void
write_slice(const experiment *work, const experiment_slice *slice,
            json_out *json)
{
  json_out_object(json, NULL);
  json_out_print(json, "name %s topics %zu", slice->name, slice->count);
  json_out_array(json, "runs");
  for (size_t i = 0; i < work->run_count; i++) {
    const slice_result *result = &slice->results[i];
    const paired_difference *against = &result->against;
    json_out_object(json, NULL);
    json_out_text(json, "name", work->runs[i].name);
    for (int m = 0; m < METRIC_COUNT; m++)
      json_out_figure(json, metric_name((metric)m), result->mean[m]);
    json_out_print(json,
                   "map_low %.9g map_high %.9g difference %.9g "
                   "difference_low %.9g difference_high %.9g p %.9g "
                   "p_holm %.9g better %zu worse %zu",
                   result->range.low, result->range.high, against->mean,
                   against->range.low, against->range.high, against->p,
                   result->holm, against->better, against->worse);
    json_out_end(json);
  }
  json_out_end(json);
  json_out_end(json);
}

/* Keys are the names of the classes. */
static void
write_classes(const size_t counts[LOSS_CLASSES], json_out *json)
{
  for (int c = 0; c < LOSS_CLASSES; c++)
    json_out_number(json, loss_class_name((loss_class)c), counts[c]);
}

/* A run by class, by rule; and with a person's word where somebody looked. */
static void
write_loss_count(const experiment *work, size_t run, json_out *json)
{
  loss_counts counts;
  experiment_losses_count(work, run, &counts);
  json_out_object(json, NULL);
  json_out_text(json, "run", work->runs[run].name);
  write_classes(counts.by_rule, json);
  json_out_object(json, "fitting"); /* a page in every class that fits */
  write_classes(counts.fitting, json);
  json_out_end(json);
  json_out_number(json, "headings", counts.headings);
  if (work->options->correction_count > 0) {
    json_out_object(json, "corrected");
    json_out_print(json, "looked_at %zu changed %zu", counts.looked_at,
                   counts.changed);
    write_classes(counts.corrected, json);
    json_out_end(json);
  }
  json_out_end(json);
}

/* One object on one line. */
static exit_code
write_report(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  json_out json = json_out_begin(&out);
  json_out_object(&json, NULL);
  write_head(work, &json);
  write_runs(work, &json);
  json_out_array(&json, "slices");
  for (size_t i = 0; i < work->slice_count; i++)
    write_slice(work, &work->slices[i], &json);
  json_out_end(&json);
  json_out_array(&json, "losses");
  for (size_t r = 0; r < work->run_count; r++)
    if (run_is_cut(&work->runs[r]))
      write_loss_count(work, r, &json);
  json_out_end(&json);
  json_out_end(&json);
  text_out_text(&out, "\n");
  return experiment_file_write(work, "report.json", &out);
}

/* --- tables --------------------------------------------------------------- */

/* The same figures as report.json, for spreadsheets. */
static void
write_run_row(const experiment *work, const experiment_slice *slice, size_t run,
              text_out *out)
{
  const experiment_run *of = &work->runs[run];
  const slice_result *result = &slice->results[run];
  const paired_difference *against = &result->against;
  csv_print(out, "%s,%zu,%s,%.9g,%.9g,%.9g", slice->name, slice->count,
            of->name, of->how.weight, ms_per_query(work, of), of->postings);
  for (int m = 0; m < METRIC_COUNT; m++)
    csv_print(out, ",%.9g", result->mean[m]);
  csv_print(out, ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%zu,%zu\n", result->range.low,
            result->range.high, against->mean, against->range.low,
            against->range.high, against->p, against->better, against->worse);
}

/* Columns in the order of the measures, which have the names they have in
 * report.json. */
static exit_code
write_run_table(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  text_out_text(&out, "slice,topics,run,weight,ms_per_query,postings");
  for (int m = 0; m < METRIC_COUNT; m++)
    csv_print(&out, ",%s", metric_name((metric)m));
  text_out_text(&out, ",map_low,map_high,difference,low,high,p,better,worse\n");
  for (size_t s = 0; s < work->slice_count; s++)
    for (size_t r = 0; r < work->run_count; r++)
      write_run_row(work, &work->slices[s], r, &out);
  return experiment_file_write(work, "runs.csv", &out);
}

/* Average precision of each topic in each run: enough to repeat every test. */
static exit_code
write_topic_table(const experiment *work)
{
  text_out out;
  const metric_table *basic = &work->runs[RUN_BASIC].measured;
  text_out_init(&out, -1);
  text_out_text(&out, "topic,words,language,in_boilerplate,relevant");
  for (size_t r = 0; r < work->run_count; r++)
    csv_print(&out, ",%s", work->runs[r].name);
  for (size_t i = 0; i < basic->count; i++) {
    const topic *asked = &work->topics.items[work->row_topics[i]];
    const topic_facts *facts = &work->facts[work->row_topics[i]];
    csv_print(&out, "\n%s,%s,%s,%d,%zu", asked->id, asked->text,
              facts->language, facts->boilerplate,
              basic->items[i].values.relevant);
    for (size_t r = 0; r < work->run_count; r++)
      csv_print(&out, ",%.9g",
                work->runs[r].measured.items[i].values.value[METRIC_AP]);
  }
  text_out_text(&out, "\n");
  return experiment_file_write(work, "topics.csv", &out);
}

/* --- losses.jsonl --------------------------------------------------------- */

/* The span that held the words, in the form of verdicts (json.md). */
static void
write_loss_span(const experiment_loss *loss, json_out *json)
{
  json_out_object(json, NULL);
  json_out_print(json,
                 "from %u to %u label %s score %.9g reason %s words %s line %s",
                 loss->from, loss->to, "navigation", (double)loss->score,
                 loss->reason, loss->words, loss->line);
  json_out_bool(json, "repeated", loss->repeated);
  json_out_bool(json, "heading", loss->heading);
  json_out_end(json);
}

/* Also a member of lost.jsonl, which `pith-lab review` reads. */
void
experiment_loss_write(const experiment *work, const experiment_loss *loss,
                      json_out *json)
{
  const topic *asked = &work->topics.items[work->row_topics[loss->row]];
  const experiment_run *run = &work->runs[loss->run];
  const experiment_run *basic = &work->runs[RUN_BASIC];
  json_out_object(json, NULL);
  json_out_print(json, "run %s topic %s query %s id %s class %s", run->name,
                 asked->id, asked->text, loss->judged->document,
                 loss_class_name(loss->class));
  if (loss->by_hand)
    json_out_print(json, "corrected %s comment %s",
                   loss_class_name(loss->by_hand->class),
                   loss->by_hand->comment);
  json_out_print(json,
                 "map_basic %.9g map_cut %.9g rank_basic %u rank_cut %u "
                 "share_cut %.9g query_words %zu content_words %zu",
                 basic->measured.items[loss->row].values.value[METRIC_AP],
                 run->measured.items[loss->row].values.value[METRIC_AP],
                 loss->rank_basic, loss->rank_cut, loss->share_cut,
                 loss->query_words, loss->content_words);
  json_out_array(json, "spans");
  if (loss->words[0])
    write_loss_span(loss, json);
  json_out_end(json);
  json_out_end(json);
}

/* The first file that cannot be written ends it; those before it stay. */
exit_code
experiment_json_write(experiment *work)
{
  TRY(write_report(work));
  TRY(write_run_table(work));
  TRY(write_topic_table(work));
  /* A line each, in the order of the report. */
  text_out out;
  text_out_init(&out, -1);
  for (size_t i = 0; i < work->loss_count; i++) {
    json_out json = json_out_begin(&out);
    experiment_loss_write(work, &work->losses[i], &json);
    text_out_text(&out, "\n");
  }
  return experiment_file_write(work, "losses.jsonl", &out);
}
