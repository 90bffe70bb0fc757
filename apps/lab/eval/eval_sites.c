/* eval_sites.c: see the header.
 *
 *     folders   DATA/a      DATA/b            each parted by --group-by
 *     sites     a           b/host1 b/host2   a thread each
 *     records   of a        of b              in the order of sites
 *
 * What a page becomes is the record that `pith site -t json` would write, read
 * back as any prediction is: there is one way from a record to a score.
 */
#include "lab/eval/eval_sites.h"

#include "common/input/page_groups.h"
#include "common/output/text_out.h"
#include "common/site_run/site_run.h"
#include "common/system/interrupt.h"
#include "common/system/need.h"
#include "common/system/path.h"
#include "common/system/sorted.h"
#include "common/system/workers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The pages beside one file of gold. */
typedef struct gold_folder {
  const char *path; /* lent by the gold */
  page_groups groups;
} gold_folder;

typedef struct sites_job {
  const method_choice *how;
  const eval_site_options *options;
  pith_options page; /* how pages are parsed */
  char **paths;      /* owned, sorted: of the pages with gold */
  size_t path_count;
  gold_folder *folders; /* owned */
  size_t folder_count;
  size_t folder_capacity;
  page_list *sites; /* owned; the items are those of the folders */
  size_t site_count;
  size_t site_capacity;
  eval_records *out;
  progress bar;
  bool failed; /* some page could not be read */
} sites_job;

/* What a thread hands over. */
typedef struct site_slot {
  text_out lines; /* a record each */
  exit_code code;
  bool failed;
} site_slot;

/* --- which pages -----------------------------------------------------------
 */

/* Gold without a file names no page, and finds no prediction. */
static void
read_paths(sites_job *job, const eval_records *gold)
{
  job->paths = need(gold->count, sizeof *job->paths);
  for (size_t i = 0; i < gold->count; i++) {
    const eval_record *record = &gold->items[i];
    if (record->file && record->folder)
      job->paths[job->path_count++] =
          needed(path_join(record->folder, record->file));
  }
  if (job->path_count > 0)
    qsort(job->paths, job->path_count, sizeof *job->paths, order_texts);
}

/* Part a folder; its sites are added in the order of their names. */
static exit_code
add_folder(sites_job *job, const char *path)
{
  struct stat about;
  gold_folder *folder = NEED_ITEM(job, folders, folder_count, folder_capacity);
  *folder = (gold_folder){.path = path};
  char *pages = needed(path_join(path, "pages"));
  bool has_pages = stat(pages, &about) == 0 && S_ISDIR(about.st_mode);
  const char *input = has_pages ? pages : path;
  page_list_init(&folder->groups.list, job->page.max_bytes);
  exit_code code =
      page_groups_make(&folder->groups, &input, 1, job->options->by);
  for (size_t g = 0; code == EXIT_FINE && g < folder->groups.count; g++)
    code = page_groups_part(&folder->groups, g,
                            NEED_ITEM(job, sites, site_count, site_capacity));
  free(pages);
  return code;
}

/* Several files of gold may lie in one folder, which is read once. */
static exit_code
find_sites(sites_job *job, const eval_records *gold)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < gold->count && code == EXIT_FINE; i++) {
    const char *path = gold->items[i].folder;
    bool known = !path || !gold->items[i].file;
    for (size_t f = job->folder_count; f-- > 0 && !known;)
      known = strcmp(job->folders[f].path, path) == 0;
    if (!known)
      code = add_folder(job, path);
  }
  return code;
}

/* --- one site, in a thread --------------------------------------------------
 */

/* A page that fails is reported and has no prediction; only the end of memory
 * ends the run. */
static exit_code
predict_page(const sites_job *job, site_worker *worker, const page_item *item,
             size_t number, text_out *lines)
{
  site_opened opened;
  pith_options named = job->page;
  pith_slice record;
  TRY(site_worker_open(worker, number, &opened));
  named.id = item->path;
  pith_status status =
      site_worker_choose(worker, number, opened.page, job->how);
  if (status == PITH_OK)
    status = pith_page_render(opened.page, PITH_FORMAT_JSON, &named, &record);
  if (status == PITH_OK)
    text_out_bytes(lines, record.data, record.len);
  site_opened_close(&opened);
  return status == PITH_OK
             ? EXIT_FINE
             : site_refuse(item->name, status, pith_status_text(status));
}

