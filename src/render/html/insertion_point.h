/*
 * Where bytes can be taken out or put in, in the encoding of a page. All but
 * two encodings are simple: between any two characters, in ASCII. UTF-16 has
 * code units; ISO-2022-JP has states, and only in its ASCII state does a byte
 * mean what it looks like.
 */
#ifndef PITH_RENDER_HTML_INSERTION_POINT_H
#define PITH_RENDER_HTML_INSERTION_POINT_H

#include "base/buffer.h"
#include "decode/decode.h"

/* How ASCII is written in an encoding. */
typedef enum pith_code_unit {
  PITH_UNIT_BYTE,
  PITH_UNIT_LITTLE, /* UTF-16 */
  PITH_UNIT_BIG,
  PITH_UNIT_SHIFTED, /* ISO-2022-JP: bytes, in its ASCII state */
  PITH_UNIT_NONE     /* not at all: "replacement" */
} pith_code_unit;

pith_code_unit pith__code_unit_of(pith_encoding encoding);

/* Append ASCII text in such units. */
void pith__code_unit_write(pith_code_unit unit, const char *text,
                           pith_buffer *out);

/* The byte before the character at text offset `place`, where something can
 * begin or end. False when ISO-2022-JP is not in its ASCII state there (the
 * place before an escape that follows ASCII will do), and behind the last byte
 * of UTF-16 when that is half a code unit. */
bool pith__insertion_point(pith_decoded *decoded, uint32_t place,
                           uint32_t *byte);

#endif
