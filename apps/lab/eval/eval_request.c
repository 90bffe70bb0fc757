/* eval_request.c: see the header. */
#include "lab/eval/eval_request.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"
#include "common/system/workers.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { JOBS_MOST = 256, WORST_MOST = 1000000 };

eval_format
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

static const char *
find_method(const char *name)
{
  for (uint32_t i = 0; i < pith_method_count(); i++) {
    pith_method_facts method = pith_method_describe(i);
    if (method.one_page && strcmp(method.name, name) == 0)
      return method.name;
  }
  return NULL;
}

static bool
set_method(eval_request *out, const char *value)
{
  out->judge.method = find_method(value);
  if (!out->judge.method)
    message("method '%s' does not judge pages one by one; extract with 'pith "
            "site -m %s -o OUT', then 'pith eval --pred OUT'",
            value, value);
  return out->judge.method != NULL;
}

static bool
add_path(const char **paths, size_t *count, const char *name, const char *value)
{
  if (*count == EVAL_PATHS) {
    message("more than %d times %s", EVAL_PATHS, name);
    return false;
  }
  paths[(*count)++] = value;
  return true;
}

static bool
set_output(eval_request *out, const char *value)
{
  if (eval_format_of(value) == EVAL_UNKNOWN) {
    message("bad value '%s' for --output; use a name that ends in .html, .json "
            "or .csv",
            value);
    return false;
  }
  return add_path(out->outputs, &out->output_count, "--output", value);
}

static bool
set_group(eval_request *out, const char *name, const char *value)
{
  static const char *const fields[] = {"dataset", "page_type", "lang", "site",
                                       NULL};
  int number = choice_option_read(name, value, fields,
                                  "dataset, page_type, lang or site");
  if (number < 0)
    return false;
  out->by = (group_field)number;
  out->by_given = true;
  return true;
}

static bool
set_flag(eval_request *out, const char *name)
{
  if (strcmp(name, "--compat") == 0)
    out->judge.compat = true;
  else if (strcmp(name, "--blocks") == 0)
    out->blocks = true;
  else if (strcmp(name, "--json") == 0)
    out->json = true;
  else if (strcmp(name, "--quiet") == 0)
    out->progress = PROGRESS_NEVER;
  return true;
}

static bool
set_option(void *state, const char *name, const char *value)
{
  eval_request *out = state;
  if (strcmp(name, "--gold") == 0)
    return add_path(out->gold, &out->gold_count, name, value);
  if (strcmp(name, "--output") == 0)
    return set_output(out, value);
  if (strcmp(name, "--method") == 0)
    return set_method(out, value);
  if (strcmp(name, "--by") == 0)
    return set_group(out, name, value);
  if (strcmp(name, "--progress") == 0)
    return progress_option_read(value, &out->progress);
  if (strcmp(name, "--jobs") == 0)
    return number_option_read(name, value, 1, JOBS_MOST, &out->jobs);
  out->worst_given |= strcmp(name, "--worst") == 0;
  if (strcmp(name, "--worst") == 0)
    return number_option_read(name, value, 0, WORST_MOST, &out->worst);
  if (strcmp(name, "--pred") == 0)
    out->pred = value;
  else if (strcmp(name, "--versus") == 0)
    out->versus = value;
  else if (strcmp(name, "--grades") == 0)
    out->grades = value;
  else
    return set_flag(out, name);
  return true;
}

/* What --versus names: a method, unless there is a file of that name. */
static void
settle_versus(eval_request *out)
{
  if (!out->versus || access(out->versus, F_OK) == 0)
    return;
  const char *method = find_method(out->versus);
  out->versus_extracts = method != NULL;
  out->versus_judge.method = method;
}

static bool
check(eval_request *out)
{
  const char *wrong = NULL;
  if (out->grades && (out->gold_count > 0 || out->pred || out->versus))
    wrong = "--grades stands alone";
  else if (!out->grades && out->gold_count == 0)
    wrong = "name the gold with --gold, or grades with --grades";
  else if (out->pred && (out->judge.method || out->judge.compat))
    wrong = "--method and --compat extract; they do not go with --pred";
  else if (out->judge.compat &&
           (!out->judge.method || strcmp(out->judge.method, "sentence") != 0))
    wrong = "--compat goes with -m sentence here";
  if (wrong)
    message("eval: %s", wrong);
  settle_versus(out);
  return !wrong;
}

static bool
add_file(void *state, const char *file)
{
  (void)state;
  message("eval: takes no file without an option ('%s'); name gold with "
          "--gold and predictions with --pred",
          file);
  return false;
}

bool
eval_request_read(int argc, char *const *argv, eval_request *out,
                  exit_code *code)
{
  const command_line line = {"eval", out, set_option, add_file};
  memset(out, 0, sizeof *out);
  pith_options_default(&out->judge);
  pith_options_default(&out->versus_judge);
  out->jobs = workers_default();
  return command_line_read(&line, argc, argv, code) && check(out);
}
