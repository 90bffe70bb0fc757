/*
 * Bytes in, the encoding that the page declares out (WHATWG HTML, "Determining
 * the character encoding"). A cursor walks over the first 1,024 bytes as the
 * standard's pointer does. Running off their end stops everything: half a
 * `meta` element declares nothing. After that only an XML declaration at the
 * very start can still decide.
 *
 * What surprises: this is no tokenizer. A `meta` inside a script or a string
 * counts, one inside a comment does not, and the attributes of every tag are
 * read only to find where the tag ends.
 */
#include "decode/prescan.h"

#include "base/slice.h"
#include "decode/label.h"

#define PRESCAN_BYTES 1024

typedef struct scan_cursor {
  const char *at;
  const char *end;
} scan_cursor;

/* What "get an attribute" finds; `name` empty means that there was none. */
typedef struct scan_attribute {
  pith_slice name;
  pith_slice value;
} scan_attribute;

/* The variables of step "meta" of the prescan. */
typedef struct scan_meta {
  bool got_pragma;
  bool need_pragma; /* meaningful once an encoding was named */
  bool named;       /* by `charset` or `content` */
  bool known;       /* and it is one of ours */
  pith_encoding encoding;
  bool seen_http_equiv, seen_content, seen_charset;
} scan_meta;

/* Bytes that have not been read. */
static size_t
left(const scan_cursor *cursor)
{
  return (size_t)(cursor->end - cursor->at);
}

/* Whether the cursor is at this text, in any case of letters. */
static bool
is_here(const scan_cursor *cursor, const char *lower)
{
  size_t len = strlen(lower);
  return left(cursor) >= len &&
         pith__slice_equal_folded(pith__slice(cursor->at, len),
                                  pith__slice(lower, len));
}

static void
skip_spaces(scan_cursor *cursor)
{
  while (cursor->at < cursor->end && pith__is_space(*cursor->at))
    cursor->at++;
}

/* Go to the byte after `text`; false when it does not come. */
static bool
skip_past(scan_cursor *cursor, const char *text)
{
  for (; cursor->at < cursor->end; cursor->at++)
    if (is_here(cursor, text)) {
      cursor->at += strlen(text);
      return true;
    }
  return false;
}

/* What ends a name or an unquoted value. */
static bool
ends_word(char c)
{
  return pith__is_space(c) || c == '>';
}

/* Read an attribute value at the cursor. False at the end of the bytes. */
static bool
read_value(scan_cursor *cursor, pith_slice *value)
{
  skip_spaces(cursor);
  if (cursor->at == cursor->end)
    return false;
  char quote = *cursor->at;
  bool quoted = quote == '"' || quote == '\'';
  if (quoted)
    cursor->at++;
  const char *from = cursor->at;
  while (cursor->at < cursor->end &&
         (quoted ? *cursor->at != quote : !ends_word(*cursor->at)))
    cursor->at++;
  if (cursor->at == cursor->end)
    return false;
  *value = pith__slice(from, (size_t)(cursor->at - from));
  if (quoted)
    cursor->at++;
  return true;
}

/* Step over what may be between attributes. */
static void
skip_separators(scan_cursor *cursor)
{
  while (cursor->at < cursor->end &&
         (pith__is_space(*cursor->at) || *cursor->at == '/'))
    cursor->at++;
}

/* "Get an attribute". An empty name means that the tag has no more. False at
 * the end of the bytes. */
static bool
read_attribute(scan_cursor *cursor, scan_attribute *out)
{
  out->name = out->value = pith__slice("", 0);
  skip_separators(cursor);
  if (cursor->at == cursor->end)
    return false;
  if (*cursor->at == '>')
    return true;
  const char *from = cursor->at;
  while (cursor->at < cursor->end && !ends_word(*cursor->at) &&
         *cursor->at != '/' && (*cursor->at != '=' || cursor->at == from))
    cursor->at++;
  out->name = pith__slice(from, (size_t)(cursor->at - from));
  skip_spaces(cursor);
  if (cursor->at == cursor->end)
    return false;
  if (*cursor->at != '=')
    return true;
  cursor->at++;
  skip_spaces(cursor);
  if (cursor->at < cursor->end && *cursor->at == '>')
    return true; /* `a=>`: the value is empty, and the tag ends here */
  return read_value(cursor, &out->value);
}

