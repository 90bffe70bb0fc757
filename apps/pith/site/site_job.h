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
#include "common/output/page_filter.h"
#include "common/output/page_warnings.h"
#include "common/output/run_manifest.h"
#include "common/output/text_out.h"
#include "common/site_run/site_likeness.h"
#include "common/system/near_text.h"
#include "pith/site/site_record.h"
#include "pith/site/site_request.h"

typedef struct site_job {
  /* Set by the caller; the rest is zero. */
  const app_request *request; /* borrowed */
  const page_list *list;      /* borrowed; settled */
  const output_tree *tree;    /* borrowed; NULL: no files */
  const char *key;            /* borrowed; of its model, NULL: none */
  bool records; /* write them: to pages.jsonl, or to stdout without a tree */
  bool part_of_many; /* other sites are done at the same time: one thread, a
                        part of the memory, no progress of its own */

  site_run run;
  pith_options options;    /* how pages are classified and rendered */
  site_page *pages;        /* owned; one for each of the list */
  text_out out;            /* of records */
  run_manifest manifest;   /* of the tree */
  uint64_t model_digest;   /* 0: no page can be skipped */
  int old_records;         /* pages.jsonl of the last run, or -1 */
  uint64_t record_at;      /* where the next record begins */
  atomic_bool reader_gone; /* nobody reads any more of them */
  progress bar;
  page_warnings warnings;
  page_filter filter;
  near_table *near;       /* owned: the texts so far, for --dedup; or NULL */
  site_likeness likeness; /* of --similarity */
} site_job;

/* Below this mean fit, in thousandths, a site is no longer what was learnt. */
enum { SITE_FIT_LEAST = 500 };

/* What became of a site. */
typedef struct site_summary {
  size_t pages;
  size_t failed;
  size_t unchanged; /* pages whose output is that of an earlier run */
  uint32_t clusters;
  size_t limited;         /* pages that a bound of work was met on */
  uint64_t bytes;         /* of the pages that were done */
  uint64_t cut;           /* of them */
  uint32_t fit;           /* of the pages to the model, in thousandths, mean */
  bool drifted;           /* apply: the site is not what was learnt */
  site_likeness likeness; /* of --similarity */
} site_summary;

/* Do what the request asks for: learn, apply or both. EXIT_INPUT when some page
 * failed, after messages. */
exit_code site_job_run(site_job *job, site_summary *summary);

/* The second pass: classify every page and write it. */
exit_code site_apply(site_job *job);

/* The table of --similarity, tab-separated: its head, a row, and the last row
 * of many sites, which has sums and the mean of their percentages. `site` is
 * NULL for a table of one site, which has no column of names. */
void site_likeness_head(text_out *out, const char *site);
void site_likeness_row(text_out *out, const char *site,
                       const site_likeness *likeness);
void site_likeness_mean(text_out *out, const site_likeness *sums, double mean);

#endif
