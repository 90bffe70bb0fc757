/* review_store_inside.h: what the files of the store share. */
#ifndef SERVER_REVIEW_STORE_INSIDE_H
#define SERVER_REVIEW_STORE_INSIDE_H

#include "review_store.h"

#include <pthread.h>
#include <sqlite3.h>

struct review_store {
  sqlite3 *base;
  pthread_mutex_t lock; /* around every use of `base` */
};

/* The outcome that a code of SQLite means. */
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

/* The text of a column, "" for none; lent until the next step. */
const char *review__column(sqlite3_stmt *row, int column);

#endif
