/*
 * Text in, sentences counted: where one ends, in any script.
 *
 *     He paid 3.50 to J. Smith at example.org.     one sentence, 7 words
 *
 * A sentence ends at a stop behind a word, closing quotes and brackets
 * included, before white space or the end of the text; stops of scripts that
 * are written without spaces need nothing behind them. A dot behind an
 * abbreviation, an initial or a lone digit ends none, nor does one inside a
 * number or an address. Four words make a sentence, or eight characters of a
 * script without spaces; what is shorter is a label with a dot.
 *
 * The text of a block comes in pieces, as its inline elements cut it, and is
 * read as one.
 */
#ifndef PITH_PAGE_TEXT_SENTENCE_STOP_H
#define PITH_PAGE_TEXT_SENTENCE_STOP_H

#include "pith.h"

/* Bytes of a word that are kept, to look abbreviations up. */
#define PITH_STOP_WORD_MOST 12

typedef struct pith_sentences {
  /* What was found. */
  uint32_t words;          /* runs of letters and digits; of scripts without
                              spaces, two characters are a word */
  uint32_t sentences;      /* that ended */
  uint32_t sentence_words; /* words in them */

  /* The state between two pieces. */
  uint8_t state;       /* see the .c file */
  bool half;           /* of a word of a script without spaces */
  uint8_t word_len;    /* of what is kept of a word that a piece began in */
  uint32_t since;      /* words since the last end */
  uint32_t since_wide; /* characters without spaces since then */
  pith_slice last;     /* the piece before; borrowed */
  char word[PITH_STOP_WORD_MOST + 1];
} pith_sentences;

/* Begin a text. */
void pith__sentences_start(pith_sentences *in);

/* Read a piece of it, valid UTF-8; borrowed until the next. `room` bytes can be
 * read from its beginning on, at least all of it. */
void pith__sentences_read(pith_sentences *in, pith_slice text, size_t room);

/* Read a piece that is one blank, or many. */
void pith__sentences_blank(pith_sentences *in);

/* The text ends: a stop at its end counts. */
void pith__sentences_end(pith_sentences *in);

#endif
