/* experiment_slice.c: kinds of topics, and how the runs compare over each.
 *
 * The slices: all; those whose words are also in boilerplate, and the rest;
 * each language; for known items those from titles and those from links. A
 * slice of fewer than 10 topics says nothing and is left out.
 */
#include "lab/experiment/experiment_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer topics give intervals as wide as the scale. */
enum { LEAST_TOPICS = 10, SLICES_MOST = 24, LANGUAGES_MOST = 16 };

/* What a row has to be like to be in a slice; 0: does not matter. */
typedef struct slice_rule {
  const char *language;
  const char *prefix; /* of the topic's id */
  int boilerplate;    /* 1: yes, -1: no */
} slice_rule;

/* All conditions of a rule must hold; the empty rule takes every topic. */
static bool
fits(const experiment *work, size_t row, const slice_rule *rule)
{
  const topic *asked = &work->topics.items[work->row_topics[row]];
  const topic_facts *facts = &work->facts[work->row_topics[row]];
  if (rule->language && strcmp(rule->language, facts->language) != 0)
    return false;
  if (rule->prefix &&
      strncmp(asked->id, rule->prefix, strlen(rule->prefix)) != 0)
    return false;
  return rule->boilerplate == 0 ||
         facts->boilerplate == (rule->boilerplate > 0);
}

/* In the order of the rows, so that two runs can be compared topic by topic. */
static double *
slice_values(const experiment_slice *slice, const experiment_run *run,
             metric which)
{
  double *values = need(slice->count, sizeof *values);
  for (size_t i = 0; i < slice->count; i++)
    values[i] = run->measured.items[slice->rows[i]].values.value[which];
  return values;
}

/* Each run against basic. Basic is compared with itself too: a row of zeros
 * that shows the table is right. */
static void
compare_runs(const experiment *work, experiment_slice *slice)
{
  size_t count = slice->count;
  uint64_t seed = work->options->seed;
  double *basic = slice_values(slice, &work->runs[RUN_BASIC], METRIC_AP);
  slice->results = need(work->run_count, sizeof *slice->results);
  for (size_t i = 0; i < work->run_count; i++) {
    slice_result *out = &slice->results[i];
    for (int m = 0; m < METRIC_COUNT; m++) {
      double *values = slice_values(slice, &work->runs[i], (metric)m);
      out->mean[m] = statistics_mean(values, count);
      if (m == METRIC_AP) {
        statistics_bootstrap(values, count, 0.95, STATISTICS_ROUNDS, seed,
                             &out->range);
        statistics_paired(basic, values, count, seed, &out->against);
      }
      free(values);
    }
  }
  free(basic);
}

/* Several runs are compared with basic, so one of them is soon better by
 * chance. Basic itself is no test. */
static void
correct_runs(const experiment *work, experiment_slice *slice)
{
  double *p = need(2 * work->run_count, sizeof *p);
  for (size_t i = 0; i < work->run_count; i++)
    p[i] = i == RUN_BASIC ? NAN : slice->results[i].against.p;
  statistics_holm(p, work->run_count, p + work->run_count);
  for (size_t i = 0; i < work->run_count; i++)
    slice->results[i].holm = p[work->run_count + i];
  free(p);
}

/* Add a slice if it has topics enough; "all topics" is added however few there
 * are, so slices[0] is always there. */
static void
add_slice(experiment *work, const char *name, slice_rule rule)
{
  size_t rows = work->runs[RUN_BASIC].measured.count;
  experiment_slice slice = {.rows = need(rows, sizeof *slice.rows)};
  for (size_t i = 0; i < rows; i++)
    if (fits(work, i, &rule))
      slice.rows[slice.count++] = i;
  bool all = !rule.language && !rule.prefix && rule.boilerplate == 0;
  if ((slice.count < LEAST_TOPICS && !all) ||
      work->slice_count == SLICES_MOST) {
    free(slice.rows);
    return;
  }
  snprintf(slice.name, sizeof slice.name, "%s", name);
  compare_runs(work, &slice);
  correct_runs(work, &slice);
  work->slices[work->slice_count++] = slice;
}

/* Two slices for a language: all its topics, and those of boilerplate. In the
 * order in which languages first occur, which is that of the topics. */
static void
add_languages(experiment *work)
{
  const char *seen[LANGUAGES_MOST];
  char name[SLICE_NAME_ROOM];
  size_t count = 0;
  for (size_t i = 0; i < work->topics.count; i++) {
    const char *language = work->facts[i].language;
    size_t k = 0;
    while (k < count && strcmp(seen[k], language) != 0)
      k++;
    if (k < count || count == LANGUAGES_MOST)
      continue;
    seen[count++] = language;
    snprintf(name, sizeof name, "language %s", language);
    add_slice(work, name, (slice_rule){.language = language});
    snprintf(name, sizeof name, "language %s, words also in boilerplate",
             language);
    add_slice(work, name, (slice_rule){.language = language, .boilerplate = 1});
  }
}

/* All topics are the first slice: the summary on stderr relies on it. Slices
 * may overlap; each is a view of the same rows. */
exit_code
experiment_slices_make(experiment *work)
{
  work->slices = need(SLICES_MOST, sizeof *work->slices);
  add_slice(work, "all topics", (slice_rule){0});
  add_slice(work, "words also in boilerplate", (slice_rule){.boilerplate = 1});
  add_slice(work, "words not in boilerplate", (slice_rule){.boilerplate = -1});
  add_languages(work);
  if (work->options->known_item > 0) {
    add_slice(work, "from titles", (slice_rule){.prefix = "title-"});
    add_slice(work, "from links", (slice_rule){.prefix = "anchor-"});
  }
  return EXIT_FINE;
}

/* Accepts an experiment that never came this far. */
void
experiment_slices_done(experiment *work)
{
  for (size_t i = 0; i < work->slice_count; i++) {
    free(work->slices[i].rows);
    free(work->slices[i].results);
  }
  free(work->slices);
}
