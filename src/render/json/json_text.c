/*
 * See json_text.h. Runs that need no escape are appended whole: nearly all of
 * a page is one.
 *
 *     valid UTF-8 ──► runs and escapes ─┐
 *     one wrong byte ──► U+FFFD ────────┴─► buffer
 *
 * Nothing here fails by itself: a buffer without memory drops what is appended
 * and remembers it.
 */
#include "render/json/json_text.h"

#include "base/slice.h"
#include "base/utf8_validate.h"

void
pith__json_raw(pith_buffer *out, const char *text)
{
  pith__buffer_append(out, text, strlen(text));
}

/* Append a byte below 0x80 that JSON does not take as it is. The five with a
 * short form get it, so that text stays readable; others become \u00XX. */
static void
append_escape(pith_buffer *out, char c)
{
  static const char plain[] = "\"\\\n\r\t";
  static const char letters[] = "\"\\nrt";
  static const char digits[] = "0123456789abcdef";
  const char *found = c ? strchr(plain, c) : NULL;
  if (found) {
    char pair[] = {'\\', letters[found - plain]};
    pith__buffer_append(out, pair, sizeof pair);
    return;
  }
  char code[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
  pith__buffer_append(out, code, sizeof code);
}

/* Append valid UTF-8. */
static void
append_valid(pith_buffer *out, const char *text, size_t len)
{
  size_t plain = 0; /* start of a run that needs no change */
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= ' ' && c != '"' && c != '\\')
      continue;
    pith__buffer_append(out, text + plain, i - plain);
    append_escape(out, text[i]);
    plain = i + 1;
  }
  pith__buffer_append(out, text + plain, len - plain);
}

void
pith__json_string(pith_buffer *out, pith_slice text)
{
  pith__buffer_append_char(out, '"');
  while (text.len > 0) {
    size_t valid = pith__utf8_valid_prefix(text.data, text.len);
    append_valid(out, text.data, valid);
    if (valid < text.len) {
      pith__json_raw(out, "\xEF\xBF\xBD");
      valid++;
    }
    text = pith__slice(text.data + valid, text.len - valid);
  }
  pith__buffer_append_char(out, '"');
}

void
pith__json_member(pith_buffer *out, const char *key, pith_slice value)
{
  if (value.len == 0)
    return;
  pith__json_raw(out, key);
  pith__json_string(out, value);
}

void
pith__json_number(pith_buffer *out, const char *key, uint64_t number)
{
  char digits[20]; /* of the largest 64-bit number */
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  pith__json_raw(out, key);
  pith__buffer_append(out, digits + at, sizeof digits - at);
}

void
pith__json_fraction(pith_buffer *out, const char *key, double number)
{
  /* Not printf: its decimal point depends on the locale of the program. */
  uint64_t thousandths = (uint64_t)(number * 1000.0 + 0.5);
  unsigned rest = (unsigned)(thousandths % 1000);
  char digits[] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10),
                   (char)('0' + rest % 10)};
  size_t len = sizeof digits;
  while (len > 1 && digits[len - 1] == '0')
    len--;
  pith__json_number(out, key, thousandths / 1000);
  pith__buffer_append(out, digits, len > 1 ? len : 0);
}
