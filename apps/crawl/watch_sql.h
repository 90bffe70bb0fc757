/* watch_sql.h: statements of the store of `pith watch`. What goes wrong is said
 * on stderr, with the path of the store.
 */
#ifndef CRAWL_WATCH_SQL_H
#define CRAWL_WATCH_SQL_H

#include "watch_store.h"

#include <sqlite3.h>

struct watch_store {
  sqlite3 *base;
  const char *path; /* lent */
};

/* Say what SQLite says, and what exit code that is; or that memory has ended.
 */
exit_code store_refuse(const watch_store *store);
exit_code store_no_memory(void);

/* Run statements that give nothing. */
exit_code store_execute(watch_store *store, const char *text);

/* Given: sqlite3_finalize() or store_finish(). NULL: it was said why. */
sqlite3_stmt *store_prepare(watch_store *store, const char *text);

/* Nothing is bound for NULL. The text is borrowed until the statement ends. */
void store_bind_text(sqlite3_stmt *to, int place, const char *text);

/* Run a statement that gives nothing, and release it; NULL is refused. */
exit_code store_finish(watch_store *store, sqlite3_stmt *made);

/* Step to the one row that there may be; *found when there is. */
exit_code store_step_row(watch_store *store, sqlite3_stmt *made, bool *found);

exit_code store_read_number(watch_store *store, const char *text, int64_t *out);

/* Give a text, NULL for none; false when memory ends. */
bool store_column_text(sqlite3_stmt *row, int column, char **out);

/* Give bytes; NULL: no memory. */
char *store_column_bytes(sqlite3_stmt *row, int column, size_t *len);

#endif
