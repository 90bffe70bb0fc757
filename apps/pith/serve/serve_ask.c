/* serve_ask.c: see the header. Every name is a row of one table. */
#include "pith/serve/serve_ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { VALUE_MOST = 8192 }; /* bytes of a member that is no page */

typedef struct ask_row {
  const char *name;
  bool (*set)(serve_ask *ask, const struct ask_row *row, const char *value);
  int number;
  const char *values; /* what it may be, for messages */
} ask_row;

enum { LINK_TABLES, LINK_LINKS, LINK_IMAGES, LINK_HIGHLIGHT };
enum { FLAG_COMPAT, FLAG_COMMENTS, FLAG_MARKDOWN, FLAG_REPLACE };
enum { TEXT_ID, TEXT_URL, TEXT_MODEL };

static bool
read_flag(const char *value, bool *out)
{
  *out = !*value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
  return *out || strcmp(value, "false") == 0 || strcmp(value, "0") == 0;
}

static bool
set_flag(serve_ask *ask, const ask_row *row, const char *value)
{
  bool *const flags[] = {
      [FLAG_COMPAT] = &ask->page.compat,
      [FLAG_COMMENTS] = &ask->page.comments,
      [FLAG_MARKDOWN] = &ask->markdown,
      [FLAG_REPLACE] = &ask->replace,
  };
  return read_flag(value, flags[row->number]);
}

static bool
set_render(serve_ask *ask, const ask_row *row, const char *value)
{
  bool *const flags[] = {
      [LINK_TABLES] = &ask->page.tables,
      [LINK_LINKS] = &ask->page.links,
      [LINK_IMAGES] = &ask->page.images,
      [LINK_HIGHLIGHT] = &ask->page.highlight,
  };
  return read_flag(value, flags[row->number]);
}

static bool
set_to(serve_ask *ask, const ask_row *row, const char *value)
{
  static const char *const words[] = {"text", "md", "html", "marked", "json"};
  (void)row;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp(value, words[i]) == 0) {
      ask->to = (serve_form)i;
      ask->to_given = true;
      return true;
    }
  return false;
}

static bool
set_method(serve_ask *ask, const ask_row *row, const char *value)
{
  (void)row;
  for (uint32_t i = 0; i < pith_method_count(); i++)
    if (strcmp(pith_method_describe(i).name, value) == 0) {
      ask->page.method = pith_method_describe(i).name;
      return true;
    }
  return false;
}

static bool
set_balance(serve_ask *ask, const ask_row *row, const char *value)
{
  static const char *const words[] = {"balanced", "precision", "recall"};
  (void)row;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp(value, words[i]) == 0) {
      ask->page.balance = (pith_balance)i;
      return true;
    }
  return false;
}

static bool
set_encoding(serve_ask *ask, const ask_row *row, const char *value)
{
  (void)row;
  ask->page.encoding = value;
  return pith_encoding_for_label((pith_slice){value, strlen(value)}) != NULL;
}

static bool
set_text(serve_ask *ask, const ask_row *row, const char *value)
{
  const char **const texts[] = {
      [TEXT_ID] = &ask->id, [TEXT_URL] = &ask->url, [TEXT_MODEL] = &ask->model};
  *texts[row->number] = *value ? value : NULL;
  return true;
}

/* The token was looked at before. */
static bool
set_nothing(serve_ask *ask, const ask_row *row, const char *value)
{
  (void)ask, (void)row, (void)value;
  return true;
}

static const char boolean[] = "true or false";

static const ask_row rows[] = {
    {"to", set_to, 0, "text, md, html, marked or json"},
    {"method", set_method, 0, "a method of the command, such as auto"},
    {"balance", set_balance, 0, "balanced, precision or recall"},
    {"compat", set_flag, FLAG_COMPAT, boolean},
    {"comments", set_flag, FLAG_COMMENTS, boolean},
    {"markdown", set_flag, FLAG_MARKDOWN, boolean},
    {"replace", set_flag, FLAG_REPLACE, boolean},
    {"tables", set_render, LINK_TABLES, boolean},
    {"links", set_render, LINK_LINKS, boolean},
    {"images", set_render, LINK_IMAGES, boolean},
    {"highlight", set_render, LINK_HIGHLIGHT, boolean},
    {"encoding", set_encoding, 0, "a WHATWG label such as windows-1251"},
    {"id", set_text, TEXT_ID, NULL},
    {"url", set_text, TEXT_URL, NULL},
    {"model", set_text, TEXT_MODEL, NULL},
    {"token", set_nothing, 0, NULL},
};

void
serve_ask_init(serve_ask *ask, const pith_options *page)
{
  memset(ask, 0, sizeof *ask);
  ask->page = *page;
}

void
serve_ask_done(serve_ask *ask)
{
  for (size_t i = 0; i < ask->owned_count; i++)
    free(ask->owned[i]);
  ask->owned_count = 0;
}

