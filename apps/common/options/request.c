/* request.c: argv in, a request out.
 *
 * `--name value`, `--name=value`, `-n value` and `-nvalue` are the same. An
 * argument that does not start with '-' is an input, and so is a bare "-";
 * after "--" everything is. Options and inputs may come in any order.
 *
 * Long options cannot be abbreviated: a script that relies on `--tok` would
 * break on the day a `--token` is added.
 */
#include "common/options/request.h"

#include "common/options/help.h"
#include "common/system/fnv.h"
#include "common/system/workers.h"

#include <stdlib.h>
#include <string.h>

/* Seconds of work on one page; rounds of a benchmark. */
enum { TIMEOUT = 2, ROUNDS = 5 };

void
request_init(app_request *out, command_id command)
{
  memset(out, 0, sizeof *out);
  out->command = command;
  out->digest = fnv_add(FNV_START, (const char *)&command, sizeof command);
  out->jobs = workers_default();
  out->timeout = TIMEOUT;
  out->review.seed = 1;
  out->input.group_field = "site";
  out->bench.rounds = ROUNDS;
  pith_options_default(&out->page);
  pith_chain_options_default(&out->chain);
  pith_layer_options_default(&out->layer);
}

void
request_done(app_request *in)
{
  free(in->inputs);
  in->inputs = NULL;
}

static const char *
command_name(const app_request *in)
{
  return command_row_at(in->command)->name;
}

bool
request_check(const app_request *in, const char *wrong)
{
  if (wrong)
    message("%s: %s", command_name(in), wrong);
  return !wrong;
}

/* Whether `argument` is the option, alone or with its value attached; *attached
 * is then that value or NULL. */
static bool
is_option(const option_row *row, const char *argument, const char **attached)
{
  size_t len = strlen(row->name);
  if (row->letter && argument[1] == row->letter) {
    *attached = argument[2] ? argument + 2 : NULL;
    return true;
  }
  if (strncmp(argument, row->name, len) != 0 ||
      (argument[len] != '\0' && argument[len] != '='))
    return false;
  *attached = argument[len] == '=' ? argument + len + 1 : NULL;
  return true;
}

/* The first row that fits the command; names are unique within a command. */
static const option_row *
find_option(const app_request *in, const char *argument, const char **attached)
{
  const option_row *row;
  for (size_t i = 0; (row = option_row_at(i)); i++)
    if (option_is_of(row, in->command) && is_option(row, argument, attached))
      return row;
  const char *name = command_name(in);
  message("unknown option '%s' for %s; 'pith %.*s --help' lists them", argument,
          name, (int)strcspn(name, " "), name);
  return NULL;
}

/* The arguments that are left. */
typedef struct arguments {
  char *const *next;
  char *const *end;
} arguments;

/* An option counts unless it is known to leave pages as they are: one that is
 * forgotten here costs work, never a wrong result. */
static void
add_to_digest(app_request *out, const option_row *row, const char *value)
{
  static const option_id silent[] = {
      OPTION_OUTPUT,        OPTION_PRUNE, OPTION_JOBS,   OPTION_PROGRESS,
      OPTION_QUIET,         OPTION_COLOR, OPTION_STRICT, OPTION_KEEP_GOING,
      OPTION_NO_KEEP_GOING, OPTION_SITE};
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (row->id == silent[i])
      return;
  out->digest = fnv_add(out->digest, row->name, strlen(row->name) + 1);
  if (value)
    out->digest = fnv_add(out->digest, value, strlen(value) + 1);
}

/* Read one option. False after a message, or after help was printed; *code
 * distinguishes them. */
static bool
read_option(app_request *out, arguments *in, exit_code *code)
{
  char fault[FAULT_ROOM];
  const char *argument = *in->next++, *value = NULL;
  const option_row *row = find_option(out, argument, &value);
  if (!row)
    return false;
  if (!row->value && value) {
    message("%s takes no value (got '%s')", row->name, value);
    return false;
  }
  if (row->value && !value && in->next == in->end) {
    message("%s requires a value: %s %s", row->name, row->name, row->value);
    return false;
  }
  if (row->value && !value)
    value = *in->next++;
  if (row->target.kind == KIND_HELP || row->target.kind == KIND_VERSION) {
    *code = row->target.kind == KIND_VERSION
                ? help_version()
                : help_command(out->command, argument[1] == '-');
    return false;
  }
  if (request_set_row(out, row, row->name, value, fault)) {
    add_to_digest(out, row, value);
    return true;
  }
  message("%s", fault);
  return false;
}

/* There is room: the list has as many entries as there are arguments. */
static bool
add_input(app_request *out, const char *argument)
{
  int most = command_row_at(out->command)->arguments;
  if (most == ARGUMENTS_MANY || out->input_count < (size_t)most) {
    out->inputs[out->input_count++] = argument;
    return true;
  }
  message(most == 0 ? "%s: takes no arguments (got '%s')"
                    : "%s: takes one argument (also got '%s')",
          command_name(out), argument);
  return false;
}

/* An option that needs another one, which is not there. */
static bool
check_needs(const app_request *in)
{
  const option_row *row, *other;
  for (size_t i = 0; (row = option_row_at(i)); i++) {
    if (row->needs == OPTION_NONE || !request_has(in, row->id) ||
        request_has(in, row->needs))
      continue;
    for (size_t o = 0; (other = option_row_at(o)); o++)
      if (other->id == row->needs) {
        message("%s: %s requires %s", command_name(in), row->name, other->name);
        return false;
      }
  }
  return true;
}

/* What belongs together is checked last, since options come in any order. */
static bool
read_arguments(app_request *out, arguments *in, exit_code *code)
{
  bool only_inputs = false;
  while (in->next < in->end) {
    const char *argument = *in->next;
    if (!only_inputs && strcmp(argument, "--") == 0) {
      only_inputs = true;
      in->next++;
    } else if (!only_inputs && argument[0] == '-' && argument[1]) {
      if (!read_option(out, in, code))
        return false;
    } else if (!add_input(out, *in->next++)) {
      return false;
    }
  }
  /* What follows from the options together. */
  if (out->output.quiet)
    out->output.progress = PROGRESS_NEVER;
  out->crawl.progress = out->output.progress;
  out->crawl.fetch.bytes = out->page.max_bytes;
  return check_needs(out);
}

/* EXIT_USAGE is the result of every failure but memory; help that was printed
 * replaces it. */
bool
request_read(app_request *out, int argc, char *const *argv, exit_code *code)
{
  arguments in = {argv, argv + argc};
  *code = EXIT_USAGE;
  out->inputs = calloc((size_t)argc + 1, sizeof *out->inputs);
  if (!out->inputs) {
    *code = report_out_of_memory();
    return false;
  }
  if (read_arguments(out, &in, code))
    return true;
  request_done(out);
  return false;
}

exit_code
request_run(app_request *in, int argc, char *const *argv,
            const char *(*find_wrong)(const app_request *in),
            exit_code (*run)(const app_request *in))
{
  exit_code code;
  if (!request_read(in, argc, argv, &code))
    return code;
  if (request_check(in, find_wrong(in)))
    code = run(in);
  request_done(in);
  return code;
}
