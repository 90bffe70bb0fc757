/*
 * Names that an author gave an element in, what it is for out: "post-comments"
 * or "postComments", word by word. See box_role.h for what a role is worth.
 */
#ifndef PITH_PAGE_ELEMENT_ROLE_NAME_H
#define PITH_PAGE_ELEMENT_ROLE_NAME_H

#include "pith_experimental.h"

/* The roles (pith_experimental.h) that cover all that is inside an element. */
#define PITH_ROLE_FRAMES                                                       \
  (PITH_ROLE_NAVIGATION | PITH_ROLE_FOOTER | PITH_ROLE_ASIDE | PITH_ROLE_NOTICE)

/* A set of the beginnings of words that mean something, the same for every
 * page. */
typedef struct pith_role_words {
  uint64_t begin[16]; /* a bit for a hash of the first four letters */
  uint8_t from[27];   /* by first letter: its first row of the table */
} pith_role_words;

void pith__role_words_init(pith_role_words *words);

/* The roles of the words of a value of `class` or `id`: an OR of bits. `room`
 * bytes can be read from its beginning on, at least all of it. */
uint32_t pith__role_of_names(const pith_role_words *words, pith_slice value,
                             size_t room);

#endif
