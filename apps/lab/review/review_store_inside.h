/* review_store_inside.h: what the files of the store share. */
#ifndef SERVER_REVIEW_STORE_INSIDE_H
#define SERVER_REVIEW_STORE_INSIDE_H

#include "lab/review/review_store.h"
#include "common/system/sql_file.h"

#include <pthread.h>

struct review_store {
  sql_file file;
  pthread_mutex_t lock; /* around every use of `file` */
};

/* Statements whose failure a grader is told, by an outcome: the one that a code
 * of SQLite means. What fails when the store is opened is said on stderr. */
review_outcome review__outcome(int code);
review_outcome review__execute(review_store *store, const char *text);

/* Gives a statement, NULL after a failure: review__finish() or
 * sqlite3_finalize(). */
review_outcome review__prepare(review_store *store, const char *text,
                               sqlite3_stmt **out);

/* Run a statement that gives no rows, and release it. */
review_outcome review__finish(sqlite3_stmt *statement);

/* Copies the text; NULL is "". */
void review__bind_text(sqlite3_stmt *to, int place, const char *text);

#endif
