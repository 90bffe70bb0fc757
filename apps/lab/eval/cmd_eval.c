/* cmd_eval.c: `pith eval`: gold and predictions in, figures out; or grades in,
 * the tables of the papers out.
 */
#include "common/options/commands.h"

#include "lab/eval/eval_request.h"

#include "lab/eval/grades/grades_file.h"
#include "lab/eval/grades/grades_out.h"
#include "lab/eval/report/eval_out.h"
#include "lab/report/report_html.h"

#include "common/output/output_tree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORST_IN_REPORT = 10 };

/* Writes a report of some kind in a format; false when memory ends. */
typedef bool (*report_writer)(text_out *out, eval_format format,
                              const void *report);

/* Write to a file that was asked for. The document is complete in memory
 * before the file is touched: a failure leaves the old file. */
static exit_code
write_file(const char *path, report_writer write, const void *report)
{
  text_out out;
  text_out_init(&out, -1);
  bool fine = write(&out, eval_format_of(path), report) && out.error == 0;
  exit_code code = fine ? output_file_write(path, out.data, out.len)
                        : report_out_of_memory();
  text_out_done(&out);
  return code;
}

/* Write everything: the files, and to standard output a table or JSON. */
static exit_code
write_all(const app_request *request, report_writer write, const void *report)
{
  exit_code code = EXIT_FINE;
  text_out out;
  for (size_t i = 0; i < request->eval.outputs.count && code == EXIT_FINE; i++)
    code = write_file(request->eval.outputs.items[i], write, report);
  if (code != EXIT_FINE)
    return code;
  text_out_init(&out, STDOUT_FILENO);
  bool fine =
      write(&out, request->output.json ? EVAL_JSON : EVAL_UNKNOWN, report);
  code = fine ? text_out_end(&out) : report_out_of_memory();
  text_out_done(&out);
  return code;
}

/* --- grades ------------------------------------------------------------------
 */

/* The format of a file is that of its ending; standard output is a table or
 * JSON. */
static bool
write_grades(text_out *out, eval_format format, const void *report)
{
  if (format == EVAL_HTML) {
    report_begin(out, "Grades");
    grades_out_html(out, report);
    report_end(out);
  } else if (format == EVAL_JSON) {
    grades_out_json(out, report);
  } else if (format == EVAL_CSV) {
    grades_out_csv(out, report);
  } else {
    grades_out_text(out, report);
  }
  return true;
}

/* Lines that were left out make the exit code 1, as everywhere. */
static exit_code
run_grades(const app_request *request)
{
  grades_file file;
  grades_report report;
  exit_code code = grades_file_read(request->eval.grades, &file);
  if (code != EXIT_FINE)
    return code;
  if (grades_report_make(file.records, file.count, &report)) {
    code = write_all(request, write_grades, &report);
    grades_report_done(&report);
  } else {
    code = report_out_of_memory();
  }
  if (code == EXIT_FINE && file.failed > 0)
    code = EXIT_INPUT;
  grades_file_done(&file);
  return code;
}

/* --- texts -------------------------------------------------------------------
 */

/* The report is borrowed; only HTML may run out of memory on its way. */
static bool
write_eval(text_out *out, eval_format format, const void *data)
{
  eval_report report = *(const eval_report *)data;
  if (format == EVAL_HTML)
    return eval_out_html(out, &report);
  if (format == EVAL_JSON)
    eval_out_json(out, &report);
  else if (format == EVAL_CSV)
    eval_out_csv(out, &report);
  else
    eval_out_text(out, &report);
  return true;
}

/* All that one run of the command holds. */
typedef struct eval_command {
  const app_request *request;
  eval_records gold;
  eval_records predictions[2]; /* of the run and of the other */
  eval_source sources[2];
  page_score *scores[2]; /* owned */
  pith_options versus;   /* of the other run */
  bool failed;           /* some input was left out */
} eval_command;

/* Several files are one gold. */
static exit_code
read_gold(eval_command *command)
{
  const app_request *request = command->request;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < request->eval.gold.count && code == EXIT_FINE; i++)
    code = eval_records_add(&command->gold, request->eval.gold.items[i]);
  if (code == EXIT_FINE)
    code = eval_records_settle(&command->gold);
  if (code == EXIT_FINE && command->gold.duplicates > 0)
    message("%zu gold records have a name that came before; each counts",
            command->gold.duplicates);
  command->failed |= command->gold.failed > 0;
  return code;
}

/* Make the source of a run: a file or folder of records, or a method. The
 * source borrows the records, the path and the options from the command. */
