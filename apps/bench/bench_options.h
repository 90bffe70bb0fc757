/* bench_options.h: the command line of pith-bench. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "common/output/message.h"

#include <stdbool.h>

/* How far a page is taken. */
typedef enum bench_stage {
  STAGE_PARSE,   /* to a tree */
  STAGE_JUDGE,   /* and to verdicts */
  STAGE_EXTRACT, /* and to text */
  STAGE_SITE     /* all of them together: learnt, judged, written as text */
} bench_stage;

typedef struct bench_options {
  bench_stage stage;  /* set by the caller */
  const char *method; /* of the verdicts; NULL: the default */
  bool compat;        /* to the letter of its paper */
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
