/* site_run.c: see the header.
 *
 * Every thread learns a part of the site in a model of its own and merges it at
 * the end; a model does not depend on order or partition, so neither do the
 * results:
 *
 *     thread 1   pages 0 2 3 ... ──► part ──┐
 *     thread 2   pages 1 4 5 ... ──► part ──┴──► run->model ──► finished
 *
 * Which thread learns or keeps which page is a matter of chance. Nothing that
 * is written may depend on it: not the order of messages of failed pages (they
 * are printed where they happen), but records, files and models.
 */
#include "common/site_run/site_run.h"

#include "common/system/interrupt.h"
#include "common/system/workers.h"

#include <stdlib.h>
#include <string.h>

/* Parsed partners that a thread holds on to. More than one page has, so that
 * the least recently used one is never in use. */
enum { PARTNERS_HELD = 2 * PITH_PARTNERS_MOST };

typedef struct held_partner {
  site_opened opened; /* `page` is NULL: free */
  size_t page;
  uint64_t used; /* when, by the clock of the worker */
} held_partner;

struct site_worker {
  site_run *run;
  pith_context *context;
  pith_site_model *part; /* while learning: what this thread has learnt */
  pith_site *site;       /* after that */
  held_partner partners[PARTNERS_HELD];
  uint64_t clock;
  bool no_memory; /* for a partner */
};

/* Without memory the run cannot go on; anything else is the page's own fault
 * and leaves the others alone. */
