/* http_target.c: see the header. One block of memory holds the path with its
 * slashes, the same steps each ended by NUL, and the pieces of the query.
 */
#include "common/http/http_target.h"

#include "common/system/utf8_character.h"

#include <stdlib.h>
#include <string.h>

/* The value of a hexadecimal digit, 16 when it is none. */
static unsigned
hex_digit(char c)
{
  char low = (char)(c | 0x20);
  if (c >= '0' && c <= '9')
    return (unsigned)(c - '0');
  return low >= 'a' && low <= 'f' ? (unsigned)(low - 'a' + 10) : 16;
}

/* Decode one piece, up to `end`, and put NUL behind it. NULL when an escape is
 * none or stands for NUL; else where to write on. */
static char *
decode(const char *at, const char *end, bool plus, char *to)
{
  while (at < end) {
    char c = *at++;
    if (c == '%') {
      if (end - at < 2 || hex_digit(at[0]) > 15 || hex_digit(at[1]) > 15)
        return NULL;
      c = (char)(hex_digit(at[0]) << 4 | hex_digit(at[1]));
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

/* Whether a decoded step may stand in a path. */
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

/* Decode the path up to `end`; gives where to write on, NULL when it is bad. */
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

/* Write the steps once more, with slashes. */
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

http_target_state
http_target_read(const char *sent, http_target *out)
{
  size_t len = strlen(sent);
  memset(out, 0, sizeof *out);
  if (len > HTTP_TARGET_MOST)
    return HTTP_TARGET_LONG;
  if (*sent != '/')
    return HTTP_TARGET_BAD;
  /* Each step twice, each piece of the query once, a NUL behind each; a name
   * without '=' has an empty value. */
  out->text = malloc(2 * len + HTTP_QUERY_MOST + 8);
  if (!out->text)
    return HTTP_TARGET_NO_MEMORY;
  const char *end = sent + strcspn(sent, "?");
  char *to = out->text;
  if (end - sent > 1)
    to = read_steps(sent, end, out, to);
  if (to)
    to = join_steps(out, to);
  if (to && read_query(*end ? end + 1 : end, out, to))
    return HTTP_TARGET_FINE;
  http_target_done(out);
  return HTTP_TARGET_BAD;
}

void
http_target_done(http_target *target)
{
  free(target->text);
  memset(target, 0, sizeof *target);
}

const char *
http_target_query(const http_target *target, const char *name)
{
  for (size_t i = 0; i < target->query_count; i++)
    if (strcmp(target->query[i].name, name) == 0)
      return target->query[i].value;
  return NULL;
}

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
