/* experiment_json.c: the results of an experiment for programs.
 *
 *   report.json   what was asked, the runs, and each slice with every run
 *   runs.csv      the same as a table: a row a run and slice
 *   topics.csv    a row a topic: facts, and its average precision in each run
 *   losses.jsonl  a line for each relevant page that a cut has moved down
 */
#include "experiment_work.h"

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
  const experiment_options *options = work->options;
  text_out_text(out, "{\"v\":1,\"index\":");
  write_text(out, options->index);
  write_key(out, "index_bytes");
  write_count(out, (size_t)work->index_bytes);
  write_key(out, "pages");
  write_count(out, work->survey.count);
  write_key(out, "words");
  write_count(out, (size_t)work->survey.words);
  write_key(out, "topics");
  write_count(out, work->topics.count);
  write_key(out, "judgements");
  write_count(out, work->judged.count);
  write_key(out, "known_item");
  text_out_text(out, options->known_item > 0 ? "true" : "false");
  write_key(out, "seed");
  write_count(out, (size_t)options->seed);
  write_key(out, "depth");
  write_count(out, options->depth);
  write_key(out, "ranking");
  write_text(out, options->ranking == SEARCH_BM25F ? "bm25f" : "tfidf");
}

static void
write_runs(const experiment *work, text_out *out)
{
  write_key(out, "runs");
  for (size_t i = 0; i < work->run_count; i++) {
    const experiment_run *run = &work->runs[i];
    text_out_text(out, i ? ",{\"name\":" : "[{\"name\":");
    write_text(out, run->name);
    write_key(out, "weight");
    write_number(out, run->how.weight);
    write_key(out, "postings");
    write_number(out, run->postings);
    write_key(out, "ms_per_query");
    write_number(out, work->topics.count
                          ? 1000 * run->seconds / (double)work->topics.count
                          : 0);
    text_out_text(out, "}");
  }
  text_out_text(out, "]");
}

static void
write_difference(text_out *out, const slice_result *result)
{
  const paired_difference *against = &result->against;
  write_key(out, "map_low");
  write_number(out, result->range.low);
  write_key(out, "map_high");
  write_number(out, result->range.high);
  write_key(out, "difference");
  write_number(out, against->mean);
  write_key(out, "difference_low");
  write_number(out, against->range.low);
  write_key(out, "difference_high");
  write_number(out, against->range.high);
  write_key(out, "p");
  write_number(out, against->p);
  write_key(out, "better");
  write_count(out, against->better);
  write_key(out, "worse");
  write_count(out, against->worse);
}

static void
write_slice(const experiment *work, const experiment_slice *slice,
            text_out *out)
{
  text_out_text(out, "{\"name\":");
  write_text(out, slice->name);
  write_key(out, "topics");
  write_count(out, slice->count);
  write_key(out, "runs");
  for (size_t i = 0; i < work->run_count; i++) {
    text_out_text(out, i ? ",{\"name\":" : "[{\"name\":");
    write_text(out, work->runs[i].name);
    for (int m = 0; m < METRIC_COUNT; m++) {
      write_key(out, metric_name((metric)m));
      write_number(out, slice->results[i].mean[m]);
    }
    write_difference(out, &slice->results[i]);
    text_out_text(out, "}");
  }
  text_out_text(out, "]}");
}

