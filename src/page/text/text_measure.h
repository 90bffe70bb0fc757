/*
 * The text of a node in, what methods want to know of it out: its words, its
 * kind, and a hash by which texts of different pages are compared.
 *
 *     "  Chapter\n one. "    hash of "Chapter one.", 2 words, a sentence ends
 *
 * Nothing here knows a language. A word is a run of letters or digits; two
 * characters of a script that is written without spaces count as one word.
 */
#ifndef PITH_PAGE_TEXT_TEXT_MEASURE_H
#define PITH_PAGE_TEXT_TEXT_MEASURE_H

#include "base/buffer.h"

/* The most that the count of words can be. */
#define PITH_WORDS_MOST 65535u

typedef struct pith_text_measure {
  uint64_t hash;    /* of the text, white space collapsed and trimmed */
  pith_slice shown; /* that text: in the source, or in the room given */
  uint32_t words;   /* at most PITH_WORDS_MOST */
  uint32_t commas;  /* of any script */
  bool letters;     /* there are letters, not only digits and signs */
  bool sentence;    /* a sentence ends in it */

  /* The text is one number or several that rise by one: "12", "1 2 3". */
  bool counts;
  uint32_t count_first;
  uint32_t count_last;
} pith_text_measure;

/* Measure `text` (valid UTF-8, borrowed as long as `shown` is used). `room`
 * takes the collapsed text where it differs from the source, and is
 * overwritten by the next call. False when there is nothing but white space;
 * also when `room` has failed, which the caller sees there. */
bool pith__text_measure(pith_slice text, pith_buffer *room,
                        pith_text_measure *measure);

/* `text` with its ASCII letters in lower case and everything that is no part
 * of a word left out, words joined by one blank; appended to `out`. */
void pith__text_fold(pith_slice text, pith_buffer *out);

#endif
