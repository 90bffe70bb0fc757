/* serve_worker.c: the state of a thread of `pith serve`, and the answers for
 * what goes wrong; see serve.h. A thread has two contexts: pages use one whose
 * allocator fails when a page takes too long, models one without a limit, since
 * they outlive the request.
 */
#include "pith/serve/serve.h"

#include <stdio.h>
#include <stdlib.h>

/* The address of the clock goes into the allocator, so a worker must not
 * move. */
void *
serve_worker_new(void *shared)
{
  serve_worker *worker = calloc(1, sizeof *worker);
  if (!worker)
    return NULL;
  worker->shared = shared;
  pith_allocator memory = work_clock_memory(&worker->clock);
  if (pith_context_new(&memory, &worker->context) == PITH_OK &&
      pith_context_new(NULL, &worker->plain) == PITH_OK)
    return worker;
  serve_worker_free(shared, worker);
  return NULL;
}

/* Release the classifier before its model. */
static void
drop_site(serve_worker *worker)
{
  pith_site_free(worker->site);
  serve_models_release(worker->shared->models, worker->held);
  worker->site = NULL;
  worker->held = NULL;
}

/* Also for a worker that is half made; each of these accepts NULL. */
void
serve_worker_free(void *shared, void *state)
{
  serve_worker *worker = state;
  (void)shared;
  drop_site(worker);
  pith_context_free(worker->context);
  pith_context_free(worker->plain);
  free(worker);
}

/* Opening a model is costly, and requests for one model come in runs, so the
 * last one is kept. Holding it keeps it alive when another request deletes
 * it. */
pith_site *
serve_worker_site(serve_worker *worker, const char *name,
                  http_response *response)
{
  serve_models *models = worker->shared->models;
  serve_model *model;
  models_state state = serve_models_hold(models, worker->plain, name, &model);
  if (serve_refuse_model(state, response))
    return NULL;
  if (model == worker->held) {
    serve_models_release(models, model); /* it is held already */
    return worker->site;
  }
  drop_site(worker);
  worker->held = model;
  pith_status status = pith_site_open(worker->context, serve_model_open(model),
                                      NULL, &worker->site);
  if (status == PITH_OK)
    return worker->site;
  drop_site(worker);
  serve_refuse(worker, status, pith_status_text(status), response);
  return NULL;
}

/* A page that ran out of time looks like one that ran out of memory, because
 * the clock works through the allocator; so the clock is checked first. */
void
serve_refuse(const serve_worker *worker, pith_status status, const char *why,
             http_response *response)
{
  char text[96];
  if (worker->clock.late) {
    snprintf(text, sizeof text, "more than %g s of work on one page",
             worker->shared->options->timeout);
    http_response_fail(response, 422, "took-too-long", text,
                       "send less, or start the server with a larger "
                       "--timeout");
  } else if (status == PITH_LIMIT) {
    http_response_fail(response, 413, "too-large", why,
                       "send less, or start the server with larger limits");
  } else if (status == PITH_NOMEM) {
    http_response_fail(response, 503, "out-of-memory", why, "try again later");
  } else {
    http_response_fail(response, 422, "cannot-be-done", why, NULL);
  }
}

/* One row for each state; the good ones have no status. */
bool
serve_refuse_model(models_state state, http_response *response)
{
  static const struct {
    int status;
    const char *code;
    const char *text;
    const char *remedy;
  } answers[] = {
      [MODELS_NONE] = {404, "no-such-model", "there is no model of this name",
                       "make it by PUT, or by POST to its /learn"},
      [MODELS_NAME] = {400, "bad-name", "a model cannot be called that",
                       "use up to 64 letters, digits, '-', '_' and '.', the "
                       "first of them no '.'"},
      [MODELS_DAMAGED] = {422, "bad-model",
                          "this is no site model of this version, or damaged",
                          "make it anew with pith learn"},
      [MODELS_MISMATCH] = {422, "other-options",
                           "the model was learnt with other parse options",
                           "send the same ones, or replace the model"},
      [MODELS_FULL] = {507, "full", "there is no room for another model",
                       "delete some, or start the server with --models"},
      [MODELS_MEMORY] = {503, "out-of-memory", "out of memory",
                         "try again later"},
      [MODELS_DISK] = {500, "disk",
                       "the folder of models cannot be read or written",
                       "see the messages of the server"},
  };
  if ((size_t)state >= sizeof answers / sizeof *answers || !answers[state].code)
    return false;
  http_response_fail(response, answers[state].status, answers[state].code,
                     answers[state].text, answers[state].remedy);
  return true;
}