/* The pages of a site that have gold, once it is learnt. */
static exit_code
predict_pages(const sites_job *job, const page_list *list, site_run *run,
              site_slot *result)
{
  site_worker *worker = site_worker_new(run);
  exit_code code = worker ? EXIT_FINE : EXIT_ENVIRONMENT;
  for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
    const page_item *item = &list->items[i];
    if (job->path_count == 0 ||
        !bsearch(&item->path, job->paths, job->path_count, sizeof *job->paths,
                 order_texts))
      continue;
    code = predict_page(job, worker, item, i, &result->lines);
    result->failed |= code == EXIT_INPUT;
    code = code == EXIT_INPUT ? EXIT_FINE : code;
    code = code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
  }
  if (worker)
    site_worker_free(worker);
  return code;
}

/* Threads share nothing but the job, which they only read. */
static void
run_site(void *shared, void *state, size_t item, void *slot)
{
  const sites_job *job = shared;
  site_slot *result = slot;
  const page_list *list = &job->sites[item];
  site_run run = {.source = site_source_list(list),
                  .options = &job->page,
                  .keep_most = SITE_KEEP_MOST / job->options->jobs,
                  .jobs = 1,
                  .progress = PROGRESS_NEVER};
  (void)state;
  *result = (site_slot){.code = EXIT_FINE};
  text_out_init(&result->lines, -1);
  pith_site_options_default(&run.learns);
  run.learns.evidence = job->how->evidence;
  exit_code code = site_run_make(&run);
  THEN(code, predict_pages(job, list, &run, result));
  result->failed |= code == EXIT_INPUT;
  result->code = code == EXIT_INPUT ? EXIT_FINE : code;
  site_run_done(&run);
}

/* --- threads -------------------------------------------------------------- */

/* In the main thread, in the order of sites. The records keep the lines. */
static exit_code
take_site(void *shared, size_t item, void *slot)
{
  sites_job *job = shared;
  site_slot *result = slot;
  progress_show(&job->bar, item + 1);
  job->failed |= result->failed;
  if (result->code != EXIT_FINE || result->lines.len == 0) {
    text_out_done(&result->lines);
    return result->code;
  }
  char *lines = need_text(&result->lines);
  return eval_records_add_lines(job->out, lines, result->lines.len);
}

/* Of a site that was done when the run ended. */
static void
drop_site(void *shared, void *slot)
{
  (void)shared;
  text_out_done(&((site_slot *)slot)->lines);
}

/* The bar counts sites: their pages are not looked at before. */
static exit_code
predict_sites(sites_job *job)
{
  work what = {.items = job->site_count,
               .threads = job->options->jobs,
               .slot_bytes = sizeof(site_slot),
               .shared = job,
               .run = run_site,
               .take = take_site,
               .drop = drop_site};
  job->bar = progress_start(job->options->progress, "sites", job->site_count);
  exit_code code = workers_run(&what);
  progress_end(&job->bar);
  return code == EXIT_FINE && job->failed ? EXIT_INPUT : code;
}

/* The interrupt is watched for from here on, as a site takes a while. */
exit_code
eval_sites_predict(const eval_records *gold, const method_choice *how,
                   const eval_site_options *options, eval_records *out)
{
  sites_job job = {.how = how, .options = options, .out = out};
  pith_options_default(&job.page);
  interrupt_watch();
  read_paths(&job, gold);
  exit_code code = find_sites(&job, gold);
  THEN(code, predict_sites(&job));
  if ((code == EXIT_FINE || code == EXIT_INPUT) && out->count < gold->count) {
    message("%zu pages of the gold were not found beside it (\"file\")",
            gold->count - out->count);
    code = EXIT_INPUT;
  }
  for (size_t i = 0; i < job.path_count; i++)
    free(job.paths[i]);
  for (size_t i = 0; i < job.folder_count; i++)
    page_groups_done(&job.folders[i].groups);
  free(job.paths);
  free(job.folders);
  free(job.sites);
  return code;
}
