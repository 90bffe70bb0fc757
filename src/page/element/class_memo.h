/*
 * The meaning of the classes of an element, remembered: a page has a few
 * hundred values of `class`, and thousands of elements that have one of them.
 *
 *     <li class="card c-17 wide">     first    hash of "card"
 *                                     tokens   hashes of card, c, wide
 *
 * A memo is of one page: it keeps slices of the tree.
 */
#ifndef PITH_PAGE_ELEMENT_CLASS_MEMO_H
#define PITH_PAGE_ELEMENT_CLASS_MEMO_H

#include "page/element/name_hints.h"
#include "page/element/name_parts.h"

#define PITH_CLASSES_REMEMBERED 256u

/* What a value of `class` means. */
typedef struct pith_class {
  uint64_t first; /* hash of its first word, runs of digits folded */
  bool some;      /* it has a word */
  pith_name_hints hints;
  uint8_t count; /* of tokens */
  uint32_t tokens[PITH_NAME_TOKENS];
} pith_class;

typedef struct pith_class_memo {
  pith_slice values[PITH_CLASSES_REMEMBERED];
  pith_class classes[PITH_CLASSES_REMEMBERED];
} pith_class_memo;

/* Forget everything: another page. */
void pith__class_memo_begin(pith_class_memo *memo);

/* The meaning of a value; lent until the next call. `value` is borrowed for as
 * long as the memo is used. */
const pith_class *pith__class_look(pith_class_memo *memo, pith_slice value);

/* The hash of a name in which runs of digits count as one 0. */
uint64_t pith__name_folded(pith_slice name, uint64_t seed);

#endif
