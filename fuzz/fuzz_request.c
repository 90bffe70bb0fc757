/*
 * Any bytes as a request to `pith serve`, without a socket: the first line is
 * the target, the second Content-Type, the third Accept, the fourth Host, the
 * rest the body. A path that is let in has no step that climbs; what is refused
 * is reported, in one JSON object; pages that are found come in order, and none
 * is larger than what was sent.
 */
#include "common/http/http_exchange.h"
#include "common/http/http_guard.h"
#include "pith/serve/serve_pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4 };

/* The header of the request at hand: Content-Type, Accept, Host. */
typedef struct header {
  http_exchange exchange;
  const char *lines[LINES];
} header;

const char *
http_header(const http_request *request, const char *name)
{
  const header *in = (const header *)request->exchange;
  const char *line = strcmp(name, "Content-Type") == 0 ? in->lines[1]
                     : strcmp(name, "Accept") == 0     ? in->lines[2]
                                                       : in->lines[3];
  return *line ? line : NULL;
}

static void
check_target(const http_target *target)
{
  const char *found[HTTP_PARAMETERS_MOST] = {NULL};
  assert(target->path[0] == '/');
  for (size_t i = 0; i < target->step_count; i++) {
    const char *step = target->steps[i];
    assert(*step && strcmp(step, ".") != 0 && strcmp(step, "..") != 0);
    assert(!strpbrk(step, "/\\\n\r"));
  }
  if (http_pattern_fits("/v1/*rest", target, found))
    assert(strcmp(found[0], target->path + 4) == 0);
  if (http_pattern_fits("/v1/models/:name/learn", target, found))
    assert(strcmp(found[0], target->steps[2]) == 0);
}

/* A refusal is an object that a client can read. */
static void
check_answer(const http_response *response)
{
  json_member member;
  json_scan in = {response->body.data,
                  response->body.data + response->body.len};
  assert(response->status >= 400 && response->body.len > 0);
  assert(json_open(&in, '{'));
  assert(json_next_member(&in, &member) == JSON_FOUND);
  assert(json_text_is(member.key, "error") && member.kind == JSON_OBJECT);
  assert(json_next_member(&in, &member) == JSON_END && json_at_end(&in));
}

static void
start_answer(http_response *response)
{
  memset(response, 0, sizeof *response);
  text_out_init(&response->body, -1);
}

static void
read_one(const http_request *request, size_t sent)
{
  pith_options options;
  serve_ask ask;
  serve_page page;
  http_response response;
  start_answer(&response);
  pith_options_default(&options);
  serve_ask_init(&ask, ROUTE_EXTRACT, &options);
  if (serve_ask_request(&ask, request, &response) &&
      serve_page_read(request, &ask, &page, &response)) {
    assert(page.html.len <= sent);
    if (!serve_ask_check(&ask, &response))
      check_answer(&response);
    serve_page_done(&page);
  } else {
    check_answer(&response);
  }
  serve_ask_done(&ask);
  text_out_done(&response.body);
}

static void
read_many(const http_request *request, size_t sent)
{
  serve_pages pages;
  http_response response;
  start_answer(&response);
  if (serve_pages_read(request, &pages, &response)) {
    for (size_t i = 0; i < pages.count; i++) {
      serve_page page;
      assert(i == 0 ||
             strcmp(pages.items[i - 1].name, pages.items[i].name) < 0);
      if (serve_item_open(&pages.items[i], &page) == PITH_OK) {
        assert(page.html.len <= sent);
        serve_page_done(&page);
      }
    }
    serve_pages_done(&pages);
  } else {
    check_answer(&response);
  }
  text_out_done(&response.body);
}

static void
check_guards(const char *host)
{
  static const char *const more[] = {"pith.example", "api.example:443"};
  http_names names = {.bound = "127.0.0.1",
                      .loopback = true,
                      .port = 8080,
                      .machine = "",
                      .more = more,
                      .more_count = 2};
  char cookie[64];
  if (http_host_is_ours(&names, host)) {
    size_t name = strcspn(host, ":");
    assert(name == 9 || name == 1 || name == 12 || name == 11);
  }
  http_origin_is_ours(&names, host, host);
  http_cookie(host, "pith_80", cookie, sizeof cookie);
  http_bearer(host);
  assert(http_token_is(host, host));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static header in; /* large, and the same shape every time */
  char *text = malloc(size + 1);
  char *at = text;
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = '\0';
  memset(&in, 0, sizeof in);
  for (size_t i = 0; i < LINES; i++) {
    char *end = memchr(at, '\n', (size_t)(text + size - at));
    in.lines[i] = end ? at : "";
    if (end)
      *end = '\0';
    at = end ? end + 1 : at;
  }
  check_guards(in.lines[3]);
  if (http_target_read(in.lines[0], &in.exchange.target) == HTTP_TARGET_FINE) {
    size_t left = (size_t)(text + size - at);
    http_request request = {.target = &in.exchange.target,
                            .exchange = &in.exchange,
                            .body = {at, left}};
    check_target(&in.exchange.target);
    read_one(&request, left);
    read_many(&request, left);
    http_target_done(&in.exchange.target);
  }
  free(text);
  return 0;
}
