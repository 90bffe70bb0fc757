/*
 * Reading a tag again from the source (WHATWG HTML, "Tokenization", from "tag
 * name state" to "after attribute value (quoted) state"). What the states make
 * of odd characters does not change where an attribute begins and ends, so
 * this is much shorter than the tokenizer.
 */
#include "html/token/tag_scan.h"

#include "base/slice.h"

/* White space, '/' and '>' end a name. */
static bool
ends_name(char c)
{
  return pith__is_space(c) || c == '/' || c == '>';
}

/* Behind the name of the tag; '/' of an end tag is skipped. */
void
pith__tag_scan_init(pith_tag_scan *scan, pith_slice text, uint32_t from)
{
  scan->text = text.data;
  scan->end = (uint32_t)text.len;
  scan->at = from + 1;
  scan->closed = false;
  if (scan->at < scan->end && scan->text[scan->at] == '/')
    scan->at++;
  while (scan->at < scan->end && !ends_name(scan->text[scan->at]))
    scan->at++;
}

static void
skip_spaces(pith_tag_scan *scan)
{
  while (scan->at < scan->end && pith__is_space(scan->text[scan->at]))
    scan->at++;
}

/* The first byte of a name may be '=' (HTML, "Before attribute name state"). */
static pith_span
read_name(pith_tag_scan *scan)
{
  pith_span name = {scan->at, scan->at + 1};
  while (name.to < scan->end && !ends_name(scan->text[name.to]) &&
         scan->text[name.to] != '=')
    name.to++;
  scan->at = name.to;
  return name;
}

/* Up to the same quote; a missing one means the end of the text. */
static pith_span
read_quoted(pith_tag_scan *scan, char quote)
{
  pith_span value = {scan->at + 1, scan->end};
  const char *end =
      memchr(scan->text + value.from, quote, scan->end - value.from);
  if (end)
    value.to = (uint32_t)(end - scan->text);
  scan->at = end ? value.to + 1 : scan->end;
  return value;
}

/* An unquoted value ends at white space or '>'; '/' is part of it. */
static pith_span
read_value(pith_tag_scan *scan)
{
  pith_span value = {scan->at, scan->at};
  if (scan->at >= scan->end)
    return value;
  char first = scan->text[scan->at];
  if (first == '"' || first == '\'')
    return read_quoted(scan, first);
  while (value.to < scan->end && !pith__is_space(scan->text[value.to]) &&
         scan->text[value.to] != '>')
    value.to++;
  scan->at = value.to;
  return value;
}

/* White space and '/' before a name mean nothing. A name without '=' ends
 * where it ends, not behind the white space after it. */
bool
pith__tag_scan_next(pith_tag_scan *scan, pith_tag_part *out)
{
  out->from = scan->at;
  while (scan->at < scan->end && ends_name(scan->text[scan->at])) {
    if (scan->text[scan->at] == '>') {
      scan->at++;
      scan->closed = true;
      return false;
    }
    scan->at++;
  }
  if (scan->at >= scan->end)
    return false;
  out->name = read_name(scan);
  out->to = scan->at;
  out->value.from = out->value.to = scan->at;
  skip_spaces(scan);
  if (scan->at < scan->end && scan->text[scan->at] == '=') {
    scan->at++;
    skip_spaces(scan);
    out->value = read_value(scan);
    out->to = scan->at;
  } else {
    scan->at = out->to;
  }
  return true;
}

bool
pith__is_markup(pith_slice text, uint32_t at)
{
  if (at + 1 >= text.len)
    return false;
  char next = text.data[at + 1];
  return pith__is_letter(next) || next == '/' || next == '!' || next == '?';
}

/* HTML, the comment states: "-->" and "--!>" end a comment, and "<!-->" and
 * "<!--->" are whole. */
static uint32_t
comment_end(pith_slice text, uint32_t from)
{
  for (uint32_t at = from + 2; at < text.len; at++) {
    const char *found = memchr(text.data + at, '>', text.len - at);
    if (!found)
      break;
    at = (uint32_t)(found - text.data);
    bool plain = at >= from + 4 && found[-1] == '-' && found[-2] == '-';
    bool bang = at >= from + 7 && found[-1] == '!' && found[-2] == '-' &&
                found[-3] == '-';
    if (plain || bang)
      return at + 1;
  }
  return (uint32_t)text.len;
}

/* Tags are read attribute by attribute; comments and the rest end at a '>'. */
uint32_t
pith__markup_end(pith_slice text, uint32_t from)
{
  pith_tag_scan scan;
  pith_tag_part part;
  bool letter = from + 1 < text.len &&
                (pith__is_letter(text.data[from + 1]) ||
                 (text.data[from + 1] == '/' && from + 2 < text.len &&
                  pith__is_letter(text.data[from + 2])));
  if (!letter) {
    if (text.len - from >= 4 && memcmp(text.data + from, "<!--", 4) == 0)
      return comment_end(text, from);
    const char *end = memchr(text.data + from, '>', text.len - from);
    return end ? (uint32_t)(end + 1 - text.data) : (uint32_t)text.len;
  }
  pith__tag_scan_init(&scan, text, from);
  while (pith__tag_scan_next(&scan, &part))
    continue;
  return scan.at;
}
