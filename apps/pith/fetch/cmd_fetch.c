/* cmd_fetch.c: `pith fetch URL -o DIR`: an address in, a directory with pages
 * and their index out.
 */
#include "common/options/commands.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"
#include "common/system/interrupt.h"

#include <string.h>

typedef struct fetch_command {
  crawl_options options;
  const char *url;
  const char *output;
  bool quiet;
} fetch_command;

static bool
set_option(void *state, const char *name, const char *value)
{
  fetch_command *out = state;
  flag_outcome outcome = fetch_flag_set(name, value, &out->options);
  if (outcome != FLAG_OTHER)
    return outcome == FLAG_SET;
  if (strcmp(name, "--output") == 0)
    out->output = value;
  else if (strcmp(name, "--quiet") == 0)
    out->quiet = true;
  else if (strcmp(name, "--progress") == 0)
    return progress_option_read(value, &out->options.progress);
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
add_address(void *state, const char *file)
{
  fetch_command *out = state;
  return command_line_keep_one(file, "fetch: one address at a time", &out->url);
}

exit_code
cmd_fetch(int argc, char *const *argv)
{
  fetch_command command = {.quiet = false};
  command_line line = {"fetch", &command, set_option, add_address};
  crawl_summary summary;
  exit_code code;
  crawl_options_default(&command.options);
  if (!command_line_read(&line, argc, argv, &code) || !check(&command))
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
