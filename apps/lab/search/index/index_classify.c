/* index_judge.c: see the header. */
#include "lab/search/index/index_classify.h"

#include "common/system/interrupt.h"
#include "common/system/workers.h"

#include <stdlib.h>
#include <string.h>

static const judge_method methods[] = {
    {"auto", "auto", JUDGE_PAGE, false},
    {"sentence", "sentence", JUDGE_PAGE, false},
    {"sentence-compat", "sentence", JUDGE_PAGE, true},
    {"dom", "dom", JUDGE_PAGE, false},
    {"chain", "chain", JUDGE_MODEL, false},
    {"chain-compat", "chain", JUDGE_PAPER, true},
    {"site-auto", "auto", JUDGE_MODEL, false},
    {"layer", "layer", JUDGE_LAYER, false},
};

const judge_method *
judge_method_find(const char *name)
{
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (strcmp(name, methods[i].name) == 0)
      return &methods[i];
  return NULL;
}

const char *
judge_method_names(void)
{
  return "auto, sentence, sentence-compat, dom, chain, chain-compat, site-auto "
         "or layer";
}

exit_code
judge_page_open(const page_list *list, const pith_options *options,
                pith_context *context, size_t item, input_bytes *input,
                pith_page **page)
{
  pith_error error;
  exit_code code = page_list_read(list, item, input);
  if (code != EXIT_FINE)
    return code;
  pith_slice html = {input->data, input->len};
  pith_options how = *options;
  if (list->items[item].utf8)
    how.encoding = "utf-8";
  pith_status status = pith_page_parse(context, html, &how, page, &error);
  if (status == PITH_OK)
    return EXIT_FINE;
  message("%s: %s", input->name, error.message);
  input_bytes_done(input);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

static pith_slice
item_name(const judge_site *site, size_t item)
{
  const char *name = site->list->items[item].name;
  pith_slice slice = {name, strlen(name)};
  return slice;
}

static bool
wants(const judge_site *site, judge_kind kind)
{
  for (uint32_t m = 0; m < site->method_count; m++)
    if (site->methods[m]->kind == kind)
      return true;
  return false;
}

bool
judge_site_learns(const judge_site *site)
{
  return wants(site, JUDGE_MODEL) || wants(site, JUDGE_PAPER) ||
         wants(site, JUDGE_LAYER);
}

/* --- learning ------------------------------------------------------------- */

/* What a thread has learnt itself. */
typedef struct learn_thread {
  pith_context *context;
  pith_site_model *model;
  pith_layers *layers;
} learn_thread;

typedef struct learnt_page {
  pith_chain_page *sheet;
  exit_code code;
} learnt_page;

static void
free_thread(learn_thread *thread)
{
  pith_site_model_free(thread->model);
  pith_layers_free(thread->layers);
  pith_context_free(thread->context);
  free(thread);
}

static void *
start_learning(void *shared)
{
  const judge_site *site = shared;
  learn_thread *thread = calloc(1, sizeof *thread);
  pith_status status =
      thread ? pith_context_new(NULL, &thread->context) : PITH_NOMEM;
  if (status == PITH_OK && site->model)
    status = pith_site_model_new(thread->context, 0, &thread->model);
  if (status == PITH_OK && site->layers)
    status = pith_layers_new(thread->context, &thread->layers);
  if (status == PITH_OK)
    return thread;
  if (thread)
    free_thread(thread);
  message("%s", pith_status_text(status));
  return NULL;
}

/* Hand in what the thread has learnt; the order does not matter. */
static void
end_learning(void *shared, void *state)
{
  judge_site *site = shared;
  learn_thread *thread = state;
  pith_status status = PITH_OK;
  pthread_mutex_lock(&site->merging);
  if (thread->model)
    status = pith_site_model_merge(site->model, thread->model);
  if (status == PITH_OK && thread->layers)
    status = pith_layers_merge(site->layers, thread->layers);
  if (status != PITH_OK)
    site->merge_status = status;
  pthread_mutex_unlock(&site->merging);
  free_thread(thread);
}

static pith_status
learn_from(judge_site *site, learn_thread *thread, size_t item,
           const input_bytes *input, pith_page *page, learnt_page *result)
{
  pith_status status = PITH_OK;
  if (thread->model)
    status = pith_site_model_learn(thread->model, page);
  if (status == PITH_OK && thread->layers)
    status = pith_layers_add(thread->layers, item_name(site, item), page);
  if (status == PITH_OK && site->site) {
    pith_slice html = {input->data, input->len};
    status = pith_chain_page_new(thread->context, html, NULL, &result->sheet);
  }
  return status;
}

static void
learn_page(void *shared, void *state, size_t n, void *slot)
{
  judge_site *site = shared;
  learn_thread *thread = state;
  learnt_page *result = slot;
  input_bytes input;
  pith_page *page;
  size_t item = site->items[n];
  result->code = judge_page_open(site->list, site->options, thread->context,
                                 item, &input, &page);
  if (result->code != EXIT_FINE)
    return;
  pith_status status = learn_from(site, thread, item, &input, page, result);
  if (status != PITH_OK) {
    message("%s: %s", input.name, pith_status_text(status));
    result->code = status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
  }
  pith_page_free(page);
  input_bytes_done(&input);
}

static void
drop_learnt(void *shared, void *slot)
{
  learnt_page *result = slot;
  (void)shared;
  pith_chain_page_free(result->sheet);
  *result = (learnt_page){NULL, EXIT_FINE};
}

static exit_code
take_learnt(void *shared, size_t n, void *slot)
{
  judge_site *site = shared;
  learnt_page *result = slot;
  exit_code code = result->code == EXIT_INPUT ? EXIT_FINE : result->code;
  if (result->sheet && code == EXIT_FINE &&
      pith_chain_site_add(site->site, item_name(site, site->items[n]),
                          result->sheet) != PITH_OK) {
    code = report_out_of_memory();
  }
  drop_learnt(shared, slot);
  return code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
}

static pith_status
begin_site(judge_site *site, pith_context *context)
{
  pith_status status = PITH_OK;
  if (wants(site, JUDGE_MODEL))
    status = pith_site_model_new(context, 0, &site->model);
  if (status == PITH_OK && wants(site, JUDGE_LAYER))
    status = pith_layers_new(context, &site->layers);
  if (status == PITH_OK && wants(site, JUDGE_PAPER))
    status = pith_chain_site_new(context, NULL, &site->site);
  return status;
}

static pith_status
close_site(judge_site *site)
{
  pith_status status = site->merge_status;
  if (status == PITH_OK && site->model)
    status = pith_site_model_open(site->model);
  if (status == PITH_OK && site->site)
    status = pith_chain_site_finish(site->site);
  if (site->layers)
    pith_layers_close(site->layers);
  return status;
}

exit_code
judge_site_learn(judge_site *site, pith_context *context)
{
  work what = {.items = site->count,
               .threads = site->jobs,
               .slot_bytes = sizeof(learnt_page),
               .shared = site,
               .start = start_learning,
               .end = end_learning,
               .run = learn_page,
               .take = take_learnt,
               .drop = drop_learnt};
  pith_status status = begin_site(site, context);
  exit_code code = EXIT_ENVIRONMENT;
  pthread_mutex_init(&site->merging, NULL);
  if (status == PITH_OK) {
    code = workers_run(&what);
    if (code == EXIT_FINE)
      status = close_site(site);
  }
  pthread_mutex_destroy(&site->merging);
  if (status == PITH_OK)
    return code;
  message("%s", pith_status_text(status));
  return EXIT_ENVIRONMENT;
}

void
judge_site_done(judge_site *site)
{
  pith_site_model_free(site->model);
  pith_chain_site_free(site->site);
  pith_layers_free(site->layers);
  site->model = NULL;
  site->site = NULL;
  site->layers = NULL;
}

/* --- judging -------------------------------------------------------------- */

bool
judge_thread_start(judge_thread *thread, const judge_site *site,
                   pith_context *context)
{
  *thread = (judge_thread){site, context, NULL, 0};
  return !site->model ||
         pith_site_new(context, site->model, &thread->judge) == PITH_OK;
}

void
judge_thread_end(judge_thread *thread)
{
  pith_site_free(thread->judge);
  thread->judge = NULL;
}

/* The place of a name among the pages of the site, or their count. */
static size_t
find_item(const judge_site *site, pith_slice name)
{
  size_t low = 0;
  size_t high = site->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    pith_slice here = item_name(site, site->items[middle]);
    size_t len = here.len < name.len ? here.len : name.len;
    int order = memcmp(here.data, name.data, len);
    if (order < 0 || (order == 0 && here.len < name.len))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static pith_status
judge_by_layer(const judge_thread *thread, pith_page *page)
{
  const judge_site *site = thread->site;
  pith_slice names[PITH_PARTNERS_MOST];
  input_bytes inputs[PITH_PARTNERS_MOST];
  pith_page *pages[PITH_PARTNERS_MOST];
  uint32_t count = 0;
  uint32_t named = pith_layers_partners(
      site->layers, item_name(site, thread->item), PITH_PARTNERS_MOST, names);
  for (uint32_t p = 0; p < named; p++) {
    size_t n = find_item(site, names[p]);
    if (n < site->count &&
        judge_page_open(site->list, site->options, thread->context,
                        site->items[n], &inputs[count],
                        &pages[count]) == EXIT_FINE)
      count++;
  }
  pith_status status = pith_page_classify_layer(
      page, (const pith_page *const *)pages, count, NULL, NULL);
  for (uint32_t p = 0; p < count; p++) {
    pith_page_free(pages[p]);
    input_bytes_done(&inputs[p]);
  }
  return status;
}

pith_status
judge_thread_page(void *state, uint32_t method, pith_page *page)
{
  judge_thread *thread = state;
  const judge_method *how = thread->site->methods[method];
  pith_options style;
  pith_site_facts said;
  pith_options_default(&style);
  style.method = how->method;
  style.compat = how->compat;
  switch (how->kind) {
  case JUDGE_PAPER:
    if (!thread->site->site)
      return PITH_FORMAT; /* it has changed since it was found to be the same */
    return pith_chain_site_classify(
        thread->site->site, item_name(thread->site, thread->item), page);
  case JUDGE_LAYER:
    return thread->site->layers ? judge_by_layer(thread, page) : PITH_FORMAT;
  case JUDGE_MODEL:
    if (!thread->judge)
      return PITH_FORMAT;
    return pith_site_classify(thread->judge, page, &style, &said);
  default:
    return pith_page_classify(page, &style);
  }
}
