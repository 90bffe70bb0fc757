/* serve_ask.c: see the header.
 *
 * Names, values and ranges are those of the rows that the command reads its
 * options with (option_rows.h); only Accept is special to HTTP.
 */
#include "pith/serve/serve_ask.h"

#include "common/http/http_accept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MOST = 8192 }; /* bytes of a member that is no page */

/* The options of the server are the defaults of every request. */
void
serve_ask_init(serve_ask *ask, unsigned route, const pith_options *page)
{
  memset(ask, 0, sizeof *ask);
  ask->route = route;
  ask->request.command = COMMAND_SERVE;
  ask->request.page = *page;
  if (route != ROUTE_EXTRACT) /* records or facts, whatever is accepted */
    ask->request.output.to = "json";
}

/* Strings of the query belong to the HTTP request; only copies of texts of the
 * body are freed here. */
void
serve_ask_done(serve_ask *ask)
{
  for (size_t i = 0; i < ask->owned_count; i++)
    free(ask->owned[i]);
  ask->owned_count = 0;
}

/* A fault of the client has status 400 and names the remedy. Unknown names are
 * refused, so that a misspelt option is not ignored. */
bool
serve_ask_set(serve_ask *ask, const char *name, const char *value,
              http_response *response)
{
  char fault[FAULT_ROOM], text[128];
  switch (request_set(&ask->request, ask->route, name, value, fault)) {
  case MEMBER_SET:
    return true;
  case MEMBER_UNKNOWN:
    snprintf(text, sizeof text, "unknown name '%.100s'", name);
    http_response_fail(response, 400, "unknown-name", text,
                       "see /openapi.json for the names there are");
    return false;
  case MEMBER_WRONG:
    break;
  }
  /* "WHAT; REMEDY", as the command prints it. */
  char *remedy = strstr(fault, "; ");
  if (remedy) {
    *remedy = '\0';
    remedy += 2;
  }
  http_response_fail(response, 400, "bad-value", fault, remedy);
  return false;
}

/* Keep a copy as long as the ask, NULL after an error answer. `copy` is taken;
 * NULL says that there was no memory for it. */
static const char *
own(serve_ask *ask, char *copy, http_response *response)
{
  if (!copy) {
    http_response_fail(response, 503, "out-of-memory", "out of memory",
                       "try again later");
  } else if (ask->owned_count == SERVE_OWNED_MOST) {
    http_response_fail(response, 400, "bad-value", "too many members",
                       "see /openapi.json for the names there are");
    free(copy);
    copy = NULL;
  } else {
    ask->owned[ask->owned_count++] = copy;
  }
  return copy;
}

/* Only pages are long. */
static bool
check_len(size_t len, http_response *response)
{
  if (len > VALUE_MOST)
    http_response_fail(response, 400, "bad-value", "a member is too long",
                       "see /openapi.json for the names there are");
  return len <= VALUE_MOST;
}

/* A form has no types: its fields are texts, like those of the query. */
bool
serve_ask_field(serve_ask *ask, pith_slice name, pith_slice value,
                http_response *response)
{
  if (!check_len(value.len, response))
    return false;
  const char *key = own(ask, strndup(name.data, name.len), response);
  const char *text =
      key ? own(ask, strndup(value.data, value.len), response) : NULL;
  return text && serve_ask_set(ask, key, text, response);
}

/* A member whose value is a text, a number or a word. */
static bool
set_plain(serve_ask *ask, const json_member *member, http_response *response)
{
  char name[64];
  if (member->kind == JSON_WORD && json_text_is(member->value, "null"))
    return true;
  if (member->kind == JSON_OBJECT || member->kind == JSON_ARRAY ||
      member->key.len >= sizeof name) {
    http_response_fail(response, 400, "unknown-name",
                       "a member of the object is not known",
                       "see /openapi.json for the names there are");
    return false;
  }
  name[json_text_decode(member->key, name)] = '\0';
  if (!check_len(member->value.len, response))
    return false;
  const char *value = own(ask, json_text_copy(member->value), response);
  return value && serve_ask_set(ask, name, value, response);
}

/* Options may be members of the body itself or of its "options"; both are read
 * alike, and one level is all: nothing here recurses. */
