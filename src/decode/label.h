/*
 * Encodings by number, and the three look-ups between numbers, names and
 * labels (declared in decode/decode.h). The numbers are PITH_DECODE_*.
 */
#ifndef PITH_DECODE_LABEL_H
#define PITH_DECODE_LABEL_H

#include "decode/decode.h"
#include "tables/encoding_labels.h"

/* True for the encodings that a table of 128 code points describes. */
bool pith__encoding_is_single(pith_encoding encoding);

/* True when ASCII bytes of ASCII text stand for themselves, so that a page of
 * nothing else needs no decoding. False for UTF-16, for ISO-2022-JP, whose
 * escapes are ASCII, and for replacement. */
bool pith__encoding_is_ascii(pith_encoding encoding);

#endif
