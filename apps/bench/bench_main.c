/* bench_main.c: the program pith-bench.
 *
 *     pith-bench parse [--rounds N] [-j N] [--memory] PATH...
 *     pith-bench classify|extract [--rounds N] [-j N] [--method M] [--compat]
 *         PATH...
 *     pith-bench site [--rounds N] [-j N] PATH...
 *
 * Reads all pages first, then measures one stage of the library on them and
 * prints one JSON line. Files are read as they are; directories are walked.
 * This file only finds the stage; a stage is a file of its own.
 */
#include "bench_options.h"
#include "bench_pages.h"
#include "bench_parse.h"
#include "bench_site.h"

#include "common/output/message.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const stages[] = {"parse", "classify", "extract", "site"};

/* Stages are listed in docs/manual. */
static bool
find_stage(const char *name, bench_stage *stage)
{
  for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
    if (strcmp(name, stages[i]) == 0) {
      *stage = (bench_stage)i;
      return true;
    }
  return false;
}

/* One JSON line on standard output. */
static exit_code
run_stage(const bench_options *options)
{
  bench_pages pages = {0};
  exit_code status = EXIT_FINE;
  for (size_t i = 0; i < options->request.input_count && status == EXIT_FINE;
       i++)
    if (bench_pages_read(&pages, options->request.inputs[i]) != 0)
      status = EXIT_ENVIRONMENT;
  if (status == EXIT_ENVIRONMENT)
    message("%s", pith_status_text(PITH_NOMEM));
  else if (pages.count == 0)
    message("no page found in what was named");
  else if (options->stage == STAGE_SITE)
    status = bench_site(options, &pages);
  else
    status = options->request.bench.memory ? bench_parse_memory(&pages)
                                           : bench_parse_time(options, &pages);
  if (status == EXIT_FINE && (pages.failed || pages.count == 0))
    status = EXIT_INPUT;
  bench_pages_done(&pages);
  return status;
}

/* Options, pages, then the stage. */
int
main(int argc, char **argv)
{
  bench_options options;
  exit_code code;
  if (argc < 2) {
    message("bench: name a stage: parse, classify, extract or site; try "
            "'pith-bench --help'");
    return EXIT_USAGE;
  }
  /* -h and --help come in place of a stage. */
  bool staged = find_stage(argv[1], &options.stage);
  if (!staged && argv[1][0] != '-') {
    message("unknown stage '%s'; choose parse, classify, extract or site",
            argv[1]);
    return EXIT_USAGE;
  }
  request_init(&options.request, COMMAND_BENCH);
  options.request.jobs = 1;
  if (!request_read(&options.request, argc - 1 - staged, argv + 1 + staged,
                    &code))
    return (int)code;
  if (!staged || options.request.input_count == 0)
    message("bench: name a stage, and files or directories");
  else
    code = run_stage(&options);
  request_done(&options.request);
  return (int)code;
}
