/* cmd_eval.c: `pith eval`: gold and predictions in, figures out; or grades in,
 * the tables of the papers out.
 */
#include "common/options/commands.h"

#include "lab/eval/eval_sites.h"
#include "lab/eval/grades/grade_sources.h"
#include "lab/eval/grades/grades_out.h"
#include "lab/eval/report/eval_out.h"
#include "lab/report/report_html.h"
#include "common/output/output_tree.h"
#include "common/system/need.h"
#include "common/options/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* What to write to a file, by its extension. */
typedef enum eval_format {
  EVAL_HTML,
  EVAL_JSON,
  EVAL_CSV,
  EVAL_UNKNOWN
} eval_format;

/* --- the request -------------------------------------------------------------
 */

/* The command has two forms, which share only the output options:
 *
 *     --gold GOLD [--pred PRED | -m METHOD] [--versus RUN]   score texts
 *     --grades FILE                                          report grades
 *
 * Everything is checked before any input is read. */

/* The order of the endings is that of eval_format. A name that is nothing but
 * an ending (".csv") is a hidden file without one. */
static eval_format
eval_format_of(const char *path)
{
  static const char *const endings[] = {".html", ".json", ".csv"};
  size_t len = strlen(path);
  for (int i = 0; i < 3; i++) {
    size_t tail = strlen(endings[i]);
    if (len > tail && strcasecmp(path + len - tail, endings[i]) == 0)
      return (eval_format)i;
  }
  return EVAL_UNKNOWN;
}

/* The method that extracts the pages: `chain` and `--compat` are
 * `chain-compat`. False when there is none of that name. */
static bool
run_method(const app_request *in, method_choice *out)
{
  char name[2 * METHOD_CHOICE_NAME];
  const char *method =
      in->eval.method ? in->eval.method : pith_method_default();
  int len = snprintf(name, sizeof name, "%s%s", method,
                     in->page.compat ? "-compat" : "");
  return len > 0 && (size_t)len < sizeof name && method_choice_find(name, out);
}

/* A file wins over a method of the same name. False means: read predictions
 * from that path, which reports a name that is neither. */
static bool
versus_method(const app_request *in, method_choice *out)
{
  bool file = in->eval.versus && access(in->eval.versus, F_OK) == 0;
  return in->eval.versus && !file && method_choice_find(in->eval.versus, out);
}

/* Whether one of the runs looks at whole sites. */
static bool
uses_sites(const app_request *in)
{
  method_choice how;
  return (!in->eval.pred && run_method(in, &how) && how.evidence) ||
         (versus_method(in, &how) && how.evidence);
}

/* The first mistake in the options, as a message for people; NULL when there is
 * none. */
static const char *
find_wrong(const app_request *in)
{
  method_choice how;
  bool grades = in->eval.grades.count > 0;
  if (grades && (in->eval.gold.count > 0 || in->eval.pred || in->eval.versus))
    return "--grades cannot be combined with --gold, --pred or --versus";
  if (!grades && in->eval.gold.count == 0)
    return "name the gold with --gold, or grades with --grades";
  if (in->eval.pred && (in->eval.method || in->page.compat))
    return "--method and --compat extract pages; leave them out with --pred";
  if (!run_method(in, &how))
    return in->page.compat ? "--compat needs -m sentence, chain or layer"
                           : "no such method; choose auto, site-auto, "
                             "sentence, dom, chain or layer";
  if (in->input.group_by && !uses_sites(in))
    return "--group-by needs a method of sites: site-auto, chain or layer";
  for (size_t i = 0; i < in->eval.outputs.count; i++)
    if (eval_format_of(in->eval.outputs.items[i]) == EVAL_UNKNOWN)
      return "--output needs a name that ends in .html, .json or .csv";
  return NULL;
}

enum { WORST_IN_REPORT = 10 };

/* Writes a report of some kind in a format. */
typedef void (*report_writer)(text_out *out, eval_format format,
                              const void *report);

/* Write to a file that was asked for. The document is complete in memory
 * before the file is touched: a failure leaves the old file. */
static exit_code
write_file(const char *path, report_writer write, const void *report)
{
  text_out out;
  text_out_init(&out, -1);
  write(&out, eval_format_of(path), report);
  need_all(!out.error);
  exit_code code = output_file_write(path, out.data, out.len);
  text_out_done(&out);
  return code;
}

/* Write everything: the files, and to standard output a table or JSON. */
static exit_code
write_all(const app_request *request, report_writer write, const void *report)
{
  text_out out;
  for (size_t i = 0; i < request->eval.outputs.count; i++)
    TRY(write_file(request->eval.outputs.items[i], write, report));
  text_out_init(&out, STDOUT_FILENO);
  write(&out, request->output.json ? EVAL_JSON : EVAL_UNKNOWN, report);
  exit_code code = text_out_end(&out);
  text_out_done(&out);
  return code;
}

/* --- grades ------------------------------------------------------------------
 */

/* The format of a file is that of its ending; standard output is a table or
 * JSON. */
static void
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
}

