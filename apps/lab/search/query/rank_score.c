/* rank_score.c: see the header.
 *
 *     score = sum over phrases of idf * saturated count
 *           + nearness * sum over neighbours of min(idf) / distance
 *
 * Everything that counts boilerplate is scaled by the weight of the run, so one
 * set of formulas serves "basic", "weighted" and "cut".
 */
#include "lab/search/query/rank_score.h"

#include <math.h>

static const double saturation = 1.2;                              /* k */
static const double length_part[SEARCH_FIELDS] = {0.5, 0.75, 0.5}; /* b */
static const double length_slope = 0.2; /* of tf*idf */

/* Pages that have the phrase in boilerplate only count at the weight of the
 * run, as the words themselves do. The formula of BM25 with +1 stays above 0
 * for frequent words. */
double
rank_idf(const rank_run *run, double content, double all)
{
  double pages = content + run->run->weight * (all - content);
  if (pages <= 0)
    return 0;
  if (run->run->ranking == SEARCH_TFIDF)
    return log(1 + run->pages / pages);
  return log(1 + (run->pages - pages + 0.5) / (pages + 0.5));
}

/* Words of a field, boilerplate at its weight. */
static double
length_of(const rank_run *run, const rank_lengths *lengths, unsigned field)
{
  return lengths->content[field] +
         run->run->weight * lengths->boilerplate[field];
}

/* The occurrences of a phrase in a field, by what they count: tf. */
static double
count_of(const rank_run *run, const rank_phrase *phrase, unsigned field)
{
  return phrase->content[field] + run->run->weight * phrase->boilerplate[field];
}

/* What BM25F divides the occurrences of a field by on this page: worked out
 * when it is first needed, since most phrases are in one field only. */
static double
norm_of(const rank_run *run, const rank_lengths *lengths, unsigned field,
        double norms[SEARCH_FIELDS])
{
  double part = length_part[field];
  if (norms[field] <= 0)
    norms[field] =
        1 - part + part * length_of(run, lengths, field) / run->average[field];
  return norms[field];
}

/* Robertson et al. 2004: counts of fields are weighted and normalised first,
 * and saturate together. */
static double
score_bm25f(const rank_run *run, const rank_phrase *phrase,
            const rank_lengths *lengths, double norms[SEARCH_FIELDS])
{
  double sum = 0;
  for (unsigned f = 0; f < SEARCH_FIELDS; f++) {
    double count = count_of(run, phrase, f);
    if (count > 0)
      sum += run->run->fields[f] * count / norm_of(run, lengths, f, norms);
  }
  return phrase->idf * sum * (saturation + 1) / (saturation + sum);
}

/* What tf*idf divides all by. */
static double
pivot_length(const rank_run *run, const rank_lengths *lengths)
{
  double length = 0;
  double average = 0;
  for (unsigned f = 0; f < SEARCH_FIELDS; f++)
    if (run->run->fields[f] > 0) {
      length += length_of(run, lengths, f);
      average += run->average[f];
    }
  return 1 - length_slope + length_slope * length / average;
}

/* Singhal et al. 1996: pivoted length, logarithm of counts. */
static double
score_tfidf(const rank_run *run, const rank_phrase *phrase, double pivot)
{
  double sum = 0;
  for (unsigned f = 0; f < SEARCH_FIELDS; f++)
    sum += run->run->fields[f] * count_of(run, phrase, f);
  return phrase->idf * log(1 + sum) / pivot;
}

/* The scores of the phrases by themselves. */
static void
score_phrases(const rank_run *run, rank_phrase *phrases, size_t count,
              const rank_lengths *lengths)
{
  double norms[SEARCH_FIELDS] = {0, 0, 0};
  bool tfidf = run->run->ranking == SEARCH_TFIDF;
  double pivot = tfidf ? pivot_length(run, lengths) : 0;
  for (size_t i = 0; i < count; i++)
    if (phrases[i].count > 0)
      phrases[i].score = tfidf ? score_tfidf(run, &phrases[i], pivot)
                               : score_bm25f(run, &phrases[i], lengths, norms);
}

