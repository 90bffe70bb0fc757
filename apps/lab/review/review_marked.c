/* review_marked.c: the part of review_source.h that reads marked HTML: the
 * marks are removed in place, and what they declared becomes verdicts.
 *
 *     a<pith-nav data-reason="menu" data-score="0.91">b</pith-nav>c
 *     abc   and   {1, 2, navigation, 0.91, "menu"}
 *
 * Only marks as docs/formats/marked.md defines them are removed: a start mark
 * with both attributes, and an end mark after it. In UTF-16 there are none.
 */
#include "lab/review/review_source.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

static const char start_begin[] = "<pith-nav data-reason=\"";
static const char start_middle[] = "\" data-score=\"";
static const char start_end[] = "\">";
static const char end_mark[] = "</pith-nav>";

/* Reasons are lent for the program's life, so a mark's reason must be one that
 * methods have. */
static const char *
known_reason(const char *text, size_t len)
{
  const char *name;
  for (uint32_t i = 0; (name = pith_reason_name(i)); i++)
    if (strlen(name) == len && memcmp(name, text, len) == 0)
      return name;
  return "marked";
}

/* The length of a fixed text if it is at `at`, else 0. */
static size_t
fixed_len(const char *at, const char *end, const char *text)
{
  size_t len = strlen(text);
  return (size_t)(end - at) >= len && memcmp(at, text, len) == 0 ? len : 0;
}

/* The length of a start mark, 0 for none; fills reason and score. */
static size_t
start_mark(const char *from, const char *end, pith_verdict *out)
{
  const char *at = from + fixed_len(from, end, start_begin);
  if (at == from)
    return 0;
  const char *reason = at;
  while (at < end && *at != '"' && at - reason < 32)
    at++;
  out->reason = known_reason(reason, (size_t)(at - reason));
  size_t middle = fixed_len(at, end, start_middle);
  if (middle == 0)
    return 0;
  at += middle;
  out->score = 0;
  float unit = 1;
  for (int i = 0; i < 4 && at < end && *at != '"'; i++, at++) {
    if (*at >= '0' && *at <= '9') {
      out->score += unit * (float)(*at - '0');
      unit /= 10;
    }
  }
  out->score = out->score > 1 ? 1 : out->score;
  size_t close = fixed_len(at, end, start_end);
  return close == 0 ? 0 : (size_t)(at - from) + close;
}

/* The text only gets shorter, so it is written over itself. An end mark
 * without a start mark closes the last one again; its range is empty and
 * dropped. */
void
review_marks_strip(review_bytes *bytes)
{
  char *data = bytes->input.data;
  const char *end = data + bytes->input.len;
  char *out = data;
  size_t capacity = 0;
  pith_verdict open = {.label = PITH_NAVIGATION};
  for (const char *at = data; at < end;) {
    size_t len = *at == '<' ? start_mark(at, end, &open) : 0;
    if (len > 0)
      open.span.from = (uint32_t)(out - data);
    else if (*at == '<' && (len = fixed_len(at, end, end_mark)) > 0) {
      open.span.to = (uint32_t)(out - data);
      if (open.span.from < open.span.to) {
        NEED(bytes->saved, capacity, bytes->saved_count + 1u);
        bytes->saved[bytes->saved_count++] = open;
      }
    } else {
      *out++ = *at++;
    }
    at += len;
  }
  bytes->input.len = (size_t)(out - data);
}
