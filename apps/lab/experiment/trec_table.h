/* trec_table.h: judgements and runs, in the two forms of TREC.
 *
 *   qrels   topic iteration document grade          iteration is not used
 *   run     topic Q0 document rank score run-name   rank is not used: the order
 *           is by falling score, and by falling document name where scores are
 *           equal, as trec_eval has it
 *
 * A table owns the text it was read from, and its rows point into it. A line
 * that is no row is an error that names its number: half a file of judgements
 * would give numbers that look right.
 */
#ifndef SEARCH_TREC_TABLE_H
#define SEARCH_TREC_TABLE_H

#include "common/output/message.h"

#include <stddef.h>

typedef struct judgement {
  const char *topic; /* lent by the table, as all names here */
  const char *document;
  int grade; /* below 0: in the pool, but not judged */
} judgement;

typedef struct judgement_table {
  char *text;       /* owned */
  judgement *items; /* owned; by topic, then by document, bytes compared */
  size_t count;
} judgement_table;

typedef struct run_row {
  const char *topic;
  const char *document;
  double score;
} run_row;

typedef struct run_table {
  char *text;     /* owned */
  run_row *items; /* owned; by topic, then best first */
  size_t count;
  const char *name; /* of the run; lent; "" without rows */
} run_table;

enum { TREC_MOST_BYTES = 1000000000 }; /* of a file */

/* Read qrels from a text of `len` bytes with room for one more, which is taken
 * over, also on failure. `name` is for messages. Says on stderr what is wrong:
 * EXIT_INPUT, and `out` is empty then. */
exit_code judgement_table_take(char *text, size_t len, const char *name,
                               judgement_table *out);
void judgement_table_done(judgement_table *table);

/* The rows of `topic`: the first, and in *count how many; NULL when none. */
const judgement *judgement_table_find(const judgement_table *table,
                                      const char *topic, size_t *count);

/* The grade of `document` among the rows of a topic, METRIC_UNJUDGED when
 * there is none. */
int judgement_grade(const judgement *items, size_t count, const char *document);

/* The same for a run. */
exit_code run_table_take(char *text, size_t len, const char *name,
                         run_table *out);
void run_table_done(run_table *table);
const run_row *run_table_find(const run_table *table, const char *topic,
                              size_t *count);

#endif
