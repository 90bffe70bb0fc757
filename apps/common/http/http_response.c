/* http_response.c: what handlers write to, see http_server.h, and how it goes
 * out, see http_connection.h. Headers are kept in a fixed array: no route sets
 * more than HTTP_EXTRA_MOST of them.
 */
#include "common/http/http_connection.h"

#include <string.h>
#include <strings.h>
#include <time.h>

/* A value with control characters could end the header and begin another one
 * (response splitting), so it is refused. Setting a name again replaces its
 * value. */
bool
http_response_header(http_response *response, const char *name,
                     const char *value)
{
  size_t len = strlen(value);
  size_t at = 0;
  for (const char *c = value; *c; c++)
    if ((unsigned char)*c < ' ' || *c == '\x7F')
      return false;
  while (at < response->extra_count &&
         strcasecmp(response->extra[at].name, name) != 0)
    at++;
  if (at == HTTP_EXTRA_MOST || len >= HTTP_EXTRA_ROOM)
    return false;
  response->extra[at].name = name;
  memcpy(response->extra[at].value, value, len + 1);
  if (at == response->extra_count)
    response->extra_count++;
  return true;
}

/* 503 and 429 always come with Retry-After: whatever was short, memory or a
 * place in the queue, may be there again in a second. */
void
http_response_fail(http_response *response, int status, const char *code,
                   const char *text, const char *remedy)
{
  text_out *out = &response->body;
  text_out_done(out);
  response->lent = (pith_slice){NULL, 0};
  response->status = status;
  response->type = "application/json";
  text_out_text(out, "{\"error\":{\"code\":");
  text_out_json(out, code, strlen(code));
  text_out_text(out, ",\"message\":");
  text_out_json_name(out, text, strlen(text));
  if (remedy) {
    text_out_text(out, ",\"remedy\":");
    text_out_json_name(out, remedy, strlen(remedy));
  }
  text_out_text(out, "}}\n");
  if (status == 503 || status == 429)
    http_response_header(response, "Retry-After", "1");
}

/* Reasons are for people who read along; clients go by the number. */
static const char *
reason(int status)
{
  static const struct {
    int status;
    const char *text;
  } known[] = {{200, "OK"},
               {204, "No Content"},
               {303, "See Other"},
               {304, "Not Modified"},
               {400, "Bad Request"},
               {401, "Unauthorized"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {406, "Not Acceptable"},
               {408, "Request Timeout"},
               {409, "Conflict"},
               {413, "Content Too Large"},
               {414, "URI Too Long"},
               {415, "Unsupported Media Type"},
               {422, "Unprocessable Content"},
               {429, "Too Many Requests"},
               {431, "Request Header Fields Too Large"},
               {500, "Internal Server Error"},
               {503, "Service Unavailable"},
               {505, "HTTP Version Not Supported"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].status == status)
      return known[i].text;
  return "";
}

/* Whether the handler set this header itself. */
static bool
has_extra(const http_response *response, const char *name)
{
  for (size_t i = 0; i < response->extra_count; i++)
    if (strcasecmp(response->extra[i].name, name) == 0)
      return true;
  return false;
}

/* "Date: Sun, 06 Nov 1994 08:49:37 GMT": programs do not call setlocale(), so
 * the names are English. */
static void
write_date(text_out *out)
{
  char text[40];
  time_t now = time(NULL);
  struct tm parts;
  if (gmtime_r(&now, &parts) &&
      strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0)
    text_out_print(out, "Date: %s\r\n", text);
}

/* A handler's own value of a usual name wins, so a page of the review can set
 * its own policy. */
static void
write_usual(const http_response *response, text_out *out)
{
  static const char *const usual[][2] = {
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Embedder-Policy", "require-corp"},
      {"Cache-Control", "no-store"},
  };
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
    if (!has_extra(response, usual[i][0]))
      text_out_print(out, "%s: %s\r\n", usual[i][0], usual[i][1]);
}

/* RFC 9112, 6.3: these end with their head, whatever it says. */
bool
http_status_has_body(int status)
{
  return status >= 200 && status != 204 && status != 304;
}

/* Failure to write is sticky in `out`, so it is looked at once, by the caller.
 * Values have no control characters: http_response_header() refuses them. */
void
http_response_write_head(const http_response *response, size_t length,
                         bool closes, text_out *out)
{
  text_out_print(out, "HTTP/1.1 %d %s\r\n", response->status,
                 reason(response->status));
  write_date(out);
  if (closes)
    text_out_text(out, "Connection: close\r\n");
  if (http_status_has_body(response->status))
    text_out_print(out, "Content-Length: %zu\r\n", length);
  if (!has_extra(response, "Content-Type"))
    text_out_print(out, "Content-Type: %s\r\n", response->type);
  write_usual(response, out);
  for (size_t i = 0; i < response->extra_count; i++)
    text_out_print(out, "%s: %s\r\n", response->extra[i].name,
                   response->extra[i].value);
  text_out_text(out, "\r\n");
}
