/* experiment.h: is retrieval better without the boilerplate, or with less of
 * it?
 *
 *     index, topics, judgements
 *        └─► runs: basic, and for each method of the index cut and weighted:W
 *              └─► measures, tests against basic, losses ─► a folder:
 *
 *     report.html  the whole for people      report.json  the same for programs
 *     runs.csv     a row a run and slice     topics.csv   a row a topic
 *     losses.jsonl relevant pages that cutting moved down, and why
 *     lost.jsonl   these pages, for `pith review`, if `pages` says where
 *                  they are; what a person says there comes back as corrections
 *     runs/NAME.run, topics.tsv, qrels.txt   what trec_eval reads
 *     figures/NAME.svg
 *
 * docs/lab/experiment.md explains how to read it.
 */
#ifndef SEARCH_EXPERIMENT_H
#define SEARCH_EXPERIMENT_H

#include "lab/search/search_index.h"
#include "lab/eval/metrics/loss_class.h"
#include "common/output/progress.h"

enum { EXPERIMENT_WEIGHTS = 16 };

/* A word of the title counts as one of the body: the papers' systems had one
 * text a page. Queries of people weigh it 2 (search_run_default()). */
enum { EXPERIMENT_TITLE_WEIGHT = 1 };

/* Whether runs search the titles of pages, as all runs do or none: a title is
 * neither boilerplate nor content. */
typedef enum experiment_titles {
  TITLES_FAIR, /* but for questions that were made from a title */
  TITLES_ALWAYS,
  TITLES_NEVER
} experiment_titles;

/* What a person says of a loss. */
typedef struct experiment_correction {
  const char *run;   /* cut-auto */
  const char *topic; /* its id */
  const char *page;  /* its id in the collection */
  loss_class class;
  const char *comment; /* "" for none */
} experiment_correction;

struct experiment; /* experiment_work.h */

/* All pointers are borrowed for the call. */
typedef struct experiment_options {
  const char *index;
  const char *topics; /* files; NULL with known_item */
  const char *qrels;
  size_t known_item; /* how many topics to make; 0: they are given */
  uint64_t seed;
  const char *output; /* folder; made if it is not there */
  const char *pages;  /* what the index was made from; NULL: not at hand */
  const experiment_correction *corrections; /* of two about a loss the last */
  size_t correction_count;                  /* counts */
  double weights[EXPERIMENT_WEIGHTS];
  size_t weight_count;
  uint32_t depth; /* of a run; 0: 1,000, for known items 100 */
  search_ranking ranking;
  experiment_titles titles;
  double nearness;
  progress_mode progress;
  bool quiet;
  /* Called with the finished experiment, before it is released; NULL: none. */
  void (*use)(void *state, const struct experiment *work);
  void *use_state;
} experiment_options;

/* The defaults: weights 0.1, 0.2, 0.5; BM25F; seed 1. */
void experiment_options_default(experiment_options *options);

/* Do it. Says on stderr what goes wrong and what came out. */
exit_code experiment_make(const experiment_options *options);

#endif
