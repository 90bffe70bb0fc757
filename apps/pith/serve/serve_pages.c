/* serve_pages.c: see the header. The Content-Type decides how the body is read;
 * a type that is none of those is refused rather than guessed. JSON is scanned
 * in place, and only texts that are needed are decoded.
 */
#include "pith/serve/serve_pages.h"

#include "common/system/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PAGES_MOST = 20000 }; /* in one request */

/* Memory may be there again in a moment. */
static bool
refuse_memory(http_response *response)
{
  http_response_fail(response, 503, "out-of-memory", "out of memory",
                     "try again later");
  return false;
}

/* The description of the API is served by the server itself. */
static bool
refuse_json(http_response *response, const char *why)
{
  http_response_fail(response, 400, "bad-json", why,
                     "see /openapi.json for what a page looks like");
  return false;
}

/* --- types --------------------------------------------------------------- */

/* Whether a Content-Type is one of `list`, which ends with NULL. Parameters
 * such as charset are not compared. */
static bool
type_is(const char *type, const char *const *list)
{
  size_t len = strcspn(type, "; \t");
  for (; *list; list++)
    if (strlen(*list) == len && strncasecmp(*list, type, len) == 0)
      return true;
  return false;
}

/* The charset of a Content-Type; "" when there is none or it is too long.
 * The first charset counts; quotes around it are optional. */
static void
read_label(const char *type, char *out, size_t room)
{
  static const char name[] = "charset=";
  *out = '\0';
  for (type = strchr(type, ';'); type; type = strchr(type, ';')) {
    type += 1 + strspn(type + 1, " \t");
    if (strncasecmp(type, name, sizeof name - 1) != 0)
      continue;
    type += sizeof name - 1;
    type += *type == '"';
    size_t len = strcspn(type, "\"; \t");
    if (len < room) {
      memcpy(out, type, len);
      out[len] = '\0';
    }
    return;
  }
}

static const char *const html_types[] = {"text/html", "application/xhtml+xml",
                                         "application/octet-stream", NULL};
static const char *const json_types[] = {"application/json", NULL};
static const char *const form_types[] = {"multipart/form-data", NULL};
static const char *const line_types[] = {
    "application/x-ndjson", "application/jsonl", "application/x-jsonlines",
    "application/ndjson",   "application/json",  NULL};

/* --- one page ------------------------------------------------------------ */

/* Decode the page of a record. PITH_FORMAT when it has none, or no base64. */
static pith_status
open_record(const page_record *record, serve_page *out)
{
  json_text text = record->html.data ? record->html : record->html_b64;
  memset(out, 0, sizeof *out);
  if (!text.data)
    return PITH_FORMAT;
  out->utf8 = record->html.data != NULL;
  out->owned = malloc(text.len + 1);
  if (!out->owned)
    return PITH_NOMEM;
  size_t len = 0;
  if (out->utf8)
    len = json_text_decode(text, out->owned);
  else if (!json_base64_decode(text, out->owned, &len)) {
    serve_page_done(out);
    return PITH_FORMAT;
  }
  out->html = (pith_slice){out->owned, len};
  return PITH_OK;
}

/* "html" or "html_b64" is the page; any other member is an option. */
static bool
read_json_page(pith_slice body, serve_ask *ask, serve_page *out,
               http_response *response)
{
  json_scan in = {body.data, body.data + body.len};
  json_member member;
  json_step step;
  page_record record = {.html = {NULL, 0}};
  if (!json_open(&in, '{'))
    return refuse_json(response, "no JSON object");
  while ((step = json_next_member(&in, &member)) == JSON_FOUND) {
    json_text *page = json_text_is(member.key, "html")       ? &record.html
                      : json_text_is(member.key, "html_b64") ? &record.html_b64
                                                             : NULL;
    if (page && member.kind != JSON_STRING)
      return refuse_json(response, "\"html\" and \"html_b64\" are strings");
    if (page)
      *page = member.value;
    else if (!serve_ask_member(ask, &member, response))
      return false;
  }
  if (step == JSON_BROKEN || !json_at_end(&in))
    return refuse_json(response, "broken JSON");
  pith_status status = open_record(&record, out);
  if (status == PITH_NOMEM)
    return refuse_memory(response);
  return status == PITH_OK ||
         refuse_json(response, "neither \"html\" nor \"html_b64\" in it, or "
                               "no base64");
}

