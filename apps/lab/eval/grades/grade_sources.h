/* grade_sources.h: grades of several files and stores, joined into one list.
 *
 *     file (CSV, JSON) ─┐
 *     store of a review ┴─► records, in the order of the sources
 */
#ifndef EVAL_GRADE_SOURCES_H
#define EVAL_GRADE_SOURCES_H

#include "lab/eval/grades/grades_file.h"
#include "lab/review/review_grades.h"

/* Starts zeroed. */
typedef struct grade_sources {
  grade_record *records; /* owned; texts are lent by the sources */
  size_t count;
  size_t capacity;
  grades_file *files; /* owned */
  size_t file_count;
  size_t file_capacity;
  review_grades *stores; /* owned */
  size_t store_count;
  size_t store_capacity;
  char **titles; /* owned: names of collections */
  size_t title_count;
  size_t title_capacity;
  size_t failed; /* lines left out */
} grade_sources;

/* Add the grades of a file or a store. `collection` names what is graded in a
 * store; NULL: the name of its file, "sites" of "sites.review.db". EXIT_INPUT
 * after a message when it cannot be read; a file without grades is an error, a
 * store none. */
exit_code grade_sources_add(grade_sources *sources, const char *path,
                            const char *collection);
void grade_sources_done(grade_sources *sources);

#endif
