/* serve.c: the routes of `pith serve`, and the server from start to stop. All
 * routes are rows of one table; how large a body may be comes from the options.
 */
#include "pith/serve/serve.h"

#include "common/http/http_files.h"
#include "common/json/json_out.h"
#include "common/system/interrupt.h"
#include "common/system/sandbox.h"

#include <stdlib.h>
#include <string.h>

/* For load balancers: the process answers. It does no work, so it is quick. */
static void
get_health(const http_request *request, http_response *response)
{
  (void)request;
  json_out json = json_out_begin(&response->body);
  response->type = "application/json";
  json_out_object(&json, NULL);
  json_out_print(&json, "status %s version %s", "ok", pith_version());
  json_out_end(&json);
  text_out_text(&response->body, "\n");
}

/* For load balancers: whether a request that comes now will be worked on. It is
 * not while the server stops, or when the queue is too long. */
static void
get_ready(const http_request *request, http_response *response)
{
  const serve_shared *shared = request->context;
  if (http_server_is_ready(shared->server))
    get_health(request, response);
  else
    http_response_fail(response, 503, "busy", "the server is busy or stops",
                       "try again later");
}

/* Needs the token: traffic figures are not for everybody. */
static void
get_metrics(const http_request *request, http_response *response)
{
  const serve_shared *shared = request->context;
  response->type = "text/plain; version=0.0.4; charset=utf-8";
  http_server_metrics(shared->server, &response->body);
}

/* Open, like /healthz: it holds nothing that the documentation does not. */
static void
get_api(const http_request *request, http_response *response)
{
  http_file_send(request, "", "openapi.json", response);
}

/* The start page runs its own script and asks this server, and nothing else: no
 * other script, no frame, no form that posts, no text that becomes markup. */
static void
get_start(const http_request *request, http_response *response)
{
  http_response_header(
      response, "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'");
  http_file_send(request, "ui/", "index.html", response);
}

/* The name is one step of the path and selects a row, see http_files.h. */
static void
get_file(const http_request *request, http_response *response)
{
  http_file_send(request, "ui/", request->parameters[0], response);
}

/* The routes. A zero as body size is replaced by set_limits(); quick routes are
 * answered by the thread of the sockets, so that /healthz works under load;
 * open ones need no token, and probes know no name. */
static const http_route routes[] = {
    {"POST", "/v1/extract", serve_extract, .quick = false},
    {"PUT", "/v1/extract", serve_extract, .quick = false},
    {"GET", "/v1/extract", serve_extract_url, .quick = false},
    {"POST", "/v1/batch", serve_batch, .quick = false},
    {"POST", "/v1/site", serve_site, .quick = false},
    {"GET", "/v1/models", serve_model_list, .quick = false},
    {"GET", "/v1/models/:name", serve_model_get, .quick = false},
    {"PUT", "/v1/models/:name", serve_model_put, SERVE_MODEL_MOST,
     .quick = false},
    {"DELETE", "/v1/models/:name", serve_model_delete, .quick = false},
    {"POST", "/v1/models/:name/learn", serve_model_learn, .quick = false},
    {"GET", "/healthz", get_health, 0, .quick = true, .open = HTTP_PROBE},
    {"GET", "/readyz", get_ready, 0, .quick = true, .open = HTTP_PROBE},
    {"GET", "/", get_start, 0, .quick = true, .open = HTTP_OPEN},
    {"GET", "/ui/:name", get_file, 0, .quick = true, .open = HTTP_OPEN},
    {"GET", "/metrics", get_metrics, 0, .quick = true},
    {"GET", "/openapi.json", get_api, 0, .quick = true, .open = HTTP_OPEN},
};

enum { ROUTES = sizeof routes / sizeof routes[0] };

/* Fill in the sizes that the options decide. */
static void
set_limits(const serve_options *options, http_route own[ROUTES])
{
  memcpy(own, routes, sizeof routes);
  for (size_t i = 0; i < ROUTES; i++)
    if (own[i].run == serve_extract)
      own[i].body_most = options->page.max_bytes;
    else if (own[i].run == serve_site || own[i].run == serve_batch ||
             own[i].run == serve_model_learn)
      own[i].body_most = options->site_most;
}

/* From here on: the folder of models, and other servers where pages are
 * fetched. */
static void
confine(const serve_options *options)
{
  const char *const writes[] = {options->models, NULL};
  const sandbox_plan plan = {.writes = writes,
                             .connects = options->fetch != NULL};
  if (!options->unconfined)
    sandbox_enter(&plan);
}

/* The server is in the shared state before the first request comes, because
 * /metrics reads it. */
static exit_code
serve_with(serve_shared *shared, const http_options *http)
{
  const serve_options *options = shared->options;
  interrupt_watch();
  confine(options);
  exit_code code = http_server_start(http, &shared->server);
  if (code != EXIT_FINE)
    return code;
  if (!options->quiet)
    message("serving on http://%s%s; stop with Ctrl-C",
            http_server_address(shared->server),
            http->token ? " with a token" : "");
  http_server_wait(shared->server);
  size_t left = http_server_stop(shared->server);
  if (left > 0)
    message("stopped; %zu requests were not finished in time", left);
  else if (!options->quiet)
    message("stopped; all requests were answered");
  return EXIT_FINE;
}

/* The table of routes is copied, because sizes differ between servers. */
exit_code
serve_run(const serve_options *options)
{
  serve_shared shared = {.options = options};
  http_route own[ROUTES];
  http_options http = options->http;
  set_limits(options, own);
  http.routes = own;
  http.route_count = ROUTES;
  http.context = &shared;
  http.worker_new = serve_worker_new;
  http.worker_free = serve_worker_free;
  exit_code code = serve_models_new(options->models, &shared.models);
  if (code == EXIT_FINE && options->fetch) {
    /* At most half of the workers wait for other servers. */
    unsigned lanes = http.workers > 1 ? http.workers / 2 : 1;
    shared.fetchers = serve_fetchers_new(options->fetch, lanes);
    if (!shared.fetchers)
      code = EXIT_ENVIRONMENT;
  }
  if (code == EXIT_FINE)
    code = serve_with(&shared, &http);
  serve_fetchers_free(shared.fetchers);
  serve_models_free(shared.models);
  return code;
}
