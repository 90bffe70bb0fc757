/* review_grades.h: the grades of a store, as lab/eval takes them. */
#ifndef REVIEW_REVIEW_GRADES_H
#define REVIEW_REVIEW_GRADES_H

#include "lab/eval/grades/grades.h"
#include "lab/review/store/review_store.h"

typedef struct review_grades {
  grade_record *items; /* owned, and all texts but the collection */
  size_t count;
  size_t capacity;
  const char *collection; /* borrowed */
} review_grades;

/* Read the current grades of a grader, NULL for those of everybody. To be
 * released by review_grades_done(), also after a failure. */
review_outcome review_grades_read(review_store *store, const char *grader,
                                  const char *collection, review_grades *out);
void review_grades_done(review_grades *grades);

/* The same of the store at a path, which must be there; messages on stderr. */
exit_code review_grades_open(const char *path, const char *collection,
                             review_grades *out);

/* Whether the file at a path is a store, or another file of SQLite. */
bool review_store_is(const char *path);

#endif
