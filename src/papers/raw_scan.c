/*
 * See raw_scan.h. At a '<' the bytes behind it decide:
 *
 *     !--                            comment, to --> or --!>, or > or -> at
 * once ! otherwise, ?, / and no letter  to the next '>' letter, / and letter
 * tag anything else                  the '<' is text
 *
 * A tag is read attribute by attribute, since a '>' inside quotes does not end
 * it, and quotes count only where a value begins. Nothing is read twice but the
 * attributes of a tag somebody asks for, so the whole is linear.
 */
#include "papers/raw_scan.h"

#include "base/compiler.h"
#include "base/slice.h"

typedef enum attr_step {
  ATTR_FOUND,
  ATTR_TAG_ENDS, /* *at is behind its '>' */
  ATTR_CUT       /* the file ended first */
} attr_step;

static uint32_t
find_byte(const pith_raw_scan *scan, uint32_t from, char byte)
{
  if (from >= scan->len)
    return scan->len;
  const char *hit = memchr(scan->data + from, byte, scan->len - from);
  return hit ? (uint32_t)(hit - scan->data) : scan->len;
}

/* Behind the next '>', or the end of the file. */
static uint32_t
after_bracket(const pith_raw_scan *scan, uint32_t from)
{
  uint32_t at = find_byte(scan, from, '>');
  return at < scan->len ? at + 1 : at;
}

static bool
has_bytes(const pith_raw_scan *scan, uint32_t at, const char *bytes,
          uint32_t count)
{
  return scan->len - at >= count && memcmp(scan->data + at, bytes, count) == 0;
}

/* The end of a comment whose "<!--" ends at `at`. */
static uint32_t
after_comment(const pith_raw_scan *scan, uint32_t at)
{
  if (has_bytes(scan, at, ">", 1))
    return at + 1;
  if (has_bytes(scan, at, "->", 2))
    return at + 2;
  /* The '>' is the rarer byte in a comment, and it tells the end. */
  for (uint32_t hit = find_byte(scan, at, '>'); hit < scan->len;
       hit = find_byte(scan, hit + 1, '>')) {
    if (hit - at >= 2 && has_bytes(scan, hit - 2, "--", 2))
      return hit + 1;
    if (hit - at >= 3 && has_bytes(scan, hit - 3, "--!", 3))
      return hit + 1;
  }
  return scan->len;
}

static uint32_t
skip_spaces(const pith_raw_scan *scan, uint32_t at)
{
  while (at < scan->len && pith__is_space(scan->data[at]))
    at++;
  return at;
}

static uint32_t
name_end(const pith_raw_scan *scan, uint32_t at)
{
  for (; at < scan->len; at++) {
    char c = scan->data[at];
    if (pith__is_space(c) || c == '/' || c == '>')
      break;
  }
  return at;
}

/* As name_end(), but '=' ends it too. */
static uint32_t
attr_name_end(const pith_raw_scan *scan, uint32_t at)
{
  for (; at < scan->len; at++) {
    char c = scan->data[at];
    if (pith__is_space(c) || c == '/' || c == '>' || c == '=')
      break;
  }
  return at;
}

/* The value whose first byte, a quote perhaps, is at `at`: returns where the
 * tag goes on. A missing quote gives the end of the file. */
static uint32_t
read_value(const pith_raw_scan *scan, uint32_t at, pith_span *value)
{
  uint32_t end;
  if (at < scan->len && (scan->data[at] == '"' || scan->data[at] == '\'')) {
    end = find_byte(scan, at + 1, scan->data[at]);
    value->from = at + 1;
    value->to = end;
    return end < scan->len ? end + 1 : end;
  }
  for (end = at; end < scan->len; end++)
    if (pith__is_space(scan->data[end]) || scan->data[end] == '>')
      break;
  value->from = at;
  value->to = end;
  return end;
}

static attr_step
next_attr(const pith_raw_scan *scan, uint32_t *place, pith_raw_attr *attr)
{
  uint32_t at = *place;
  while (at < scan->len &&
         (scan->data[at] == '/' || pith__is_space(scan->data[at])))
    at++;
  *place = at;
  if (at == scan->len)
    return ATTR_CUT;
  if (scan->data[at] == '>') {
    *place = at + 1;
    return ATTR_TAG_ENDS;
  }
  attr->name.from = at;
  attr->name.to = at = attr_name_end(scan, at + 1);
  at = skip_spaces(scan, at);
  attr->value.from = attr->value.to = attr->name.to;
  if (at < scan->len && scan->data[at] == '=')
    at = read_value(scan, skip_spaces(scan, at + 1), &attr->value);
  *place = at;
  return at < scan->len ? ATTR_FOUND : ATTR_CUT;
}

