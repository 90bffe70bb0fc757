/* bench_options.h: the command line of pith-bench. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "common/options/request.h"

/* How far a page is taken. */
typedef enum bench_stage {
  STAGE_PARSE,    /* to a tree */
  STAGE_CLASSIFY, /* and to verdicts */
  STAGE_EXTRACT,  /* and to text */
  STAGE_SITE /* all of them together: learnt, classified, written as text */
} bench_stage;

typedef struct bench_options {
  bench_stage stage;
  app_request request; /* `jobs` threads, `bench.rounds`, `page.method` ... */
} bench_options;

#endif
