/* utf8_character.c: see the header. */
#include "common/system/utf8_character.h"

#include <stdbool.h>

/* Shortest forms only, no surrogates: what passes here is valid everywhere. */
size_t
utf8_len(const char *text, size_t left)
{
  const unsigned char *at = (const unsigned char *)text;
  unsigned char c = at[0];
  size_t len = 1u + (c >= 0xC2) + (c >= 0xE0) + (c >= 0xF0);
  if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || len > left)
    return 0;
  for (size_t i = 1; i < len; i++)
    if ((at[i] & 0xC0) != 0x80)
      return 0;
  bool wrong = (c == 0xE0 && at[1] < 0xA0) || (c == 0xED && at[1] > 0x9F) ||
               (c == 0xF0 && at[1] < 0x90) || (c == 0xF4 && at[1] > 0x8F);
  return wrong ? 0 : len;
}

size_t
utf8_write(uint32_t character, char *out)
{
  static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  uint32_t c = character;
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
    c = 0xFFFD;
  if (c < 0x80) {
    out[0] = (char)c;
    return 1;
  }
  size_t len = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t i = len - 1; i > 0; i--, c >>= 6)
    out[i] = (char)(0x80 | (c & 0x3F));
  out[0] = (char)(lead[len] | c);
  return len;
}
