/* topic_title.h: what a title says of its page alone.
 *
 *     "Ремонт часов - Часовая мастерская"  ──►  "Ремонт часов"
 *
 * Titles begin or end with what their site repeats: its name, a section, "buy
 * online". The longest beginning and the longest end that at least 3 titles of
 * the site, and 1 % of them, share is left out, in whole words. Signs that
 * part words are | / - : and their like, in all scripts.
 */
#ifndef SEARCH_TOPIC_TITLE_H
#define SEARCH_TOPIC_TITLE_H

#include "pith.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The beginnings and ends of all titles of a collection, as hashes. */
typedef struct title_ends {
  uint64_t *items; /* owned */
  size_t count;
  size_t capacity;
} title_ends;

/* Count a title of `site`. Call title_ends_sort() when all are in. */
void title_ends_add(title_ends *ends, const char *site, const char *title);
void title_ends_sort(title_ends *ends);
void title_ends_done(title_ends *ends);

/* What is left of a title; empty when nothing is. `pages` is how many titles
 * the site has. Lent by the title. */
pith_slice title_own_part(const title_ends *ends, const char *site,
                          const char *title, size_t pages);

#endif
