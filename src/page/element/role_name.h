/*
 * Names that an author gave an element in, what it is for out: "post-comments"
 * or "postComments", word by word. See box_role.h for what a role is worth.
 */
#ifndef PITH_PAGE_ELEMENT_ROLE_NAME_H
#define PITH_PAGE_ELEMENT_ROLE_NAME_H

#include "pith.h"

/* Bits of a role. Those below PITH_ROLE_FRAMES speak of all that is inside. */
typedef enum pith_role_bit {
  PITH_ROLE_NAVIGATION = 1 << 0, /* menus, paths, page numbers */
  PITH_ROLE_FOOTER = 1 << 1,     /* imprint, copyright */
  PITH_ROLE_ASIDE = 1 << 2,      /* side bars, adverts, sharing, related */
  PITH_ROLE_NOTICE = 1 << 3,     /* cookie walls, dialogs */
  PITH_ROLE_COMMENTS = 1 << 4,   /* what readers wrote */
  PITH_ROLE_FORM = 1 << 5,
  PITH_ROLE_HEADER = 1 << 6,  /* a `header` */
  PITH_ROLE_ARTICLE = 1 << 7, /* article, main, and what is called so */
  PITH_ROLE_LIST = 1 << 8,
  PITH_ROLE_TABLE = 1 << 9,
  PITH_ROLE_CODE = 1 << 10,
  PITH_ROLE_HEADING = 1 << 11,
  PITH_ROLE_BYLINE = 1 << 12 /* author, date, tags */
} pith_role_bit;

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
