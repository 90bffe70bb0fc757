/* cmd_watch.c: `pith-watch LIST -o STORE`: a list of pages and sites in; what
 * is new in their content out, once or at an interval.
 *
 *     report what is left over ──► round ──► report ──► wait ──┐
 *                                    ▲─────────────────────────┘  --every
 *
 * A round is saved before it is reported: a run that is killed in between
 * reports it at its next start, and nothing is lost.
 */
#include "common/options/commands.h"

#include "common/options/request.h"
#include "watch/watch.h"
#include "common/system/interrupt.h"

#include <time.h>

/* Checked before the list is read or a store is made. */
static const char *
find_wrong(const app_request *in)
{
  if (in->input_count == 0)
    return "name the file with the list of pages and sites";
  if (!in->output.path)
    return "name the store with -o";
  if (in->watch.once && in->watch.every)
    return "--once and --every exclude each other";
  return NULL;
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

/* A page that failed does not end the rounds; it shows in the exit code of a
 * single round. A report that cannot be written does. */
static exit_code
run_rounds(const app_request *in, const watch_tools *tools)
{
  exit_code worst = EXIT_FINE;
  for (;;) {
    watch_summary summary;
    exit_code code = watch_round(tools, &summary);
    if (code == EXIT_FINE || code == EXIT_INPUT) {
      exit_code reported = watch_report(tools->store, in->output.json);
      /* For people, on stderr: stdout has the changes only. */
      if (!in->output.quiet)
        message("%zu pages, %zu of them new, %zu changed, %zu failed; see %s",
                summary.pages, summary.fresh, summary.changed, summary.failed,
                in->output.path);
      worst = code > worst ? code : worst;
      code = reported;
    }
    if (code != EXIT_FINE)
      return code;
    if (!in->watch.every)
      return worst;
    if (!wait_for(in->watch.every))
      return EXIT_INTERRUPTED;
  }
}

/* Whatever could not be opened is NULL, which all closing functions accept. */
static exit_code
run_with(const app_request *in, const watch_list *list)
{
  watch_tools tools = {.list = list, .options = &in->crawl};
  exit_code code = watch_store_open(in->output.path, &tools.store);
  THEN(code, fetcher_new(&in->crawl.fetch, &tools.network));
  if (code == EXIT_FINE && pith_context_new(NULL, &tools.context) != PITH_OK) {
    code = report_out_of_memory();
  }
  if (code == EXIT_FINE) /* what an earlier run did not get to report */
    code = watch_report(tools.store, in->output.json);
  THEN(code, run_rounds(in, &tools));
  pith_context_free(tools.context);
  fetcher_free(tools.network);
  watch_store_close(tools.store);
  return code;
}

/* An interrupted round is rolled back by the store, so the next one compares
 * with the last complete round. */
static exit_code
watch(const app_request *in)
{
  watch_list list;
  interrupt_watch();
  TRY(watch_list_read(in->inputs[0], &list));
  exit_code code = run_with(in, &list);
  watch_list_done(&list);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; the unfinished round was discarded");
  return code;
}

/* Defaults of the network are set before the options are read, so that options
 * override them. */
exit_code
cmd_watch(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_WATCH);
  crawl_options_default(&in.crawl);
  return request_run(&in, argc, argv, find_wrong, watch);
}
