/* text_words.h: texts as lists of numbers, the same number for the same word.
 *
 *   "One two.\nTwo" and "two three"  ──►  0 1 | 1    and   1 2
 *
 * One table numbers the words of several texts, which it borrows until it is
 * cleared. Words are those of pith_experimental.h.
 */
#ifndef EVAL_TEXT_WORDS_H
#define EVAL_TEXT_WORDS_H

#include "pith_experimental.h"

typedef struct word_slot {
  uint64_t hash;
  const char *data; /* lent by the text; NULL: free */
  uint32_t len;
  uint32_t number;
} word_slot;

typedef struct word_table {
  word_slot *slots; /* owned */
  size_t size;      /* a power of two, or 0 */
  uint32_t count;   /* of different words */
} word_table;

/* A text as numbers. Lines of it end where a line feed is; lines without a
 * word are not there. */
typedef struct word_list {
  uint32_t *words; /* owned */
  size_t count;
  size_t capacity;
  size_t *line_ends; /* owned: number of the word behind the last of a line */
  size_t line_count;
  size_t line_capacity;
} word_list;

/* A text may have so many words. */
enum { TEXT_WORDS_MOST = 0x7FFFFFFF };

/* The most steps that a measure of two texts may take: linear in their words,
 * 2^28 at most. Two texts of 131,072 words each can still be compared word by
 * word, 64 at a step. */
uint64_t text_work_most(const word_list *a, const word_list *b);

/* The number of a word, a new one if it is new. A word may be any bytes that
 * stay where they are. */
uint32_t word_table_number(word_table *table, pith_slice word);

/* Forget all words, keep the memory. */
void word_table_clear(word_table *table);
void word_table_done(word_table *table);
void word_list_done(word_list *list);

/* Number the words of a text; what was in `out` is gone. A text of more
 * than TEXT_WORDS_MOST words is one for which memory ends (need.h). */
void word_list_read(word_table *table, pith_slice text, word_list *out);

/* Where each word of a list is: places[starts[w]] to places[starts[w + 1]] (not
 * included) are the places of word w, rising. There is room for `words` + 1
 * starts and `count` places; all numbers are below `words`. */
void word_places(const uint32_t *list, size_t count, uint32_t words,
                 uint32_t *starts, uint32_t *places);

#endif
