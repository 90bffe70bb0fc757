/* cmd_fetch.c: `pith fetch URL -o DIR`: an address in, a directory with pages
 * and their index out.
 */
#include "commands.h"

#include "cli_help.h"
#include "fetch_flags.h"
#include "shared/interrupt.h"

#include <string.h>

typedef struct fetch_command {
  crawl_options options;
  const char *url;
  const char *output;
  bool quiet;
} fetch_command;

static bool
set_progress(const char *value, progress_mode *out)
{
  static const char *const modes[] = {"auto", "always", "never"};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (strcmp(value, modes[i]) == 0) {
      *out = (progress_mode)i;
      return true;
    }
  message("unknown value '%s' for --progress; choose auto, always or never",
          value);
  return false;
}

static bool
set_option(fetch_command *out, const char *name, const char *value)
{
  flag_outcome outcome = fetch_flag_set(name, value, &out->options);
  if (outcome != FLAG_OTHER)
    return outcome == FLAG_SET;
  if (strcmp(name, "--output") == 0)
    out->output = value;
  else if (strcmp(name, "--quiet") == 0)
    out->quiet = true;
  else if (strcmp(name, "--progress") == 0)
    return set_progress(value, &out->options.progress);
  return true;
}

static bool
check(fetch_command *out)
{
  const char *missing = NULL;
  if (!out->url)
    missing = "name the address of a page";
  else if (!out->output)
    missing = "name the directory for the pages with -o";
  if (missing)
    message("fetch: %s", missing);
  if (out->quiet)
    out->options.progress = PROGRESS_NEVER;
  return !missing;
}

static bool
read_arguments(arguments *in, fetch_command *out, exit_code *code)
{
  const option_spec *spec;
  const char *value;
  for (;;) {
    switch (arguments_next(in, &spec, &value)) {
    case ARGUMENT_END:
      return check(out);
    case ARGUMENT_OPTION:
      if (help_option("fetch", spec, in->argv[in->next - 1], code) ||
          !set_option(out, spec->name, value))
        return false;
      break;
    case ARGUMENT_FILE:
      if (out->url) {
        message("fetch: one address at a time ('%s')", value);
        return false;
      }
      out->url = value;
      break;
    case ARGUMENT_WRONG:
      return false;
    }
  }
}

exit_code
cmd_fetch(int argc, char *const *argv)
{
  const command_help *help = command_help_find("fetch");
  arguments in = {
      argc, argv, 0, false, "fetch", help->options, help->option_count};
  fetch_command command = {.quiet = false};
  crawl_summary summary;
  exit_code code = EXIT_USAGE;
  crawl_options_default(&command.options);
  if (!read_arguments(&in, &command, &code))
    return code;
  interrupt_watch();
  code = crawl_run(command.url, command.output, &command.options, &summary);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; the same command goes on");
  else if (code == EXIT_FINE && !command.quiet)
    message("%zu pages, %zu of them new, %zu not allowed, %zu failed; see "
            "%s/index.jsonl",
            summary.pages, summary.fetched, summary.refused, summary.failed,
            command.output);
  return code;
}