bool
serve_ask_member(serve_ask *ask, const json_member *member,
                 http_response *response)
{
  if (member->kind != JSON_OBJECT || !json_text_is(member->key, "options"))
    return set_plain(ask, member, response);
  json_scan in = {member->value.data, member->value.data + member->value.len};
  json_member inner;
  json_step step = JSON_BROKEN;
  if (json_open(&in, '{'))
    while ((step = json_next_member(&in, &inner)) == JSON_FOUND)
      if (!set_plain(ask, &inner, response))
        return false;
  if (step == JSON_BROKEN)
    http_response_fail(response, 400, "bad-json", "\"options\" is broken JSON",
                       NULL);
  return step != JSON_BROKEN;
}

/* A kind of answer in an Accept header. */
typedef struct accept_type {
  const char *type;
  const char *format; /* a word of --to */
} accept_type;

/* In the order we prefer. */
static const accept_type types[] = {
    {"text/plain", "text"},
    {"text/markdown", "md"},
    {"text/html", "html"},
    {"application/json", "json"},
    {"application/x-ndjson", "json"},
    {"text/*", "text"},
    {"application/*", "json"},
    {"*/*", "text"},
};

/* The best of the types that a client accepts; NULL: none of ours. Only a
 * larger weight replaces: of equal ones the first in the header wins. */
static const char *
best_format(const char *accept)
{
  unsigned best = 0;
  const char *format = NULL;
  http_choice choice;
  while (http_choice_next(&accept, &choice))
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
      if (http_choice_is(&choice, types[i].type) && choice.weight > best) {
        best = choice.weight;
        format = types[i].format;
      }
  return format;
}

/* Options of the query are set before Accept is looked at: "to" is an explicit
 * choice, Accept only a preference that every client sends. */
bool
serve_ask_request(serve_ask *ask, const http_request *request,
                  http_response *response)
{
  const http_target *target = request->target;
  for (size_t i = 0; i < target->query_count; i++)
    if (!serve_ask_set(ask, target->query[i].name, target->query[i].value,
                       response))
      return false;
  const char *accept = http_header(request, "Accept");
  if (ask->request.output.to || !accept || !*accept)
    return true;
  ask->request.output.to = best_format(accept);
  if (!ask->request.output.to)
    http_response_fail(response, 406, "not-acceptable",
                       "none of the types in Accept can be made",
                       "ask for text/plain, text/markdown, text/html or "
                       "application/json");
  return ask->request.output.to != NULL;
}

/* What does not go together; NULL: everything does. There is a method of this
 * name: it was checked when the option was set. */
static const char *
find_wrong(const serve_ask *ask)
{
  const app_request *in = &ask->request;
  const pith_method_facts *method = pith_method_find(in->page.method);
  unsigned evidence = pith_method_evidence(in->page.method, in->page.compat);
  if (in->input.model && evidence != PITH_EVIDENCE_SHARED)
    return "models are applied by the methods chain and auto, without compat";
  if (ask->route != ROUTE_SITE && ask->route != ROUTE_LEARN &&
      !in->input.model && !method->one_page)
    return "this method needs several pages; name a model, or post them to "
           "/v1/site";
  if (in->page.compat && !method->compat)
    return "compat needs the method chain, layer or sentence";
  if (request_is_wet(in))
    return "to=wet is written by pith extract; use to=text";
  if (in->page.highlight && strcmp(in->output.to, "marked") != 0)
    return "highlight requires to=marked";
  if (in->page.markdown && !request_is_record(in))
    return "markdown adds to records; use to=json, or to=md";
  if (ask->route != ROUTE_EXTRACT && !request_is_record(in))
    return "many pages are returned as records; leave out to";
  return NULL;
}

/* Called when all options are known. Defaults are filled in first, so that the
 * combinations are checked as they will be used. */
bool
serve_ask_check(serve_ask *ask, http_response *response)
{
  if (!ask->request.page.method)
    ask->request.page.method = pith_method_default();
  if (!ask->request.output.to)
    ask->request.output.to = "text";
  const char *wrong = find_wrong(ask);
  if (wrong)
    http_response_fail(response, 400, "bad-combination", wrong, NULL);
  return !wrong;
}
