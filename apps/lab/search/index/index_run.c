/* index_run.c: `pith-lab search index`: pages in, an index out.
 *
 *     inputs ──► list of pages ──► sites ──► threads: read, classify, cut
 *                                              │
 *                      main thread: write ◄────┘  in the order of the list
 *                             └──► link texts, when all pages are in
 *
 * Work is done in batches (index_write.h); whatever stops the run, the index is
 * valid up to the last batch.
 */
#include "lab/search/index/index_run.h"

#include "lab/search/index/index_address.h"
#include "lab/search/index/index_write.h"
#include "common/system/interrupt.h"
#include "common/system/need.h"
#include "common/system/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The pages of a site, by their places in a list. */
typedef struct index_site {
  const page_list *list;        /* borrowed; settled */
  const size_t *items;          /* borrowed */
  const method_choice *methods; /* borrowed */
  uint32_t method_count;
  site_run run;
} index_site;

/* A page of the site that is being classified, in one thread. For
 * index_page_tools, whose `state` it is. */
typedef struct index_page_at {
  const index_site *site;
  site_worker *worker;
  size_t page; /* number in the site */
} index_page_at;

/* --- a site by all methods ---------------------------------------------------
 */

/* Reading, learning and threads are those of site_run.h; this part only makes
 * the pages of an index look like a site to it. One site is known at a time, so
 * memory does not grow with their number. */

/* One model serves all methods: it has what any of them needs. */
static unsigned
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
static exit_code
index_site_begin(index_site *site, size_t count, bool learn)
{
  site_run *run = &site->run;
  run->source = (site_source){count, site, item_name, item_read};
  run->keep_most = SITE_KEEP_MOST;
  run->progress = PROGRESS_NEVER; /* the indexer has one for all sites */
  pith_site_options_default(&run->learns);
  run->learns.evidence =
      learn ? index_evidence(site->methods, site->method_count) : 0;
  return site_run_make(run);
}

/* PITH_FORMAT: a page changed after the site was looked through. */
static pith_status
index_page_classify(void *state, uint32_t method, pith_page *page)
{
  const index_page_at *at = state;
  return site_worker_choose(at->worker, at->page, page,
                            &at->site->methods[method]);
}

/* A page on its way to its turn. */
typedef struct indexed_page {
  index_page page;
  char *address; /* owned */
  uint64_t digest;
  uint32_t bytes;
  known_page *before;
  bool same; /* as the index has it */
  exit_code code;
} indexed_page;

/* The whole run. Only the main thread changes it after the start. */
typedef struct index_job {
  const index_request *request;
  page_list list;
  size_t *items;   /* owned: places in the list, site by site */
  char **groups;   /* owned: of each item, its group; NULL: not grouped */
  index_site site; /* at hand */
  pith_context *context;
  index_store store;
  index_writer writer;
  size_t failed;
  size_t done;
  progress bar;
} index_job;

/* What a thread has for itself. */
typedef struct index_thread {
  site_worker *worker;
  token_stems *stems;
} index_thread;

/* --- sites ---------------------------------------------------------------- */

/* Which group each page is in, for --group-by. */
static void
find_groups(index_job *job)
{
  if (job->request->group_by == GROUP_NONE)
    return;
  job->groups = need(job->list.count, sizeof *job->groups);
  for (size_t i = 0; i < job->list.count; i++)
    job->groups[i] =
        needed(page_group_key(&job->list.items[i], job->request->group_by));
}

/* The site of a page: its group, its folder in a collection, else its host. */
static pith_slice
site_of(const index_job *job, size_t place)
{
  const page_item *item = &job->list.items[place];
  pith_slice site = {item->name, 0};
  if (job->groups)
    site = (pith_slice){job->groups[place], strlen(job->groups[place])};
  else if (job->request->collection)
    site.len = strcspn(item->name, "/");
  else if (item->url)
    site = address_host(item->url);
  return site;
}

/* By bytes, shorter before longer. */
static int
compare_slices(pith_slice a, pith_slice b)
{
  int order = memcmp(a.data, b.data, a.len < b.len ? a.len : b.len);
  return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* Bring the places of pages into the order of their sites, by merging: the
 * pages of a site stay in the order of their names. */
static void
sort_sites(index_job *job)
{
  size_t count = job->list.count;
  size_t *other = need(count, sizeof *other);
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t from = 0; from < count; from += 2 * width) {
      size_t middle = from + width < count ? from + width : count;
      size_t to = from + 2 * width < count ? from + 2 * width : count;
      size_t a = from;
      size_t b = middle;
      for (size_t k = from; k < to; k++) {
        bool left =
            a < middle &&
            (b >= to || compare_slices(site_of(job, job->items[a]),
                                       site_of(job, job->items[b])) <= 0);
        other[k] = job->items[left ? a++ : b++];
      }
    }
    size_t *swap = job->items;
    job->items = other;
    other = swap;
  }
  free(other);
}

