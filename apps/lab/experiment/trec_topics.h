/* trec_topics.h: topics as TREC writes them; see topic_list.h. */
#ifndef SEARCH_TREC_TOPICS_H
#define SEARCH_TREC_TOPICS_H

#include "common/output/text_out.h"

#include "pith.h"

/* Write a line (topic_list.h) for each topic of `text`; one without a number
 * or without words is left out. Sections need not be closed. */
void trec_topics_write(pith_slice text, text_out *out);

#endif
