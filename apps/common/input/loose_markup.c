/* loose_markup.c: see the header. Each byte is looked at a few times at most:
 * a search for the end of a tag stops at the next '<', and a quote that does
 * not close before it is a character like any other. */
#include "common/input/loose_markup.h"

#include "common/system/ascii_text.h"
#include "common/system/utf8_character.h"

#include <string.h>
#include <strings.h>

/* Bytes between '&' and ';', and of a tag that may still be waited for. */
enum { REFERENCE_MOST = 10, TAG_MOST = 1 << 16, NO_CHARACTER = 0xFFFD };

/* What a name begins with; a "<" before anything else is text. */
static bool
is_letter(char c)
{
  return text_is_letter(c) || c == '_';
}

/* Names have no other rules here. */
static bool
ends_name(char c)
{
  return text_is_space(c) || c == '/' || c == '>' || c == '=';
}

/* The '>' of the tag that begins at `from`, before `stop`; NULL: none. */
static const char *
find_close(const char *from, const char *stop)
{
  bool quotes[2] = {true, true}; /* whether ' and " may still close */
  for (const char *at = from; at < stop; at++) {
    if (*at == '>')
      return at;
    if (*at != '"' && *at != '\'')
      continue;
    bool *may = &quotes[*at == '"'];
    const char *close =
        *may ? memchr(at + 1, *at, (size_t)(stop - at) - 1) : NULL;
    *may = close != NULL;
    at = close ? close : at;
  }
  return NULL;
}

/* Take apart what is between the brackets. */
static void
read_tag(const char *data, const char *open, const char *close, loose_tag *out)
{
  const char *at = open + 1;
  out->from = (size_t)(open - data);
  out->to = (size_t)(close + 1 - data);
  out->end = *at == '/';
  out->closed = close[-1] == '/' && close - 1 > at;
  at += out->end;
  const char *name = at;
  for (; at < close && !ends_name(*at); at++)
    if (*at == ':')
      name = at + 1;
  out->name = (pith_slice){name, (size_t)(at - name)};
  out->attributes =
      (pith_slice){at, (size_t)(close - at) - (out->closed && at < close)};
}

/*     <a href="x">   the next '<' is behind the '>': a tag
 *     a < b <c>      no '>' before the next '<': the first one is text
 *
 * While more input may come (`unending`), a tag that is cut off at the end is
 * left for the next call, unless it is longer than any tag should be.
 */
bool
loose_markup_next(loose_markup *in, loose_tag *out)
{
  const char *end = in->data + in->len;
  while (in->at < in->len) {
    const char *open = memchr(in->data + in->at, '<', in->len - in->at);
    if (!open)
      break;
    size_t left = (size_t)(end - open) - 1;
    const char *next = memchr(open + 1, '<', left);
    const char *close = find_close(open + 1, next ? next : end);
    in->at = (size_t)(open - in->data);
    if (!close && !next && in->unending && left < TAG_MOST)
      return false;
    in->at += close ? (size_t)(close + 1 - open) : 1;
    if (close && (is_letter(open[1]) || (open[1] == '/' && left > 1))) {
      read_tag(in->data, open, close, out);
      return true;
    }
    if (!close)
      in->at = next ? (size_t)(next - in->data) : in->len;
  }
  in->at = in->len;
  return false;
}

/* Prefixes were dropped when the tag was read. */
bool
loose_tag_is(const loose_tag *tag, const char *name)
{
  size_t len = strlen(name);
  return tag->name.len == len && strncasecmp(tag->name.data, name, len) == 0;
}

/* Whether a name, of `len` bytes and maybe with a prefix, is the one wanted. */
static bool
is_named(const char *name, size_t len, const char *wanted)
{
  size_t wanted_len = strlen(wanted);
  if (len < wanted_len ||
      strncasecmp(name + len - wanted_len, wanted, wanted_len) != 0)
    return false;
  return len == wanted_len || name[len - wanted_len - 1] == ':';
}

/* Quotes may be missing, and a value may be too. The value is lent by the tag
 * and not decoded. */
