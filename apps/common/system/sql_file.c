/* sql_file.c: see the header. */
#include "common/system/sql_file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- what goes wrong ------------------------------------------------------ */

/* The last failure without what SQLite adds to it. */
static int
failure(const sql_file *file)
{
  return sqlite3_errcode(file->base) & 0xFF;
}

/* The exit code that it means. Our statements are fixed: one that SQLite does
 * not understand asks a file that is not what it should be. */
static exit_code
failure_code(const sql_file *file)
{
  int code = failure(file);
  return code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR
             ? EXIT_INPUT
             : EXIT_ENVIRONMENT;
}

exit_code
sql_refuse_damaged(const sql_file *file, const char *how)
{
  message("%s: a damaged %s (%s); %s", file->path, file->kind, how,
          file->remedy);
  return EXIT_INPUT;
}

exit_code
sql_refuse_memory(const sql_file *file)
{
  return report_out_of_memory_for(file->path);
}

/* A message for each kind of failure, and the exit code that goes with it.
 * SQLite has undone the step that a full or broken disk ended, so running the
 * command again is always a remedy. */
exit_code
sql_refuse(const sql_file *file)
{
  switch (failure(file)) {
  case SQLITE_NOTADB:
    message("%s: no %s (%s)", file->path, file->kind,
            sqlite3_errmsg(file->base));
    break;
  case SQLITE_CORRUPT:
  case SQLITE_ERROR:
    sql_refuse_damaged(file, sqlite3_errmsg(file->base));
    break;
  case SQLITE_INTERRUPT:
    message("%s: this takes too many steps, so it may be damaged; %s",
            file->path, file->remedy);
    break;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    message("%s: another program has locked it; try again when that one has "
            "ended",
            file->path);
    break;
  case SQLITE_FULL:
    message("%s: the disk is full; free some space, then run it again",
            file->path);
    break;
  case SQLITE_IOERR:
    message("%s: %s; check the disk, then run it again", file->path,
            sqlite3_errmsg(file->base));
    break;
  default:
    message("%s: %s", file->path, sqlite3_errmsg(file->base));
  }
  return failure_code(file);
}

/* --- opening -------------------------------------------------------------- */

/* Waits for other processes as long as the caller allows. */
exit_code
sql_open(sql_file *file, int flags, int patience)
{
  if (sqlite3_open_v2(file->path, &file->base, flags, NULL) != SQLITE_OK) {
    exit_code code = sql_refuse(file);
    return flags & SQLITE_OPEN_CREATE ? code : EXIT_INPUT; /* not there */
  }
  sqlite3_busy_timeout(file->base, patience);
  return EXIT_FINE;
}

/* Safe after a failed open. */
void
sql_close(sql_file *file)
{
  sqlite3_close(file->base);
  file->base = NULL;
}

/* --- statements ----------------------------------------------------------- */

/* For statements without values and rows. */
exit_code
sql_execute(const sql_file *file, const char *text)
{
  if (sqlite3_exec(file->base, text, NULL, NULL, NULL) == SQLITE_OK)
    return EXIT_FINE;
  return sql_refuse(file);
}

/* NULL after a message; the functions below accept NULL, so that a caller
 * checks once. */
sqlite3_stmt *
sql_prepare(const sql_file *file, const char *text)
{
  sqlite3_stmt *made = NULL;
  if (sqlite3_prepare_v3(file->base, text, -1, SQLITE_PREPARE_PERSISTENT, &made,
                         NULL) != SQLITE_OK)
    sql_refuse(file);
  return made;
}

/* For statements without rows. Reset, so that it can be used again. */
exit_code
sql_run(const sql_file *file, sqlite3_stmt *made)
{
  exit_code code = EXIT_FINE;
  if (!made)
    return failure_code(file);
  if (sqlite3_step(made) != SQLITE_DONE)
    code = sql_refuse(file);
  sqlite3_reset(made);
  return code;
}

/* Those that were made before a failure are the caller's to release. */
exit_code
sql_prepare_all(const sql_file *file, const char *const *texts, size_t count,
                sqlite3_stmt **made)
{
  for (size_t i = 0; i < count; i++)
    if (!(made[i] = sql_prepare(file, texts[i])))
      return EXIT_INPUT;
  return EXIT_FINE;
}

/* For a statement that is used once. */
exit_code
sql_finish(const sql_file *file, sqlite3_stmt *made)
{
  exit_code code = sql_run(file, made);
  sqlite3_finalize(made);
  return code;
}

