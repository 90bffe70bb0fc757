/* review_judge.c: see the header. */
#include "lab/review/review_classify.h"

#include <stdlib.h>
#include <string.h>

enum { SHARED_MOST = 4096 };

static const review_method methods[] = {
    {"auto", "auto, one page", "auto", false, REVIEW_NEEDS_NOTHING},
    {"auto-site", "auto with its site", "auto", false, REVIEW_NEEDS_MODEL},
    {"chain", "chain", "chain", false, REVIEW_NEEDS_MODEL},
    {"chain-compat", "chain as in Ageev 2005", "chain", true,
     REVIEW_NEEDS_PAPER},
    {"layer", "layer", "layer", false, REVIEW_NEEDS_LAYERS},
    {"layer-compat", "layer as in Yuan 2006", "layer", true,
     REVIEW_NEEDS_LAYERS},
    {"sentence", "sentence", "sentence", false, REVIEW_NEEDS_NOTHING},
    {"sentence-compat", "sentence as in Kuznetsov", "sentence", true,
     REVIEW_NEEDS_NOTHING},
    {"dom", "dom", "dom", false, REVIEW_NEEDS_NOTHING},
    {"saved", "as marked in the file", "", false, REVIEW_NEEDS_MARKS},
};

const review_method *
review_method_at(size_t index)
{
  return index < sizeof methods / sizeof methods[0] ? &methods[index] : NULL;
}

const review_method *
review_method_find(const char *id)
{
  for (size_t i = 0; id && i < sizeof methods / sizeof methods[0]; i++)
    if (strcmp(methods[i].id, id) == 0)
      return &methods[i];
  return NULL;
}

/* --- the engine ----------------------------------------------------------- */

bool
review_engine_init(review_engine *engine, const review_source *source,
                   review_learner *learner)
{
  memset(engine, 0, sizeof *engine);
  engine->source = source;
  engine->learner = learner;
  pthread_mutex_init(&engine->lock, NULL);
  engine->seats = calloc(source->count + 1, sizeof *engine->seats);
  if (engine->seats && pith_context_new(NULL, &engine->context) == PITH_OK)
    return true;
  review_engine_done(engine);
  return false;
}

static void
shared_done(review_shared *shared)
{
  free(shared->pool);
  free(shared->texts);
  memset(shared, 0, sizeof *shared);
}

void
review_engine_done(review_engine *engine)
{
  for (int i = 0; i < REVIEW_SHARED_KEPT; i++)
    shared_done(&engine->shared[i]);
  for (size_t i = 0; engine->seats && i < engine->source->count; i++)
    pith_site_free(engine->seats[i].judge);
  free(engine->seats);
  pith_context_free(engine->context);
  pthread_mutex_destroy(&engine->lock);
}

