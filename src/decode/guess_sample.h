/*
 * The bytes of a page that distinguish encodings: words and phrases with
 * non-ASCII in them, each once.
 */
#ifndef PITH_DECODE_GUESS_SAMPLE_H
#define PITH_DECODE_GUESS_SAMPLE_H

#include "pith.h"

/* More than this does not change an answer. */
#define PITH_SAMPLE_BYTES 3072
#define PITH_SAMPLE_SLOTS 512

typedef struct pith_guess_sample {
  char bytes[PITH_SAMPLE_BYTES];
  size_t len;
  uint32_t seen[PITH_SAMPLE_SLOTS]; /* hashes of the phrases in it */
} pith_guess_sample;

/* Fill `sample` from `bytes`; its `len` is 0 when they are all ASCII. */
void pith__guess_sample_take(pith_guess_sample *sample, pith_slice bytes);

#endif
