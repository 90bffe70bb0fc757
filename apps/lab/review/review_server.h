/* review_server.h: `pith review`: serves a page on which a person looks at the
 * verdicts of methods, corrects and grades them.
 */
#ifndef REVIEW_SERVER_H
#define REVIEW_SERVER_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stdint.h>

/* Everything is borrowed for the call. */
typedef struct review_request {
  const char *input;
  const char *store;  /* file of grades; NULL: INPUT.review.db */
  const char *grader; /* NULL: the name of the user */
  unsigned port;      /* 0: a free one */
  bool open;          /* show it in the browser */
  bool quiet;
  int64_t sample; /* this many sites, or pages of one site; 0: all */
  uint64_t seed;
} review_request;

/* Serve until Ctrl-C; prints the address first. Reports failures. */
exit_code review_serve(const review_request *request);

#endif
