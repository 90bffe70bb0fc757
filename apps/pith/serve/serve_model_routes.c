/* serve_model_routes.c: models by name: list, read, set, learn, delete.
 *
 * Each function is a route of the table in serve.c. They translate between HTTP
 * and serve_models.h, which does the work and the locking; the name of a model
 * is the only parameter of a path and is checked there.
 */
#include "pith/serve/serve_site.h"

#include <string.h>

/* Clusters are written only when they are known: a model that was not finished
 * has none. */
static void
write_facts(text_out *out, const char *name, const pith_site_model_facts *facts)
{
  text_out_text(out, "{\"name\":");
  text_out_json(out, name, strlen(name));
  text_out_text(out, ",\"pages\":");
  text_out_number(out, facts->pages, 0);
  text_out_text(out, ",\"most_pages\":");
  text_out_number(out, facts->most_pages, 0);
  text_out_text(out, ",\"estimate\":");
  text_out_number(out, facts->estimate, 0);
  if (facts->clusters > 0) {
    text_out_text(out, ",\"clusters\":");
    text_out_number(out, facts->clusters, 0);
  }
  text_out_text(out, "}\n");
}

/* The body is begun before the state is known; a refusal replaces it. */
void
serve_model_list(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  response->type = "application/json";
  text_out_text(&response->body, "{\"models\":");
  models_state state =
      serve_models_list(worker->shared->models, &response->body);
  text_out_text(&response->body, "}\n");
  serve_refuse_model(state, response);
}

/* The file, or what is known of it for who accepts JSON only. */
void
serve_model_get(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  serve_models *models = worker->shared->models;
  const char *name = request->parameters[0];
  const char *accept = http_header(request, "Accept");
  serve_model *model;
  models_state state = serve_models_hold(models, worker->plain, name, &model);
  if (serve_refuse_model(state, response))
    return;
  if (accept && strcmp(accept, "application/json") == 0) {
    pith_site_model_facts facts = {.size = sizeof facts};
    pith_site_model_describe(serve_model_open(model), &facts);
    response->type = "application/json";
    write_facts(&response->body, name, &facts);
  } else {
    pith_slice bytes = serve_model_bytes(model);
    response->type = "application/octet-stream";
    text_out_bytes(&response->body, bytes.data, bytes.len);
  }
  serve_models_release(models, model);
}

/* 201 for a new model, 204 for one that was replaced, as RFC 9110 has it for
 * PUT. */
void
serve_model_put(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  models_state state = serve_models_put(worker->shared->models, worker->plain,
                                        request->parameters[0], request->body);
  if (!serve_refuse_model(state, response))
    response->status = state == MODELS_CREATED ? 201 : 204;
}

/* A thread that is using the model keeps it until it is done. */
void
serve_model_delete(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  models_state state =
      serve_models_delete(worker->shared->models, request->parameters[0]);
  if (!serve_refuse_model(state, response))
    response->status = 204;
}

/* Learn into a model of its own first, without any lock; only merging and
 * storing it exclude other changes. */
static void
learn(serve_worker *worker, const char *name, const serve_pages *pages,
      const serve_ask *ask, http_response *response)
{
  pith_site_model *model;
  pith_site_model_facts facts;
  pith_status status = pith_site_model_new(worker->plain, NULL, &model);
  if (status != PITH_OK) {
    serve_refuse(worker, status, pith_status_text(status), response);
    return;
  }
  if (serve_learn(worker, pages, ask, model, response)) {
    models_state state =
        serve_models_learn(worker->shared->models, worker->plain, name, model,
                           ask->request.input.replace, &facts);
    if (!serve_refuse_model(state, response)) {
      response->status = state == MODELS_CREATED ? 201 : 200;
      response->type = "application/json";
      write_facts(&response->body, name, &facts);
    }
  }
  pith_site_model_free(model);
}

/* Pages are read completely before the first is learnt: a request with broken
 * JSON changes nothing. */
void
serve_model_learn(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  serve_ask ask;
  serve_pages pages;
  serve_ask_init(&ask, ROUTE_LEARN, &worker->shared->options->page);
  if (serve_ask_request(&ask, request, response) &&
      serve_pages_read(request, &pages, response)) {
    learn(worker, request->parameters[0], &pages, &ask, response);
    serve_pages_done(&pages);
  }
  serve_ask_done(&ask);
}
