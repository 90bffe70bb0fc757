/* serve.c: the routes of `pith serve`, and the server from start to stop. All
 * routes are rows of one table; how large a body may be comes from the options.
 */
#include "pith/serve/serve.h"

#include "common/http/http_files.h"
#include "common/json/json_out.h"
#include "common/system/interrupt.h"

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

/* The routes. A zero as body size is replaced by set_limits(); quick routes are
 * answered by the thread of the sockets, so that /healthz works under load;
 * open ones need no token. */
static const http_route routes[] = {
    {"POST", "/v1/extract", serve_extract, 0, false, false},
    {"POST", "/v1/site", serve_site, 0, false, false},
    {"GET", "/v1/models", serve_model_list, 0, false, false},
    {"GET", "/v1/models/:name", serve_model_get, 0, false, false},
    {"PUT", "/v1/models/:name", serve_model_put, SERVE_MODEL_MOST, false,
     false},
    {"DELETE", "/v1/models/:name", serve_model_delete, 0, false, false},
    {"POST", "/v1/models/:name/learn", serve_model_learn, 0, false, false},
    {"GET", "/healthz", get_health, 0, true, true},
    {"GET", "/metrics", get_metrics, 0, true, false},
    {"GET", "/openapi.json", get_api, 0, true, true},
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
    else if (own[i].run == serve_site || own[i].run == serve_model_learn)
      own[i].body_most = options->site_most;
}

/* The server is in the shared state before the first request comes, because
 * /metrics reads it. */
static exit_code
serve_with(serve_shared *shared, const http_options *http)
{
  const serve_options *options = shared->options;
  interrupt_watch();
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
  if (code == EXIT_FINE)
    code = serve_with(&shared, &http);
  serve_models_free(shared.models);
  return code;
}