/* Without a Content-Type the body is HTML, as curl --data-binary sends it. */
bool
serve_page_read(const http_request *request, serve_ask *ask, serve_page *out,
                http_response *response)
{
  const char *type = http_header(request, "Content-Type");
  memset(out, 0, sizeof *out);
  if (!type || type_is(type, html_types)) {
    out->html = request->body;
    if (type)
      read_label(type, out->label, sizeof out->label);
    return true;
  }
  if (type_is(type, json_types))
    return read_json_page(request->body, ask, out, response);
  if (type_is(type, form_types))
    return serve_form_read(type, request->body, ask, out, response);
  http_response_fail(response, 415, "unsupported-type",
                     "a page comes as HTML, as JSON or in a form",
                     "send Content-Type: text/html, application/json or "
                     "multipart/form-data");
  return false;
}

/* Frees only what was decoded; HTML that is the body itself is borrowed. */
void
serve_page_done(serve_page *page)
{
  free(page->owned);
  memset(page, 0, sizeof *page);
}

/* JSON is UTF-8, whatever the page inside declares. */
pith_options
serve_page_options(const serve_page *page, const serve_ask *ask)
{
  pith_options options = ask->request.page;
  if (page->utf8 && !options.encoding)
    options.encoding = "utf-8";
  if (*page->label)
    options.transport_encoding = page->label;
  return options;
}

/* --- many pages ---------------------------------------------------------- */

/* The name of a page: its id, its address, or its number from 1 on. */
static char *
name_of(const page_record *record, size_t number)
{
  if (record->id.data && record->id.len > 0)
    return json_text_copy(record->id);
  if (record->url.data && record->url.len > 0)
    return json_text_copy(record->url);
  char *name = malloc(32);
  if (name)
    snprintf(name, 32, "%zu", number);
  return name;
}

/* Nothing is decoded but the name and the address. */
pith_status
serve_item_find(pith_slice line, size_t number, serve_item *out,
                const char **why)
{
  memset(out, 0, sizeof *out);
  if (!page_record_find(line, NULL, &out->record, why))
    return PITH_FORMAT;
  out->name = name_of(&out->record, number);
  bool url = out->record.url.data && out->record.url.len > 0;
  if (out->name && url)
    out->url = json_text_copy(out->record.url);
  return out->name && (!url || out->url) ? PITH_OK : PITH_NOMEM;
}

/* Also for an item that was found only half. */
void
serve_item_done(serve_item *item)
{
  free(item->name);
  free(item->url);
}

/* Add the page of one object. The object is only located and checked here;
 * its page is decoded later. */
static bool
add_object(serve_pages *pages, const char *text, size_t len,
           http_response *response)
{
  const char *why;
  char problem[128];
  serve_item item;
  if (pages->count == PAGES_MOST) {
    http_response_fail(response, 413, "too-large",
                       "more than 20,000 pages in one request",
                       "learn a model from parts: /v1/models/NAME/learn");
    return false;
  }
  pith_status status =
      serve_item_find((pith_slice){text, len}, pages->count + 1, &item, &why);
  if (status == PITH_FORMAT) {
    snprintf(problem, sizeof problem, "page %zu: %s", pages->count + 1, why);
    return refuse_json(response, problem);
  }
  if (status != PITH_OK ||
      !GROW(pages->items, pages->capacity, pages->count + 1)) {
    serve_item_done(&item);
    return refuse_memory(response);
  }
  pages->items[pages->count++] = item;
  return true;
}

