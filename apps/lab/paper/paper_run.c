/* paper_run.c: every site of the sample learnt, and the chosen pages of it
 * classified by each run and counted.
 *
 *     threads: a site each ─┬─► learn all its pages, one model for all runs
 *                           ├─► each chosen page: whole, then run by run
 *                           └─► how alike its layers are
 *
 * A thread writes to its own site only, so results do not depend on their
 * number. Memory is that of the sites in progress.
 */
#include "lab/paper/paper.h"

#include "common/system/interrupt.h"
#include "common/system/need.h"
#include "common/system/workers.h"

#include <stdlib.h>
#include <string.h>

/* What a thread hands over. */
typedef struct site_slot {
  exit_code code;
  size_t failed; /* pages */
} site_slot;

/* One model serves all runs: it has what any of them needs. */
static unsigned
evidence_of(const paper_job *job)
{
  unsigned evidence = job->paper->layers ? PITH_EVIDENCE_LAYER : 0;
  for (size_t r = 0; r < job->run_count; r++)
    evidence |= job->runs[r].evidence;
  return evidence;
}

/* The page as it is, then by each run. The words of the whole page are the same
 * for all runs and are counted once. */
static pith_status
count_page(const paper_job *job, measure_room *room, site_worker *worker,
           pith_page *page, paper_page *out, pith_slice gold)
{
  page_counts whole = {.words = 0};
  pith_status status = measure_page(room, page, gold, &whole);
  for (size_t r = 0; r < job->run_count && status == PITH_OK; r++) {
    out->counts[r] = whole;
    status = site_worker_choose(worker, out->item, page, &job->runs[r]);
    if (status == PITH_OK)
      status = measure_verdicts(room, page, gold, job->paper->blocks,
                                &out->counts[r]);
  }
  out->counted = status == PITH_OK;
  return status;
}

/* Pages without gold are for graders only. A page that fails is reported and
 * left out; the end of memory, or Ctrl-C, ends the run. */
static exit_code
count_pages(const paper_job *job, paper_site *site, site_run *run,
            measure_room *room, size_t *failed)
{
  site_worker *worker = site_worker_new(run);
  exit_code code = worker ? EXIT_FINE : EXIT_ENVIRONMENT;
  for (size_t p = 0; p < site->count && code == EXIT_FINE; p++) {
    paper_page *page = &site->pages[p];
    const page_item *item = &site->site->list.items[page->item];
    pith_slice gold = paper_gold_find(&job->gold, item);
    site_opened opened;
    if (gold.len == 0)
      continue;
    code = site_worker_open(worker, page->item, &opened);
    if (code == EXIT_FINE) {
      pith_status status =
          count_page(job, room, worker, opened.page, page, gold);
      if (status != PITH_OK)
        code = site_refuse(item->name, status, pith_status_text(status));
      site_opened_close(&opened);
    }
    site->counted += page->counted;
    *failed += code == EXIT_INPUT;
    code = code == EXIT_INPUT ? EXIT_FINE : code;
    code = code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
  }
  if (worker)
    site_worker_free(worker);
  return code;
}

/* A site of which no page is looked at need not be learnt, unless its layers
 * are compared. */
static void
run_site(void *shared, void *state, size_t item, void *slot)
{
  const paper_job *job = shared;
  site_slot *result = slot;
  paper_site *site = &job->sites[item];
  unsigned jobs = job->request->jobs;
  site_run run = {.source = site_source_list(&site->site->list),
                  .options = &job->request->page,
                  .keep_most = SITE_KEEP_MOST / jobs,
                  .jobs = 1,
                  .progress = PROGRESS_NEVER};
  if (site->count == 0 && !job->paper->layers)
    return;
  pith_site_options_default(&run.learns);
  run.learns.evidence = evidence_of(job);
  exit_code code = site_run_make(&run);
  THEN(code, count_pages(job, site, &run, state, &result->failed));
  if (code == EXIT_FINE && job->paper->layers)
    code = site_likeness_measure(&run, &site->likeness);
  result->code = code == EXIT_INPUT ? EXIT_FINE : code;
  site_run_done(&run);
}

/* In the order of the sample, so that sums are the same for any --jobs. */
static exit_code
take_site(void *shared, size_t item, void *slot)
{
  paper_job *job = shared;
  const site_slot *result = slot;
  progress_show(&job->bar, item + 1);
  job->failed += result->failed;
  job->counted += job->sites[item].counted;
  return result->code;
}

/* Slots own nothing. */
static void
drop_site(void *shared, void *slot)
{
  (void)shared;
  (void)slot;
}

/* Rooms of a thread: they grow to the largest page it has seen. */
static void *
start_thread(void *shared)
{
  (void)shared;
  return need(1, sizeof(measure_room));
}

/* Nothing of a room is handed over, so it can go. */
static void
end_thread(void *shared, void *state)
{
  (void)shared;
  measure_room_done(state);
  free(state);
}

/* The bar counts sites: they differ in size, but nothing else is known before
 * they are read. */
exit_code
paper_run_sites(paper_job *job)
{
  work what = {.items = job->site_count,
               .threads = job->request->jobs,
               .slot_bytes = sizeof(site_slot),
               .shared = job,
               .start = start_thread,
               .end = end_thread,
               .run = run_site,
               .take = take_site,
               .drop = drop_site};
  job->bar =
      progress_start(job->request->output.progress, "sites", job->site_count);
  exit_code code = workers_run(&what);
  progress_end(&job->bar);
  return code;
}
