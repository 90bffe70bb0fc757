/*
 * The headline of a page: the heading that its title names. Titles carry the
 * name of the site before or behind it, so the heading has to be a part of the
 * title, or all of it.
 */
#ifndef PITH_RENDER_FLOW_HEADLINE_H
#define PITH_RENDER_FLOW_HEADLINE_H

#include "html/tree/tree.h"

enum { PITH_HEADLINE_MOST = 300 };

typedef struct pith_headline {
  uint32_t node; /* 0: none was found */
  uint32_t len;  /* of its words, in lower case with single blanks between */
  char words[PITH_HEADLINE_MOST];
} pith_headline;

/* Find it among the headings `h1` to `h3`. */
void pith__headline_find(pith_headline *headline, const pith_tree *tree);

/* Whether a heading repeats the words of the headline. */
bool pith__headline_repeats(const pith_headline *headline,
                            const pith_tree *tree, uint32_t node);

#endif
