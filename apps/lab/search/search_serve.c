/* search_serve.c: `pith-lab search serve INDEX`: a page to search with, and the
 * same for programs.
 *
 *     GET /             the page (ui/search.html): three runs side by side
 *     GET /v1/search    ?q=WORDS&run=cut&method=auto&top=10   hits, why each
 *     GET /v1/suggest   ?q=BEGINNING     titles of pages that fit so far
 *     GET /v1/index     what the index has: pages, methods
 *
 * An index belongs to one thread, so each worker opens it for itself. It is
 * only read; whatever it holds, a query ends (index_store.c counts its steps),
 * and texts of pages leave as JSON strings.
 */
#include "lab/search/search_commands.h"

#include "common/http/http_files.h"
#include "common/options/request.h"
#include "common/system/interrupt.h"
#include "common/system/number.h"
#include "lab/search/search_hit.h"
#include "lab/search/search_open.h"

#include <stdio.h>
#include <string.h>

enum { TOP = 10, TOP_MOST = 100, SUGGESTIONS = 6, QUERY_MOST = 1000 };

/* Another port than that of `pith serve`, so that both can run. */
static const char LISTEN[] = "127.0.0.1:8081";

/* http_options.worker_new: `context` is the path of the index. */
static void *
open_worker(void *context)
{
  search_index *index;
  return search_index_open(context, &index) == EXIT_FINE ? index : NULL;
}

/* The pool ends a worker when the server stops. */
static void
close_worker(void *context, void *worker)
{
  (void)context;
  search_index_close(worker);
}

/* --- a query -------------------------------------------------------------- */

/* What /v1/search was asked. */
typedef struct search_asked {
  pith_slice text;
  search_run run;
  uint32_t top;
} search_asked;

/* Every fault of a client is 400. */
static bool
refuse(http_response *response, const char *code, const char *why,
       const char *remedy)
{
  http_response_fail(response, 400, code, why, remedy);
  return false;
}

/* Whether a text is a query of the index; *why says why not. */
static bool
is_query(search_index *index, const char *text, size_t len, const char **why)
{
  query q;
  query_tools tools = {index->stems, index->store.totals.languages};
  bool fine = query_parse(&tools, text, len, &q, why);
  query_done(&q);
  return fine;
}

/* The words of the query; also checked to be one, so that what is wrong with it
 * is in the answer. */
static bool
read_text(const http_request *request, http_response *response, pith_slice *out)
{
  const char *text = http_query(request, "q");
  const char *why;
  if (!text || strlen(text) > QUERY_MOST)
    return refuse(response, "bad-query",
                  text ? "the query is too long" : "there is no query",
                  "write ?q=WORDS");
  *out = (pith_slice){text, strlen(text)};
  return is_query(request->worker, text, out->len, &why) ||
         refuse(response, "bad-query", why,
                "use words, \"a phrase\", AND, OR, NOT, NEAR(a b, 5)");
}

/* An absent member keeps its default. */
static bool
read_asked(const http_request *request, http_response *response,
           search_asked *out)
{
  const search_index *index = request->worker;
  const char *run = http_query(request, "run");
  const char *method = http_query(request, "method");
  const char *top = http_query(request, "top");
  uint64_t count = TOP;
  search_run_default(&out->run);
  if (run && !search_run_read(run, &out->run))
    return refuse(response, "bad-value", "there is no such run",
                  "use basic, cut or weighted:W with W from 0 to 1");
  int number = method ? search_index_method_find(index, method) : 0;
  if (number < 0)
    return refuse(response, "bad-value", "the index has no such method",
                  "see /v1/index for those it has");
  if (top && (!number_read(top, TOP_MOST, &count) || count == 0))
    return refuse(response, "bad-value", "top is a number from 1 to 100", NULL);
  out->run.method = (uint32_t)number;
  out->top = (uint32_t)count;
  return read_text(request, response, &out->text);
}

/* What went wrong was said on stderr; the remedy for a client is ours. */
static void
refuse_index(exit_code code, http_response *response)
{
  bool damaged = code == EXIT_INPUT;
  http_response_fail(
      response, damaged ? 500 : 503, damaged ? "bad-index" : "out-of-memory",
      damaged ? "the index cannot be read"
              : "there was no memory for the query",
      damaged ? "make it anew with pith search index" : "try again later");
}

/* Pages are read one by one and go into the answer at once. */
static exit_code
write_hits(search_index *index, const search_asked *asked,
           const search_hits *hits, json_out *json)
{
  json_out_array(json, "results");
  for (size_t i = 0; i < hits->count; i++) {
    search_page page;
    query_snippet snippet;
    TRY(search_page_read(index, hits->items[i].page, &page));
    bool found = query_snippet_find(index, asked->text.data, asked->text.len,
                                    false, &asked->run, &page, &snippet);
    if (found) {
      json_out_object(json, NULL);
      search_hit_write(json, i + 1, &hits->items[i], &page, &snippet);
      search_why_write(json, &page, &snippet);
      json_out_end(json);
    }
    search_page_done(&page);
    if (!found)
      return EXIT_INPUT;
  }
  json_out_end(json);
  return EXIT_FINE;
}