exit_code
site_refuse(const char *name, pith_status status, const char *why)
{
  message("%s: %s", name, why);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

/* --- pages ---------------------------------------------------------------- */

/* The buffer changes hands: the list's reader gives it, the page frees it. */
exit_code
site_bytes_read(const page_list *list, size_t item, site_bytes *out)
{
  const pith_options none = {.transport_encoding = NULL};
  input_bytes input;
  exit_code code = page_list_read(list, item, &input);
  if (code == EXIT_FINE)
    *out = (site_bytes){
        {input.data, input.len},
        input.data,
        input.name,
        list->items[item].utf8,
        page_item_options(&list->items[item], &none).transport_encoding};
  return code;
}

static pith_slice
list_name(const void *state, size_t page)
{
  const page_list *list = state;
  const char *name = list->items[page].name;
  return (pith_slice){name, strlen(name)};
}

static exit_code
list_read(const void *state, size_t page, site_bytes *out)
{
  return site_bytes_read(state, page, out);
}

site_source
site_source_list(const page_list *list)
{
  return (site_source){list->count, list, list_name, list_read};
}

/* The bytes of JSON are UTF-8 whatever the page in them declares. */
exit_code
site_worker_parse(site_worker *worker, site_opened *opened)
{
  pith_error error;
  pith_options options = *worker->run->options;
  if (opened->page)
    return EXIT_FINE;
  if (opened->bytes.utf8)
    options.encoding = "utf-8";
  if (opened->bytes.charset)
    options.transport_encoding = opened->bytes.charset;
  pith_status status =
      pith_page_parse(opened->own ? opened->own : worker->context,
                      opened->bytes.html, &options, &opened->page, &error);
  if (status == PITH_OK)
    return EXIT_FINE;
  exit_code code = site_refuse(opened->bytes.name, status, error.message);
  site_opened_close(opened);
  return code;
}

/* From the source, never a kept one. */
static exit_code
read_source(const site_run *run, size_t page, site_opened *out)
{
  memset(out, 0, sizeof *out);
  return run->source.read(run->source.state, page, &out->bytes);
}

/* With layers a kept page is also a partner of others, so it stays until the
 * end. As a partner it is only read, by any number of threads: what is read of
 * it, tree and profile, was made when it was learnt. */
static bool
is_shared(const site_run *run)
{
  return (run->learns.evidence & PITH_EVIDENCE_LAYER) != 0;
}

exit_code
site_worker_read(site_worker *worker, size_t page, site_opened *out)
{
  site_run *run = worker->run;
  if (run->failed[page])
    return EXIT_INPUT;
  if (site_kept_take(&run->kept, page, is_shared(run), out))
    return EXIT_FINE;
  return read_source(run, page, out);
}

exit_code
site_worker_open(site_worker *worker, size_t page, site_opened *out)
{
  TRY(site_worker_read(worker, page, out));
  return site_worker_parse(worker, out);
}

/* --- partners ------------------------------------------------------------- */

static int
compare_slices(pith_slice a, pith_slice b)
{
  int order = memcmp(a.data, b.data, a.len < b.len ? a.len : b.len);
  return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* Names are in byte order: the list was settled. */
size_t
site_source_find(const site_source *source, pith_slice name)
{
  size_t low = 0;
  size_t high = source->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare_slices(source->name(source->state, middle), name);
    if (order == 0)
      return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return source->count;
}

/* The place where a partner is held, or the one to put it in. */
static held_partner *
find_partner(site_worker *worker, size_t page)
{
  held_partner *oldest = &worker->partners[0];
  for (size_t i = 0; i < PARTNERS_HELD; i++) {
    held_partner *at = &worker->partners[i];
    if (at->opened.page && at->page == page)
      return at;
    if (at->used < oldest->used)
      oldest = at;
  }
  return oldest;
}

/* pith_page_loader.load: pages of a layer have the same few partners, so those
 * that are not kept are held for the next page. */
static const pith_page *
load_partner(void *state, pith_slice name)
{
  site_worker *worker = state;
  site_opened kept;
  size_t page = site_source_find(&worker->run->source, name);
  if (page == worker->run->source.count || worker->run->failed[page])
    return NULL;
  if (is_shared(worker->run) &&
      site_kept_take(&worker->run->kept, page, true, &kept))
    return kept.page;
  held_partner *held = find_partner(worker, page);
  held->used = ++worker->clock;
  if (held->opened.page && held->page == page)
    return held->opened.page;
  site_opened_close(&held->opened);
  held->page = page;
  exit_code code = read_source(worker->run, page, &held->opened);
  THEN(code, site_worker_parse(worker, &held->opened));
  worker->no_memory |= code == EXIT_ENVIRONMENT;
  return held->opened.page;
}

/* The library sees a partner that could not be had as one that is not there.
 * For a page that cannot be read that is right; without memory the verdicts
 * would depend on the machine, so that is a failure of the page. */
pith_status
site_worker_classify(site_worker *worker, size_t number, pith_page *page,
                     const pith_options *options, pith_site_facts *out)
{
  const site_source *source = &worker->run->source;
  pith_status status = pith_site_classify(
      worker->site, page, source->name(source->state, number), options, out);
  if (status == PITH_OK && worker->no_memory)
    status = PITH_NOMEM;
  return status;
}

/* The others go through the thread's own opened model. */
pith_status
site_worker_choose(site_worker *worker, size_t number, pith_page *page,
                   const method_choice *how)
{
  pith_options options;
  pith_options_default(&options);
  options.method = how->method;
  options.compat = how->compat;
  if (how->evidence == 0)
    return pith_page_classify(page, &options);
  if (how->evidence & ~worker->run->learns.evidence)
    return PITH_FORMAT;
  return site_worker_classify(worker, number, page, &options, NULL);
}

/* --- threads -------------------------------------------------------------- */

void
site_worker_free(site_worker *worker)
{
  for (size_t i = 0; i < PARTNERS_HELD; i++)
    site_opened_close(&worker->partners[i].opened);
  pith_site_free(worker->site);
  pith_site_model_free(worker->part);
  pith_context_free(worker->context);
  free(worker);
}

/* With or without a model of its own to learn in. */
static site_worker *
make_worker(site_run *run, bool learns)
{
  site_worker *worker = calloc(1, sizeof *worker);
  pith_page_loader loader = {load_partner, NULL, worker};
  pith_status status =
      worker ? pith_context_new(NULL, &worker->context) : PITH_NOMEM;
  if (status == PITH_OK) {
    worker->run = run;
    status = learns ? pith_site_model_new(worker->context, &run->learns,
                                          &worker->part)
                    : pith_site_open(worker->context, run->model, &loader,
                                     &worker->site);
  }
  if (status == PITH_OK)
    return worker;
  if (worker)
    site_worker_free(worker);
  report_out_of_memory();
  return NULL;
}

site_worker *
site_worker_new(site_run *run)
{
  return make_worker(run, false);
}

/* --- learning ------------------------------------------------------------- */

static void *
start_learning(void *shared)
{
  return make_worker(shared, true);
}

/* Hand in what the thread has learnt. */
static void
end_learning(void *shared, void *state)
{
  site_run *run = shared;
  site_worker *worker = state;
  pthread_mutex_lock(&run->merging);
  pith_status status = pith_site_model_merge(run->model, worker->part);
  if (status != PITH_OK)
    run->merge_status = status;
  pthread_mutex_unlock(&run->merging);
  site_worker_free(worker);
}

/* Learn before keeping: what learning computes of the page (its profile) is
 * kept with it, and counts. */
static void
learn_page(void *shared, void *state, size_t page, void *slot)
{
  site_run *run = shared;
  site_worker *worker = state;
  exit_code *code = slot;
  site_opened opened;
  *code = read_source(run, page, &opened);
  if (*code != EXIT_FINE)
    return;
  opened.own = site_kept_begin(&run->kept, page, opened.bytes.html.len);
  *code = site_worker_parse(worker, &opened);
  if (*code != EXIT_FINE)
    return;
  pith_status status = pith_site_model_learn(
      worker->part, opened.page, run->source.name(run->source.state, page));
  if (status != PITH_OK) {
    *code = site_refuse(opened.bytes.name, status, pith_status_text(status));
    site_opened_close(&opened);
    return;
  }
  site_kept_add(&run->kept, page, &opened);
}

/* In the order of pages, one at a time: the only writer of `failed`. */
static exit_code
take_learnt(void *shared, size_t page, void *slot)
{
  site_run *run = shared;
  exit_code code = *(exit_code *)slot;
  *(exit_code *)slot = EXIT_FINE;
  run->failed[page] = code != EXIT_FINE;
  progress_show(&run->bar, page + 1);
  if (code != EXIT_FINE && code != EXIT_INPUT)
    return code;
  bool go_on =
      run->step ? run->step(run->step_state, page + 1) : !interrupted();
  return go_on ? EXIT_FINE : EXIT_INTERRUPTED;
}

static void
drop_learnt(void *shared, void *slot)
{
  (void)shared;
  *(exit_code *)slot = EXIT_FINE;
}

/* All that can fail for want of memory before a page is read. */
exit_code
site_run_begin(site_run *run)
{
  pith_status status = PITH_NOMEM;
  pthread_mutex_init(&run->merging, NULL);
  run->failed = calloc(run->source.count + 1, sizeof *run->failed);
  if (run->failed &&
      site_kept_init(&run->kept, run->source.count, run->keep_most))
    status = pith_context_new(NULL, &run->context);
  return status == PITH_OK ? EXIT_FINE : report_out_of_memory();
}

exit_code
site_run_learn(site_run *run)
{
  work what = {.items = run->source.count,
               .threads = run->jobs,
               .slot_bytes = sizeof(exit_code),
               .shared = run,
               .start = start_learning,
               .end = end_learning,
               .run = learn_page,
               .take = take_learnt,
               .drop = drop_learnt};
  pith_status status =
      pith_site_model_new(run->context, &run->learns, &run->model);
  if (status != PITH_OK)
    return site_refuse("site", status, pith_status_text(status));
  if (run->learns.evidence == 0)
    return EXIT_FINE;
  run->bar = progress_start(run->progress, "reading", run->source.count);
  exit_code code = workers_run(&what);
  progress_end(&run->bar);
  if (code != EXIT_FINE || run->merge_status == PITH_OK)
    return code;
  return site_refuse("site", run->merge_status,
                     pith_status_text(run->merge_status));
}

exit_code
site_run_finish(site_run *run)
{
  pith_status status = pith_site_model_finish(run->model);
  return status == PITH_OK
             ? EXIT_FINE
             : site_refuse("site", status, pith_status_text(status));
}

exit_code
site_run_make(site_run *run)
{
  exit_code code = site_run_begin(run);
  THEN(code, site_run_learn(run));
  THEN(code, site_run_finish(run));
  return code;
}

/* Kept pages go first: they hold contexts of their own, nothing of the model's.
 */
void
site_run_done(site_run *run)
{
  site_kept_done(&run->kept);
  pith_site_model_free(run->model);
  pith_context_free(run->context);
  free(run->failed);
  pthread_mutex_destroy(&run->merging);
  run->model = NULL;
  run->context = NULL;
  run->failed = NULL;
}
