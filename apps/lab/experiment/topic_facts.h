/* topic_facts.h: what is known of a topic beside its words, to keep kinds of
 * topics apart in the results.
 *
 *   language   by the script of the question: Cyrillic is ru, Han zh, with kana
 *              ja; for Latin letters that of the first relevant page, en where
 *              that page declares none or one of another script
 *   boilerplate    whether the question can be answered by boilerplate: each of
 * its words is in the boilerplate of at least two pages of one site that
 * has a relevant page. Here is where cutting should show.
 */
#ifndef SEARCH_TOPIC_FACTS_H
#define SEARCH_TOPIC_FACTS_H

#include "lab/experiment/experiment_survey.h"
#include "lab/experiment/topic_list.h"
#include "lab/experiment/trec_table.h"

#include <stdbool.h>

typedef struct topic_facts {
  char language[8];
  bool boilerplate;
} topic_facts;

/* Find the facts of all topics, boilerplate by the index's `method`. Gives a
 * list in the order of the topics, to be released by free(). */
exit_code topic_facts_find(search_index *index, uint32_t method,
                           const experiment_survey *survey,
                           const topic_list *topics,
                           const judgement_table *judged, topic_facts **out);

#endif
