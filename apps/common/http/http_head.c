/* http_head.c: see the header. Pure functions of bytes, so that a fuzz target
 * can call them (fuzz/fuzz_head.c). Finding the end and reading are two steps:
 * the first looks at each byte once however small the pieces are that arrive,
 * the second sees a head that is whole and whose lines all end in CR LF.
 */
#include "common/http/http_head.h"

#include "common/http/http_accept.h"
#include "common/http/http_guard.h"

#include <string.h>
#include <strings.h>

/* Each CR has its LF and each LF its CR: then the empty line is the only end
 * that anybody can find. */
http_head_state
http_head_find(const char *text, size_t len, size_t *end)
{
  for (size_t i = *end; i < len; i++) {
    bool after_cr = i > 0 && text[i - 1] == '\r';
    if (text[i] == '\0' || (text[i] == '\n') != after_cr)
      return HTTP_HEAD_BAD;
    if (text[i] == '\n' && i >= 3 && text[i - 2] == '\n') {
      *end = i + 1;
      return HTTP_HEAD_WHOLE;
    }
  }
  *end = len;
  return HTTP_HEAD_MORE;
}

/* Cut the next line off: it ends with NUL instead of CR LF. */
static char *
next_line(char **at)
{
  char *line = *at;
  char *cr = strchr(line, '\r');
  *cr = '\0';
  *at = cr + 2;
  return line;
}

/* METHOD SP TARGET SP HTTP/1.x, with single blanks. What is in the target is
 * decided by http_target_read(). */
static int
read_first(char *line, http_head *out)
{
  char *blank = strchr(line, ' ');
  char *second = blank ? strchr(blank + 1, ' ') : NULL;
  if (!second || second == blank + 1)
    return 400;
  *blank = *second = '\0';
  const char *version = second + 1;
  out->method = line;
  out->target = blank + 1;
  if (!http_header_is_strict(out->method, NULL) || strlen(version) != 8 ||
      memcmp(version, "HTTP/", 5) != 0 || version[6] != '.' ||
      strspn(version + 5, "0123456789") != 1 ||
      strspn(version + 7, "0123456789") != 1)
    return 400;
  out->old = version[7] == '0';
  return version[5] == '1' ? 0 : 505;
}

/* NAME ":" blanks VALUE blanks. A line that begins with a blank has no name
 * that is a token, so a folded one is refused here as well. */
static int
read_line(char *line, http_head *out)
{
  char *colon = strchr(line, ':');
  if (!colon)
    return 400;
  *colon = '\0';
  char *value = colon + 1 + strspn(colon + 1, " \t");
  size_t len = strlen(value);
  while (len > 0 && (value[len - 1] == ' ' || value[len - 1] == '\t'))
    len--;
  value[len] = '\0';
  if (!http_header_is_strict(line, value))
    return 400;
  if (out->line_count == HTTP_LINES_MOST)
    return 431;
  out->lines[out->line_count++] = (http_pair){line, value};
  return 0;
}

/* One empty line before the request is left over from the body of a careless
 * client: RFC 9112, 2.2. */
int
http_head_split(char *text, size_t len, http_head *out)
{
  char *at = text, *end = text + len - 2;
  *out = (http_head){.method = NULL};
  if (text[0] == '\r')
    at += 2;
  if (at >= end)
    return 400;
  int status = read_first(next_line(&at), out);
  while (status == 0 && at < end)
    status = read_line(next_line(&at), out);
  return status;
}

/* Names know no case. The first one counts; of those that decide how a request
 * is read, a second one was refused (http_head_facts). */
const char *
http_head_value(const http_head *head, const char *name)
{
  for (size_t i = 0; i < head->line_count; i++)
    if (strcasecmp(head->lines[i].name, name) == 0)
      return head->lines[i].value;
  return NULL;
}

/* A length is digits and nothing else: "+3", "3, 3" and "0x3" are read in more
 * than one way. Saturates, since only "too large" matters beyond 2^60. */
static void
note_length(const char *value, http_facts *out)
{
  const char *at = value;
  out->length = 0;
  for (; *at >= '0' && *at <= '9'; at++)
    if (out->length < UINT64_MAX / 16)
      out->length = out->length * 10 + (uint64_t)(*at - '0');
  out->lengths += at > value && *at == '\0' ? 1 : 2;
}

/* HTTP/1.0 has no chunks; what a proxy that does not know them would do with
 * such a request is anyone's guess. */
static void
note_coding(const char *value, http_facts *out)
{
  out->chunked = strcasecmp(value, "chunked") == 0;
  out->lengths += out->chunked && !out->old ? 1 : 2;
}

/* What else the list may name, keep-alive and upgrades, is not for us. */
static void
note_connection(const char *list, http_facts *out)
{
  http_choice choice;
  while (http_choice_next(&list, &choice))
    out->closes |= http_choice_is(&choice, "close");
}

/* Duplicates are the raw material of request smuggling, so they are counted,
 * not just found. */
void
http_head_facts(const http_head *head, http_facts *out)
{
  *out = (http_facts){.old = head->old, .closes = head->old};
  for (size_t i = 0; i < head->line_count; i++) {
    const char *name = head->lines[i].name, *value = head->lines[i].value;
    if (strcasecmp(name, "Host") == 0)
      out->hosts++;
    else if (strcasecmp(name, "Content-Length") == 0)
      note_length(value, out);
    else if (strcasecmp(name, "Transfer-Encoding") == 0)
      note_coding(value, out);
    else if (strcasecmp(name, "Connection") == 0)
      note_connection(value, out);
    else if (strcasecmp(name, "Expect") == 0)
      out->waits = strcasecmp(value, "100-continue") == 0;
  }
}