/* False at the end and after a failure; *code is changed only by a failure. */
bool
sql_next_row(const sql_file *file, sqlite3_stmt *made, exit_code *code)
{
  int step = made ? sqlite3_step(made) : SQLITE_DONE;
  if (!made)
    *code = failure_code(file);
  else if (step != SQLITE_ROW && step != SQLITE_DONE)
    *code = sql_refuse(file);
  return step == SQLITE_ROW;
}

/* A row that must be there: without it the file is damaged. */
exit_code
sql_need_row(const sql_file *file, sqlite3_stmt *made, const char *how)
{
  exit_code code = EXIT_FINE;
  if (!sql_next_row(file, made, &code) && code == EXIT_FINE)
    code = sql_refuse_damaged(file, how);
  return code;
}

/* The first column of the first row; 0 without a row. */
exit_code
sql_read_number(const sql_file *file, const char *text, int64_t *out)
{
  sqlite3_stmt *made = sql_prepare(file, text);
  exit_code code = EXIT_FINE;
  *out = 0;
  if (sql_next_row(file, made, &code))
    *out = sqlite3_column_int64(made, 0);
  sqlite3_finalize(made);
  return code;
}

/* --- values --------------------------------------------------------------- */

/* NULL stays NULL. Copied, since texts may go before the statement runs. */
void
sql_bind_text(sqlite3_stmt *to, int place, const char *text)
{
  if (text)
    sqlite3_bind_text(to, place, text, -1, SQLITE_TRANSIENT);
}

/* 'b' takes two arguments, bytes and their length, which must live until the
 * statement has run. NULL as statement is passed over, see sql_prepare(). */
void
sql_bind_list(sqlite3_stmt *to, const char *kinds, va_list values)
{
  for (int place = 1; to && kinds[place - 1]; place++) {
    if (kinds[place - 1] == 't') {
      sql_bind_text(to, place, va_arg(values, const char *));
    } else if (kinds[place - 1] == 'i') {
      sqlite3_bind_int64(to, place, va_arg(values, int64_t));
    } else {
      const void *bytes = va_arg(values, const void *);
      size_t len = va_arg(values, size_t);
      /* A text is there even when it is empty; bytes at NULL are SQL's NULL.
       * Neither is copied: pages are large. */
      if (kinds[place - 1] == 's')
        sqlite3_bind_text64(to, place, bytes ? bytes : "", len, SQLITE_STATIC,
                            SQLITE_UTF8);
      else
        sqlite3_bind_blob64(to, place, bytes, len, SQLITE_STATIC);
    }
  }
}

void
sql_bind(sqlite3_stmt *to, const char *kinds, ...)
{
  va_list values;
  va_start(values, kinds);
  sql_bind_list(to, kinds, values);
  va_end(values);
}

/* For statements that run once; those of a loop are prepared before it. */
exit_code
sql_do(const sql_file *file, const char *text, const char *kinds, ...)
{
  sqlite3_stmt *made = sql_prepare(file, text);
  va_list values;
  va_start(values, kinds);
  sql_bind_list(made, kinds, values);
  va_end(values);
  return sql_finish(file, made);
}

/* An empty file has neither version nor tables: it was made just now. */
exit_code
sql_identify(const sql_file *file, sql_identity *out)
{
  TRY(sql_read_number(file, "PRAGMA user_version", &out->version));
  TRY(sql_read_number(file, "PRAGMA application_id", &out->owner));
  return sql_read_number(file, "SELECT count(*) FROM sqlite_schema",
                         &out->tables);
}

/* The statement is ready for the next values, and borrows nothing any more. */
exit_code
sql_put(const sql_file *file, sqlite3_stmt *made, const char *kinds, ...)
{
  va_list values;
  va_start(values, kinds);
  sql_bind_list(made, kinds, values);
  va_end(values);
  return sql_run(file, made);
}

/* NULL in the database is an empty text here. */
const char *
sql_column_text(sqlite3_stmt *row, int column)
{
  const unsigned char *text = sqlite3_column_text(row, column);
  return text ? (const char *)text : "";
}

/* A text of its own; false when memory ends. */
bool
sql_copy_text(sqlite3_stmt *row, int column, char **out)
{
  *out = NULL;
  if (sqlite3_column_type(row, column) == SQLITE_NULL)
    return true;
  const unsigned char *text = sqlite3_column_text(row, column);
  *out = text ? strdup((const char *)text) : NULL;
  return *out != NULL;
}

/* One byte more than needed, so that an empty value is not NULL, which means
 * that memory has ended. */
char *
sql_copy_bytes(sqlite3_stmt *row, int column, size_t *len)
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
