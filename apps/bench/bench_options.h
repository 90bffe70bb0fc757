/* bench_options.h: the command line of pith-bench. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "shared/message.h"

#include <stdbool.h>

typedef struct bench_options {
  int rounds;         /* passes over the pages; the best one counts */
  int threads;        /* workers, each with a context of its own */
  bool memory;        /* count allocated bytes instead of seconds */
  int path_count;     /* inputs, borrowed from argv */
  char *const *paths; /* none: a usage error */
} bench_options;

/* Reads what follows the stage's name. Returns EXIT_FINE, or EXIT_USAGE
 * after a line on stderr that says what was wrong. Borrows `argv`. */
exit_code bench_options_read(bench_options *options, int argc,
                             char *const *argv);

#endif
