/*
 * The encoding of bytes that nobody labelled, or whose label lies.
 */
#ifndef PITH_DECODE_GUESS_H
#define PITH_DECODE_GUESS_H

#include "decode/decode.h"

/* True when the zeros of ASCII text in 16 bits are all at even or all at odd
 * places: UTF-16 without a byte order mark. */
bool pith__guess_utf16(pith_slice bytes, pith_encoding *out);

/* The likeliest encoding of bytes that are neither UTF-8 nor UTF-16. False
 * when there is nothing to go by, as in pure ASCII. *unsure: they read badly in
 * every encoding. Linear; at most PITH_SAMPLE_BYTES are weighed. */
bool pith__guess(pith_slice bytes, pith_encoding *out, bool *unsure);

/* How dear a sample is in one single-byte encoding of a language, or in one
 * multi-byte encoding: quarter bits by the tables of encoding_frequency.h, so
 * less is likelier. `coding` is a row of those tables. The sum may stop when
 * it has passed `limit`. */
uint32_t pith__guess_letter_cost(unsigned coding, pith_slice bytes,
                                 uint32_t limit);
uint32_t pith__guess_character_cost(unsigned coding, pith_slice bytes,
                                    uint32_t limit);

/* What libuchardet makes of `bytes`. False when the build does not have it,
 * when it names nothing that we know, or nothing that `sample` can be. */
bool pith__guess_uchardet(pith_slice bytes, pith_slice sample,
                          pith_encoding *out);

#endif
