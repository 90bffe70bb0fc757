/*
 * The characters of a text by their class, its words, and a hash of each: what
 * is measured in the text of a block, whatever its language.
 *
 *     "Tea, 3 cups."   words 3, stops 1, capitals 1, numbers 1, commas 1
 *
 * A word is a run of letters, digits and underscores of any script, so the
 * count is that of the pattern \w+. A text comes in pieces (one for each node
 * of the tree), and a word may begin in one and end in another.
 */
#ifndef PITH_PAGE_TEXT_TEXT_TALLY_H
#define PITH_PAGE_TEXT_TEXT_TALLY_H

#include "page/text/character.h"
#include "pith.h"

/* Words of a block that get a hash. */
#define PITH_TALLY_HASHES 64u

typedef struct pith_text_tally {
  uint32_t classes[PITH_CHARACTER_CLASSES]; /* characters of each class */
  uint32_t words;
  uint32_t stops; /* ends of sentences */
  uint64_t hash;  /* of all the words */
  uint8_t first;  /* class of the first character that is no space */
  uint8_t last;   /* and of the last; both 0 while there is none */
  bool some;      /* there is a first character */
  bool in_word;   /* the text so far ends in a word */
} pith_text_tally;

/* Where hashes of words go: room for PITH_TALLY_HASHES. */
typedef struct pith_word_list {
  uint32_t *hashes; /* borrowed */
  uint32_t count;
} pith_word_list;

/* Count a piece of text (valid UTF-8). `room` bytes can be read from its
 * beginning on, at least its own: pith__store_room(). Hashes are added to
 * `list` while there is room for them. */
void pith__text_tally_add(pith_text_tally *tally, pith_slice text, size_t room,
                          pith_word_list *list);

/* White space that is between two pieces. */
static inline void
pith__text_tally_space(pith_text_tally *tally)
{
  tally->in_word = false;
}

/* Characters that words are made of. */
static inline uint32_t
pith__text_tally_letters(const pith_text_tally *tally)
{
  return tally->classes[PITH_CHARACTER_LETTER] +
         tally->classes[PITH_CHARACTER_CAPITAL] +
         tally->classes[PITH_CHARACTER_NUMBER] +
         tally->classes[PITH_CHARACTER_IDEOGRAPH] +
         tally->classes[PITH_CHARACTER_SYLLABLE];
}

/* The weight of a text, the same for all scripts as near as may be: five
 * letters, two ideographs or four syllables are ten. */
static inline uint32_t
pith__text_tally_weight(const pith_text_tally *tally)
{
  return 2 * pith__text_tally_letters(tally) +
         3 * tally->classes[PITH_CHARACTER_IDEOGRAPH];
}

/* The hash of a name or word: its letters count without regard to their case
 * (roughly, beyond ASCII). */
uint32_t pith__word_hash(const char *word, size_t len);

#endif