/* How many pages from `from` on are of one site. */
static size_t
count_site(const index_job *job, size_t from)
{
  size_t to = from;
  pith_slice site = site_of(job, job->items[from]);
  while (to < job->list.count &&
         compare_slices(site, site_of(job, job->items[to])) == 0)
    to++;
  return to - from;
}

/* Where a page came from. NULL when memory ends. */
static char *
address_of(const index_request *request, const page_item *item)
{
  if (item->url)
    return needed(strdup(item->url));
  size_t folder = request->collection ? strcspn(item->name, "/") : 0;
  if (folder == 0 || !item->name[folder])
    return address_make("", item->name);
  char *site = needed(strndup(item->name, folder));
  char *address = address_make(site, item->name + folder + 1);
  free(site);
  return address;
}

/* --- one page, in a thread ------------------------------------------------ */

/* The part that needs the parsed page. A page that fails is reported and
 * left out; only the end of memory ends the run. */
static void
make_page(const index_job *job, index_thread *thread, size_t n, pith_page *page,
          indexed_page *result)
{
  index_page_at at = {&job->site, thread->worker, n};
  index_page_tools tools = {thread->stems, job->request->method_count,
                            job->request->no_boilerplate, index_page_classify,
                            &at};
  const page_item *which = &job->list.items[job->site.items[n]];
  result->address = address_of(job->request, which);
  pith_status status = index_page_make(&tools, page, result->address,
                                       !which->url, &result->page);
  if (status != PITH_OK)
    result->code =
        site_refuse(result->address, status, pith_status_text(status));
}

/* Runs in a thread. A page whose bytes are the same as before is neither
 * parsed nor written again, which makes a second run over an unchanged
 * collection cheap. */
static void
read_page(void *shared, void *state, size_t n, void *slot)
{
  index_job *job = shared;
  index_thread *thread = state;
  indexed_page *result = slot;
  site_opened opened;
  size_t item = job->site.items[n];
  result->before = index_writer_find(&job->writer, job->list.items[item].name);
  result->code = site_worker_read(thread->worker, n, &opened);
  if (result->code != EXIT_FINE)
    return;
  pith_slice html = opened.bytes.html;
  result->bytes = (uint32_t)html.len;
  result->digest = index_digest(html.data, html.len);
  result->same = result->before && result->before->digest == result->digest;
  if (!result->same)
    result->code = site_worker_parse(thread->worker, &opened);
  if (!result->same && result->code == EXIT_FINE)
    make_page(job, thread, n, opened.page, result);
  site_opened_close(&opened);
}

/* A slot is used again for another page, so it is left empty. */
static void
drop_page(void *shared, void *slot)
{
  indexed_page *result = slot;
  (void)shared;
  index_page_done(&result->page);
  free(result->address);
  memset(result, 0, sizeof *result);
}

/* Runs in the main thread, in the order of the list: the only place that
 * writes. The index does not depend on the number of threads. */
static exit_code
take_page(void *shared, size_t n, void *slot)
{
  index_job *job = shared;
  indexed_page *result = slot;
  exit_code code = result->code;
  const page_item *which = &job->list.items[job->site.items[n]];
  if (result->before)
    result->before->seen = true;
  if (code == EXIT_FINE && !result->same) {
    page_facts facts = {which->name,         which->url ? which->url : "",
                        result->page.target, result->digest,
                        result->bytes,       result->before};
    code = index_writer_put(&job->writer, &facts, &result->page);
  } else if (code == EXIT_INPUT) {
    job->failed++;
    code = EXIT_FINE;
  }
  drop_page(shared, slot);
  progress_show(&job->bar, ++job->done);
  return code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
}

/* Also called for a thread that could not start: every part may be missing. */
static void
end_thread(void *shared, void *state)
{
  index_thread *thread = state;
  (void)shared;
  if (thread->worker)
    site_worker_free(thread->worker);
  token_stems_free(thread->stems);
  free(thread);
}

/* Stemmers and contexts are not shared between threads. */
static void *
start_thread(void *shared)
{
  index_job *job = shared;
  index_thread *thread = need(1, sizeof *thread);
  thread->stems = needed(token_stems_new());
  thread->worker = site_worker_new(&job->site.run);
  if (thread->worker)
    return thread;
  end_thread(shared, thread);
  return NULL;
}

/* --- all of them ---------------------------------------------------------- */

/* Whether a page of the site at hand differs from what the index has. */
static bool
site_changed(const index_job *job, size_t count)
{
  for (size_t n = 0; n < count; n++) {
    input_bytes input;
    size_t item = job->site.items[n];
    const known_page *known =
        index_writer_find(&job->writer, job->list.items[item].name);
    if (!known)
      return true;
    if (page_list_read(&job->list, item, &input) != EXIT_FINE)
      continue;
    bool same = index_digest(input.data, input.len) == known->digest;
    input_bytes_done(&input);
    if (!same)
      return true;
  }
  return false;
}

/* A site is learnt only if a page of it has changed; otherwise all its pages
 * are the same and nothing is classified. */
