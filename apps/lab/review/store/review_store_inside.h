/* review_store_inside.h: what the files of the store share. */
#ifndef REVIEW_STORE_INSIDE_H
#define REVIEW_STORE_INSIDE_H

#include "lab/review/store/review_store.h"
#include "common/system/sql_file.h"

#include <pthread.h>

struct review_store {
  sql_file file;
  pthread_mutex_t lock; /* around every use of `file`; recursive */
};

/* Run a statement with values bound as sql_bind() does, and call `row` (may be
 * NULL) for each row. Takes the lock, which may be held already. The outcome is
 * what the grader sees in the browser; failures when the store is opened are
 * reported on stderr instead. */
typedef void (*review_row)(void *state, sqlite3_stmt *row);
review_outcome review__ask(review_store *store, review_row row, void *state,
                           const char *text, const char *kinds, ...);

/* A transaction; the lock is held from a good beginning to the end. The outcome
 * so far decides whether it is kept. */
review_outcome review__begin(review_store *store);
review_outcome review__end(review_store *store, review_outcome outcome);

/* A row of one number, to the int64_t that `state` is. */
void review__read_number(void *state, sqlite3_stmt *row);

#endif