bool
serve_ask_set(serve_ask *ask, const char *name, const char *value,
              http_response *response)
{
  char text[256], remedy[128];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (strcmp(name, rows[i].name) != 0)
      continue;
    if (rows[i].set(ask, &rows[i], value))
      return true;
    snprintf(text, sizeof text, "bad value '%.100s' for '%s'", value, name);
    snprintf(remedy, sizeof remedy, "use %s", rows[i].values);
    http_response_fail(response, 400, "bad-value", text, remedy);
    return false;
  }
  snprintf(text, sizeof text, "unknown name '%.100s'", name);
  http_response_fail(response, 400, "unknown-name", text,
                     "see /openapi.json for the names there are");
  return false;
}

/* A text of the body as a string that lives as long as the ask. */
static const char *
own_text(serve_ask *ask, json_text text, http_response *response)
{
  if (text.len > VALUE_MOST || ask->owned_count == SERVE_OWNED_MOST) {
    http_response_fail(response, 400, "bad-value",
                       "too many members, or one that is too long",
                       "see /openapi.json for the names there are");
    return NULL;
  }
  char *copy = json_text_copy(text);
  if (!copy) {
    http_response_fail(response, 503, "out-of-memory", "out of memory",
                       "try again later");
    return NULL;
  }
  ask->owned[ask->owned_count++] = copy;
  return copy;
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
  const char *value = own_text(ask, member->value, response);
  return value && serve_ask_set(ask, name, value, response);
}

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
  serve_form form;
} accept_type;

/* In the order we prefer. */
static const accept_type types[] = {
    {"text/plain", SERVE_TEXT},
    {"text/markdown", SERVE_MARKDOWN},
    {"text/html", SERVE_HTML},
    {"application/json", SERVE_JSON},
    {"application/x-ndjson", SERVE_JSON},
    {"text/*", SERVE_TEXT},
    {"application/*", SERVE_JSON},
    {"*/*", SERVE_TEXT},
};

/* Where the value of q stands behind a type; NULL: it has none. */
static const char *
find_weight(const char *at, const char *end)
{
  while ((at = memchr(at, ';', (size_t)(end - at)))) {
    at++;
    while (at < end && (*at == ' ' || *at == '\t'))
      at++;
    if (end - at > 2 && (*at == 'q' || *at == 'Q') && at[1] == '=')
      return at + 2;
  }
  return NULL;
}

/* The weight of a type, in thousandths: its q, 1,000 without one. */
static unsigned
weight_of(const char *at, size_t len)
{
  const char *end = at + len;
  const char *q = find_weight(at, end);
  unsigned weight = 0, unit = 1000;
  if (!q)
    return 1000;
  for (; q < end && ((*q >= '0' && *q <= '9') || *q == '.') && unit > 0; q++)
    if (*q != '.') {
      weight += (unsigned)(*q - '0') * unit;
      unit /= 10;
    }
  return weight > 1000 ? 1000 : weight;
}

/* The best of what a client takes; -1: nothing of ours. */
static int
best_form(const char *accept)
{
  unsigned best = 0;
  int form = -1;
  while (*accept) {
    accept += strspn(accept, " ,\t");
    size_t len = strcspn(accept, ",");
    size_t name = strcspn(accept, ";, \t");
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
      if (strlen(types[i].type) == name &&
          strncasecmp(types[i].type, accept, name) == 0) {
        unsigned weight = weight_of(accept, len);
        if (weight > best) {
          best = weight;
          form = (int)types[i].form;
        }
      }
    accept += len;
  }
  return form;
}

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
  if (ask->to_given || !accept || !*accept)
    return true;
  int form = best_form(accept);
  if (form < 0)
    http_response_fail(response, 406, "not-acceptable",
                       "none of the types in Accept can be made",
                       "ask for text/plain, text/markdown, text/html or "
                       "application/json");
  else
    ask->to = (serve_form)form;
  return form >= 0;
}

/* What is known of a method; there is one of this name. */
static pith_method_facts
method_facts(const char *name)
{
  uint32_t at = 0;
  while (at + 1 < pith_method_count() &&
         strcmp(pith_method_describe(at).name, name) != 0)
    at++;
  return pith_method_describe(at);
}

bool
serve_ask_check(serve_ask *ask, bool site, http_response *response)
{
  const char *wrong = NULL;
  bool by_model = site || ask->model;
  if (!ask->page.method)
    ask->page.method = pith_method_default();
  const char *name = ask->page.method;
  pith_method_facts method = method_facts(name);
  bool models = strcmp(name, "chain") == 0 || strcmp(name, "auto") == 0;
  if (by_model && (!models || ask->page.compat))
    wrong = "sites and models are judged by the methods chain and auto, "
            "without compat";
  else if (!by_model && !method.one_page)
    wrong = "this method looks at several pages; name a model, or post them to "
            "/v1/site";
  else if (ask->page.compat && !method.compat)
    wrong = "this method comes from no paper and has no compat";
  else if (ask->page.highlight && ask->to != SERVE_MARKED)
    wrong = "highlight tints marked pages; add to=marked";
  else if (ask->markdown && ask->to != SERVE_JSON)
    wrong = "markdown adds to records; add to=json, or use to=md";
  if (wrong)
    http_response_fail(response, 400, "bad-combination", wrong, NULL);
  ask->page.base_url = ask->url;
  return !wrong;
}
