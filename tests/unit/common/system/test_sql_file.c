/* Files of SQLite: rows, values, and the exit code that each failure means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifdef PITH_HAVE_SQLITE

#include "common/system/sql_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAKE = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE };

static char path[64];

static sql_file
file_at(const char *place)
{
  return (sql_file){NULL, place, "file of a test", "make it anew"};
}

static int
set_up(void **state)
{
  static sql_file file;
  snprintf(path, sizeof path, "/tmp/pith-sql-%ld.db", (long)getpid());
  unlink(path);
  file = file_at(path);
  assert_int_equal(sql_open(&file, MAKE, 0), EXIT_FINE);
  assert_int_equal(
      sql_execute(&file,
                  "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c BLOB);"
                  "INSERT INTO t VALUES(1, 'one', x'0031'),"
                  " (2, NULL, x'')"),
      EXIT_FINE);
  *state = &file;
  return 0;
}

static int
tear_down(void **state)
{
  sql_close(*state);
  unlink(path);
  return 0;
}

static void
rows_come_one_by_one(void **state)
{
  const sql_file *file = *state;
  exit_code code = EXIT_FINE;
  sqlite3_stmt *made = sql_prepare(file, "SELECT a, b, c FROM t ORDER BY a");
  char *text;
  size_t len;
  assert_true(sql_next_row(file, made, &code));
  assert_string_equal(sql_column_text(made, 1), "one");
  assert_true(sql_copy_text(made, 1, &text));
  assert_string_equal(text, "one");
  free(text);
  text = sql_copy_bytes(made, 2, &len);
  assert_int_equal(len, 2);
  assert_memory_equal(text, "\0001", 2);
  free(text);
  assert_true(sql_next_row(file, made, &code));
  assert_string_equal(sql_column_text(made, 1), "");
  assert_true(sql_copy_text(made, 1, &text));
  assert_null(text);
  text = sql_copy_bytes(made, 2, &len);
  assert_non_null(text);
  assert_int_equal(len, 0);
  free(text);
  assert_false(sql_next_row(file, made, &code));
  assert_int_equal(code, EXIT_FINE);
  sqlite3_finalize(made);
}

static void
statements_run_again(void **state)
{
  const sql_file *file = *state;
  int64_t count = 0;
  char text[] = "twice";
  sqlite3_stmt *made = sql_prepare(file, "INSERT INTO t(b) VALUES(?1)");
  sql_bind_text(made, 1, text);
  text[0] = '?'; /* a copy was bound */
  assert_int_equal(sql_run(file, made), EXIT_FINE);
  assert_int_equal(sql_finish(file, made), EXIT_FINE);
  assert_int_equal(
      sql_read_number(file, "SELECT count(*) FROM t WHERE b = 'twice'", &count),
      EXIT_FINE);
  assert_int_equal(count, 2);
}

static void
what_is_not_there_is_damage(void **state)
{
  const sql_file *file = *state;
  int64_t number;
  exit_code code = EXIT_FINE;
  assert_int_equal(sql_execute(file, "SELECT * FROM nothing"), EXIT_INPUT);
  assert_int_equal(sql_read_number(file, "SELECT x FROM t", &number),
                   EXIT_INPUT);
  assert_null(sql_prepare(file, "SELECT x FROM t"));
  assert_false(sql_next_row(file, NULL, &code));
  assert_int_equal(code, EXIT_INPUT);
  assert_int_equal(sql_finish(file, NULL), EXIT_INPUT);
  sqlite3_stmt *made = sql_prepare(file, "SELECT a FROM t WHERE a = ?1");
  sqlite3_bind_int(made, 1, 1);
  assert_int_equal(sql_need_row(file, made, "no one"), EXIT_FINE);
  sqlite3_reset(made);
  sqlite3_bind_int(made, 1, 3);
  assert_int_equal(sql_need_row(file, made, "no three"), EXIT_INPUT);
  sqlite3_finalize(made);
}

static void
a_lock_is_no_damage(void **state)
{
  sql_file *file = *state;
  sql_file other = file_at(path);
  assert_int_equal(sql_open(&other, MAKE, 0), EXIT_FINE);
  assert_int_equal(sql_execute(&other, "BEGIN IMMEDIATE"), EXIT_FINE);
  assert_int_equal(sql_execute(file, "BEGIN IMMEDIATE"), EXIT_ENVIRONMENT);
  sql_close(&other);
  assert_int_equal(sql_execute(file, "BEGIN IMMEDIATE; COMMIT"), EXIT_FINE);
}

static void
files_that_cannot_be_opened(void **state)
{
  sql_file absent = file_at("/nowhere/x.db");
  sql_file page = file_at("examples/demo/page.html");
  int64_t number;
  (void)state;
  assert_int_equal(sql_open(&absent, MAKE, 0), EXIT_ENVIRONMENT);
  sql_close(&absent);
  assert_int_equal(sql_open(&absent, SQLITE_OPEN_READONLY, 0), EXIT_INPUT);
  sql_close(&absent);
  assert_int_equal(sql_open(&page, SQLITE_OPEN_READONLY, 0), EXIT_FINE);
  assert_int_equal(sql_read_number(&page, "PRAGMA user_version", &number),
                   EXIT_INPUT);
  sql_close(&page);
}

#define FILE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int
main(void)
{
  const struct CMUnitTest tests[] = {
      FILE_TEST(rows_come_one_by_one),
      FILE_TEST(statements_run_again),
      FILE_TEST(what_is_not_there_is_damage),
      FILE_TEST(a_lock_is_no_damage),
      cmocka_unit_test(files_that_cannot_be_opened),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
  return 77; /* no SQLite in this build */
}

#endif
