/*
 * The encoding of bytes that nobody labelled.
 */
#ifndef PITH_DECODE_GUESS_H
#define PITH_DECODE_GUESS_H

#include "decode/decode.h"

/* Guess from the bytes alone; at most the first 128 KB of what is not markup
 * are looked at. False when there is nothing to go by. The bytes are not
 * valid UTF-8, or have nothing but ASCII in them. */
bool pith__guess(pith_slice bytes, pith_encoding *out);

#endif