/* A tag begins at scan->at; its name at `name`. */
static void
read_tag(pith_raw_scan *scan, uint32_t name, pith_raw_piece *piece)
{
  pith_raw_attr attr;
  attr_step step;
  piece->kind = name - scan->at == 1 ? PITH_RAW_START_TAG : PITH_RAW_END_TAG;
  piece->name.from = name;
  piece->name.to = name_end(scan, name);
  uint32_t at = piece->name.to;
  do
    step = next_attr(scan, &at, &attr);
  while (step == ATTR_FOUND);
  if (step == ATTR_CUT) {
    piece->kind = PITH_RAW_CUT_TAG;
    at = scan->len;
  }
  scan->at = at;
}

/* The markup that begins with the '<' at scan->at. False: it is text. */
static bool
read_markup(pith_raw_scan *scan, pith_raw_piece *piece)
{
  uint32_t at = scan->at + 1;
  if (at == scan->len)
    return false;
  char first = scan->data[at];
  if (pith__is_letter(first)) {
    read_tag(scan, at, piece);
    return true;
  }
  if (first == '/') {
    if (at + 1 == scan->len)
      return false;
    if (pith__is_letter(scan->data[at + 1])) {
      read_tag(scan, at + 1, piece);
      return true;
    }
  } else if (first != '!' && first != '?') {
    return false;
  }
  piece->kind = PITH_RAW_COMMENT;
  scan->at = has_bytes(scan, at, "!--", 3) ? after_comment(scan, at + 3)
                                           : after_bracket(scan, at + 1);
  return true;
}

/* Whether the '<' at `at` begins markup. */
static bool
is_markup(const pith_raw_scan *scan, uint32_t at)
{
  if (scan->len - at < 2)
    return false;
  char first = scan->data[at + 1];
  if (first == '/')
    return scan->len - at > 2;
  return pith__is_letter(first) || first == '!' || first == '?';
}

static void
read_text(pith_raw_scan *scan)
{
  uint32_t at = find_byte(scan, scan->at, '<');
  while (at < scan->len && !is_markup(scan, at))
    at = find_byte(scan, at + 1, '<');
  scan->at = at;
}

/* Whether an end tag of this name begins with the '<' at `at`. */
static bool
is_end_tag(const pith_raw_scan *scan, uint32_t at, pith_slice name)
{
  if (scan->len - at < name.len + 3 || scan->data[at + 1] != '/')
    return false;
  for (uint32_t i = 0; i < name.len; i++)
    if (pith__lower(scan->data[at + 2 + i]) != pith__lower(name.data[i]))
      return false;
  char next = scan->data[at + 2 + name.len];
  return pith__is_space(next) || next == '/' || next == '>';
}

pith_status
pith__raw_scan_init(pith_raw_scan *scan, pith_slice page)
{
  scan->data = page.data;
  scan->len = 0;
  scan->at = 0;
  if (page.len > UINT32_MAX)
    return PITH_LIMIT;
  scan->len = (uint32_t)page.len;
  return PITH_OK;
}

void
pith__raw_scan_next(pith_raw_scan *scan, pith_raw_piece *piece)
{
  uint32_t from = scan->at;
  piece->name.from = piece->name.to = from;
  if (from == scan->len) {
    piece->kind = PITH_RAW_END;
  } else if (scan->data[from] != '<' || !read_markup(scan, piece)) {
    piece->kind = PITH_RAW_TEXT;
    read_text(scan);
  }
  piece->span.from = from;
  piece->span.to = scan->at;
}

void
pith__raw_scan_element(pith_raw_scan *scan, const pith_raw_piece *start,
                       pith_raw_element *element)
{
  pith_slice name = pith__raw_slice(scan, start->name);
  uint32_t at = find_byte(scan, scan->at, '<');
  while (at < scan->len && !is_end_tag(scan, at, name))
    at = find_byte(scan, at + 1, '<');
  element->body.from = scan->at;
  element->body.to = at;
  scan->at = at;
  if (at < scan->len) {
    pith_raw_piece end;
    read_tag(scan, at + 2, &end);
  }
  element->span.from = start->span.from;
  element->span.to = scan->at;
}

bool
pith__raw_attr_next(const pith_raw_scan *scan, uint32_t *at,
                    pith_raw_attr *attr)
{
  return next_attr(scan, at, attr) == ATTR_FOUND;
}

bool
pith__raw_name_is(const pith_raw_scan *scan, const pith_raw_piece *tag,
                  const char *name)
{
  return pith__slice_equal_folded(pith__raw_slice(scan, tag->name),
                                  pith__slice_of(name));
}
