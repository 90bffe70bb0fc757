/* site_record.h: report.json: what `pith site` reports about a whole site. */
#ifndef PITH_SITE_RECORD_H
#define PITH_SITE_RECORD_H

#include "common/input/page_list.h"
#include "common/output/text_out.h"

#include "pith_site.h"

/* What happened to a page. */
typedef struct site_page {
  bool failed;          /* it could not be read or parsed, after a message */
  uint32_t bytes;       /* of the page */
  uint32_t cut;         /* of them in verdicts of navigation */
  uint64_t digest;      /* of its bytes, to find copies */
  unsigned warnings;    /* bits of page_warnings_print() */
  unsigned refusal;     /* page_refusal: not 0: the filter left it out */
  const char *original; /* nearly the same page, lent; NULL: none */
  pith_site_facts facts;
} site_page;

/* How many clusters there are: those of the papers if the model has them, else
 * those that the pages were found to belong to. */
uint32_t site_cluster_count(const pith_site_model *model, const page_list *list,
                            const site_page *pages);

/* How many pages a bound of work left with less than the method would cut. */
size_t site_limited_count(const page_list *list, const site_page *pages);

/* What report.json has of the whole. */
typedef struct site_totals {
  uint32_t fit; /* of the pages to the model, in thousandths, mean */
  bool drifted; /* so low that the site must have changed */
  double seconds;
  size_t unchanged; /* pages that were skipped */
} site_totals;

/* report.json: pages, clusters with members and shared bytes, share cut of each
 * page, copies, failures, warnings, seconds. */
void site_report_write(text_out *out, const pith_site_model *model,
                       const page_list *list, const site_page *pages,
                       const site_totals *totals);

#endif
