/* cmd_watch.c: `pith watch LIST -o STORE`: a list of pages and sites in; what
 * is new in their content out, once or at an interval.
 */
#include "common/options/commands.h"

#include "common/options/command_line.h"
#include "common/system/number.h"
#include "watch/watch.h"
#include "common/web/fetch_flags.h"
#include "common/system/interrupt.h"

#include <string.h>
#include <time.h>

typedef struct watch_command {
  crawl_options options;
  const char *list;
  const char *output;
  uint64_t every; /* milliseconds; 0: once */
  bool once;
  bool json;
  bool quiet;
} watch_command;

static bool
set_option(void *state, const char *name, const char *value)
{
  watch_command *out = state;
  flag_outcome outcome = fetch_flag_set(name, value, &out->options);
  if (outcome != FLAG_OTHER)
    return outcome == FLAG_SET;
  if (strcmp(name, "--output") == 0)
    out->output = value;
  else if (strcmp(name, "--quiet") == 0)
    out->quiet = true;
  else if (strcmp(name, "--json") == 0)
    out->json = true;
  else if (strcmp(name, "--once") == 0)
    out->once = true;
  else if (strcmp(name, "--every") == 0 &&
           (!number_read_time(value, 366ull * 86400000, &out->every) ||
            out->every < 1000)) {
    message("bad value '%s' for --every; use a time from 1s on, such as 10m or "
            "1d",
            value);
    return false;
  }
  return true;
}

static bool
check(const watch_command *out)
{
  const char *missing = NULL;
  if (!out->list)
    missing = "name the file with the list of pages and sites";
  else if (!out->output)
    missing = "name the store with -o";
  else if (out->once && out->every)
    missing = "--once and --every do not go together";
  if (missing)
    message("watch: %s", missing);
  return !missing;
}

static bool
add_list(void *state, const char *file)
{
  watch_command *out = state;
  return command_line_keep_one(file, "watch: one list at a time", &out->list);
}

/* Wait for the next round; false when interrupted. */
static bool
wait_for(uint64_t milliseconds)
{
  for (; milliseconds > 0 && !interrupted(); milliseconds -= 100) {
    struct timespec pause = {0, 100000000};
    if (milliseconds < 100)
      break;
    nanosleep(&pause, NULL);
  }
  return !interrupted();
}

static void
say_round(const watch_command *command, const watch_summary *summary)
{
  if (!command->quiet)
    message("%zu pages, %zu of them new, %zu changed, %zu failed; see %s",
            summary->pages, summary->fresh, summary->changed, summary->failed,
            command->output);
}

static exit_code
run_rounds(const watch_command *command, const watch_tools *tools)
{
  exit_code worst = EXIT_FINE;
  for (;;) {
    watch_summary summary;
    exit_code code = watch_round(tools, &summary);
    if (code == EXIT_FINE || code == EXIT_INPUT) {
      exit_code told = watch_report(tools->store, command->json);
      say_round(command, &summary);
      worst = code > worst ? code : worst;
      code = told;
    }
    if (code != EXIT_FINE)
      return code;
    if (!command->every)
      return worst;
    if (!wait_for(command->every))
      return EXIT_INTERRUPTED;
  }
}

static exit_code
run_with(const watch_command *command, const watch_list *list)
{
  watch_tools tools = {.list = list, .options = &command->options};
  exit_code code = watch_store_open(command->output, &tools.store);
  if (code == EXIT_FINE)
    code = fetcher_new(&command->options.fetch, &tools.network);
  if (code == EXIT_FINE && pith_context_new(NULL, &tools.context) != PITH_OK) {
    code = report_out_of_memory();
  }
  if (code == EXIT_FINE) /* what an earlier run had no time to tell */
    code = watch_report(tools.store, command->json);
  if (code == EXIT_FINE)
    code = run_rounds(command, &tools);
  pith_context_free(tools.context);
  fetcher_free(tools.network);
  watch_store_close(tools.store);
  return code;
}

exit_code
cmd_watch(int argc, char *const *argv)
{
  watch_command command = {.list = NULL};
  command_line line = {"watch", &command, set_option, add_list};
  watch_list list;
  exit_code code;
  crawl_options_default(&command.options);
  if (!command_line_read(&line, argc, argv, &code) || !check(&command))
    return code;
  interrupt_watch();
  code = watch_list_read(command.list, &list);
  if (code != EXIT_FINE)
    return code;
  code = run_with(&command, &list);
  watch_list_done(&list);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; the round at hand was left out");
  return code;
}
