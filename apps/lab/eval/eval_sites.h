/* eval_sites.h: predictions by a method that looks at whole sites.
 *
 *     gold ──► its folders ──► sites ──► learn from all pages
 *       └────► its pages ──────────────► classify them ──► records
 *
 * Pages without gold are learnt from too: a site is all that lies beside its
 * gold, in the folder `pages` or, without one, in the folder of the gold.
 */
#ifndef EVAL_EVAL_SITES_H
#define EVAL_EVAL_SITES_H

#include "lab/eval/eval_records.h"

#include "common/input/page_origin.h"
#include "common/output/progress.h"
#include "common/site_run/method_choice.h"

typedef struct eval_site_options {
  page_group by; /* how a folder is parted into sites; GROUP_NONE: it is one */
  unsigned jobs;
  progress_mode progress;
} eval_site_options;

/* Add a prediction to `out` for every page of the gold that could be read.
 * EXIT_INPUT when some could not, after messages; EXIT_ENVIRONMENT and
 * EXIT_INTERRUPTED end the run. */
exit_code eval_sites_predict(const eval_records *gold, const method_choice *how,
                             const eval_site_options *options,
                             eval_records *out);

#endif
