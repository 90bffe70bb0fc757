/* http_target.c: see the header. One allocation holds everything:
 *
 *     v1 \0 models \0 news \0 /v1/models/news \0 to \0 md \0
 *     └ steps[]            ┘  └ path, rests[]  ┘ └ query[]  ┘
 *
 * Escapes are decoded exactly once, after splitting: %2F is data in a step and
 * never a separator, and a decoded step that contains a slash is refused.
 */
#include "common/http/http_target.h"

#include "common/system/number.h"
#include "common/system/utf8_character.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Decode [at, end) to `to` and end it with NUL. Returns where to write on; NULL
 * when an escape is malformed or decodes to NUL. */
static char *
decode(const char *at, const char *end, bool plus, char *to)
{
  while (at < end) {
    char c = *at++;
    if (c == '%') {
      int high = end - at < 2 ? -1 : number_hex_digit(at[0]);
      int low = high < 0 ? -1 : number_hex_digit(at[1]);
      if (low < 0)
        return NULL;
      c = (char)(high * 16 + low);
      at += 2;
      if (c == '\0')
        return NULL;
    } else if (plus && c == '+') {
      c = ' ';
    }
    *to++ = c;
  }
  *to++ = '\0';
  return to;
}

/* Whether a decoded step is allowed: no dot steps, separators, control
 * characters or broken UTF-8. */
static bool
step_is_fine(const char *step)
{
  if (strcmp(step, ".") == 0 || strcmp(step, "..") == 0 || !*step)
    return false;
  size_t left = strlen(step);
  for (size_t len; left > 0; step += len, left -= len) {
    unsigned char c = (unsigned char)*step;
    len = utf8_len(step, left);
    if (c < ' ' || c == 0x7F || c == '/' || c == '\\' || len == 0)
      return false;
  }
  return true;
}

/* Decode the steps of the path up to `end`. Returns where to write on, NULL
 * when one is not allowed. */
static char *
read_steps(const char *at, const char *end, http_target *out, char *to)
{
  while (at < end) {
    const char *from = at + 1; /* behind the slash */
    const char *slash = memchr(from, '/', (size_t)(end - from));
    at = slash ? slash : end;
    if (out->step_count == HTTP_STEPS_MOST)
      return NULL;
    char *after = decode(from, at, false, to);
    if (!after || !step_is_fine(to))
      return NULL;
    out->steps[out->step_count++] = to;
    to = after;
  }
  return to;
}

/* Write the steps again with slashes, for logs and for "*" patterns. */
static char *
join_steps(http_target *out, char *to)
{
  out->path = to;
  for (size_t i = 0; i < out->step_count; i++) {
    size_t len = strlen(out->steps[i]);
    *to++ = '/';
    out->rests[i] = to;
    memcpy(to, out->steps[i], len);
    to += len;
  }
  if (out->step_count == 0)
    *to++ = '/';
  *to++ = '\0';
  return to;
}

/* NAME=VALUE&...; empty parts are ignored, as HTML forms produce them. */
static bool
read_query(const char *at, http_target *out, char *to)
{
  while (*at) {
    size_t len = strcspn(at, "&");
    const char *end = at + len;
    const char *equals = memchr(at, '=', len);
    const char *name_end = equals ? equals : end;
    if (len > 0) {
      if (out->query_count == HTTP_QUERY_MOST)
        return false;
      http_pair *pair = &out->query[out->query_count++];
      pair->name = to;
      to = decode(at, name_end, true, to);
      pair->value = to;
      to = to ? decode(equals ? equals + 1 : end, end, true, to) : NULL;
      if (!to)
        return false;
    }
    at = *end ? end + 1 : end;
  }
  return true;
}

void
http_target_done(http_target *target)
{
  free(target->text);
  memset(target, 0, sizeof *target);
}

/* The path of a target in absolute form (RFC 9112, 3.2.2) begins behind its
 * authority, which is copied to `to`, room for all of it; the target itself for
 * any other. */
static const char *
split_authority(const char *sent, char *to, http_target *out)
{
  static const char scheme[] = "http://";
  if (strncasecmp(sent, scheme, sizeof scheme - 1) != 0)
    return sent;
  sent += sizeof scheme - 1;
  size_t len = strcspn(sent, "/?#");
  memcpy(to, sent, len);
  to[len] = '\0';
  out->authority = to;
  return sent[len] ? sent + len : "/";
}

/* The steps are stored twice, the query and the authority once, with a NUL
 * after each part; a name without '=' has an empty value. Decoding never makes
 * text longer. */
http_target_state
http_target_read(const char *sent, http_target *out)
{
  size_t len = strlen(sent);
  memset(out, 0, sizeof *out);
  if (len > HTTP_TARGET_MOST)
    return HTTP_TARGET_LONG;
  out->text = malloc(2 * len + HTTP_QUERY_MOST + 16);
  if (!out->text)
    return HTTP_TARGET_NO_MEMORY;
  char *to = out->text;
  sent = split_authority(sent, to, out);
  if (out->authority)
    to += strlen(to) + 1;
  if (*sent != '/') {
    http_target_done(out);
    return HTTP_TARGET_BAD;
  }
  const char *end = sent + strcspn(sent, "?");
  if (end - sent > 1)
    to = read_steps(sent, end, out, to);
  if (to)
    to = join_steps(out, to);
  if (to && read_query(*end ? end + 1 : end, out, to))
    return HTTP_TARGET_FINE;
  http_target_done(out);
  return HTTP_TARGET_BAD;
}

/* Linear: a query has at most HTTP_QUERY_MOST names. */
const char *
http_target_query(const http_target *target, const char *name)
{
  for (size_t i = 0; i < target->query_count; i++)
    if (strcmp(target->query[i].name, name) == 0)
      return target->query[i].value;
  return NULL;
}

/* Walks pattern and steps side by side; ":" and "*" steps are reported in
 * order. */
bool
http_pattern_fits(const char *pattern, const http_target *target,
                  const char *out[HTTP_PARAMETERS_MOST])
{
  size_t step = 0, found = 0;
  while (*pattern == '/' && pattern[1]) {
    const char *name = pattern + 1;
    size_t len = strcspn(name, "/");
    bool marked = *name == ':' || *name == '*';
    pattern = name + len;
    if (step == target->step_count)
      return false;
    const char *there = target->steps[step];
    if (!marked && (strlen(there) != len || memcmp(there, name, len) != 0))
      return false;
    if (marked && found < HTTP_PARAMETERS_MOST)
      out[found++] = *name == '*' ? target->rests[step] : there;
    if (*name == '*')
      return true;
    step++;
  }
  return step == target->step_count;
}
