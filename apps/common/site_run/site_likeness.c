/* site_likeness.c: see the header. */
#include "common/site_run/site_likeness.h"

#include "pith_experimental.h"

/* Pages that similarity starts from, and pages it compares with each. */
enum { STARTS = 5, PAGES_MOST = 100 };

/* Compare a start page with one of its layer. One that cannot be read does not
 * count. */
static exit_code
compare_pages(site_worker *worker, pith_page *start, size_t item,
              site_likeness *sum)
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
compare_layer(const site_run *run, site_worker *worker, size_t item,
              site_likeness *sum)
{
  pith_slice names[PAGES_MOST];
  site_opened start;
  const site_source *source = &run->source;
  exit_code code = site_worker_open(worker, item, &start);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  uint32_t count = pith_site_model_partners(
      run->model, source->name(source->state, item), PAGES_MOST, names);
  for (uint32_t p = 0; p < count && code == EXIT_FINE; p++) {
    size_t at = site_source_find(source, names[p]);
    if (at < source->count)
      code = compare_pages(worker, start.page, at, sum);
  }
  site_opened_close(&start);
  return code;
}

unsigned
site_likeness_points(const site_likeness *likeness)
{
  unsigned points = 0;
  for (int i = 0; i < 4; i++)
    points += likeness->scores[i];
  return points;
}

double
site_likeness_share(const site_likeness *likeness)
{
  return likeness->pages > 0
             ? 100.0 * site_likeness_points(likeness) / (4.0 * likeness->pages)
             : 0;
}

/* The start pages are spread evenly over the list, which is sorted by name, so
 * that several folders of the site are among them. At most STARTS * PAGES_MOST
 * pairs are compared, whatever the size of the site. */
exit_code
site_likeness_measure(site_run *run, site_likeness *out)
{
  size_t count = run->source.count;
  unsigned starts = count < STARTS ? (unsigned)count : STARTS;
  site_worker *worker = site_worker_new(run);
  exit_code code = worker ? EXIT_FINE : EXIT_ENVIRONMENT;
  *out = (site_likeness){.starts = starts};
  for (unsigned s = 0; s < starts && code == EXIT_FINE; s++)
    code = compare_layer(run, worker, s * count / starts, out);
  if (worker)
    site_worker_free(worker);
  return code;
}
