/* experiment_json.c: the results of an experiment for programs.
 *
 *   report.json   what was asked, the runs, and each slice with every run
 *   runs.csv      the same as a table: a row a run and slice
 *   topics.csv    a row a topic: facts, and its average precision in each run
 *   losses.jsonl  a line for each relevant page that a cut has moved down,
 *                 with the class by rule and, if somebody looked, by hand
 */
#include "lab/experiment/experiment_work.h"

#include <stdio.h>
#include <string.h>

static void
write_number(text_out *out, double number)
{
  char text[40];
  snprintf(text, sizeof text, "%.9g", number);
  text_out_text(out, text);
}

static void
write_count(text_out *out, size_t number)
{
  char text[40];
  snprintf(text, sizeof text, "%zu", number);
  text_out_text(out, text);
}

/* `,"key":` */
static void
write_key(text_out *out, const char *key)
{
  text_out_text(out, ",\"");
  text_out_text(out, key);
  text_out_text(out, "\":");
}

static void
write_text(text_out *out, const char *text)
{
  text_out_json_name(out, text, strlen(text));
}

/* `,"key":value`. */
static void
put_number(text_out *out, const char *key, double number)
{
  write_key(out, key);
  write_number(out, number);
}

static void
put_count(text_out *out, const char *key, size_t number)
{
  write_key(out, key);
  write_count(out, number);
}

static void
put_text(text_out *out, const char *key, const char *text)
{
  write_key(out, key);
  write_text(out, text);
}

static void
put_flag(text_out *out, const char *key, bool flag)
{
  write_key(out, key);
  text_out_text(out, flag ? "true" : "false");
}

/* Put a text that is kept in memory into a file of the folder. */
static exit_code
put_file(const experiment *work, const char *name, text_out *out)
{
  exit_code code = EXIT_ENVIRONMENT;
  if (out->error)
    message("%s: out of memory", name);
  else
    code = output_write(&work->output, name, "", out->data, out->len);
  text_out_done(out);
  return code;
}

/* --- report.json ---------------------------------------------------------- */

static void
write_head(const experiment *work, text_out *out)
{
  static const char *const titles[] = {"fair", "always", "never"};
  const experiment_options *options = work->options;
  text_out_text(out, "{\"v\":1");
  put_text(out, "index", options->index);
  put_count(out, "index_bytes", (size_t)work->index_bytes);
  put_count(out, "pages", work->survey.count);
  put_count(out, "words", (size_t)work->survey.words);
  put_count(out, "topics", work->topics.count);
  put_count(out, "judgements", work->judged.count);
  put_flag(out, "known_item", options->known_item > 0);
  put_count(out, "seed", (size_t)options->seed);
  put_count(out, "depth", options->depth);
  put_text(out, "ranking",
           options->ranking == SEARCH_BM25F ? "bm25f" : "tfidf");
  put_text(out, "titles", titles[options->titles]);
}

static double
ms_per_query(const experiment *work, const experiment_run *run)
{
  size_t topics = work->topics.count;
  return topics ? 1000 * run->seconds / (double)topics : 0;
}

static void
write_runs(const experiment *work, text_out *out)
{
  write_key(out, "runs");
  for (size_t i = 0; i < work->run_count; i++) {
    const experiment_run *run = &work->runs[i];
    text_out_text(out, i ? ",{\"name\":" : "[{\"name\":");
    write_text(out, run->name);
    put_number(out, "weight", run->how.weight);
    put_number(out, "postings", run->postings);
    put_number(out, "ms_per_query", ms_per_query(work, run));
    text_out_text(out, "}");
  }
  text_out_text(out, "]");
}

/* How a run did beside basic: the same columns in report.json and runs.csv,
 * there with other heads. */
enum { DIFFERENCE_COLUMNS = 8 };

static void
difference_columns(const slice_result *result,
                   double columns[DIFFERENCE_COLUMNS])
{
  const paired_difference *against = &result->against;
  columns[0] = result->range.low;
  columns[1] = result->range.high;
  columns[2] = against->mean;
  columns[3] = against->range.low;
  columns[4] = against->range.high;
  columns[5] = against->p;
  columns[6] = (double)against->better;
  columns[7] = (double)against->worse;
}

