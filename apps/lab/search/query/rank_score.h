/* rank_score.h: from the places of words on pages to the score of each page.
 *
 * w is the weight of boilerplate in this run. Every occurrence counts v = 1 in
 * content and v = w in boilerplate. For a phrase t, a page d and a field f:
 *
 *   count      tf(t,d,f) = occurrences in content + w * those in boilerplate
 *   length     len(d,f)  = words of content + w * words of boilerplate
 *   average    avg(f)    = (all words of content + w * all of boilerplate) / N
 *   pages      df(t)     = c + w * (a - c), where c pages have it in content of
 *                          a field that counts, and a pages have it anywhere
 *
 *   BM25F      tf(t,d) = sum over f of F(f) tf(t,d,f) /
 *                        (1 - b(f) + b(f) len(d,f) / avg(f))
 *              sum over t of ln(1 + (N - df + 0.5) / (df + 0.5))
 *                            * tf (k + 1) / (k + tf)
 *   tf*idf     sum over t of ln(1 + N / df) * ln(1 + sum over f of F tf)
 *              / (0.8 + 0.2 len(d) / avg), len over the fields that count
 *
 *   nearness   + P * sum over neighbours t, u of the query of
 *                min(idf(t), idf(u)) * max(1 / D(content), w / D(all))
 *              D: their smallest distance in words in a field of the page,
 *              between occurrences in content, or between any
 *
 * All of it is the text of the page at w = 1 and the content alone at w = 0,
 * without a special case for either.
 */
#ifndef SEARCH_RANK_SCORE_H
#define SEARCH_RANK_SCORE_H

#include "lab/search/index/index_shape.h"
#include "lab/search/search_index.h"

/* What the formula needs of the whole index, for one run. */
typedef struct rank_run {
  const search_run *run;         /* borrowed */
  double pages;                  /* N */
  double average[SEARCH_FIELDS]; /* words */
} rank_run;

/* An occurrence: field, place in it, and whether it is boilerplate, in one
 * number that grows with field and place. */
typedef uint32_t occurrence;

static inline occurrence
occurrence_make(unsigned field, uint32_t place, bool boilerplate)
{
  return (uint32_t)field << 30 | (place & 0x1FFFFFFFu) << 1 | boilerplate;
}

static inline unsigned
occurrence_field(occurrence at)
{
  return at >> 30;
}

static inline uint32_t
occurrence_place(occurrence at)
{
  return at >> 1 & 0x1FFFFFFFu;
}

/* A phrase on one page: its occurrences that count, rising, and how many of
 * them are content or boilerplate of each field. */
typedef struct rank_phrase {
  const occurrence *items; /* lent */
  size_t count;            /* 0: it is not there */
  uint32_t content[SEARCH_FIELDS];
  uint32_t boilerplate[SEARCH_FIELDS];
  double idf;
  double score; /* room for what it is worth on this page */
} rank_phrase;

/* The words of a page in each field: of content and boilerplate. */
typedef struct rank_lengths {
  uint32_t content[SEARCH_FIELDS];
  uint32_t boilerplate[SEARCH_FIELDS];
} rank_lengths;

/* What a phrase that `content` pages have in their content and `all` pages have
 * anywhere is worth. */
double rank_idf(const rank_run *run, double content, double all);

/* The score of a page, 0 when none of the phrases is there, or when it is below
 * `least`: then it was not worked out to its end. `phrases` are in the order of
 * the query. */
double rank_page(const rank_run *run, rank_phrase *phrases, size_t count,
                 const rank_lengths *lengths, double least);

/* No page with these phrases has a higher score, by the phrases that are there
 * alone; for pages that need not be looked at. */
double rank_most(const rank_run *run, const rank_phrase *phrases, size_t count);

/* The smallest distance between occurrences of two phrases in one field that
 * begin at different places; 0 when there is none. */
uint32_t rank_distance(const rank_phrase *a, const rank_phrase *b,
                       bool content_only);

#endif