/* The weight is said as a number: two names may stand for one run. */
static void
get_search(const http_request *request, http_response *response)
{
  search_index *index = request->worker;
  search_asked asked;
  search_hits hits;
  if (!read_asked(request, response, &asked))
    return;
  exit_code code = search_index_query(index, asked.text.data, asked.text.len,
                                      &asked.run, asked.top, &hits);
  if (code == EXIT_FINE) {
    json_out json = json_out_begin(&response->body);
    response->type = "application/json";
    json_out_object(&json, NULL);
    json_out_print(&json, "v %d weight %g method %s total %zu", 1,
                   asked.run.weight,
                   search_index_method(index, asked.run.method), hits.total);
    code = write_hits(index, &asked, &hits, &json);
    if (code == EXIT_FINE)
      json_out_end(&json);
    text_out_text(&response->body, "\n");
  }
  if (code != EXIT_FINE)
    refuse_index(code, response);
  search_hits_done(&hits);
}

/* --- the rest ------------------------------------------------------------- */

/* Titles of the pages that fit what was typed so far, its last word as the
 * beginning of one. What is no query yet has none: a quote may still follow. */
static exit_code
find_titles(search_index *index, const char *typed, search_hits *out)
{
  char text[QUERY_MOST + 2];
  search_run run;
  const char *why;
  int len = snprintf(text, sizeof text, "%s*", typed);
  search_run_default(&run);
  run.fields[SEARCH_BODY] = run.fields[SEARCH_ANCHOR] = 0;
  *out = (search_hits){NULL, 0, 0};
  if (!*typed || len < 0 || (size_t)len >= sizeof text ||
      !is_query(index, text, (size_t)len, &why))
    return EXIT_FINE;
  return search_index_query(index, text, (size_t)len, &run, SUGGESTIONS, out);
}

static exit_code
write_suggestions(search_index *index, const char *typed, json_out *json)
{
  search_hits hits;
  exit_code code = find_titles(index, typed, &hits);
  for (size_t i = 0; code == EXIT_FINE && i < hits.count; i++) {
    search_page page;
    code = search_page_read(index, hits.items[i].page, &page);
    if (code == EXIT_FINE) {
      json_out_text(json, NULL, page.text[SEARCH_TITLE]);
      search_page_done(&page);
    }
  }
  search_hits_done(&hits);
  return code;
}

/* Answers in the order of the ranking; nothing typed has none. */
static void
get_suggestions(const http_request *request, http_response *response)
{
  const char *typed = http_query(request, "q");
  json_out json = json_out_begin(&response->body);
  response->type = "application/json";
  json_out_object(&json, NULL);
  json_out_array(&json, "suggestions");
  exit_code code =
      write_suggestions(request->worker, typed ? typed : "", &json);
  if (code == EXIT_FINE) {
    json_out_end(&json);
    json_out_end(&json);
    text_out_text(&response->body, "\n");
  } else {
    refuse_index(code, response);
  }
}

/* For the choices of the page. */
static void
get_index(const http_request *request, http_response *response)
{
  const search_index *index = request->worker;
  json_out json = json_out_begin(&response->body);
  const char *method;
  response->type = "application/json";
  json_out_object(&json, NULL);
  json_out_print(&json, "v %d pages %zu", 1, search_index_pages(index));
  json_out_array(&json, "methods");
  for (uint32_t m = 0; (method = search_index_method(index, m)); m++)
    json_out_text(&json, NULL, method);
  json_out_end(&json);
  json_out_end(&json);
  text_out_text(&response->body, "\n");
}

/* The page runs its own script and asks this server, and nothing else. */
static void
get_page(const http_request *request, http_response *response)
{
  http_response_header(
      response, "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'");
  http_file_send(request, "ui/", "search.html", response);
}

/* Of the files of this program only those of this page. */
static void
get_file(const http_request *request, http_response *response)
{
  const char *name = request->parameters[0];
  http_file_send(request, "ui/", strncmp(name, "search.", 7) == 0 ? name : "",
                 response);
}

/* The index was opened when the server started. */
static void
get_health(const http_request *request, http_response *response)
{
  (void)request;
  response->type = "application/json";
  text_out_text(&response->body, "{\"status\":\"ok\"}\n");
}

static const http_route routes[] = {
    {"GET", "/", get_page, .quick = true, .open = HTTP_OPEN},
    {"GET", "/ui/:name", get_file, .quick = true, .open = HTTP_OPEN},
    {"GET", "/healthz", get_health, .quick = true, .open = HTTP_PROBE},
    {"GET", "/v1/search", get_search, .quick = false},
    {"GET", "/v1/suggest", get_suggestions, .quick = false},
    {"GET", "/v1/index", get_index, .quick = false},
};

/* A bad index ends the command before anything listens. */
static exit_code
serve(const app_request *in)
{
  http_server *server;
  search_index *index;
  http_options options = in->http;
  TRY(search_index_open(in->inputs[0], &index));
  search_index_close(index);
  options.routes = routes;
  options.route_count = sizeof routes / sizeof *routes;
  options.context = (void *)(size_t)in->inputs[0];
  options.worker_new = open_worker;
  options.worker_free = close_worker;
  options.hosts = in->serve.hosts.items;
  options.host_count = in->serve.hosts.count;
  interrupt_watch();
  TRY(http_server_start(&options, &server));
  message("search on http://%s/; stop with Ctrl-C",
          http_server_address(server));
  http_server_wait(server);
  http_server_stop(server);
  return EXIT_FINE;
}

static const char *
find_wrong(const app_request *in)
{
  return in->input_count != 1 ? "name one index" : NULL;
}

exit_code
search_serve(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_SEARCH_SERVE);
  http_options_default(&in.http);
  in.http.listen = LISTEN;
  return request_run(&in, argc, argv, find_wrong, serve);
}
