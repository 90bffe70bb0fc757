/* site_similarity.c: `pith site --similarity`: how alike the pages of a layer
 * look, as in Table 1 of Yuan et al. From a few pages of the site, each is
 * compared with its partners; a page scores a point for each of header,
 * navigation, footer and advertising that is the same.
 */
#include "pith/site/site_job.h"

#include "pith_experimental.h"

#include <stdio.h>

/* Pages that similarity starts from, and pages it compares with each. */
enum { STARTS = 5, PAGES_MOST = 100 };

/* Sums over all pairs that could be compared: header, navigation, footer,
 * advertising, in this order. A score of a part is at most `pages`. */
typedef struct similarity {
  unsigned pages;
  unsigned scores[4];
} similarity;

/* Compare a start page with one of its layer. One that cannot be read does not
 * count. */
static exit_code
compare_pages(site_worker *worker, pith_page *start, size_t item,
              similarity *sum)
{
  site_opened other;
  pith_page_similarity like;
  exit_code code = site_worker_open(worker, item, &other);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  pith_status status = pith_page_compare(start, other.page, &like);
  if (status == PITH_OK) {
    sum->pages++;
    sum->scores[0] += like.header;
    sum->scores[1] += like.navigation;
    sum->scores[2] += like.footer;
    sum->scores[3] += like.advertising;
  } else {
    code = site_refuse(other.bytes.name, status, pith_status_text(status));
  }
  site_opened_close(&other);
  return code;
}

/* All partners, not only the best: the paper compares whole layers. */
static exit_code
compare_layer(const site_job *job, site_worker *worker, size_t item,
              similarity *sum)
{
  pith_slice names[PAGES_MOST];
  site_opened start;
  const site_source *source = &job->run.source;
  exit_code code = site_worker_open(worker, item, &start);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  uint32_t count = pith_site_model_partners(
      job->run.model, source->name(source->state, item), PAGES_MOST, names);
  for (uint32_t p = 0; p < count && code == EXIT_FINE; p++) {
    size_t at = site_source_find(source, names[p]);
    if (at < job->list->count)
      code = compare_pages(worker, start.page, at, sum);
  }
  site_opened_close(&start);
  return code;
}

/* Tab-separated: it is read by scripts more often than by people. */
static void
print_table(const similarity *sum, unsigned starts)
{
  unsigned total = 0;
  for (int i = 0; i < 4; i++)
    total += sum->scores[i];
  unsigned most = 4 * sum->pages;
  unsigned share = most > 0 ? (total * 1000 + most / 2) / most : 0;
  printf("starts\tpages\theader\tnavigation\tfooter\tadvertising\tscore"
         "\tsimilarity\n");
  printf("%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u.%u%%\n", starts, sum->pages,
         sum->scores[0], sum->scores[1], sum->scores[2], sum->scores[3], total,
         share / 10, share % 10);
}

/* The start pages are spread evenly over the list, which is sorted by name, so
 * that several folders of the site are among them. At most STARTS * PAGES_MOST
 * pairs are compared, whatever the size of the site. */
exit_code
site_similarity(site_job *job)
{
  similarity sum = {0, {0, 0, 0, 0}};
  size_t count = job->list->count;
  unsigned starts = count < STARTS ? (unsigned)count : STARTS;
  site_worker *worker = site_worker_new(&job->run);
  exit_code code = worker ? EXIT_FINE : EXIT_ENVIRONMENT;
  for (unsigned s = 0; s < starts && code == EXIT_FINE; s++)
    code = compare_layer(job, worker, s * count / starts, &sum);
  if (worker)
    site_worker_free(worker);
  if (code != EXIT_FINE)
    return code;
  print_table(&sum, starts);
  return fflush(stdout) == 0 ? EXIT_FINE : EXIT_ENVIRONMENT;
}