static void
write_loss_counts(const experiment *work, text_out *out)
{
  bool first = true;
  write_key(out, "losses");
  text_out_text(out, "[");
  for (size_t r = 0; r < work->run_count; r++) {
    size_t counts[LOSS_CLASSES] = {0};
    size_t headings = 0;
    if (!run_is_cut(&work->runs[r]))
      continue;
    for (size_t i = 0; i < work->loss_count; i++) {
      bool here = work->losses[i].run == r;
      counts[work->losses[i].class] += here;
      headings += here && work->losses[i].heading;
    }
    text_out_text(out, first ? "{\"run\":" : ",{\"run\":");
    first = false;
    write_text(out, work->runs[r].name);
    for (int c = 0; c < LOSS_CLASSES; c++) {
      write_key(out, loss_class_name((loss_class)c));
      write_count(out, counts[c]);
    }
    write_key(out, "headings");
    write_count(out, headings);
    text_out_text(out, "}");
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
    for (size_t r = 0; r < work->run_count; r++) {
      const experiment_run *run = &work->runs[r];
      const slice_result *result = &work->slices[s].results[r];
      const paired_difference *against = &result->against;
      write_cell(&out, true, work->slices[s].name);
      write_cell_number(&out, (double)work->slices[s].count);
      write_cell(&out, false, run->name);
      write_cell_number(&out, run->how.weight);
      write_cell_number(&out,
                        1000 * run->seconds /
                            (double)(work->topics.count + !work->topics.count));
      write_cell_number(&out, run->postings);
      for (int m = 0; m < METRIC_COUNT; m++)
        write_cell_number(&out, result->mean[m]);
      const double more[] = {result->range.low,       result->range.high,
                             against->mean,           against->range.low,
                             against->range.high,     against->p,
                             (double)against->better, (double)against->worse};
      for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        write_cell_number(&out, more[i]);
      text_out_text(&out, "\n");
    }
  return put_file(work, "runs.csv", &out);
}

static exit_code
write_topic_table(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  text_out_text(&out, "topic,words,language,in_framing,relevant");
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
    write_cell_number(&out, facts->framing);
    write_cell_number(&out, (double)basic->items[i].values.relevant);
    for (size_t r = 0; r < work->run_count; r++)
      write_cell_number(
          &out, work->runs[r].measured.items[i].values.value[METRIC_AP]);
    text_out_text(&out, "\n");
  }
  return put_file(work, "topics.csv", &out);
}

/* --- losses.jsonl --------------------------------------------------------- */

static void
write_loss(const experiment *work, const experiment_loss *loss, text_out *out)
{
  const topic *asked = &work->topics.items[work->row_topics[loss->row]];
  const experiment_run *run = &work->runs[loss->run];
  const experiment_run *basic = &work->runs[RUN_BASIC];
  text_out_text(out, "{\"run\":");
  write_text(out, run->name);
  write_key(out, "topic");
  write_text(out, asked->id);
  write_key(out, "query");
  write_text(out, asked->text);
  write_key(out, "id");
  write_text(out, loss->judged->document);
  write_key(out, "class");
  write_text(out, loss_class_name(loss->class));
  write_key(out, "map_basic");
  write_number(out, basic->measured.items[loss->row].values.value[METRIC_AP]);
  write_key(out, "map_cut");
  write_number(out, run->measured.items[loss->row].values.value[METRIC_AP]);
  write_key(out, "rank_basic");
  write_count(out, loss->rank_basic);
  write_key(out, "rank_cut");
  write_count(out, loss->rank_cut);
  write_key(out, "share_cut");
  write_number(out, loss->share_cut);
  write_key(out, "query_words");
  write_count(out, loss->query_words);
  write_key(out, "content_words");
  write_count(out, loss->content_words);
}

/* The span that held the words, in the form of verdicts (json.md). */
static void
write_loss_span(const experiment_loss *loss, text_out *out)
{
  write_key(out, "spans");
  text_out_text(out, "[");
  if (loss->words[0]) {
    text_out_text(out, "{\"from\":");
    write_count(out, loss->from);
    write_key(out, "to");
    write_count(out, loss->to);
    write_key(out, "label");
    text_out_text(out, "\"navigation\"");
    write_key(out, "score");
    write_number(out, (double)loss->score);
    write_key(out, "reason");
    write_text(out, loss->reason);
    write_key(out, "words");
    write_text(out, loss->words);
    write_key(out, "line");
    write_text(out, loss->line);
    write_key(out, "repeated");
    text_out_text(out, loss->repeated ? "true" : "false");
    write_key(out, "heading");
    text_out_text(out, loss->heading ? "true}" : "false}");
  }
  text_out_text(out, "]}\n");
}

static exit_code
write_losses(const experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  for (size_t i = 0; i < work->loss_count; i++) {
    write_loss(work, &work->losses[i], &out);
    write_loss_span(&work->losses[i], &out);
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
