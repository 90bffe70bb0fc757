/* bench_main.c: the program pith-bench.
 *
 *     pith-bench parse [--rounds N] [-j N] [--memory] PATH...
 *     pith-bench judge|extract [--rounds N] [-j N] [--method M] [--compat]
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

static const char help[] =
    "pith-bench - measure a stage of libpith on pages held in memory\n"
    "\n"
    "  pith-bench parse page.html           megabytes a second, one thread\n"
    "  pith-bench parse --rounds 9 -j4 DIR  best of 9 passes, four threads\n"
    "  pith-bench parse --memory DIR        bytes allocated at the peak\n"
    "  pith-bench extract --method auto DIR bytes to main text\n"
    "  pith-bench site -j2 DIR              learn a site and judge its pages\n"
    "\n"
    "Usage: pith-bench STAGE [--rounds N] [-j N] [--memory] [--method M] "
    "[--compat]\n"
    "                        PATH...\n"
    "Stages: parse; judge: and find what is content; extract: and write it;\n"
    "        site: all pages together, learnt, judged and written\n";

static const char *const stages[] = {"parse", "judge", "extract", "site"};

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
  for (int i = 0; i < options->path_count && status == EXIT_FINE; i++)
    if (bench_pages_read(&pages, options->paths[i]) != 0)
      status = EXIT_ENVIRONMENT;
  if (status == EXIT_ENVIRONMENT)
    message("%s", pith_status_text(PITH_NOMEM));
  else if (pages.count == 0)
    message("no page found in what was named");
  else if (options->stage == STAGE_SITE)
    status = bench_site(options, &pages);
  else
    status = options->memory ? bench_parse_memory(&pages)
                             : bench_parse_time(options, &pages);
  if (status == EXIT_FINE && (pages.failed || pages.count == 0))
    status = EXIT_INPUT;
  bench_pages_done(&pages);
  return status;
}

int
main(int argc, char **argv)
{
  bench_options options;
  if (argc < 2) {
    fputs("pith-bench: name a stage: parse, judge, extract or site\n"
          "usage: pith-bench STAGE [OPTION]... PATH...\n"
          "try 'pith-bench --help'\n",
          stderr);
    return EXIT_USAGE;
  }
  if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0) {
    fputs(help, stdout);
    return EXIT_FINE;
  }
  bench_stage stage;
  if (!find_stage(argv[1], &stage)) {
    message("unknown stage '%s'; there are parse, judge, extract, site",
            argv[1]);
    return EXIT_USAGE;
  }
  exit_code status = bench_options_read(&options, argc - 2, argv + 2);
  options.stage = stage;
  if (status == EXIT_FINE)
    status = run_stage(&options);
  return (int)status;
}
