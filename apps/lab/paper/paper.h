/* paper.h: an experiment on its way, for the files of this folder.
 *
 *     job.source ─ sites ─ drawn ─► job.sites ─ pages ─ counts of each run
 *                                       └─► job.grades ─► tables
 */
#ifndef PAPER_PAPER_H
#define PAPER_PAPER_H

#include "lab/paper/paper_facts.h"
#include "lab/paper/paper_gold.h"
#include "lab/paper/paper_measure.h"

#include "common/options/request.h"
#include "common/output/output_tree.h"
#include "common/output/text_out.h"
#include "common/site_run/site_likeness.h"
#include "lab/eval/grades/grade_sources.h"
#include "lab/eval/grades/grades_report.h"
#include "lab/review/review_source.h"

/* A page that was looked at. */
typedef struct paper_page {
  size_t item;                         /* of the list of its site */
  page_counts counts[PAPER_RUNS_MOST]; /* of each run */
  bool counted;                        /* it has gold and could be read */
} paper_page;

/* A site of the sample, or one that a page of the sample is from. */
typedef struct paper_site {
  const review_site *site; /* lent by the source */
  paper_page *pages;       /* owned */
  size_t count;
  size_t capacity;
  size_t counted; /* pages with counts */
  site_likeness likeness;
} paper_site;

/* What the retrieval of Ageev et al. came to, for the first sentence. */
typedef struct paper_search {
  bool done;
  size_t topics;
  double basic;              /* mean average precision, 0 to 1 */
  double cut;                /* by the paper's method */
  paired_difference against; /* cut minus basic */
  double holm;               /* its p, corrected ... */
  size_t compared;           /* ... for so many runs */
  text_out html, json;       /* owned: sections of the report */
} paper_search;

typedef struct paper_job {
  const app_request *request;
  const paper_facts *paper;
  const char *collection; /* path; lent */
  char *title;            /* owned: the last step of the path */
  method_choice runs[PAPER_RUNS_MOST];
  size_t run_count;
  uint64_t sample; /* sites or pages to draw */
  output_tree output;
  review_store *store;      /* NULL for a sample of pages */
  review_grouping grouping; /* of the pages into sites */
  review_source source;
  paper_gold gold;
  paper_site *sites; /* owned: those that were drawn */
  size_t site_count;
  size_t site_capacity;
  size_t page_count;    /* looked at */
  size_t counted;       /* of them with gold */
  size_t graded;        /* sites or pages that gold grades */
  size_t failed;        /* pages that could not be read */
  grade_record *grades; /* owned list: by gold, then by people */
  size_t grade_count;
  size_t grade_capacity;
  grade_sources people; /* lends the texts of their grades */
  size_t by_people;     /* of the grades */
  char **texts;         /* owned: of the grades */
  size_t text_count;
  size_t text_capacity;
  grades_report report;
  paper_search search;
  progress bar;
} paper_job;

/* Find the sites, draw the sample, choose the pages (paper_sample.c). */
exit_code paper_sample_draw(paper_job *job);

/* Write the pages of the sample as lines, for `pith review`. */
exit_code paper_sample_write(const paper_job *job);

/* Classify and count every page that was chosen (paper_run.c). */
exit_code paper_run_sites(paper_job *job);

/* The shares of a site by a run, means over its pages (paper_grades.c). */
typedef struct site_shares {
  double kept; /* of the content */
  double cut;  /* of the boilerplate */
} site_shares;
site_shares paper_site_shares(const paper_site *site, size_t run);

/* The grade that gold gives: of a site by its shares, of a page by its
 * counts; numbers of grades.h. */
uint8_t paper_site_grade(site_shares shares);
uint8_t paper_page_grade(const page_counts *counts);

/* Add the grades that gold gives, and those of people from a file or a store;
 * then make the report of them. */
exit_code paper_grades_make(paper_job *job);

/* Forget them: before they are made again, or at the end. */
void paper_grades_drop(paper_job *job);

/* Let people grade the sample, and make the grades again (paper_review.c). */
exit_code paper_review(paper_job *job);

/* grades.csv, as `pith eval --grades` reads it. */
exit_code paper_grades_write(const paper_job *job);

/* The retrieval experiment of Ageev et al. (paper_search.c). */
exit_code paper_search_run(paper_job *job);

/* The tables and pictures of a paper (paper_tables.c). */
void paper_tables_grades(const paper_job *job, text_out *out);
void paper_tables_blocks(const paper_job *job, text_out *out);
void paper_tables_layers(const paper_job *job, text_out *out);
void paper_tables_sites(const paper_job *job, text_out *out);

/* Recall and precision of noise blocks over all pages of a run, in per cent,
 * with intervals by bootstrap over pages. */
typedef struct block_result {
  block_counts sums;
  size_t pages;
  double recall, precision;
  interval recall_range, precision_range;
} block_result;
void paper_blocks_sum(const paper_job *job, size_t run, block_result *out);

/* How far the mean of a group is from what a paper printed, with the 95 %
 * interval: of two means, or of our mean alone where the paper has no counts.
 */
interval paper_mean_difference(const grade_group *ours,
                               const grade_group *theirs, double *difference);

/* The mean over all sites of their similarity, in per cent, with its 95 %
 * interval; NAN: none. */
double paper_likeness_mean(const paper_job *job, interval *range);

/* What came out, in one sentence, given (paper_html.c); report.html and
 * report.json. */
char *paper_result(const paper_job *job);
char *paper_command(const paper_job *job);
exit_code paper_html_write(const paper_job *job);
exit_code paper_json_write(const paper_job *job);

#endif