static exit_code
open_item(review_engine *engine, size_t site, size_t item, review_opened *out)
{
  pith_options options;
  pith_options_default(&options);
  memset(out, 0, sizeof *out);
  out->site = site;
  out->item = item;
  const review_site *from = &engine->source->sites[site];
  exit_code code = review_bytes_read(from, item, &out->bytes);
  if (code != EXIT_FINE)
    return code;
  if (out->bytes.utf8)
    options.encoding = "utf-8";
  pith_slice html = {out->bytes.input.data, out->bytes.input.len};
  pith_status status =
      pith_page_parse(engine->context, html, &options, &out->page, NULL);
  if (status == PITH_OK)
    return EXIT_FINE;
  review_opened_done(out);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

exit_code
review_engine_open(review_engine *engine, const review_place *place,
                   review_opened *out)
{
  return open_item(engine, place->site, place->item, out);
}

void
review_opened_done(review_opened *opened)
{
  pith_page_free(opened->page);
  review_bytes_done(&opened->bytes);
  memset(opened, 0, sizeof *opened);
}

pith_site *
review_engine_site_judge(review_engine *engine, size_t site, bool ask)
{
  review_seat *seat = &engine->seats[site];
  review_job job = review_learner_job(engine->learner, site, REVIEW_MODEL, ask);
  if (job.stage == REVIEW_LEARNT && !seat->judge)
    pith_site_new(engine->context, job.model, &seat->judge);
  return seat->judge; /* NULL too when memory ended */
}

/* --- judging -------------------------------------------------------------- */

static review_judging
by_status(pith_status status)
{
  return status == PITH_OK ? REVIEW_JUDGED : REVIEW_UNJUDGED;
}

static review_judging
judge_by_model(review_engine *engine, review_opened *opened,
               const review_method *method, pith_site_facts *out)
{
  pith_options style;
  pith_options_default(&style);
  style.method = method->name;
  pith_site *judge = review_engine_site_judge(engine, opened->site, true);
  if (!judge)
    return REVIEW_NOT_YET;
  return by_status(pith_site_classify(judge, opened->page, &style, out));
}

static review_judging
judge_by_layers(review_engine *engine, review_opened *opened,
                const review_method *method, pith_site_facts *out)
{
  review_opened with[PITH_PARTNERS_MOST];
  const pith_page *pages[PITH_PARTNERS_MOST];
  pith_slice names[PITH_PARTNERS_MOST];
  uint32_t count = 0;
  pith_layer_style style;
  review_job job =
      review_learner_job(engine->learner, opened->site, REVIEW_MODEL, true);
  if (job.stage != REVIEW_LEARNT)
    return REVIEW_NOT_YET;
  const review_site *site = &engine->source->sites[opened->site];
  const char *name = site->list.items[opened->item].name;
  uint32_t found = pith_layers_partners(
      job.layers, (pith_slice){name, strlen(name)}, PITH_PARTNERS_MOST, names);
  for (uint32_t i = 0; i < found; i++) {
    size_t item = review_site_item(site, names[i]);
    if (item < site->list.count &&
        open_item(engine, opened->site, item, &with[count]) == EXIT_FINE) {
      pages[count] = with[count].page;
      count++;
    }
  }
  pith_layer_style_default(&style);
  style.compat = method->compat;
  pith_status status =
      pith_page_classify_layer(opened->page, pages, count, &style, out);
  while (count > 0)
    review_opened_done(&with[--count]);
  return by_status(status);
}

static review_judging
judge_by_paper(review_engine *engine, review_opened *opened,
               pith_site_facts *out)
{
  review_job job =
      review_learner_job(engine->learner, opened->site, REVIEW_PAPER, true);
  if (job.stage != REVIEW_LEARNT)
    return REVIEW_NOT_YET;
  const review_site *site = &engine->source->sites[opened->site];
  const char *name = site->list.items[opened->item].name;
  pith_slice slice = {name, strlen(name)};
  out->cluster = pith_chain_site_cluster_of(job.site, slice, NULL);
  return by_status(pith_chain_site_classify(job.site, slice, opened->page));
}

static review_judging
judge_alone(review_opened *opened, const review_method *method)
{
  pith_options style;
  pith_options_default(&style);
  style.method = method->name;
  style.compat = method->compat;
  return by_status(pith_page_classify(opened->page, &style));
}

review_judging
review_engine_judge(review_engine *engine, review_opened *opened,
                    const review_method *method, pith_site_facts *out)
{
  *out = (pith_site_facts){.cluster = UINT32_MAX};
  switch (method->need) {
  case REVIEW_NEEDS_NOTHING:
    return judge_alone(opened, method);
  case REVIEW_NEEDS_MODEL:
    return judge_by_model(engine, opened, method, out);
  case REVIEW_NEEDS_LAYERS:
    return judge_by_layers(engine, opened, method, out);
  case REVIEW_NEEDS_PAPER:
    return judge_by_paper(engine, opened, out);
  case REVIEW_NEEDS_MARKS:
    break;
  }
  if (!opened->bytes.saved)
    return REVIEW_NOT_MARKED;
  return by_status(pith_page_set_verdicts(opened->page, opened->bytes.saved,
                                          opened->bytes.saved_count));
}

/* --- shared texts --------------------------------------------------------- */

static int
by_text(const void *a, const void *b)
{
  const pith_slice *x = &((const pith_shared_text *)a)->text;
  const pith_slice *y = &((const pith_shared_text *)b)->text;
  int order = memcmp(x->data, y->data, x->len < y->len ? x->len : y->len);
  return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* Copy the texts of the model, in the order of their bytes. */
static bool
shared_fill(review_shared *out, const pith_shared_text *texts, uint32_t count)
{
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; i++)
    bytes += texts[i].text.len;
  out->pool = malloc(bytes + 1);
  out->texts = calloc(count + 1, sizeof *out->texts);
  if (!out->pool || !out->texts)
    return false;
  char *to = out->pool;
  for (uint32_t i = 0; i < count; i++) {
    pith_slice text = texts[i].text;
    memcpy(to, text.data, text.len);
    out->texts[i].text = (pith_slice){to, text.len};
    out->texts[i].pages = texts[i].pages;
    to += text.len;
  }
  out->count = count;
  qsort(out->texts, count, sizeof *out->texts, by_text);
  return true;
}

static uint32_t
cluster_pages(pith_site_model *model, uint32_t cluster)
{
  const pith_site_model_cluster *clusters;
  uint32_t count;
  if (cluster == UINT32_MAX)
    return pith_site_model_describe(model).pages;
  if (pith_site_model_clusters(model, &clusters, &count) != PITH_OK)
    return 0;
  for (uint32_t i = 0; i < count; i++)
    if (clusters[i].id == cluster)
      return clusters[i].pages;
  return 0;
}

static review_shared *
shared_of(review_engine *engine, size_t site, uint32_t cluster)
{
  const pith_shared_text *texts;
  uint32_t count;
  for (int i = 0; i < REVIEW_SHARED_KEPT; i++) {
    review_shared *kept = &engine->shared[i];
    if (kept->texts && kept->site == site && kept->cluster == cluster)
      return kept;
  }
  review_job job =
      review_learner_job(engine->learner, site, REVIEW_MODEL, false);
  if (job.stage != REVIEW_LEARNT ||
      pith_site_model_texts(job.model, cluster, 2, SHARED_MOST, &texts,
                            &count) != PITH_OK)
    return NULL;
  review_shared *made =
      &engine->shared[engine->shared_next++ % REVIEW_SHARED_KEPT];
  shared_done(made);
  made->site = site;
  made->cluster = cluster;
  made->pages = cluster_pages(job.model, cluster);
  if (shared_fill(made, texts, count))
    return made;
  shared_done(made);
  return NULL;
}

uint32_t
review_engine_shared(review_engine *engine, size_t site, uint32_t cluster,
                     pith_slice text, uint32_t *pages)
{
  review_shared *shared = shared_of(engine, site, cluster);
  pith_shared_text wanted = {text, 0};
  *pages = shared ? shared->pages : 0;
  if (!shared || shared->count == 0 || text.len == 0)
    return 0;
  const pith_shared_text *found = bsearch(&wanted, shared->texts, shared->count,
                                          sizeof *shared->texts, by_text);
  return found ? found->pages : 0;
}
