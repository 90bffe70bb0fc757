/* site_record.h: report.json: what `pith site` reports about a whole site. */
#ifndef PITH_SITE_RECORD_H
#define PITH_SITE_RECORD_H

#include "common/input/page_list.h"
#include "common/output/text_out.h"

#include "pith_site.h"

/* What happened to a page. */
typedef struct site_page {
  bool failed;     /* it could not be read or parsed, after a message */
  uint32_t bytes;  /* of the page */
  uint32_t cut;    /* of them in verdicts of navigation */
  uint64_t digest; /* of its bytes, to find copies */
  pith_site_facts facts;
} site_page;

/* How many clusters there are: those of the papers if the model has them, else
 * those that the pages were found to belong to. */
uint32_t site_cluster_count(const pith_site_model *model, const page_list *list,
                            const site_page *pages);

/* report.json: pages, clusters with members and shared bytes, share cut of each
 * page, copies, failures, seconds. */
void site_report_write(text_out *out, const pith_site_model *model,
                       const page_list *list, const site_page *pages,
                       double seconds);

#endif
