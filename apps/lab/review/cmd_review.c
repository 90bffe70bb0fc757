/* cmd_review.c: `pith-lab review INPUT`: sites and pages in; a page in the
 * browser out, to inspect, correct and grade them.
 *
 * This file only checks the command line; review_server.c does the rest. The
 * pages themselves are never changed: grades go to a store beside them.
 */
#include "common/options/commands.h"

#include "common/options/request.h"
#include "lab/review/review_server.h"

#include <string.h>

/* The bound on a grader is that of REVIEW_GRADER_ROOM with its NUL. */
static const char *
find_wrong(const app_request *in)
{
  const char *grader = in->review.grader;
  if (in->input_count == 0)
    return "name a directory of pages, the output of pith site, or a .jsonl "
           "file";
  if (grader && (!*grader || strlen(grader) > 99))
    return "the name of a grader has 1 to 99 bytes";
  return NULL;
}

/* Runs until it is interrupted. The texts of `review` are borrowed from `in`.
 */
exit_code
cmd_review(int argc, char *const *argv)
{
  app_request in;
  exit_code code;
  request_init(&in, COMMAND_REVIEW);
  if (!request_read(&in, argc, argv, &code))
    return code;
  if (request_check(&in, find_wrong(&in))) {
    const review_request review = {.input = in.inputs[0],
                                   .store = in.review.store,
                                   .grader = in.review.grader,
                                   .port = in.review.port,
                                   .open = in.review.open,
                                   .quiet = in.output.quiet,
                                   .sample = (int64_t)in.review.sample,
                                   .seed = in.review.seed};
    code = review_serve(&review);
  }
  request_done(&in);
  return code;
}
