/* watch_sql.c: see the header. */
#include "watch_store.h"

#include "watch_sql.h"

#include <stdlib.h>
#include <string.h>

exit_code
store_refuse(const watch_store *store)
{
  int code = sqlite3_errcode(store->base);
  message("%s: %s", store->path, sqlite3_errmsg(store->base));
  return code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? EXIT_INPUT
                                                         : EXIT_ENVIRONMENT;
}

exit_code
store_no_memory(void)
{
  message("out of memory");
  return EXIT_ENVIRONMENT;
}

exit_code
store_execute(watch_store *store, const char *text)
{
  if (sqlite3_exec(store->base, text, NULL, NULL, NULL) == SQLITE_OK)
    return EXIT_FINE;
  return store_refuse(store);
}

sqlite3_stmt *
store_prepare(watch_store *store, const char *text)
{
  sqlite3_stmt *made = NULL;
  if (sqlite3_prepare_v2(store->base, text, -1, &made, NULL) != SQLITE_OK)
    store_refuse(store);
  return made;
}

void
store_bind_text(sqlite3_stmt *to, int place, const char *text)
{
  if (text)
    sqlite3_bind_text(to, place, text, -1, SQLITE_STATIC);
}

exit_code
store_finish(watch_store *store, sqlite3_stmt *made)
{
  exit_code code = EXIT_FINE;
  if (!made)
    return EXIT_ENVIRONMENT;
  if (sqlite3_step(made) != SQLITE_DONE)
    code = store_refuse(store);
  sqlite3_finalize(made);
  return code;
}

exit_code
store_step_row(watch_store *store, sqlite3_stmt *made, bool *found)
{
  int step = sqlite3_step(made);
  *found = step == SQLITE_ROW;
  return step == SQLITE_ROW || step == SQLITE_DONE ? EXIT_FINE
                                                   : store_refuse(store);
}

exit_code
store_read_number(watch_store *store, const char *text, int64_t *out)
{
  sqlite3_stmt *made = store_prepare(store, text);
  exit_code code = EXIT_FINE;
  *out = 0;
  if (!made)
    return sqlite3_errcode(store->base) == SQLITE_NOTADB ? EXIT_INPUT
                                                         : EXIT_ENVIRONMENT;
  if (sqlite3_step(made) == SQLITE_ROW)
    *out = sqlite3_column_int64(made, 0);
  else
    code = store_refuse(store);
  sqlite3_finalize(made);
  return code;
}

bool
store_column_text(sqlite3_stmt *row, int column, char **out)
{
  *out = NULL;
  if (sqlite3_column_type(row, column) == SQLITE_NULL)
    return true;
  const char *text = (const char *)sqlite3_column_text(row, column);
  *out = text ? strdup(text) : NULL;
  return *out != NULL;
}

char *
store_column_bytes(sqlite3_stmt *row, int column, size_t *len)
{
  const void *bytes = sqlite3_column_blob(row, column);
  *len = (size_t)sqlite3_column_bytes(row, column);
  char *copy = bytes || *len == 0 ? malloc(*len + 1) : NULL;
  if (copy && *len > 0)
    memcpy(copy, bytes, *len);
  if (!copy)
    *len = 0;
  return copy;
}
