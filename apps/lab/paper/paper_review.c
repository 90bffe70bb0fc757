/* paper_review.c: the sample of a report opened in `pith review`, and the
 * grades that were given there taken into the report.
 *
 *     report by gold ─► review until Ctrl-C ─► REPORT/review.db ─► report
 *
 * What was counted before stays in memory, so nothing is run again. The review
 * gives up all rights but those on the folder of its store, which is the
 * folder of the report.
 */
#include "lab/paper/paper.h"

#include "common/system/need.h"
#include "common/system/path.h"
#include "lab/review/review.h"

#include <stdlib.h>

/* The request that `pith review` would have read. Pages were drawn over all
 * sites and are a list of their own; of sites the same ones are drawn again,
 * unless there is only one, since then a sample would be of its pages. */
static app_request
make_request(const paper_job *job, const char **input, const char *store)
{
  const app_request *in = job->request;
  app_request out;
  request_init(&out, COMMAND_REVIEW);
  out.inputs = input;
  out.input_count = 1;
  out.page = in->page;
  out.output = in->output;
  out.unconfined = in->unconfined;
  out.review = in->review;
  out.review.store = store;
  out.review.sample = 0;
  if (job->paper->of_pages)
    return out;
  out.input.group_by = job->grouping.by;
  out.input.group_field = job->grouping.field;
  if (job->source.count > 1)
    out.review.sample = job->sample;
  return out;
}

/* The store is closed meanwhile: the review opens it itself. */
exit_code
paper_review(paper_job *job)
{
  char *store = needed(path_join(job->output.path, "review.db"));
  char *pages = needed(path_join(job->output.path, "sample.jsonl"));
  const char *input = job->paper->of_pages ? pages : job->collection;
  app_request request = make_request(job, &input, store);
  review_store_close(job->store);
  job->store = NULL;
  exit_code code = review_serve(&request);
  free(pages);
  free(store);
  paper_grades_drop(job);
  THEN(code, paper_grades_make(job));
  return code;
}
