/* sql_file.h: a file of SQLite in which a command keeps what it knows: the
 * index of `pith search`, the stores of `pith watch` and `pith review`.
 *
 * What goes wrong is said on stderr, with the path of the file and what can be
 * done; the exit code for it comes back. Built only where SQLite is there.
 */
#ifndef SHARED_SQL_FILE_H
#define SHARED_SQL_FILE_H

#include "common/output/message.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sql_file {
  sqlite3 *base;      /* owned; NULL: not open */
  const char *path;   /* lent, like the next two */
  const char *kind;   /* "index of pith search" */
  const char *remedy; /* what to do with a damaged one */
} sql_file;

/* Open the file, with the flags of sqlite3_open_v2(); wait so many milliseconds
 * for other programs. sql_close() in any case. */
exit_code sql_open(sql_file *file, int flags, int patience);
void sql_close(sql_file *file);

/* Say what SQLite says; that memory has ended; how it shows that the file is
 * damaged. */
exit_code sql_refuse(const sql_file *file);
exit_code sql_refuse_memory(const sql_file *file);
exit_code sql_refuse_damaged(const sql_file *file, const char *how);

/* Run statements that give nothing. */
exit_code sql_execute(const sql_file *file, const char *text);

/* Give a statement: sqlite3_finalize() or sql_finish(). NULL: it was said why,
 * and the next three functions pass the exit code on. */
sqlite3_stmt *sql_prepare(const sql_file *file, const char *text);

/* The same for several, to be released one by one; EXIT_INPUT after the first
 * that could not be made. */
exit_code sql_prepare_all(const sql_file *file, const char *const *texts,
                          size_t count, sqlite3_stmt **made);

/* Run a statement that gives nothing, and release it, or make it ready to be
 * run again. */
exit_code sql_finish(const sql_file *file, sqlite3_stmt *made);
exit_code sql_run(const sql_file *file, sqlite3_stmt *made);

/* Step to the next row. False at the end, and after a failure: *code is no
 * longer EXIT_FINE then. */
bool sql_next_row(const sql_file *file, sqlite3_stmt *made, exit_code *code);

/* Step to a row that must be there; the file is damaged when it is not, and
 * `how` says how. */
exit_code sql_need_row(const sql_file *file, sqlite3_stmt *made,
                       const char *how);

/* What kind of file it is: the numbers that its maker gave it. */
typedef struct sql_identity {
  int64_t version; /* of the tables; 0 in an empty file */
  int64_t owner;   /* the application's number */
  int64_t tables;
} sql_identity;
exit_code sql_identify(const sql_file *file, sql_identity *out);

/* The number that a statement gives. */
exit_code sql_read_number(const sql_file *file, const char *text, int64_t *out);

/* Bind values to ?1, ?2 ... by a letter each: 't' const char * (copied, NULL
 * binds nothing), 'i' int64_t, 'b' const void * and size_t (bytes, borrowed
 * until the statement has run), 's' the same as text. NULL for the statement is
 * allowed. */
void sql_bind(sqlite3_stmt *to, const char *kinds, ...);
void sql_bind_list(sqlite3_stmt *to, const char *kinds, va_list values);

/* All at once: sql_prepare(), bind, sql_finish(). */
exit_code sql_do(const sql_file *file, const char *text, const char *kinds,
                 ...);

/* Bind, and sql_run(). */
exit_code sql_put(const sql_file *file, sqlite3_stmt *made, const char *kinds,
                  ...);

/* Bind a copy of the text; nothing for NULL. */
void sql_bind_text(sqlite3_stmt *to, int place, const char *text);

/* The text of a column, "" for none; lent until the next step. */
const char *sql_column_text(sqlite3_stmt *row, int column);

/* Give a copy of a text, NULL for none; false when memory ends. */
bool sql_copy_text(sqlite3_stmt *row, int column, char **out);

/* Give a copy of bytes; NULL when memory ends. */
char *sql_copy_bytes(sqlite3_stmt *row, int column, size_t *len);

#endif