/* Keep the distance of two places if it is the smallest so far, 0: none. */
static void
note_distance(occurrence x, occurrence y, uint32_t *best)
{
  if (occurrence_field(x) != occurrence_field(y))
    return;
  uint32_t one = occurrence_place(x);
  uint32_t other = occurrence_place(y);
  uint32_t apart = one > other ? one - other : other - one;
  if (apart > 0 && (*best == 0 || apart < *best))
    *best = apart;
}

/* The next occurrence behind `at` that counts. */
static size_t
next_counting(const rank_phrase *phrase, size_t at, bool content_only)
{
  do
    at++;
  while (content_only && at < phrase->count && (phrase->items[at] & 1));
  return at;
}

uint32_t
rank_distance(const rank_phrase *a, const rank_phrase *b, bool content_only)
{
  uint32_t best = 0;
  for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
    occurrence x = a->items[i];
    occurrence y = b->items[k];
    if (content_only && ((x | y) & 1)) {
      i += x & 1;
      k += y & 1;
      continue;
    }
    note_distance(x, y, &best);
    if ((x ^ y) < 2) { /* they begin at one place: each has a next one */
      i = next_counting(a, i, content_only);
      k = next_counting(b, k, content_only);
      if (i < a->count)
        note_distance(a->items[i], y, &best);
      if (k < b->count)
        note_distance(x, b->items[k], &best);
    } else if (x < y) {
      i++;
    } else {
      k++;
    }
  }
  return best;
}

/* The term for the distance of two neighbours of the query. */
static double
score_nearness(const rank_run *run, const rank_phrase *a, const rank_phrase *b)
{
  double weight = run->run->weight;
  uint32_t content = rank_distance(a, b, true);
  uint32_t all = content == 1 ? 1 : rank_distance(a, b, false);
  double best = content > 0 ? 1.0 / content : 0;
  if (all > 0 && weight / all > best)
    best = weight / all;
  return (a->idf < b->idf ? a->idf : b->idf) * best;
}

/* What the phrases are worth when all neighbours touch. */
static double
most_when_near(const rank_run *run, const rank_phrase *phrases, size_t count)
{
  double sum = 0;
  double before = 0; /* idf of the phrase before, 0 when it is not there */
  for (size_t i = 0; i < count; i++) {
    double idf = phrases[i].count > 0 ? phrases[i].idf : 0;
    if (phrases[i].count > 0)
      sum +=
          phrases[i].score + run->run->nearness * (idf < before ? idf : before);
    before = idf;
  }
  return sum * (1 + 1e-9); /* above any rounding */
}

/* Phrases that are neighbours in the query score more the closer they are.
 * If even touching neighbours cannot reach `least`, distances are not looked
 * for. */
double
rank_page(const rank_run *run, rank_phrase *phrases, size_t count,
          const rank_lengths *lengths, double least)
{
  double score = 0;
  const rank_phrase *before = NULL;
  score_phrases(run, phrases, count, lengths);
  if (most_when_near(run, phrases, count) < least)
    return 0;
  for (size_t i = 0; i < count; i++) {
    if (phrases[i].count == 0)
      continue;
    score += phrases[i].score;
    if (before == &phrases[i] - 1 && i > 0 && run->run->nearness > 0)
      score += run->run->nearness * score_nearness(run, before, &phrases[i]);
    before = &phrases[i];
  }
  return score;
}

/* The bound before lengths are known: BM25F saturates at (k + 1) * idf. */
double
rank_most(const rank_run *run, const rank_phrase *phrases, size_t count)
{
  double sum = 0;
  double before = 0; /* idf of the phrase before, 0 when it is not there */
  if (run->run->ranking == SEARCH_TFIDF)
    return INFINITY; /* its counts have no ceiling */
  for (size_t i = 0; i < count; i++) {
    double idf = phrases[i].count > 0 ? phrases[i].idf : 0;
    sum += idf * (saturation + 1) +
           run->run->nearness * (idf < before ? idf : before);
    before = idf;
  }
  return sum * (1 + 1e-9); /* above any rounding */
}
