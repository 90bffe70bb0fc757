/* http_response.c: what handlers write to, see http_server.h. Headers are kept
 * in a fixed array: no route sets more than HTTP_EXTRA_MOST of them.
 */
#include "common/http/http_server.h"

#include <string.h>
#include <strings.h>

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