/* Used for a bare array and for {"pages":[...]}. */
static bool
add_array(serve_pages *pages, json_scan *in, http_response *response)
{
  json_member member;
  json_step step;
  while ((step = json_next_value(in, &member)) == JSON_FOUND)
    if (!add_object(pages, member.value.data, member.value.len, response))
      return false;
  return step == JSON_END || refuse_json(response, "broken JSON");
}

/* {"pages":[...]}; false without an answer when it is no such object. Any
 * other object is taken for a line, so that one page can be sent without an
 * array. */
static bool
find_array(pith_slice body, json_scan *out)
{
  json_scan in = {body.data, body.data + body.len};
  json_member member;
  if (!json_open(&in, '{') || json_next_member(&in, &member) != JSON_FOUND ||
      !json_text_is(member.key, "pages") || member.kind != JSON_ARRAY ||
      json_next_member(&in, &(json_member){.kind = JSON_WORD}) != JSON_END ||
      !json_at_end(&in))
    return false;
  *out = (json_scan){member.value.data, member.value.data + member.value.len};
  return json_open(out, '[');
}

/* Blank lines are skipped. */
static bool
add_lines(serve_pages *pages, pith_slice body, http_response *response)
{
  const char *at = body.data;
  const char *end = at + body.len;
  while (at < end) {
    const char *line = memchr(at, '\n', (size_t)(end - at));
    const char *to = line ? line : end;
    json_scan blank = {at, to};
    if (!json_at_end(&blank) &&
        !add_object(pages, at, (size_t)(to - at), response))
      return false;
    at = line ? line + 1 : end;
  }
  return true;
}

/* Byte order, as the command sorts files. */
static int
compare_items(const void *a, const void *b)
{
  const serve_item *one = a;
  const serve_item *two = b;
  return strcmp(one->name, two->name);
}

/* Sort by name, so that the result does not depend on the order of the request;
 * no two pages may have one name. */
static bool
sort_pages(serve_pages *pages, http_response *response)
{
  char text[256];
  if (pages->count == 0)
    return refuse_json(response, "no pages in it");
  qsort(pages->items, pages->count, sizeof *pages->items, compare_items);
  for (size_t i = 1; i < pages->count; i++)
    if (strcmp(pages->items[i - 1].name, pages->items[i].name) == 0) {
      snprintf(text, sizeof text, "two pages are called '%.150s'",
               pages->items[i].name);
      http_response_fail(response, 400, "same-name", text,
                         "give each page an \"id\" of its own");
      return false;
    }
  return true;
}

/* Without a Content-Type lines are assumed, as curl --data-binary sends them.
 */
bool
serve_lines_check(const http_request *request, http_response *response)
{
  const char *type = http_header(request, "Content-Type");
  if (!type || type_is(type, line_types))
    return true;
  http_response_fail(response, 415, "unsupported-type",
                     "pages come as JSON, one object a line or an array",
                     "send Content-Type: application/x-ndjson or "
                     "application/json");
  return false;
}

/* An array is known by its first byte; an object may be a line, so
 * {"pages"} is tried first. */
bool
serve_pages_read(const http_request *request, serve_pages *out,
                 http_response *response)
{
  json_scan in = {request->body.data, request->body.data + request->body.len};
  bool done;
  memset(out, 0, sizeof *out);
  if (!serve_lines_check(request, response))
    return false;
  if (json_open(&in, '[') || find_array(request->body, &in)) {
    done = add_array(out, &in, response);
    if (done && !json_at_end(&in))
      done = refuse_json(response, "more than one JSON array");
  } else {
    done = add_lines(out, request->body, response);
  }
  if (done && sort_pages(out, response))
    return true;
  serve_pages_done(out);
  return false;
}

void
serve_pages_done(serve_pages *pages)
{
  for (size_t i = 0; i < pages->count; i++)
    serve_item_done(&pages->items[i]);
  free(pages->items);
  memset(pages, 0, sizeof *pages);
}

/* Pages are decoded one at a time, see the header. */
pith_status
serve_item_open(const serve_item *item, serve_page *out)
{
  return open_record(&item->record, out);
}