/* "Extracting a character encoding from a meta element": find `charset`, `=`
 * and a value in `content`. */
static bool
find_charset(pith_slice content, pith_slice *label)
{
  scan_cursor cursor = {content.data, content.data + content.len};
  do {
    if (!skip_past(&cursor, "charset"))
      return false;
    skip_spaces(&cursor);
  } while (cursor.at == cursor.end || *cursor.at != '=');
  cursor.at++;
  skip_spaces(&cursor);
  if (cursor.at == cursor.end)
    return false;
  char quote = *cursor.at;
  const char *from = cursor.at;
  if (quote == '"' || quote == '\'') {
    const char *close = memchr(from + 1, quote, left(&cursor) - 1);
    if (!close)
      return false;
    *label = pith__slice(from + 1, (size_t)(close - from - 1));
    return true;
  }
  while (cursor.at < cursor.end && !pith__is_space(*cursor.at) &&
         *cursor.at != ';')
    cursor.at++;
  *label = pith__slice(from, (size_t)(cursor.at - from));
  return true;
}

/* The first attribute of a name counts, as in "attribute list" of the
 * standard. */
static bool
is_named(const scan_attribute *attribute, const char *name, bool *seen)
{
  if (*seen || !pith__slice_equal_folded(attribute->name, pith__slice_of(name)))
    return false;
  *seen = true; /* only the first attribute of a name counts */
  return true;
}

/* An unknown label names no encoding: the element is ignored. */
static void
name_encoding(scan_meta *meta, pith_slice label, bool need_pragma)
{
  meta->named = true;
  meta->need_pragma = need_pragma;
  meta->known = pith__encoding_find(label, &meta->encoding);
}

/* HTML, "prescan a byte stream", the table of http-equiv, content and
 * charset. */
static void
note_attribute(scan_meta *meta, const scan_attribute *attribute)
{
  pith_slice label;
  if (is_named(attribute, "http-equiv", &meta->seen_http_equiv)) {
    if (pith__slice_equal_folded(attribute->value,
                                 pith__slice_of("content-type")))
      meta->got_pragma = true;
  } else if (is_named(attribute, "content", &meta->seen_content)) {
    if (!meta->named && find_charset(attribute->value, &label) &&
        pith__encoding_find(label, &meta->encoding))
      name_encoding(meta, label, true);
  } else if (is_named(attribute, "charset", &meta->seen_charset)) {
    name_encoding(meta, attribute->value, false);
  }
}

/* Read the attributes of a `meta`. False at the end of the bytes; `out` is
 * written, and `found` set, when the element names an encoding. */
static bool
read_meta(scan_cursor *cursor, bool *found, pith_encoding *out)
{
  scan_meta meta = {0};
  scan_attribute attribute;
  for (;;) {
    if (!read_attribute(cursor, &attribute))
      return false;
    if (attribute.name.len == 0)
      break;
    note_attribute(&meta, &attribute);
  }
  if (!meta.named || !meta.known || (meta.need_pragma && !meta.got_pragma))
    return true;
  *found = true;
  *out = pith__encoding_for_meta(meta.encoding);
  return true;
}

/* Any other tag: over its name, then over its attributes. */
static bool
skip_tag(scan_cursor *cursor)
{
  scan_attribute attribute;
  while (cursor->at < cursor->end && !ends_word(*cursor->at))
    cursor->at++;
  do {
    if (!read_attribute(cursor, &attribute))
      return false;
  } while (attribute.name.len);
  return true;
}

/* `<meta` must be followed by white space or '/'. */
static bool
starts_meta(const scan_cursor *cursor)
{
  return is_here(cursor, "<meta") && left(cursor) > 5 &&
         (pith__is_space(cursor->at[5]) || cursor->at[5] == '/');
}

/* A letter behind '<' or '</'. */
static bool
starts_tag(const scan_cursor *cursor)
{
  size_t slash = left(cursor) > 1 && cursor->at[1] == '/';
  return left(cursor) > 1 + slash && pith__is_letter(cursor->at[1 + slash]);
}

