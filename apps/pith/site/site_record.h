/* site_record.h: what `pith site` says of a page and of the whole, as JSON. */
#ifndef CLI_SITE_RECORD_H
#define CLI_SITE_RECORD_H

#include "common/input/page_list.h"
#include "common/output/text_out.h"
#include "pith/site/site_request.h"

#include "pith_site.h"

/* What happened to a page. */
typedef struct site_page {
  bool failed;      /* it could not be read or parsed; a message told */
  uint32_t bytes;   /* of the page */
  uint32_t cut;     /* of them in verdicts of navigation */
  uint32_t cluster; /* UINT32_MAX: none */
  bool leftover;    /* served by the cluster, no member */
  bool alone;       /* it resembles too few pages to be judged */
  bool spared;      /* all of it repeats, so nothing was cut */
  uint32_t fit;     /* to the model, in thousandths */
  uint64_t digest;  /* of its bytes, to tell copies */
} site_page;

/* One line for pages.jsonl: a judged page. `style` has the address it came
 * from. PITH_NOMEM, PITH_LIMIT. */
pith_status site_record_write(text_out *out, const page_item *which,
                              const site_page *about, const pith_options *style,
                              const site_request *request, pith_page *page);

/* How many clusters there are: those of `site`, or without one those that the
 * pages were found to belong to. */
uint32_t site_cluster_count(const pith_chain_site *site, const page_list *list,
                            const site_page *pages);

/* report.json: pages, clusters with members and shared bytes, share cut of each
 * page, copies, failures, seconds. `site` is NULL when pages were judged by a
 * model. */
void site_report_write(text_out *out, const pith_chain_site *site,
                       const page_list *list, const site_page *pages,
                       double seconds);

#endif
