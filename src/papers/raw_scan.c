/*
 * See raw_scan.h. At a '<' the bytes behind it decide:
 *
 *     !--                          comment, to --> or --!>
 *     !, ?, or / and no letter     to the next '>'
 *     a letter, or / and a letter  tag
 *     anything else                the '<' is text
 *
 * Where a tag or comment ends is decided by html/token/tag_scan.c, as for
 * every other reader of the source. Nothing is read twice but the attributes
 * that a caller looks at, so the whole is linear.
 */
#include "papers/raw_scan.h"

#include "base/slice.h"
#include "html/token/tag_scan.h"

/* The next byte of this kind, or the end. */
static uint32_t
find_byte(const pith_raw_scan *scan, uint32_t from, char byte)
{
  if (from >= scan->len)
    return scan->len;
  const char *hit = memchr(scan->data + from, byte, scan->len - from);
  return hit ? (uint32_t)(hit - scan->data) : scan->len;
}

static pith_slice
all_bytes(const pith_raw_scan *scan)
{
  return pith__slice(scan->data, scan->len);
}

/* The tag whose '<' is at `from`. Attributes are passed over one by one,
 * because a '>' inside a quoted value does not end the tag. */
static void
read_tag(pith_raw_scan *scan, uint32_t from, pith_raw_piece *piece)
{
  pith_tag_scan tag;
  pith_tag_part part;
  pith__tag_scan_init(&tag, all_bytes(scan), from);
  piece->kind =
      scan->data[from + 1] == '/' ? PITH_RAW_END_TAG : PITH_RAW_START_TAG;
  piece->name.from = from + (piece->kind == PITH_RAW_END_TAG ? 2 : 1);
  piece->name.to = tag.at;
  while (pith__tag_scan_next(&tag, &part))
    continue;
  if (!tag.closed)
    piece->kind = PITH_RAW_CUT_TAG;
  scan->at = tag.closed ? tag.at : scan->len;
}

/* Whether the '<' at `at` begins markup. "</" at the very end of the file is
 * text. */
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

/* The markup that begins with the '<' at scan->at. False: it is text. */
static bool
read_markup(pith_raw_scan *scan, pith_raw_piece *piece)
{
  uint32_t from = scan->at;
  if (!is_markup(scan, from))
    return false;
  uint32_t name = from + (scan->data[from + 1] == '/' ? 2 : 1);
  if (pith__is_letter(scan->data[name])) {
    read_tag(scan, from, piece);
  } else {
    piece->kind = PITH_RAW_COMMENT;
    scan->at = pith__markup_end(all_bytes(scan), from);
  }
  return true;
}

/* Text goes on over every '<' that begins no markup. */
static void
read_text(pith_raw_scan *scan)
{
  uint32_t at = find_byte(scan, scan->at, '<');
  while (at < scan->len && !is_markup(scan, at))
    at = find_byte(scan, at + 1, '<');
  scan->at = at;
}

/* Whether an end tag of this name begins with the '<' at `at`. The name must
 * end there: `</scripts>` does not end a script. */
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

/* Offsets are 32 bits wide. */
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

/* Each byte of the page is in exactly one piece. */
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

/* As browsers read `script`: nothing but its own end tag ends it. */
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
    read_tag(scan, at, &end);
  }
  element->span.from = start->span.from;
  element->span.to = scan->at;
}

bool
pith__raw_attr_next(const pith_raw_scan *scan, uint32_t *at,
                    pith_raw_attr *attr)
{
  pith_tag_scan tag = {.text = scan->data, .at = *at, .end = scan->len};
  pith_tag_part part;
  if (!pith__tag_scan_next(&tag, &part))
    return false;
  attr->name = part.name;
  attr->value = part.value;
  *at = tag.at;
  return true;
}

bool
pith__raw_name_is(const pith_raw_scan *scan, const pith_raw_piece *tag,
                  const char *name)
{
  return pith__slice_is(pith__raw_slice(scan, tag->name), name);
}
