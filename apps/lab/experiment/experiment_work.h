/* experiment_work.h: an experiment on its way, for the files of it.
 *
 *   experiment.c         opens, plans the runs, writes the folder
 *   experiment_run.c     asks the topics in one run and measures
 *   experiment_slice.c   kinds of topics, and the runs compared over each
 *   experiment_loss.c    relevant pages that a cut has moved down, and why
 *   experiment_correct.c what a person says of that, and both counted
 *   experiment_pages.c   the pages that were lost, for `pith review`
 *   experiment_json.c    report.json, and the tables as CSV
 *   experiment_html.c    report.html
 *   experiment_plot.c    the pictures of it
 */
#ifndef SEARCH_EXPERIMENT_WORK_H
#define SEARCH_EXPERIMENT_WORK_H

#include "lab/experiment/experiment.h"
#include "lab/experiment/experiment_survey.h"
#include "lab/experiment/metric_run.h"
#include "lab/experiment/topic_list.h"

#include "lab/eval/metrics/statistics.h"
#include "common/json/json_out.h"
#include "common/output/output_tree.h"
#include "common/output/text_out.h"
#include "common/system/need.h"

enum { RUN_NAME_ROOM = 64, SLICE_NAME_ROOM = 48, RUN_BASIC = 0 };

/* One way of asking all topics. */
typedef struct experiment_run {
  char name[RUN_NAME_ROOM]; /* basic, cut-auto, weighted-auto-0.2 */
  search_run how;
  metric_table measured; /* a row for each topic with judgements */
  uint32_t *ranks;       /* owned: of each judged document; 0: not found */
  double seconds;        /* of all queries, on the processor */
  double postings;       /* words of all bodies, boilerplate at its weight */
} experiment_run;

/* How one run did on some of the topics. */
typedef struct slice_result {
  double mean[METRIC_COUNT];
  interval range;            /* of map, 95 %, by bootstrap */
  paired_difference against; /* map, this run minus basic */
  double holm; /* its p, corrected for the runs that are compared */
} slice_result;

/* Some of the topics. */
typedef struct experiment_slice {
  char name[SLICE_NAME_ROOM];
  size_t *rows; /* owned: which rows of the measures */
  size_t count;
  slice_result *results; /* owned: of each run */
} experiment_slice;

/* A relevant page that ranks lower in a cut run than in basic. */
typedef struct experiment_loss {
  size_t run;              /* the cut run */
  size_t row;              /* of the measures */
  const judgement *judged; /* lent */
  uint32_t rank_basic;
  uint32_t rank_cut;                    /* 0: not found any more */
  unsigned classes;                     /* bits: all that fit, by rule */
  loss_class class;                     /* the first of them */
  const experiment_correction *by_hand; /* lent; NULL: nobody has looked */
  char *line;    /* owned: of the cut text, the line with most of the words */
  char *words;   /* owned: stems asked for that are in it */
  uint32_t from; /* bytes of the page: the span with that line */
  uint32_t to;
  float score;
  char reason[33];
  double share_cut;     /* of the page's words */
  size_t content_words; /* stems asked for that the content has */
  size_t query_words;   /* stems asked for */
  bool repeated;        /* the line is on a neighbouring page of the site too */
  bool heading;         /* the line is a part of the page's title */
} experiment_loss;

/* The losses of one run by class: Table 2 of Ageev et al. 2005. */
typedef struct loss_counts {
  size_t by_rule[LOSS_CLASSES];
  size_t fitting[LOSS_CLASSES];   /* by rule, a page in several classes */
  size_t corrected[LOSS_CLASSES]; /* a person's word where there is one */
  size_t all;
  size_t headings; /* of all: the line is a part of the title */
  size_t looked_at;
  size_t changed; /* of these: to another class */
} loss_counts;

/* What is known of a topic beside its words, to keep kinds of topics apart. */
typedef struct topic_facts {
  char language[8]; /* by the script of the question: Cyrillic is ru, Han zh,
                       with kana ja; for Latin letters that of the first
                       relevant page, en where it declares none of them */
  bool boilerplate; /* each of its words is in the boilerplate of at least two
                       pages of one site that has a relevant page: here is
                       where cutting should show */
} topic_facts;

typedef struct experiment {
  const experiment_options *options;
  search_index *index;
  experiment_survey survey;
  topic_list topics;
  judgement_table judged;
  const topic **by_id; /* owned: the topics in the order of their ids */
  topic_facts *facts;  /* of each topic */
  size_t *row_topics;  /* of each row of the measures: which topic */
  experiment_run *runs;
  size_t run_count;
  experiment_slice *slices;
  size_t slice_count;
  experiment_loss *losses;
  size_t loss_count;
  size_t loss_capacity;
  uint64_t index_bytes; /* of the file */
  output_tree output;
} experiment;

/* Ask and measure one run; its file goes to runs/ of `folder`. */
exit_code experiment_run_make(experiment *work, experiment_run *run,
                              const output_tree *folder);
void experiment_run_done(experiment_run *run);

/* Make topics, called title-1, anchor-2 ..., and their judgements. Fewer than
 * wanted, or none, is said and no failure but for none: EXIT_INPUT. */
exit_code topic_known_make(experiment *work);

/* Find the facts of all topics, in their order (topic_facts.c). */
exit_code topic_facts_find(experiment *of);

/* Find the slices and compare all runs over each. */
exit_code experiment_slices_make(experiment *work);
void experiment_slices_done(experiment *work);

/* Find the losses of all cut runs. */
exit_code experiment_losses_make(experiment *work);
void experiment_losses_done(experiment *work);

/* Give each loss what a person said of it. */
exit_code experiment_losses_correct(experiment *work);

/* The class that counts: a person's before the rule's. */
loss_class loss_class_of(const experiment_loss *loss);

/* Count the losses of a run. */
void experiment_losses_count(const experiment *work, size_t run,
                             loss_counts *out);

/* A loss as one JSON object. */
void experiment_loss_write(const experiment *work, const experiment_loss *loss,
                           json_out *json);

/* Write a file of the folder from what `out` holds, which is released. */
exit_code experiment_file_write(const experiment *work, const char *name,
                                text_out *out);

/* Write report.json, runs.csv, topics.csv, losses.jsonl. */
exit_code experiment_json_write(experiment *work);

/* Write lost.jsonl, where the collection is at hand. */
exit_code experiment_pages_write(experiment *work);

/* Write report.html, and the figures as files of their own. */
exit_code experiment_html_write(experiment *work);

/* Pictures. The map of every topic, by falling basic, of some runs; the
 * differences to basic, sorted; the means of all runs with their intervals. */
void plot_topics(const experiment *work, text_out *out);
void plot_differences(const experiment *work, text_out *out);
void plot_means(const experiment *work, text_out *out);

/* Whether a run cuts (and not only weighs) boilerplate. */
bool run_is_cut(const experiment_run *run);

#endif
