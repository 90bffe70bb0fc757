/* site_job.h: what `pith site`, `learn` and `apply` do with the pages of one
 * site.
 *
 *   site_run_learn()   every page ──► model             in threads
 *   site_apply()       every page ──► file and record   in threads
 *                      the whole ───► report.json
 */
#ifndef PITH_SITE_JOB_H
#define PITH_SITE_JOB_H

#include "common/output/output_tree.h"
#include "common/output/text_out.h"
#include "common/site_run/site_run.h"
#include "pith/site/site_record.h"
#include "pith/site/site_request.h"

typedef struct site_job {
  /* Set by the caller; the rest is zero. */
  const app_request *request; /* borrowed */
  const page_list *list;      /* borrowed; settled */
  const output_tree *tree;    /* borrowed; NULL: no files */
  bool records; /* write them: to pages.jsonl, or to stdout without a tree */
  bool part_of_many; /* other sites are done at the same time: one thread, a
                        part of the memory, no progress of its own */

  site_run run;
  pith_options options;    /* how pages are classified and rendered */
  site_page *pages;        /* owned; one for each of the list */
  text_out out;            /* of records */
  atomic_bool reader_gone; /* nobody reads any more of them */
  progress bar;
} site_job;

/* What became of a site. */
typedef struct site_summary {
  size_t pages;
  size_t failed;
  uint32_t clusters;
  uint64_t bytes; /* of the pages that were done */
  uint64_t cut;   /* of them */
  uint32_t fit;   /* of the pages to the model, in thousandths, mean */
} site_summary;

/* Do what the request asks for: learn, apply or both. EXIT_INPUT when some page
 * failed, after messages. */
exit_code site_job_run(site_job *job, site_summary *summary);

/* The second pass: classify every page and write it. */
exit_code site_apply(site_job *job);

/* --similarity: print how alike pages of the same layer look, as the table of
 * Yuan et al. has it. The model is finished. */
exit_code site_similarity(site_job *job);

#endif
