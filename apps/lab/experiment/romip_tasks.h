/* romip_tasks.h: task sets and relevance tables of ROMIP, as lines.
 *
 *   <task id="arw1"><querytext>куда поехать</querytext></task>
 *       ──►  arw1 <tab> куда поехать
 *   <task id="arw1"><document id="17" relevance="vital"/></task>
 *       ──►  arw1 0 17 1
 *
 * Names of tags count without their prefix. A table is thresholded already
 * (or_relevant-minus_table.xml holds what at least one assessor called rather
 * relevant), so its levels say yes or no: "notrelevant", "cantbejudged" and the
 * like are 0 and -1, everything else is 1.
 */
#ifndef SEARCH_ROMIP_TASKS_H
#define SEARCH_ROMIP_TASKS_H

#include "lab/experiment/trec_table.h"
#include "common/output/text_out.h"

#include "pith.h"

/* Write a line (topic_list.h) for each task that has words. */
void romip_tasks_write(pith_slice text, text_out *out);

/* Read judgements: a relevance table of ROMIP, or qrels of TREC. Messages and
 * codes as judgement_table_take(). */
exit_code judgements_read(const char *path, judgement_table *out);

#endif
