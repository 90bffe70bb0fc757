/* review_classify.c: see the header.
 *
 *     method ─┬─ "saved" ──────────► the marks of an earlier run
 *             ├─ needs the page ───► pith_page_classify()
 *             └─ needs the site ───► learner ──► model ──► pith_site_classify()
 *                                      └─ not learnt yet: REVIEW_NOT_YET
 *
 * A model is opened when it is first used and stays open; that costs memory
 * only for the sites that somebody looks at.
 */
#include "lab/review/review_classify.h"

#include "common/system/need.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shared texts that are copied of a cluster, those on most pages first; and
 * methods, "saved" among them. */
enum { SHARED_MOST = 4096, METHODS_MOST = 32 };

/* The list that browsers are offered, made once from the registry. */
static review_method methods[METHODS_MOST];
static size_t method_count;
static pthread_once_t methods_once = PTHREAD_ONCE_INIT;

/* One place is left free by the registry: for "saved", which is no method of
 * the library. */
static void
make_methods(void)
{
  review_method *to = methods;
  while (to < methods + METHODS_MOST - 1 &&
         method_choice_at((size_t)(to - methods), &to->choice)) {
    /* What people read: which of its variants a method is. */
    const method_choice *choice = &to->choice;
    char *out = to->label;
    size_t size = sizeof to->label;
    const char *method = choice->method;
    if (choice->compat)
      snprintf(out, size, "%s as in %s", method, choice->source);
    else if (strcmp(choice->name, method) != 0)
      snprintf(out, size, "%s with its site", method);
    else if (!choice->evidence && pith_method_evidence(method, false))
      snprintf(out, size, "%s, one page", method);
    else
      snprintf(out, size, "%s", method);
    to++;
  }
  memset(to, 0, sizeof *to);
  snprintf(to->choice.name, sizeof to->choice.name, "saved");
  snprintf(to->label, sizeof to->label, "as marked in the file");
  method_count = (size_t)(to - methods) + 1;
}

/* Handlers run in several threads, so the table is made by pthread_once(). */
const review_method *
review_method_at(size_t index)
{
  pthread_once(&methods_once, make_methods);
  return index < method_count ? &methods[index] : NULL;
}

/* Linear over a few dozen rows; an id of NULL is none. */
const review_method *
review_method_find(const char *id)
{
  method_choice choice;
  const review_method *method;
  if (id && method_choice_find(id, &choice))
    id = choice.name; /* another way to write it */
  for (size_t i = 0; id && (method = review_method_at(i)); i++)
    if (strcmp(method->choice.name, id) == 0)
      return method;
  return NULL;
}

/* --- the engine ----------------------------------------------------------- */

void
review_engine_init(review_engine *engine, const review_source *source,
                   review_learner *learner)
{
  memset(engine, 0, sizeof *engine);
  engine->source = source;
  engine->learner = learner;
  pthread_mutex_init(&engine->lock, NULL);
  engine->sites = need(REVIEW_SUBJECTS * source->count, sizeof *engine->sites);
  need_all(pith_context_new(NULL, &engine->context) == PITH_OK);
}

/* Empty afterwards: a place without texts counts as free. */
static void
shared_done(review_shared *shared)
{
  free(shared->pool);
  free(shared->texts);
  memset(shared, 0, sizeof *shared);
}

/* Also for an engine that was only half made. Sites go before the context that
 * made them; models belong to the learner. */
void
review_engine_done(review_engine *engine)
{
  for (int i = 0; i < REVIEW_SHARED_KEPT; i++)
    shared_done(&engine->shared[i]);
  size_t jobs = REVIEW_SUBJECTS * engine->source->count;
  for (size_t i = 0; engine->sites && i < jobs; i++)
    pith_site_free(engine->sites[i]);
  free(engine->sites);
  pith_context_free(engine->context);
  pthread_mutex_destroy(&engine->lock);
}

/* Lines of a .jsonl file are UTF-8 whatever the page declares. The page is
 * parsed from `bytes`, which stay with it. */
