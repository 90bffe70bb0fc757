/*
 * UTF-8: writing one code point, and the bytes of U+FFFD. Validation and
 * repair of whole pages are in decode/.
 */
#ifndef PITH_BASE_UTF8_H
#define PITH_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#define PITH_REPLACEMENT       0xFFFDu
#define PITH_REPLACEMENT_BYTES "\xEF\xBF\xBD"

/* Write `code` as 1-4 bytes and return how many. Surrogates and numbers above
 * U+10FFFF are written as U+FFFD, so the result is always valid. */
static inline size_t
pith__utf8_encode(uint32_t code, char out[4])
{
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (char)(0xC0 | code >> 6);
    out[1] = (char)(0x80 | (code & 0x3F));
    return 2;
  }
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
    code = PITH_REPLACEMENT;
  if (code < 0x10000) {
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
    return 3;
  }
  out[0] = (char)(0xF0 | code >> 18);
  out[1] = (char)(0x80 | (code >> 12 & 0x3F));
  out[2] = (char)(0x80 | (code >> 6 & 0x3F));
  out[3] = (char)(0x80 | (code & 0x3F));
  return 4;
}

#endif