static exit_code
open_source(eval_command *command, int run, const char *path,
            const pith_options *judge)
{
  eval_records *records = &command->predictions[run];
  eval_source *source = &command->sources[run];
  *source = (eval_source){.judge = judge};
  if (!path) {
    source->name = judge->method ? judge->method : pith_method_default();
    return EXIT_FINE;
  }
  source->name = path;
  source->predictions = records;
  exit_code code = eval_records_add(records, path);
  if (code == EXIT_FINE)
    code = eval_records_settle(records);
  if (code == EXIT_FINE && records->duplicates > 0)
    message("%s: %zu records have a name that came before; the last one counts",
            path, records->duplicates);
  command->failed |= records->failed > 0;
  return code;
}

/* A run that lost pages goes on; the exit code remembers. */
static exit_code
score(eval_command *command, int run)
{
  const app_request *request = command->request;
  eval_options options = {request->jobs, request->eval.blocks,
                          request->output.progress};
  command->scores[run] =
      calloc(command->gold.count + 1, sizeof *command->scores[run]);
  if (!command->scores[run])
    return report_out_of_memory();
  exit_code code = eval_run(&command->gold, &command->sources[run], &options,
                            command->scores[run]);
  command->failed |= code == EXIT_INPUT;
  return code == EXIT_INPUT ? EXIT_FINE : code;
}

/* The first field that the gold declares, unless one was asked for. */
static group_field
choose_field(const app_request *request, const eval_summary *summary)
{
  static const group_field order[] = {GROUP_DATASET, GROUP_SITE, GROUP_TYPE,
                                      GROUP_LANGUAGE};
  if (request_has(request, OPTION_BY))
    return (group_field)request->eval.by;
  for (size_t i = 0; i < GROUP_FIELDS; i++)
    if (summary->by[order[i]].count > 0)
      return order[i];
  return GROUP_DATASET;
}

/* Gold that says nothing about any page is an input error, not a table of
 * dashes. */
static exit_code
report_all(eval_command *command, bool versus)
{
  const app_request *request = command->request;
  eval_summary summary;
  if (!eval_summary_make(&command->gold, command->scores[0],
                         versus ? command->scores[1] : NULL, &summary))
    return report_out_of_memory();
  exit_code code = EXIT_FINE;
  if (summary.all.pages + summary.all.snippet_pages + summary.all.range_pages ==
      0) {
    message("%s: no record of the gold has a text, snippets or ranges",
            request->eval.gold.items[0]);
    code = EXIT_INPUT;
  } else {
    eval_report report = {&command->gold,
                          &command->sources[0],
                          versus ? &command->sources[1] : NULL,
                          command->scores[0],
                          command->scores[1],
                          &summary,
                          choose_field(request, &summary),
                          request_has(request, OPTION_WORST)
                              ? request->eval.worst
                              : WORST_IN_REPORT,
                          request->eval.worst};
    code = write_all(request, write_eval, &report);
  }
  eval_summary_done(&summary);
  return code;
}

/* The second run is scored like the first and compared page by page. */
static exit_code
run_eval(eval_command *command)
{
  const app_request *request = command->request;
  bool versus = request->eval.versus != NULL;
  const char *method = eval_request_versus_method(request);
  pith_options_default(&command->versus);
  command->versus.method = method;
  exit_code code = read_gold(command);
  if (code == EXIT_FINE)
    code = open_source(command, 0, request->eval.pred, &request->page);
  if (code == EXIT_FINE && versus)
    code = open_source(command, 1, method ? NULL : request->eval.versus,
                       &command->versus);
  for (int run = 0; run <= versus && code == EXIT_FINE; run++)
    code = score(command, run);
  if (code == EXIT_FINE)
    code = report_all(command, versus);
  return code == EXIT_FINE && command->failed ? EXIT_INPUT : code;
}

/* Everything is released here, whatever happened. */
exit_code
cmd_eval(int argc, char *const *argv)
{
  app_request in;
  exit_code code;
  if (!eval_request_read(argc, argv, &in, &code))
    return code;
  eval_command command = {.request = &in};
  eval_records_init(&command.gold, ROLE_GOLD);
  eval_records_init(&command.predictions[0], ROLE_PREDICTION);
  eval_records_init(&command.predictions[1], ROLE_PREDICTION);
  code = in.eval.grades ? run_grades(&in) : run_eval(&command);
  eval_records_done(&command.gold);
  for (int run = 0; run < 2; run++) {
    eval_records_done(&command.predictions[run]);
    free(command.scores[run]);
  }
  request_done(&in);
  return code;
}
