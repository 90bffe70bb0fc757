/*
 * Characters that would mean something are written so that they do not
 * (CommonMark, "Backslash escapes"). Only where they would: "snake_case",
 * "C#" and "3 - 2" stay readable.
 */
#include "render/markdown/markdown.h"

#include "base/slice.h"
#include "page/text/characters.h"

/* What is being written, and what is around it. */
typedef struct escaping {
  pith_markdown *markdown;
  const char *p;
  const char *start; /* of the whole stretch */
  const char *end;
} escaping;

/* The character behind the current one; a blank at the end of a stretch. */
static char
next_of(const escaping *at)
{
  return at->end - at->p > 1 ? at->p[1] : ' ';
}

/* The character before the current one; a blank at its start. */
static char
last_of(const escaping *at)
{
  return at->p > at->start ? at->p[-1] : ' ';
}

static bool
is_alphanumeric(char c)
{
  return pith__is_letter(c) || pith__is_digit(c);
}

/* Whether '&' begins what a reader of Markdown takes for a reference
 * (CommonMark, "Entity and numeric character references"). */
static bool
is_reference(const char *p, const char *end)
{
  const char *at = p + 1;
  if (at < end && *at == '#')
    at++;
  const char *name = at;
  while (at < end && at - name < 40 && is_alphanumeric(*at))
    at++;
  return at > name && at < end && *at == ';';
}

/* Whether digits at the start of a line look like the number of a list item. */
static bool
is_number_mark(const escaping *at)
{
  const char *p = at->p;
  while (p < at->end && pith__is_digit(*p))
    p++;
  return p > at->p && p < at->end && (*p == '.' || *p == ')') &&
         (at->end - p == 1 || p[1] == ' ');
}

/* Signs that mean something only at the start of a line: headings, quotes,
 * list items, underlines of headings. */
static bool
means_something_first(const escaping *at)
{
  switch (*at->p) {
  case '#':
  case '>':
  case '=':
    return true;
  case '-':
  case '+':
    return next_of(at) == ' ' || next_of(at) == *at->p;
  default:
    return false;
  }
}

/* Signs that mean something anywhere. Some depend on their neighbours: an
 * underscore inside a word does not (CommonMark, "Emphasis and strong
 * emphasis"). */
static bool
means_something(const escaping *at)
{
  const pith_markdown *markdown = at->markdown;
  switch (*at->p) {
  case '\\':
  case '`':
  case '*':
  case '[':
  case ']':
  case '<':
  case '~':
    return true;
  case '_':
    return !is_alphanumeric(last_of(at)) || !is_alphanumeric(next_of(at));
  case '&':
    return is_reference(at->p, at->end);
  case '!': /* before a link it would make an image */
    return at->end - at->p == 1 && markdown->after == '!';
  case '|':
    return markdown->place == PITH_PLACE_CELL || markdown->many_lines;
  case '#': /* may close a heading */
    return markdown->place == PITH_PLACE_HEADING && last_of(at) == ' ';
  default:
    return false;
  }
}

/* A box of a task list (GitHub Flavored Markdown, "Task list items") at the
 * start of an item keeps its brackets. */
static size_t
task_box(const pith_markdown *markdown, pith_slice words)
{
  bool box = markdown->line_start && markdown->place == PITH_PLACE_PARAGRAPH &&
             markdown->lines.depth > 0 && words.len > 3 &&
             (memcmp(words.data, "[x] ", 4) == 0 ||
              memcmp(words.data, "[ ] ", 4) == 0);
  return box ? 4 : 0;
}

/* Text between two escapes is copied in one piece. */
void
pith__markdown_escape(pith_markdown *markdown, pith_styled part,
                      pith_styled whole)
{
  const char *words = markdown->flow->words.data;
  pith_buffer *out = markdown->out;
  const char *end = words + part.to, *copied = words + part.from;
  escaping at = {markdown, copied, words + whole.from, words + whole.to};
  const char *number_sign = NULL;
  if (part.from == part.to)
    return;
  at.p += task_box(markdown, pith__slice(at.p, (size_t)(end - at.p)));
  markdown->line_start &= at.p == copied;
  if (markdown->line_start && is_number_mark(&at)) {
    number_sign = at.p;
    while (pith__is_digit(*number_sign))
      number_sign++;
  }
  for (; at.p < end; at.p++) {
    bool first = markdown->line_start && means_something_first(&at);
    markdown->line_start = false;
    if (!first && at.p != number_sign && !means_something(&at))
      continue;
    pith__buffer_append(out, copied, (size_t)(at.p - copied));
    pith__buffer_append_char(out, '\\');
    copied = at.p;
  }
  pith__buffer_append(out, copied, (size_t)(end - copied));
}

size_t
pith__markdown_ticks(pith_slice code)
{
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < code.len; i++) {
    run = code.data[i] == '`' ? run + 1 : 0;
    longest = run > longest ? run : longest;
  }
  return longest;
}

void
pith__markdown_fence(pith_buffer *out, size_t count)
{
  while (count-- > 0)
    pith__buffer_append_char(out, '`');
}

/* CommonMark, "Code spans": more ticks than any run inside, and blanks where
 * the code begins or ends with a tick. */
void
pith__markdown_code(pith_markdown *markdown, pith_slice code)
{
  pith_buffer *out = markdown->out;
  size_t ticks = pith__markdown_ticks(code) + 1;
  bool pad = code.data[0] == '`' || code.data[code.len - 1] == '`';
  pith__markdown_fence(out, ticks);
  if (pad)
    pith__buffer_append_char(out, ' ');
  pith__buffer_append(out, code.data, code.len);
  if (pad)
    pith__buffer_append_char(out, ' ');
  pith__markdown_fence(out, ticks);
  markdown->line_start = false;
}

/* CommonMark, "Links": a destination without angle brackets. What could end
 * it early is percent-encoded, brackets and references are escaped. */
void
pith__markdown_destination(pith_markdown *markdown, pith_slice address)
{
  static const char digits[] = "0123456789ABCDEF";
  pith_buffer *out = markdown->out;
  for (size_t i = 0; i < address.len; i++) {
    unsigned char c = (unsigned char)address.data[i];
    if (c <= ' ' || c == 0x7F || strchr("\\<>\"`|", c)) {
      char coded[3] = {'%', digits[c >> 4], digits[c & 15]};
      pith__buffer_append(out, coded, 3);
      continue;
    }
    if (c == '(' || c == ')' ||
        (c == '&' &&
         is_reference(address.data + i, address.data + address.len)))
      pith__buffer_append_char(out, '\\');
    pith__buffer_append_char(out, (char)c);
  }
}

/* White space of `alt` is collapsed: a label is one line. */
void
pith__markdown_label(pith_markdown *markdown, pith_slice text)
{
  pith_buffer *out = markdown->out;
  bool blank = false;
  if (text.len == 0)
    return;
  escaping at = {markdown, text.data, text.data, text.data + text.len};
  for (; at.p < at.end; at.p++) {
    if ((unsigned char)*at.p <= ' ' || *at.p == 0x7F) {
      blank = true;
      continue;
    }
    if (blank)
      pith__buffer_append_char(out, ' ');
    blank = false;
    if (means_something(&at))
      pith__buffer_append_char(out, '\\');
    pith__buffer_append_char(out, *at.p);
  }
}
