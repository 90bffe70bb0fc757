/* experiment_survey.h: what an experiment has to know of every page of an
 * index.
 *
 *     index ──► one pass ──► name, site, language, title, link texts, words
 *
 * The body is read and let go: memory grows with the number of pages and the
 * length of their titles, not with their text.
 */
#ifndef SEARCH_EXPERIMENT_SURVEY_H
#define SEARCH_EXPERIMENT_SURVEY_H

#include "lab/search/search_index.h"

enum { SURVEY_METHODS = 16 }; /* whose words are counted */

typedef struct survey_page {
  int64_t number;
  char *name;     /* owned: of the id, for runs (trec_name.h) */
  char *site;     /* owned: host of its address, else first step of its id */
  char *title;    /* owned */
  char *anchors;  /* owned: one link text a line */
  char *language; /* owned: code, "" when not known */
  uint32_t words; /* of its body */
} survey_page;

typedef struct experiment_survey {
  survey_page *pages;          /* owned; by number */
  const survey_page **by_name; /* owned */
  size_t count;
  uint64_t words;                       /* of all bodies */
  uint64_t boilerplate[SURVEY_METHODS]; /* of these, what a method cuts */
  uint32_t methods;
} experiment_survey;

/* Look at all pages. EXIT_INPUT or EXIT_ENVIRONMENT after a message. */
exit_code experiment_survey_make(search_index *index, experiment_survey *out);
void experiment_survey_done(experiment_survey *survey);

/* The page with this number, or this name; NULL when there is none. */
const survey_page *survey_find(const experiment_survey *survey, int64_t number);
const survey_page *survey_find_name(const experiment_survey *survey,
                                    const char *name);

#endif
