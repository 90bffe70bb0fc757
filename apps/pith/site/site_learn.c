/* site_learn.c: the first pass of site_run.h: what do the pages share? */
#include "common/system/workers.h"
#include "pith/site/site_run.h"

/* The result of a page on its way to its turn. */
typedef struct learnt_page {
  pith_chain_page *profile;
  exit_code code;
} learnt_page;

/* --compat: the profile of a page, which take_page() adds to the site. */
static void
make_profile(site_run *run, pith_context *context, size_t item,
             learnt_page *result)
{
  input_bytes input;
  result->code = page_list_read(run->list, item, &input);
  if (result->code != EXIT_FINE)
    return;
  pith_slice html = {input.data, input.len};
  pith_status status =
      pith_chain_page_new(context, html, &run->request->site, &result->profile);
  if (status != PITH_OK)
    result->code = site_refuse(input.name, status, pith_status_text(status));
  input_bytes_done(&input);
}

/* The thread's own model learns from a page. */
static void
learn_page(site_run *run, site_thread *thread, size_t item, learnt_page *result)
{
  input_bytes input;
  pith_page *page;
  result->code = site_page_open(run, thread->context, item, &input, &page);
  if (result->code != EXIT_FINE)
    return;
  pith_status status =
      thread->layers
          ? pith_layers_add(thread->layers, site_page_name(run, item), page)
          : pith_site_model_learn(thread->model, page);
  if (status != PITH_OK)
    result->code = site_refuse(input.name, status, pith_status_text(status));
  pith_page_free(page);
  input_bytes_done(&input);
}

static void
look_at_page(void *shared, void *state, size_t item, void *slot)
{
  site_run *run = shared;
  site_thread *thread = state;
  if (run->request->compat)
    make_profile(run, thread->context, item, slot);
  else
    learn_page(run, thread, item, slot);
}

static void
drop_page(void *shared, void *slot)
{
  learnt_page *result = slot;
  (void)shared;
  pith_chain_page_free(result->profile);
  *result = (learnt_page){NULL, EXIT_FINE};
}

static exit_code
take_page(void *shared, size_t item, void *slot)
{
  site_run *run = shared;
  learnt_page *result = slot;
  exit_code code = result->code;
  if (code == EXIT_FINE && result->profile) {
    pith_status status = pith_chain_site_add(
        run->site, site_page_name(run, item), result->profile);
    if (status != PITH_OK)
      code = site_refuse(run->list->items[item].path, status,
                         pith_status_text(status));
  }
  drop_page(shared, slot);
  return site_page_end(run, item, code);
}

static void *
start_thread(void *shared)
{
  site_run *run = shared;
  site_thread *thread = site_thread_new(run);
  if (!thread || run->request->compat)
    return thread;
  pith_status status =
      run->request->layer
          ? pith_layers_new(thread->context, &thread->layers)
          : pith_site_model_new(thread->context, 0, &thread->model);
  if (status == PITH_OK)
    return thread;
  report_out_of_memory();
  site_thread_free(run, thread);
  return NULL;
}

/* Hand in what the thread has learnt; the order does not matter. */
static void
end_thread(void *shared, void *state)
{
  site_run *run = shared;
  site_thread *thread = state;
  if (thread->model || thread->layers) {
    pthread_mutex_lock(&run->merging);
    pith_status status = thread->layers
                             ? pith_layers_merge(run->layers, thread->layers)
                             : pith_site_model_merge(run->model, thread->model);
    if (status != PITH_OK)
      run->merge_status = status;
    pthread_mutex_unlock(&run->merging);
  }
  site_thread_free(run, thread);
}

exit_code
site_learn(site_run *run)
{
  work what = {.items = run->list->count,
               .threads = run->jobs,
               .slot_bytes = sizeof(learnt_page),
               .shared = run,
               .start = start_thread,
               .end = end_thread,
               .run = look_at_page,
               .take = take_page,
               .drop = drop_page};
  run->bar =
      progress_start(run->request->progress, "reading", run->list->count);
  exit_code code = workers_run(&what);
  progress_end(&run->bar);
  if (code != EXIT_FINE)
    return code;
  pith_status status = run->merge_status;
  if (run->layers)
    pith_layers_close(run->layers);
  else if (status == PITH_OK && run->request->compat)
    status = pith_chain_site_finish(run->site);
  else if (status == PITH_OK && run->request->command != COMMAND_LEARN)
    status = pith_site_model_open(run->model);
  if (status == PITH_OK)
    return EXIT_FINE;
  return site_refuse("site", status, pith_status_text(status));
}