static void
write_difference(text_out *out, const slice_result *result)
{
  static const char *const keys[DIFFERENCE_COLUMNS] = {
      "map_low",         "map_high", "difference", "difference_low",
      "difference_high", "p",        "better",     "worse"};
  double columns[DIFFERENCE_COLUMNS];
  difference_columns(result, columns);
  for (int i = 0; i < DIFFERENCE_COLUMNS; i++)
    put_number(out, keys[i], columns[i]);
}

static void
write_slice(const experiment *work, const experiment_slice *slice,
            text_out *out)
{
  text_out_text(out, "{\"name\":");
  write_text(out, slice->name);
  put_count(out, "topics", slice->count);
  write_key(out, "runs");
  for (size_t i = 0; i < work->run_count; i++) {
    text_out_text(out, i ? ",{\"name\":" : "[{\"name\":");
    write_text(out, work->runs[i].name);
    for (int m = 0; m < METRIC_COUNT; m++)
      put_number(out, metric_name((metric)m), slice->results[i].mean[m]);
    write_difference(out, &slice->results[i]);
    text_out_text(out, "}");
  }
  text_out_text(out, "]}");
}

static void
write_classes(const size_t counts[LOSS_CLASSES], text_out *out)
{
  for (int c = 0; c < LOSS_CLASSES; c++)
    put_count(out, loss_class_name((loss_class)c), counts[c]);
}

/* A run by class, by rule; and with a person's word where somebody looked. */
static void
write_loss_count(const experiment *work, size_t run, text_out *out)
{
  loss_counts counts;
  experiment_losses_count(work, run, &counts);
  text_out_text(out, "{\"run\":");
  write_text(out, work->runs[run].name);
  write_classes(counts.by_rule, out);
  put_count(out, "headings", counts.headings);
  if (work->options->correction_count > 0) {
    write_key(out, "corrected");
    text_out_text(out, "{\"looked_at\":");
    write_count(out, counts.looked_at);
    put_count(out, "changed", counts.changed);
    write_classes(counts.corrected, out);
    text_out_text(out, "}");
  }
  text_out_text(out, "}");
}

static void
write_loss_counts(const experiment *work, text_out *out)
{
  bool first = true;
  write_key(out, "losses");
  text_out_text(out, "[");
  for (size_t r = 0; r < work->run_count; r++) {
    if (!run_is_cut(&work->runs[r]))
      continue;
    text_out_text(out, first ? "" : ",");
    first = false;
    write_loss_count(work, r, out);
  }
  text_out_text(out, "]");
}

static exit_code
write_report(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  write_head(work, &out);
  write_runs(work, &out);
  write_key(&out, "slices");
  for (size_t i = 0; i < work->slice_count; i++) {
    text_out_text(&out, i ? "," : "[");
    write_slice(work, &work->slices[i], &out);
  }
  text_out_text(&out, "]");
  write_loss_counts(work, &out);
  text_out_text(&out, "}\n");
  return put_file(work, "report.json", &out);
}

/* --- tables --------------------------------------------------------------- */

/* A cell in quotes, with a comma before it unless it is the first. A text
 * that a spreadsheet would take for a formula gets a blank in front. */
static void
write_cell(text_out *out, bool first, const char *text)
{
  text_out_text(out, first ? "\"" : ",\"");
  if (*text && strchr("=+-@", *text))
    text_out_text(out, " ");
  for (; *text; text++) {
    if (*text == '"')
      text_out_text(out, "\"");
    text_out_bytes(out, text, 1);
  }
  text_out_text(out, "\"");
}

static void
write_cell_number(text_out *out, double number)
{
  text_out_text(out, ",");
  write_number(out, number);
}

static void
write_run_row(const experiment *work, const experiment_slice *slice, size_t run,
              text_out *out)
{
  double columns[DIFFERENCE_COLUMNS];
  const experiment_run *of = &work->runs[run];
  const slice_result *result = &slice->results[run];
  write_cell(out, true, slice->name);
  write_cell_number(out, (double)slice->count);
  write_cell(out, false, of->name);
  write_cell_number(out, of->how.weight);
  write_cell_number(out, ms_per_query(work, of));
  write_cell_number(out, of->postings);
  for (int m = 0; m < METRIC_COUNT; m++)
    write_cell_number(out, result->mean[m]);
  difference_columns(result, columns);
  for (int i = 0; i < DIFFERENCE_COLUMNS; i++)
    write_cell_number(out, columns[i]);
  text_out_text(out, "\n");
}

