/* markup_text.c: see the header.
 *
 * Text that needs no change is written in runs as long as possible; only the
 * few characters that mean something in markup end a run. What is no UTF-8
 * would let a browser guess another encoding, so it is replaced too.
 */
#include "lab/report/markup_text.h"

#include "common/system/utf8_character.h"

/* What replaces the character at `text`; NULL when it needs no replacement. */
static const char *
replacement(const unsigned char *text, size_t len)
{
  if (len == 0)
    return "\xEF\xBF\xBD";
  switch (text[0]) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  case '\t':
  case '\n':
    return NULL;
  default:
    return text[0] < 0x20 || text[0] == 0x7F ||
                   (text[0] == 0xC2 && text[1] < 0xA0)
               ? "\xEF\xBF\xBD"
               : NULL;
  }
}

void
markup_text(text_out *out, const char *data, size_t len)
{
  size_t plain = 0; /* start of a run that needs no change */
  for (size_t i = 0; i < len;) {
    const unsigned char *at = (const unsigned char *)data + i;
    size_t step = utf8_len(data + i, len - i);
    const char *instead = replacement(at, step);
    step = step > 0 ? step : 1;
    if (instead) {
      text_out_bytes(out, data + plain, i - plain);
      text_out_text(out, instead);
      plain = i + step;
    }
    i += step;
  }
  text_out_bytes(out, data + plain, len - plain);
}

void
markup_print(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_out_format(out, markup_text, format, arguments);
  va_end(arguments);
}
