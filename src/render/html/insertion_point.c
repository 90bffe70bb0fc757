/*
 * From text offsets to bytes at which a page can be taken apart.
 *
 *     <p> ESC $ B  漢 字  ESC ( B </p>
 *        ▲       ▲      ▲       ▲
 *        yes     no     no      yes
 *
 * The map of the decoder has the byte behind an escape. Where that leaves
 * ASCII, the place before it is taken instead.
 */
#include "render/html/insertion_point.h"

#include <string.h>

#define ESCAPE_LENGTH 3

/* Encoding, "Encodings": all encodings but these four write ASCII as single
 * bytes. */
pith_code_unit
pith__code_unit_of(pith_encoding encoding)
{
  const char *name = pith__encoding_name(encoding);
  if (strcmp(name, "utf-16le") == 0)
    return PITH_UNIT_LITTLE;
  if (strcmp(name, "utf-16be") == 0)
    return PITH_UNIT_BIG;
  if (strcmp(name, "iso-2022-jp") == 0)
    return PITH_UNIT_SHIFTED;
  return strcmp(name, "replacement") == 0 ? PITH_UNIT_NONE : PITH_UNIT_BYTE;
}

/* UTF-16 adds a zero byte before or behind each character. */
void
pith__code_unit_write(pith_code_unit unit, const char *text, pith_buffer *out)
{
  for (; *text; text++) {
    if (unit == PITH_UNIT_BIG)
      pith__buffer_append_char(out, '\0');
    pith__buffer_append_char(out, *text);
    if (unit == PITH_UNIT_LITTLE)
      pith__buffer_append_char(out, '\0');
  }
}

/* Whether the bytes at the offset looked up last are read as ASCII. */
static bool
is_ascii_state(const pith_decoded *decoded)
{
  return (decoded->cursor.state & 3) == 0;
}

/* The start of the character before `place`, which is not 0. */
static uint32_t
previous(const pith_decoded *decoded, uint32_t place)
{
  do
    place--;
  while (place > 0 &&
         ((unsigned char)decoded->text.data[place] & 0xC0) == 0x80);
  return place;
}

/* Whether bytes appended to the page would be read as ASCII. */
static bool
ends_in_ascii(pith_decoded *decoded)
{
  static const char escape[] = "\x1B(B";
  const pith_slice *bytes = &decoded->bytes;
  if (decoded->text.len == 0 ||
      (bytes->len >= ESCAPE_LENGTH &&
       memcmp(bytes->data + bytes->len - ESCAPE_LENGTH, escape,
              ESCAPE_LENGTH) == 0))
    return true;
  pith__decode_offset(decoded, previous(decoded, (uint32_t)decoded->text.len));
  return is_ascii_state(decoded);
}

/* The common cases come first: UTF-8 and single-byte pages need no more than
 * the look-up. ISO-2022-JP is checked character by character. */
bool
pith__insertion_point(pith_decoded *decoded, uint32_t place, uint32_t *byte)
{
  *byte = pith__decode_offset(decoded, place);
  if (decoded->identity)
    return true;
  pith_code_unit unit = pith__code_unit_of(decoded->encoding);
  if (unit == PITH_UNIT_LITTLE || unit == PITH_UNIT_BIG)
    return (*byte - decoded->mark) % 2 == 0; /* not behind half a unit */
  if (unit != PITH_UNIT_SHIFTED)
    return true;
  if (place >= decoded->text.len)
    return ends_in_ascii(decoded);
  if (place == 0) {
    *byte = 0;
    return true;
  }
  if (is_ascii_state(decoded))
    return true;
  if (*byte < ESCAPE_LENGTH ||
      decoded->bytes.data[*byte - ESCAPE_LENGTH] != 0x1B)
    return false;
  *byte -= ESCAPE_LENGTH;
  /* In its ASCII state every character is one byte. */
  return pith__decode_offset(decoded, previous(decoded, place)) + 1 == *byte &&
         is_ascii_state(decoded);
}