bool
loose_tag_attribute(const loose_tag *tag, const char *name, pith_slice *out)
{
  const char *at = tag->attributes.data;
  const char *end = at + tag->attributes.len;
  while (at < end) {
    while (at < end && text_is_space(*at))
      at++;
    const char *from = at;
    while (at < end && !text_is_space(*at) && *at != '=')
      at++;
    bool wanted = is_named(from, (size_t)(at - from), name);
    while (at < end && text_is_space(*at))
      at++;
    if (at == end || *at != '=')
      continue;
    at++;
    while (at < end && text_is_space(*at))
      at++;
    char quote = at < end && (*at == '"' || *at == '\'') ? *at++ : '\0';
    from = at;
    while (at < end && (quote ? *at != quote : !text_is_space(*at)))
      at++;
    if (wanted) {
      *out = (pith_slice){from, (size_t)(at - from)};
      return true;
    }
    at += quote && at < end;
  }
  return false;
}

/* White space at both ends means nothing in these formats. */
pith_slice
loose_text_trim(pith_slice text)
{
  while (text.len > 0 && text_is_space(text.data[text.len - 1]))
    text.len--;
  while (text.len > 0 && text_is_space(*text.data)) {
    text.data++;
    text.len--;
  }
  return text;
}

/* Up to the next tag, whatever that is. */
pith_slice
loose_text_after(const loose_markup *in)
{
  loose_markup ahead = *in;
  loose_tag tag;
  size_t to = loose_markup_next(&ahead, &tag) ? tag.from : in->len;
  return loose_text_trim((pith_slice){in->data + in->at, to - in->at});
}

/* 16 for what is none, which is above every base. */
static int
digit_value(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

/* The number of "#65" or "#x41"; false when it is none. */
static bool
read_number(const char *text, size_t len, uint32_t *out)
{
  uint32_t base = len > 1 && (text[1] | 0x20) == 'x' ? 16 : 10;
  size_t at = base == 16 ? 2 : 1;
  *out = 0;
  for (size_t i = at; i < len; i++) {
    uint32_t value = (uint32_t)digit_value(text[i]);
    if (value >= base)
      return false;
    /* Stays above the largest character once it is, so it cannot wrap. */
    *out = *out > 0x10FFFF ? *out : *out * base + value;
  }
  return len > at;
}

/* Resolve the reference at the '&' of `text`: its length in *used and what it
 * stands for to `out`. Returns how much that is, 0 when it is no reference. */
static size_t
resolve(const char *text, size_t len, char *out, size_t *used)
{
  static const char *const names[] = {"lt", "gt", "amp", "quot", "apos"};
  static const char characters[] = "<>&\"'";
  size_t most = len < REFERENCE_MOST + 1 ? len : REFERENCE_MOST + 1;
  const char *close = memchr(text, ';', most);
  if (!close)
    return 0;
  size_t name_len = (size_t)(close - text) - 1;
  uint32_t number;
  *used = name_len + 2;
  if (text[1] == '#')
    return read_number(text + 1, name_len, &number)
               ? utf8_write(number ? number : NO_CHARACTER, out)
               : 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == name_len &&
        memcmp(names[i], text + 1, name_len) == 0) {
      *out = characters[i];
      return 1;
    }
  return 0;
}

/* Case matters: CDATA is in capitals. */
static bool
begins(const char *text, size_t len, const char *with)
{
  size_t with_len = strlen(with);
  return len >= with_len && memcmp(text, with, with_len) == 0;
}

/* References and CDATA sections; everything else stays as it is. The result
 * is never longer. */
size_t
loose_text_decode(pith_slice text, char *out)
{
  static const char cdata[] = "<![CDATA[";
  size_t len = 0;
  bool quoted = false; /* inside CDATA */
  for (size_t i = 0; i < text.len;) {
    const char *at = text.data + i;
    size_t left = text.len - i;
    size_t used = 1;
    size_t wrote = 0;
    if (!quoted && *at == '&')
      wrote = resolve(at, left, out + len, &used);
    if (wrote > 0) {
      len += wrote;
      i += used;
    } else if (!quoted && begins(at, left, cdata)) {
      quoted = true;
      i += sizeof cdata - 1;
    } else if (quoted && begins(at, left, "]]>")) {
      quoted = false;
      i += 3;
    } else {
      out[len++] = *at;
      i++;
    }
  }
  return len;
}
