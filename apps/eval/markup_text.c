/* markup_text.c: see the header. */
#include "markup_text.h"

#include <stdbool.h>
#include <string.h>

/* The length of the character of UTF-8 at `text`, 0 when there is none. */
static size_t
character_len(const unsigned char *text, size_t left)
{
  unsigned char c = text[0];
  size_t len = 1u + (c >= 0xC2) + (c >= 0xE0) + (c >= 0xF0);
  if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || len > left)
    return 0;
  for (size_t i = 1; i < len; i++)
    if ((text[i] & 0xC0) != 0x80)
      return 0;
  bool wrong = (c == 0xE0 && text[1] < 0xA0) || (c == 0xED && text[1] > 0x9F) ||
               (c == 0xF0 && text[1] < 0x90) || (c == 0xF4 && text[1] > 0x8F);
  return wrong ? 0 : len;
}

/* What stands for the character at `text`; NULL when it stands for itself. */
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
    size_t step = character_len(at, len - i);
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
markup_string(text_out *out, const char *text)
{
  markup_text(out, text, strlen(text));
}
