/* topic_known.h: topics for a collection that nobody has judged.
 *
 * Known-item search: somebody knows that a page is there and asks for it. The
 * question is what the page's title says of it alone (topic_title.h), or what
 * a link on another page of the index calls it; the one relevant document is
 * the page. Left out are
 *   - questions of fewer than 2 or more than 20 words (stems),
 *   - questions that are the same for two pages, whatever their order of words:
 *     "next", "read more", copies of a page,
 *   - the second of two questions for one page with the same words.
 * Of what is left, `wanted` are drawn by a seed. The same index, number and
 * seed give the same topics on every machine.
 */
#ifndef SEARCH_TOPIC_KNOWN_H
#define SEARCH_TOPIC_KNOWN_H

#include "lab/experiment/experiment_survey.h"
#include "lab/experiment/topic_list.h"
#include "lab/experiment/trec_table.h"

/* Make topics, called title-1, anchor-2 ..., and their judgements. Fewer than
 * wanted, or none, is said and no failure but for none: EXIT_INPUT. */
exit_code topic_known_make(search_index *index, const experiment_survey *survey,
                           size_t wanted, uint64_t seed, topic_list *topics,
                           judgement_table *judged);

#endif
