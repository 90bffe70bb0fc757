/* search_measure.c: `pith search measure --qrels QRELS RUN...`: run files of
 * any system in, their measures out, a line each as trec_eval prints them:
 *
 *     NAME <tab> TOPIC or "all" <tab> VALUE
 */
#include "lab/search/search_commands.h"

#include "common/options/request.h"
#include "lab/experiment/metric_run.h"
#include "lab/experiment/romip_tasks.h"
#include "lab/experiment/trec_file.h"
#include "common/output/text_out.h"

#include <string.h>
#include <unistd.h>

/* Documents that were retrieved, that are relevant, and that are both. */
static void
write_counts(text_out *out, const char *topic, const metric_values *values)
{
  text_out_print(out, "%-22s\t%s\t%zu\n", "num_ret", topic, values->retrieved);
  text_out_print(out, "%-22s\t%s\t%zu\n", "num_rel", topic, values->relevant);
  text_out_print(out, "%-22s\t%s\t%zu\n", "num_rel_ret", topic,
                 values->relevant_retrieved);
}

/* "map                     all     0.3322", as trec_eval writes it. */
static void
write_line(text_out *out, metric which, const char *topic, double value)
{
  text_out_print(out, "%-22s\t%s\t%6.4f\n", metric_name(which), topic, value);
}

/* In the order of trec_eval, so that outputs can be compared line by line. For
 * "all", counts are sums over topics and measures are means. */
static void
write_table(text_out *out, const char *run, const metric_table *table,
            bool by_topic)
{
  metric_values sums = {{0}, 0, 0, 0};
  text_out_print(out, "%-22s\tall\t%s\n", "runid", run);
  for (size_t i = 0; i < table->count; i++) {
    const metric_row *row = &table->items[i];
    sums.retrieved += row->values.retrieved;
    sums.relevant += row->values.relevant;
    sums.relevant_retrieved += row->values.relevant_retrieved;
    if (!by_topic)
      continue;
    write_counts(out, row->topic, &row->values);
    for (int m = 0; m < METRIC_COUNT; m++)
      write_line(out, (metric)m, row->topic, row->values.value[m]);
  }
  write_counts(out, "all", &sums);
  for (int m = 0; m < METRIC_COUNT; m++)
    write_line(out, (metric)m, "all", metric_mean(table, (metric)m, true));
}

/* A run is read whole; half of one would give numbers that look right. */
static exit_code
measure_run(const app_request *in, const judgement_table *judged,
            const char *path, text_out *out)
{
  whole_file file;
  run_table run;
  metric_table table;
  TRY(trec_file_read(path, &file));
  TRY(run_table_take(file.data, file.len, path, &run));
  metric_run_measure(judged, &run, &table);
  write_table(out, run.name, &table, in->search.by_topic);
  metric_table_done(&table);
  run_table_done(&run);
  return EXIT_FINE;
}

/* Several runs against one set of judgements, which is read once. */
static exit_code
measure_all(const app_request *in)
{
  judgement_table judged;
  text_out out;
  exit_code code = judgements_read(in->search.qrels, &judged);
  if (code != EXIT_FINE)
    return code;
  text_out_init(&out, STDOUT_FILENO);
  for (size_t i = 0; i < in->input_count && code == EXIT_FINE; i++)
    code = measure_run(in, &judged, in->inputs[i], &out);
  exit_code written = text_out_end(&out);
  text_out_done(&out);
  judgement_table_done(&judged);
  return code != EXIT_FINE ? code : written;
}

/* What is missing, NULL when nothing is. */
static const char *
find_wrong(const app_request *in)
{
  if (!in->search.qrels)
    return "name the judgements with --qrels";
  return in->input_count == 0 ? "name the runs" : NULL;
}

exit_code
search_measure(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_SEARCH_MEASURE);
  return request_run(&in, argc, argv, find_wrong, measure_all);
}