static exit_code
open_item(review_engine *engine, size_t site, size_t item, review_opened *out)
{
  pith_options options;
  pith_options_default(&options);
  memset(out, 0, sizeof *out);
  out->site = site;
  out->item = item;
  const review_site *from = &engine->source->sites[site];
  TRY(review_bytes_read(from, item, &out->bytes));
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

/* The place is one of the source, so both numbers are in range. */
exit_code
review_engine_open(review_engine *engine, const review_place *place,
                   review_opened *out)
{
  return open_item(engine, place->site, place->item, out);
}

/* Safe for one that could not be opened, and twice. */
void
review_opened_done(review_opened *opened)
{
  pith_page_free(opened->page);
  review_bytes_done(&opened->bytes);
  memset(opened, 0, sizeof *opened);
}

/* --- partners ------------------------------------------------------------- */

/* pith_page_loader, for one page that is being classified: `held` are its
 * partners so far. */
typedef struct review_partners {
  review_engine *engine;
  size_t site;
  review_opened held[PITH_PARTNERS_MOST];
  uint32_t count;
} review_partners;

/* The library compares without a partner that cannot be had, so no failure here
 * is an error. Partners stay open until the page is classified: the loader has
 * no release function. */
static const pith_page *
load_partner(void *state, pith_slice name)
{
  review_engine *engine = state;
  review_partners *with = engine->partners;
  const review_site *site = &with->engine->source->sites[with->site];
  size_t item = review_site_item(site, name);
  if (item == site->list.count || with->count == PITH_PARTNERS_MOST ||
      open_item(with->engine, with->site, item, &with->held[with->count]) !=
          EXIT_FINE)
    return NULL;
  return with->held[with->count++].page;
}

/* --- classifying ---------------------------------------------------------- */

/* Both subjects of a site have a place of their own: number 2 * site + subject,
 * as in the learner. The loader keeps a pointer to the engine, not to the page
 * at hand, since the opened site outlives it. */
pith_site *
review_engine_site(review_engine *engine, size_t site, review_subject subject,
                   bool ask)
{
  pith_site **opened = &engine->sites[REVIEW_SUBJECTS * site + subject];
  pith_page_loader loader = {load_partner, NULL, engine};
  review_job job = review_learner_job(engine->learner, site, subject, ask);
  if (job.stage == REVIEW_LEARNT && !*opened)
    pith_site_open(engine->context, job.model, &loader, opened);
  return *opened; /* NULL too when memory ended */
}

/* A grader cannot mend either cause, memory or a limit, so they are one state.
 */
static review_state
by_status(pith_status status)
{
  return status == PITH_OK ? REVIEW_CLASSIFIED : REVIEW_UNCLASSIFIED;
}

/* A site that is not learnt yet is put into the queue of the learner: looking
 * at one of its pages by such a method is what starts the learning. */
static review_state
classify_with_site(review_engine *engine, review_opened *opened,
                   const method_choice *choice, const pith_options *options,
                   pith_site_facts *out)
{
  const page_list *list = &engine->source->sites[opened->site].list;
  const char *name = list->items[opened->item].name;
  bool paper = choice->evidence & PITH_EVIDENCE_PAPER;
  pith_site *site = review_engine_site(
      engine, opened->site, paper ? REVIEW_PAPER : REVIEW_MODEL, true);
  if (!site)
    return REVIEW_NOT_YET;
  review_partners with = {.engine = engine, .site = opened->site};
  engine->partners = &with;
  pith_status status = pith_site_classify(
      site, opened->page, (pith_slice){name, strlen(name)}, options, out);
  engine->partners = NULL;
  while (with.count > 0)
    review_opened_done(&with.held[--with.count]);
  return by_status(status);
}

/* *out is valid in every state; without a cluster that is UINT32_MAX. */
review_state
review_engine_classify(review_engine *engine, review_opened *opened,
                       const review_method *method, pith_site_facts *out)
{
  pith_options options;
  pith_options_default(&options);
  options.method = method->choice.method;
  options.compat = method->choice.compat;
  *out = (pith_site_facts){.size = sizeof *out, .cluster = UINT32_MAX};
  if (options.method && method->choice.evidence)
    return classify_with_site(engine, opened, &method->choice, &options, out);
  if (options.method)
    return by_status(pith_page_classify(opened->page, &options));
  if (!opened->bytes.saved)
    return REVIEW_NOT_MARKED;
  return by_status(pith_page_set_verdicts(opened->page, opened->bytes.saved,
                                          opened->bytes.saved_count));
}

/* --- shared texts --------------------------------------------------------- */

/* By bytes, shorter before longer; for sorting and for searching. */
static int
by_text(const void *a, const void *b)
{
  const pith_slice *x = &((const pith_shared_text *)a)->text;
  const pith_slice *y = &((const pith_shared_text *)b)->text;
  int order = memcmp(x->data, y->data, x->len < y->len ? x->len : y->len);
  return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* Copy the texts of the model, in the order of their bytes. */
static void
shared_fill(review_shared *out, const pith_shared_text *texts, uint32_t count)
{
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; i++)
    bytes += texts[i].text.len;
  out->pool = need(bytes, 1);
  out->texts = need(count, sizeof *out->texts);
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
}

/* UINT32_MAX is the whole model, as for pith_site_model_texts(). 0 when the
 * cluster is not known. */
static uint32_t
cluster_pages(pith_site_model *model, uint32_t cluster)
{
  const pith_site_model_cluster *clusters;
  uint32_t count;
  if (cluster == UINT32_MAX) {
    /* Pages that the model was learnt from. */
    pith_site_model_facts facts = {.size = sizeof facts};
    pith_site_model_describe(model, &facts);
    return facts.pages;
  }
  if (pith_site_model_clusters(model, &clusters, &count) != PITH_OK)
    return 0;
  for (uint32_t i = 0; i < count; i++)
    if (clusters[i].id == cluster)
      return clusters[i].pages;
  return 0;
}

/* The texts of a cluster, copied because the model lends them until the next
 * call only. A page has all its blocks in one cluster, so a few kept lists save
 * copying for each block; the oldest is replaced. NULL while nothing is learnt,
 * which is not kept. */
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
  shared_fill(made, texts, count);
  return made;
}

/* O(log n) once the list is there. Only texts that are equal byte by byte
 * count. */
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