static exit_code
write_run_table(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  text_out_text(&out, "slice,topics,run,weight,ms_per_query,postings");
  for (int m = 0; m < METRIC_COUNT; m++) {
    text_out_text(&out, ",");
    text_out_text(&out, metric_name((metric)m));
  }
  text_out_text(&out, ",map_low,map_high,difference,low,high,p,better,worse\n");
  for (size_t s = 0; s < work->slice_count; s++)
    for (size_t r = 0; r < work->run_count; r++)
      write_run_row(work, &work->slices[s], r, &out);
  return put_file(work, "runs.csv", &out);
}

static exit_code
write_topic_table(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  text_out_text(&out, "topic,words,language,in_boilerplate,relevant");
  for (size_t r = 0; r < work->run_count; r++)
    write_cell(&out, false, work->runs[r].name);
  text_out_text(&out, "\n");
  const metric_table *basic = &work->runs[RUN_BASIC].measured;
  for (size_t i = 0; i < basic->count; i++) {
    const topic *asked = &work->topics.items[work->row_topics[i]];
    const topic_facts *facts = &work->facts[work->row_topics[i]];
    write_cell(&out, true, asked->id);
    write_cell(&out, false, asked->text);
    write_cell(&out, false, facts->language);
    write_cell_number(&out, facts->boilerplate);
    write_cell_number(&out, (double)basic->items[i].values.relevant);
    for (size_t r = 0; r < work->run_count; r++)
      write_cell_number(
          &out, work->runs[r].measured.items[i].values.value[METRIC_AP]);
    text_out_text(&out, "\n");
  }
  return put_file(work, "topics.csv", &out);
}

/* --- losses.jsonl --------------------------------------------------------- */

/* The span that held the words, in the form of verdicts (json.md). */
static void
write_loss_span(const experiment_loss *loss, text_out *out)
{
  text_out_text(out, "{\"from\":");
  write_count(out, loss->from);
  put_count(out, "to", loss->to);
  put_text(out, "label", "navigation");
  put_number(out, "score", (double)loss->score);
  put_text(out, "reason", loss->reason);
  put_text(out, "words", loss->words);
  put_text(out, "line", loss->line);
  put_flag(out, "repeated", loss->repeated);
  put_flag(out, "heading", loss->heading);
  text_out_text(out, "}");
}

void
experiment_loss_write(const experiment *work, const experiment_loss *loss,
                      text_out *out)
{
  const topic *asked = &work->topics.items[work->row_topics[loss->row]];
  const experiment_run *run = &work->runs[loss->run];
  const experiment_run *basic = &work->runs[RUN_BASIC];
  text_out_text(out, "{\"run\":");
  write_text(out, run->name);
  put_text(out, "topic", asked->id);
  put_text(out, "query", asked->text);
  put_text(out, "id", loss->judged->document);
  put_text(out, "class", loss_class_name(loss->class));
  if (loss->by_hand) {
    put_text(out, "corrected", loss_class_name(loss->by_hand->class));
    put_text(out, "comment", loss->by_hand->comment);
  }
  put_number(out, "map_basic",
             basic->measured.items[loss->row].values.value[METRIC_AP]);
  put_number(out, "map_cut",
             run->measured.items[loss->row].values.value[METRIC_AP]);
  put_count(out, "rank_basic", loss->rank_basic);
  put_count(out, "rank_cut", loss->rank_cut);
  put_number(out, "share_cut", loss->share_cut);
  put_count(out, "query_words", loss->query_words);
  put_count(out, "content_words", loss->content_words);
  write_key(out, "spans");
  text_out_text(out, "[");
  if (loss->words[0])
    write_loss_span(loss, out);
  text_out_text(out, "]}");
}

static exit_code
write_losses(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  for (size_t i = 0; i < work->loss_count; i++) {
    experiment_loss_write(work, &work->losses[i], &out);
    text_out_text(&out, "\n");
  }
  return put_file(work, "losses.jsonl", &out);
}

exit_code
experiment_json_write(const experiment *work)
{
  exit_code code = write_report(work);
  if (code == EXIT_FINE)
    code = write_run_table(work);
  if (code == EXIT_FINE)
    code = write_topic_table(work);
  if (code == EXIT_FINE)
    code = write_losses(work);
  return code;
}
