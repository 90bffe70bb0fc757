/* review_store_inside.h: what the files of the store share. */
#ifndef REVIEW_STORE_INSIDE_H
#define REVIEW_STORE_INSIDE_H

#include "lab/review/review_store.h"
#include "common/system/sql_file.h"

#include <pthread.h>

struct review_store {
  sql_file file;
  pthread_mutex_t lock; /* around every use of `file` */
};

/* Calls below return an outcome, which the grader sees in the browser; failures
 * when the store is opened are reported on stderr instead. */
review_outcome review__outcome(int code);

/* End a transaction that BEGIN started: commit when `outcome` is REVIEW_DONE,
 * else roll back. */
review_outcome review__begin(review_store *store);
review_outcome review__end(review_store *store, review_outcome outcome);

/* Prepare a statement; *outcome is set, and NULL returned, when that fails. */
sqlite3_stmt *review__prepare(review_store *store, const char *text,
                              review_outcome *outcome);

/* Run a statement and release it. review__finish() is for those without rows;
 * review__number() returns the first column of the first row, 0 without one;
 * review__each() calls `row` for each row. NULL, from review__prepare(), keeps
 * the outcome as it is. */
review_outcome review__finish(sqlite3_stmt *made, review_outcome outcome);
int64_t review__number(sqlite3_stmt *made, review_outcome *outcome);
review_outcome review__each(sqlite3_stmt *made, review_outcome outcome,
                            void (*row)(void *state, sqlite3_stmt *row),
                            void *state);

#endif