static exit_code
write_site(index_job *job, size_t from, size_t count)
{
  const index_request *request = job->request;
  job->site =
      (index_site){.list = &job->list,
                   .items = job->items + from,
                   .methods = request->methods,
                   .method_count = request->method_count,
                   .run = {.options = &request->page, .jobs = request->jobs}};
  work what = {.items = count,
               .threads = request->jobs,
               .slot_bytes = sizeof(indexed_page),
               .shared = job,
               .start = start_thread,
               .end = end_thread,
               .run = read_page,
               .take = take_page,
               .drop = drop_page};
  bool learns = index_evidence(request->methods, request->method_count) != 0;
  exit_code code =
      index_site_begin(&job->site, count, learns && site_changed(job, count));
  THEN(code, workers_run(&what));
  site_run_done(&job->site.run);
  return code;
}

/* Methods that learn need the pages of a site together. Others take the list
 * as it is, as one site. */
static exit_code
index_pages(index_job *job)
{
  bool learns =
      index_evidence(job->request->methods, job->request->method_count) != 0;
  exit_code code = EXIT_FINE;
  job->items = need(job->list.count, sizeof *job->items);
  for (size_t i = 0; i < job->list.count; i++)
    job->items[i] = i;
  if (learns) {
    find_groups(job);
    sort_sites(job);
  }
  job->bar =
      progress_start(job->request->progress, "indexing", job->list.count);
  for (size_t from = 0; from < job->list.count && code == EXIT_FINE;) {
    size_t count = learns ? count_site(job, from) : job->list.count;
    code = write_site(job, from, count);
    from += count;
  }
  progress_end(&job->bar);
  return code;
}

/* What is left when all pages are in. */
static exit_code
finish_index(index_job *job)
{
  index_writer *writer = &job->writer;
  exit_code code = index_writer_remove_unseen(writer);
  bool moved = writer->added + writer->changed + writer->removed > 0;
  if (code == EXIT_FINE && !moved && job->store.finished)
    return EXIT_FINE;
  THEN(code, index_writer_commit(writer));
  THEN(code, index_anchors_write(writer));
  THEN(code, index_writer_start_batch(writer));
  if (code == EXIT_FINE)
    code =
        sql_execute(&job->store.file,
                    "INSERT INTO word(word) VALUES('optimize');"
                    "INSERT INTO anchor_word(anchor_word) VALUES('optimize')");
  job->store.finished = true;
  return code == EXIT_FINE ? index_writer_commit(writer) : code;
}

/* An index that was interrupted is valid and not finished; the next run goes
 * on from there. */
static exit_code
write_index(index_job *job)
{
  exit_code code = index_writer_begin(&job->writer, &job->store);
  bool finished = job->store.finished;
  job->store.finished = false;
  THEN(code, index_pages(job));
  if (code == EXIT_INTERRUPTED) {
    exit_code kept = index_writer_commit(&job->writer);
    return kept == EXIT_FINE ? code : kept;
  }
  if (code == EXIT_FINE) {
    job->store.finished = finished;
    code = finish_index(job);
  }
  return code;
}

/* All inputs as one list, sorted by name, without duplicates. */
static exit_code
list_pages(index_job *job)
{
  const index_request *request = job->request;
  exit_code code = EXIT_FINE;
  page_list_init(&job->list, request->page.max_bytes);
  job->list.filter = request->filter;
  job->list.group_field = request->group_field;
  for (size_t i = 0; i < request->input_count && code == EXIT_FINE; i++)
    code = page_list_add(&job->list, request->inputs[i]);
  THEN(code, page_list_settle(&job->list));
  if (code == EXIT_FINE && job->list.count == 0) {
    if (job->list.failed == 0)
      message("%s: no pages in it; a page ends in .html, .htm, .php and the "
              "like",
              request->inputs[0]);
    code = EXIT_INPUT;
  }
  return code;
}

/* The job is large, so it lives on the heap. */
exit_code
index_run(const index_request *request, index_summary *summary)
{
  index_job *job = need(1, sizeof *job);
  need_all(pith_context_new(NULL, &job->context) == PITH_OK);
  job->request = request;
  exit_code code = list_pages(job);
  if (code == EXIT_FINE) {
    job->store.method_count = request->method_count;
    job->store.no_boilerplate = request->no_boilerplate;
    for (uint32_t m = 0; m < request->method_count; m++)
      snprintf(job->store.methods[m], METHOD_NAME_MOST, "%s",
               request->methods[m].name);
    code = index_store_create(&job->store, request->output);
  }
  THEN(code, write_index(job));
  *summary = (index_summary){(size_t)job->store.totals.pages, job->writer.added,
                             job->writer.changed, job->writer.removed,
                             job->failed + job->list.failed};
  if (job->writer.store)
    index_writer_done(&job->writer);
  index_store_close(&job->store);
  for (size_t i = 0; job->groups && i < job->list.count; i++)
    free(job->groups[i]);
  free(job->groups);
  page_list_done(&job->list);
  free(job->items);
  pith_context_free(job->context);
  free(job);
  return code == EXIT_FINE && summary->failed > 0 ? EXIT_INPUT : code;
}
