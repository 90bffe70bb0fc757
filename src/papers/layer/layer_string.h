/*
 * The layer method to the letter: a page as the paper flattens it, the string
 * of its nodes depth first, with depths.
 *
 *     <ul><li>Home</li></ul>      ul 0 | li 1 | #text 2
 *
 * Elements that are shown, and texts that are not only white space. Of an
 * element only its name counts; of a text its words, white space collapsed and
 * every digit read as 0 (dates, counters). Lengths are characters that are no
 * white space.
 *
 * The paper's node has a tag name and a text, which can be read in two ways.
 * With `own_text` elements alone are nodes, each with the texts directly in it:
 *
 *     <ul><li>Home</li></ul>      ul 0 | li "Home" 1
 */
#ifndef PITH_PAPERS_LAYER_LAYER_STRING_H
#define PITH_PAPERS_LAYER_LAYER_STRING_H

#include "base/memory.h"
#include "page/element/display.h"

/* Words of a text that are compared when it is not the same as another. */
#define PITH_LAYER_WORDS 64u

typedef struct pith_layer_sign {
  uint64_t tag;   /* hash of the name; one for all texts */
  uint64_t text;  /* hash of a text; 0 where there is none */
  uint64_t whole; /* of it and all that is in it */
  uint32_t depth;
  uint32_t end;   /* one past the last node in it, in the string */
  uint32_t chars; /* of its text; 0 where there is none */
  uint32_t word;  /* its first word */
  uint32_t words; /* at most PITH_LAYER_WORDS */
} pith_layer_sign;

/* A word of a text; those of one text are in the order of their hashes. */
typedef struct pith_layer_word {
  uint64_t hash;
  uint32_t chars;
} pith_layer_word;

typedef struct pith_layer_string {
  pith_memory *memory;    /* borrowed */
  bool own_text;          /* elements alone are items */
  pith_layer_sign *items; /* owned, as all below */
  uint32_t count, capacity;
  pith_layer_word *words;
  uint32_t word_count, word_capacity;
  uint32_t *place; /* node of the tree -> the first item at or behind it */
  uint32_t place_count;
} pith_layer_string;

/* Flatten a page. Gives a string: release it with
 * pith__layer_string_done(). PITH_NOMEM, PITH_LIMIT: nothing is to be done. */
pith_status pith__layer_string_init(pith_layer_string *string,
                                    pith_memory *memory, const pith_tree *tree,
                                    bool own_text);
void pith__layer_string_done(pith_layer_string *string);

/* Characters of text in item i and what is in it. */
uint64_t pith__layer_text_length(const pith_layer_string *string, uint32_t i);

/* How many characters of text b (of `two`) match text a (of `one`): all when
 * they are the same, else the part that words in common are of the longer. */
uint32_t pith__layer_text_match(const pith_layer_string *one, uint32_t a,
                                const pith_layer_string *two, uint32_t b);

#endif