/* Lines that were left out make the exit code 1, as everywhere. */
static exit_code
run_grades(const app_request *request)
{
  grade_sources sources = {.records = NULL};
  grades_report report = {.groups = NULL};
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < request->eval.grades.count; i++)
    THEN(code,
         grade_sources_add(&sources, request->eval.grades.items[i], NULL));
  if (code == EXIT_FINE && sources.count == 0) {
    message("%s: no grades in it", request->eval.grades.items[0]);
    code = EXIT_INPUT;
  }
  if (code == EXIT_FINE) {
    grades_report_make(sources.records, sources.count, &report);
    code = write_all(request, write_grades, &report);
    grades_report_done(&report);
  }
  if (code == EXIT_FINE && sources.failed > 0)
    code = EXIT_INPUT;
  grade_sources_done(&sources);
  return code;
}

/* --- texts -------------------------------------------------------------------
 */

/* The report is borrowed. */
static void
write_eval(text_out *out, eval_format format, const void *data)
{
  eval_report report = *(const eval_report *)data;
  if (format == EVAL_HTML)
    eval_out_html(out, &report);
  else if (format == EVAL_JSON)
    eval_out_json(out, &report);
  else if (format == EVAL_CSV)
    eval_out_csv(out, &report);
  else
    eval_out_text(out, &report);
}

/* All that one run of the command holds. */
typedef struct eval_command {
  const app_request *request;
  eval_records gold;
  eval_records predictions[2]; /* of the run and of the other */
  eval_source sources[2];
  pith_options how[2];   /* of the methods of single pages */
  page_score *scores[2]; /* owned */
  bool failed;           /* some input was left out */
} eval_command;

/* Several files are one gold. */
static exit_code
read_gold(eval_command *command)
{
  const app_request *request = command->request;
  for (size_t i = 0; i < request->eval.gold.count; i++)
    TRY(eval_records_add(&command->gold, request->eval.gold.items[i]));
  eval_records_settle(&command->gold);
  if (command->gold.duplicates > 0)
    message("%zu gold records have a name that came before; each counts",
            command->gold.duplicates);
  command->failed |= command->gold.failed > 0;
  return EXIT_FINE;
}

/* The source of a run is a method. One of sites predicts all pages now, one of
 * single pages each page when it is scored. The choice is borrowed. */
static exit_code
open_method(eval_command *command, int run, const method_choice *choice)
{
  const app_request *request = command->request;
  eval_records *records = &command->predictions[run];
  eval_source *source = &command->sources[run];
  eval_site_options sites = {(page_group)request->input.group_by, request->jobs,
                             request->output.progress};
  command->how[run].method = choice->method;
  command->how[run].compat = choice->compat;
  *source = (eval_source){.how = &command->how[run], .name = choice->method};
  if (!choice->evidence)
    return EXIT_FINE;
  source->name = choice->name;
  source->predictions = records;
  exit_code code = eval_sites_predict(&command->gold, choice, &sites, records);
  eval_records_settle(records);
  command->failed |= code == EXIT_INPUT;
  return code == EXIT_INPUT ? EXIT_FINE : code;
}

/* The source of a run is a file or folder of records. The path is borrowed. */
static exit_code
open_records(eval_command *command, int run, const char *path)
{
  eval_records *records = &command->predictions[run];
  command->sources[run] = (eval_source){.name = path, .predictions = records};
  TRY(eval_records_add(records, path));
  eval_records_settle(records);
  if (records->duplicates > 0)
    message("%s: %zu records have a name that came before; the last one counts",
            path, records->duplicates);
  command->failed |= records->failed > 0;
  return EXIT_FINE;
}

/* A run that lost pages goes on; the exit code remembers. */
static exit_code
score(eval_command *command, int run)
{
  const app_request *request = command->request;
  eval_options options = {request->jobs, request->eval.blocks,
                          request->output.progress};
  command->scores[run] =
      need(command->gold.count, sizeof *command->scores[run]);
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
  eval_summary_make(&command->gold, command->scores[0],
                    versus ? command->scores[1] : NULL, &summary);
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
score_and_report(eval_command *command)
{
  const app_request *request = command->request;
  bool versus = request->eval.versus != NULL;
  method_choice own, other;
  command->how[0] = request->page;
  pith_options_default(&command->how[1]);
  exit_code code = read_gold(command);
  if (request->eval.pred)
    THEN(code, open_records(command, 0, request->eval.pred));
  else if (run_method(request, &own))
    THEN(code, open_method(command, 0, &own));
  if (versus_method(request, &other))
    THEN(code, open_method(command, 1, &other));
  else if (versus)
    THEN(code, open_records(command, 1, request->eval.versus));
  for (int run = 0; run <= versus && code == EXIT_FINE; run++)
    code = score(command, run);
  THEN(code, report_all(command, versus));
  return code == EXIT_FINE && command->failed ? EXIT_INPUT : code;
}

/* Everything is released here, whatever happened. */
static exit_code
run(const app_request *in)
{
  if (in->eval.grades.count > 0)
    return run_grades(in);
  eval_command command = {.request = in};
  eval_records_init(&command.gold, ROLE_GOLD);
  eval_records_init(&command.predictions[0], ROLE_PREDICTION);
  eval_records_init(&command.predictions[1], ROLE_PREDICTION);
  exit_code code = score_and_report(&command);
  eval_records_done(&command.gold);
  for (int i = 0; i < 2; i++) {
    eval_records_done(&command.predictions[i]);
    free(command.scores[i]);
  }
  return code;
}

exit_code
cmd_eval(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_EVAL);
  return request_run(&in, argc, argv, find_wrong, run);
}
