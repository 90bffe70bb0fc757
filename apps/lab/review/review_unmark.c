/* review_unmark.c: the part of review_source.h that reads marked HTML: the
 * marks go out, the page as it was and what the marks said stay.
 *
 * Only what docs/formats/marked.md calls a mark is taken: a start mark with
 * both attributes, and an end mark behind it. In UTF-16 marks are not looked
 * for.
 */
#include "lab/review/review_source.h"

#include "common/system/array_grow.h"

#include <stdlib.h>
#include <string.h>

static const char start_begin[] = "<pith-nav data-reason=\"";
static const char start_middle[] = "\" data-score=\"";
static const char start_end[] = "\">";
static const char end_mark[] = "</pith-nav>";

/* Reasons are lent for the program's life, so a mark's reason must be one that
 * is written here. */
static const char *
known_reason(const char *text, size_t len)
{
  static const char *const reasons[] = {"all-there-is",   "beside-the-text",
                                        "chain",          "changing-slot",
                                        "chain-leftover", "comment",
                                        "comments",       "company",
                                        "footer",         "form",
                                        "frame",          "header",
                                        "heading",        "hidden",
                                        "keyword-list",   "line-numbers",
                                        "link-list",      "links",
                                        "menu",           "menu-slot",
                                        "no-prose",       "no-sentence",
                                        "none",           "outside",
                                        "outside-text",   "overlay",
                                        "repeats",        "repeats-on-site",
                                        "said-before",    "sentence",
                                        "sibling",        "sidebar",
                                        "subtree",        "text"};
  for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
    if (strlen(reasons[i]) == len && memcmp(reasons[i], text, len) == 0)
      return reasons[i];
  return "marked";
}

/* How many bytes a fixed text has here, 0 when it does not stand here. */
static size_t
stands(const char *at, const char *end, const char *text)
{
  size_t len = strlen(text);
  return (size_t)(end - at) >= len && memcmp(at, text, len) == 0 ? len : 0;
}

/* The length of a start mark, 0 for none; fills reason and score. */
static size_t
start_mark(const char *from, const char *end, pith_verdict *out)
{
  const char *at = from + stands(from, end, start_begin);
  if (at == from)
    return 0;
  const char *reason = at;
  while (at < end && *at != '"' && at - reason < 32)
    at++;
  out->reason = known_reason(reason, (size_t)(at - reason));
  size_t middle = stands(at, end, start_middle);
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
  size_t close = stands(at, end, start_end);
  return close == 0 ? 0 : (size_t)(at - from) + close;
}

static bool
add_saved(review_bytes *bytes, size_t *capacity, const pith_verdict *verdict)
{
  pith_verdict *list =
      array_grow(bytes->saved, bytes->saved_count, capacity, sizeof *list);
  if (!list)
    return false;
  bytes->saved = list;
  bytes->saved[bytes->saved_count++] = *verdict;
  return true;
}

bool
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
    else if (*at == '<' && (len = stands(at, end, end_mark)) > 0) {
      open.span.to = (uint32_t)(out - data);
      if (open.span.from < open.span.to && !add_saved(bytes, &capacity, &open))
        return false;
    } else {
      *out++ = *at++;
    }
    at += len;
  }
  bytes->input.len = (size_t)(out - data);
  return true;
}