/* One thing that begins with `<` at the cursor. False at the end of bytes. */
static bool
scan_markup(scan_cursor *cursor, bool *found, pith_encoding *out)
{
  if (is_here(cursor, "<!--")) {
    cursor->at += 2; /* the dashes may be the end as well: `<!-->` */
    return skip_past(cursor, "-->");
  }
  if (starts_meta(cursor)) {
    cursor->at += 6;
    return read_meta(cursor, found, out);
  }
  if (starts_tag(cursor)) {
    cursor->at++;
    return skip_tag(cursor);
  }
  if (is_here(cursor, "<!") || is_here(cursor, "</") || is_here(cursor, "<?"))
    return skip_past(cursor, ">");
  cursor->at++;
  return true;
}

/* XML calls everything up to the blank white space. */
static bool
skip_to(scan_cursor *cursor, char first, char second)
{
  while (cursor->at < cursor->end && (unsigned char)*cursor->at <= ' ')
    cursor->at++;
  return cursor->at < cursor->end &&
         (*cursor->at == first || *cursor->at == second);
}

/* The quoted text at the cursor, if it has no blank in it. */
static bool
read_quoted(scan_cursor *cursor, pith_slice *out)
{
  const char *from = cursor->at + 1;
  const char *close = memchr(from, *cursor->at, left(cursor) - 1);
  if (!close)
    return false;
  for (const char *at = from; at < close; at++)
    if ((unsigned char)*at <= ' ')
      return false;
  *out = pith__slice(from, (size_t)(close - from));
  return true;
}

/* "Get an XML encoding". */
static bool
read_xml_declaration(pith_slice bytes, pith_encoding *out)
{
  pith_slice label;
  const char *end = memchr(bytes.data, '>', bytes.len);
  if (bytes.len < 5 || memcmp(bytes.data, "<?xml", 5) != 0 || !end)
    return false;
  scan_cursor cursor = {bytes.data, end};
  while (left(&cursor) >= 8 && memcmp(cursor.at, "encoding", 8) != 0)
    cursor.at++;
  if (left(&cursor) < 8)
    return false;
  cursor.at += 8;
  if (!skip_to(&cursor, '=', '='))
    return false;
  cursor.at++;
  if (!skip_to(&cursor, '"', '\'') || !read_quoted(&cursor, &label) ||
      !pith__encoding_find(label, out))
    return false;
  if (*out == PITH_DECODE_UTF_16BE || *out == PITH_DECODE_UTF_16LE)
    *out = PITH_DECODE_UTF_8; /* it could be read, so it cannot be UTF-16 */
  return true;
}

/* Encoding, "BOM sniff". Returns the length of the mark, 0 for none. */
uint32_t
pith__prescan_mark(pith_slice bytes, pith_encoding *out)
{
  if (bytes.len >= 3 && memcmp(bytes.data, "\xEF\xBB\xBF", 3) == 0) {
    *out = PITH_DECODE_UTF_8;
    return 3;
  }
  if (bytes.len >= 2 && memcmp(bytes.data, "\xFE\xFF", 2) == 0) {
    *out = PITH_DECODE_UTF_16BE;
    return 2;
  }
  if (bytes.len >= 2 && memcmp(bytes.data, "\xFF\xFE", 2) == 0) {
    *out = PITH_DECODE_UTF_16LE;
    return 2;
  }
  return 0;
}

/* HTML, "prescan a byte stream to determine its encoding", of the first
 * 1,024 bytes; UTF-16 is recognized by the zeros of an XML declaration. */
bool
pith__prescan(pith_slice bytes, pith_encoding *out)
{
  if (bytes.len > PRESCAN_BYTES)
    bytes.len = PRESCAN_BYTES;
  if (bytes.len >= 6 && memcmp(bytes.data, "<\0?\0x\0", 6) == 0) {
    *out = PITH_DECODE_UTF_16LE;
    return true;
  }
  if (bytes.len >= 6 && memcmp(bytes.data, "\0<\0?\0x", 6) == 0) {
    *out = PITH_DECODE_UTF_16BE;
    return true;
  }
  scan_cursor cursor = {bytes.data, bytes.data + bytes.len};
  bool found = false;
  while (cursor.at < cursor.end) {
    const char *next = memchr(cursor.at, '<', left(&cursor));
    if (!next)
      break;
    cursor.at = next;
    if (!scan_markup(&cursor, &found, out))
      break;
    if (found)
      return true;
  }
  return read_xml_declaration(bytes, out);
}

bool
pith__prescan_content(pith_slice content, pith_slice *label)
{
  return find_charset(content, label);
}
