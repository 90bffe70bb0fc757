/* serve_multipart.c: multipart/form-data (RFC 7578), as forms and `curl -F`
 * send it: the part with a file name, or called "html", is the page; every
 * other one is an option of its name.
 *
 *     --boundary\r\n
 *     Content-Disposition: form-data; name="file"; filename="a.html"\r\n
 *     Content-Type: text/html; charset=koi8-r\r\n
 *     \r\n
 *     ...the page...\r\n
 *     --boundary--
 *
 * Parts are found in place and nothing is copied. A boundary is looked for once
 * from the front to the end, so the time is linear.
 */
#include "pith/serve/serve_pages.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { BOUNDARY_MOST = 70, PARTS_MOST = 64, NAME_MOST = 64 };

typedef struct form_part {
  pith_slice head; /* its header lines */
  pith_slice body;
} form_part;

/* What a form is, most clients get right without knowing it; so the remedy
 * names one that does. */
static bool
refuse_form(http_response *response, const char *why)
{
  http_response_fail(response, 400, "bad-form", why,
                     "send multipart/form-data with one file, as curl -F does");
  return false;
}

/* Where `what` begins in [at, end); NULL: it does not. */
static const char *
find(const char *at, const char *end, const char *what, size_t len)
{
  while ((size_t)(end - at) >= len &&
         (at = memchr(at, *what, (size_t)(end - at) - len + 1))) {
    if (memcmp(at, what, len) == 0)
      return at;
    at++;
  }
  return NULL;
}

/* The value of NAME=value or NAME="value" among the parameters of a header, in
 * [at, end). Empty when it is not there; `data` is NULL then. */
static pith_slice
parameter(const char *at, const char *end, const char *name)
{
  size_t len = strlen(name);
  while (at < end && (at = memchr(at, ';', (size_t)(end - at)))) {
    at++;
    while (at < end && (*at == ' ' || *at == '\t'))
      at++;
    if ((size_t)(end - at) <= len || strncasecmp(at, name, len) != 0 ||
        at[len] != '=')
      continue;
    at += len + 1;
    bool quoted = at < end && *at == '"';
    const char *from = at + quoted;
    const char *to = from;
    while (to < end && (quoted ? *to != '"' : *to != ';' && *to != ' '))
      to++;
    return (pith_slice){from, (size_t)(to - from)};
  }
  return (pith_slice){NULL, 0};
}

/* The value of a header line of a part; `data` is NULL where there is none. */
static pith_slice
header_of(pith_slice head, const char *name)
{
  const char *at = head.data, *end = at + head.len;
  size_t len = strlen(name);
  while (at < end) {
    const char *to = memchr(at, '\r', (size_t)(end - at));
    to = to ? to : end;
    if ((size_t)(to - at) > len && at[len] == ':' &&
        strncasecmp(at, name, len) == 0)
      return (pith_slice){at + len + 1, (size_t)(to - at) - len - 1};
    at = to + 2 < end ? to + 2 : end;
  }
  return (pith_slice){NULL, 0};
}

/* The next part; *at, behind a boundary, moves behind the next one. 1: there is
 * one, 0: that was the last, -1: the form is broken. */
static int
next_part(const char **at, const char *end, const char *mark, form_part *out)
{
  const char *from = *at;
  if (end - from >= 2 && from[0] == '-' && from[1] == '-')
    return 0;
  if (end - from < 2 || from[0] != '\r' || from[1] != '\n')
    return -1;
  from += 2;
  const char *body = find(from, end, "\r\n\r\n", 4);
  const char *to = body ? find(body + 2, end, mark, strlen(mark)) : NULL;
  if (!to)
    return -1;
  *at = to + strlen(mark);
  *out = (form_part){{from, (size_t)(body - from)},
                     {body + 4, to > body + 4 ? (size_t)(to - body - 4) : 0}};
  return 1;
}

/* Take a part: the page, or an option. */
static bool
take_part(const form_part *part, serve_ask *ask, serve_page *out,
          http_response *response)
{
  pith_slice says = header_of(part->head, "Content-Disposition");
  const char *end = says.data ? says.data + says.len : NULL;
  pith_slice name = {NULL, 0}, file = {NULL, 0};
  if (says.data) {
    name = parameter(says.data, end, "name");
    file = parameter(says.data, end, "filename");
  }
  if (!name.data || name.len >= NAME_MOST)
    return refuse_form(response, "a part of the form has no name");
  bool page = file.data || (name.len == 4 && memcmp(name.data, "html", 4) == 0);
  if (!page)
    return serve_ask_field(ask, name, part->body, response);
  if (out->html.data)
    return refuse_form(response, "more than one page in the form");
  out->html = part->body;
  pith_slice type = header_of(part->head, "Content-Type");
  pith_slice label = {NULL, 0};
  if (type.data)
    label = parameter(type.data, type.data + type.len, "charset");
  if (label.data && label.len < sizeof out->label) {
    memcpy(out->label, label.data, label.len);
    out->label[label.len] = '\0';
  }
  return true;
}

/* The mark before the first part has no line end of its own, which is why it is
 * compared without it. */
bool
serve_form_read(const char *type, pith_slice body, serve_ask *ask,
                serve_page *out, http_response *response)
{
  char mark[BOUNDARY_MOST + 8];
  pith_slice boundary = parameter(type, type + strlen(type), "boundary");
  const char *at = body.data, *end = at + body.len;
  form_part part;
  int found = -1;
  if (!boundary.data || boundary.len == 0 || boundary.len > BOUNDARY_MOST)
    return refuse_form(response, "the form has no boundary");
  snprintf(mark, sizeof mark, "\r\n--%.*s", (int)boundary.len, boundary.data);
  size_t len = strlen(mark + 2);
  if (body.len < len || memcmp(at, mark + 2, len) != 0)
    return refuse_form(response, "the form does not begin with its boundary");
  at += len;
  for (int i = 0;
       i < PARTS_MOST && (found = next_part(&at, end, mark, &part)) > 0; i++)
    if (!take_part(&part, ask, out, response))
      return false;
  if (found != 0)
    return refuse_form(response, "the form has no end, or too many parts");
  return out->html.data ||
         refuse_form(response, "there is no file in the form");
}
