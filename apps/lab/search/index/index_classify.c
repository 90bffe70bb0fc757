/* index_classify.c: see the header.
 *
 * Reading, learning and threads are those of site_run.h; this file only makes
 * the pages of an index look like a site to it.
 */
#include "lab/search/index/index_classify.h"

#include <string.h>

/* One model serves all methods: it has what any of them needs. */
unsigned
index_evidence(const method_choice *methods, uint32_t count)
{
  unsigned evidence = 0;
  for (uint32_t m = 0; m < count; m++)
    evidence |= methods[m].evidence;
  return evidence;
}

/* --- the site as a source of pages ---------------------------------------- */

/* Names identify pages in the model, and are unique in the list. */
static pith_slice
item_name(const void *state, size_t page)
{
  const index_site *site = state;
  const char *name = site->list->items[site->items[page]].name;
  return (pith_slice){name, strlen(name)};
}

/* The list is only read, so threads may call it at the same time. */
static exit_code
item_read(const void *state, size_t page, site_bytes *out)
{
  const index_site *site = state;
  return site_bytes_read(site->list, site->items[page], out);
}

/* With no evidence to learn, the run only opens what its threads need; no page
 * is read yet. */
exit_code
index_site_begin(index_site *site, size_t count, bool learn)
{
  site_run *run = &site->run;
  run->source = (site_source){count, site, item_name, item_read};
  run->keep_most = SITE_KEEP_MOST;
  run->progress = PROGRESS_NEVER; /* the indexer has one for all sites */
  pith_site_options_default(&run->learns);
  run->learns.evidence =
      learn ? index_evidence(site->methods, site->method_count) : 0;
  exit_code code = site_run_begin(run);
  if (code == EXIT_FINE)
    code = site_run_learn(run);
  return code == EXIT_FINE ? site_run_finish(run) : code;
}

void
index_site_done(index_site *site)
{
  site_run_done(&site->run);
}

/* A method without evidence needs only the page. The others go through the
 * thread's own opened model. */
pith_status
index_page_classify(void *state, uint32_t method, pith_page *page)
{
  const index_page_at *at = state;
  const method_choice *how = &at->site->methods[method];
  pith_options options;
  pith_options_default(&options);
  options.method = how->method;
  options.compat = how->compat;
  if (how->evidence == 0)
    return pith_page_classify(page, &options);
  if (how->evidence & ~at->site->run.learns.evidence)
    return PITH_FORMAT; /* a page changed after the site was looked through */
  return site_worker_classify(at->worker, at->page, page, &options, NULL);
}
