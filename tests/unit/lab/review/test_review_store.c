/* The store of `pith review`: grades are kept, counted and undone; a store that
 * is newer, damaged, locked or none is reported and left as it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/review/store/review_store.h"

#ifdef PITH_HAVE_SQLITE

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const review_found pages[] = {{"a.html", "x/a.html", 10, 5},
                                     {"b_50%.html", "x/b", 20, 5},
                                     {"c.html", "x/c.html", 30, 5}};

typedef struct store_test {
  char path[64];
  review_store *store;
  int64_t site;
  int64_t ids[3];
} store_test;

static int
set_up(void **state)
{
  store_test *test = calloc(1, sizeof *test);
  snprintf(test->path, sizeof test->path, "/tmp/pith-store-%ld.db",
           (long)getpid());
  unlink(test->path);
  assert_int_equal(review_store_open(test->path, &test->store), EXIT_FINE);
  assert_int_equal(review_store_import(test->store, "one", "x", pages, 3,
                                       &test->site, test->ids),
                   REVIEW_DONE);
  *state = test;
  return 0;
}

static int
tear_down(void **state)
{
  store_test *test = *state;
  char room[80];
  review_store_close(test->store);
  unlink(test->path);
  snprintf(room, sizeof room, "%s-wal", test->path);
  unlink(room);
  snprintf(room, sizeof room, "%s-shm", test->path);
  unlink(room);
  free(test);
  return 0;
}

static review_mark
grade(const store_test *test, const char *grader, const char *value)
{
  return (review_mark){.grader = grader,
                       .kind = REVIEW_SITE_GRADE,
                       .site = test->site,
                       .method = "auto",
                       .value = value,
                       .comment = ""};
}

static void
give(store_test *test, const char *grader, const char *value)
{
  review_mark mark = grade(test, grader, value);
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
}

static void
join_value(void *state, const review_mark *mark)
{
  char *out = state;
  size_t len = strlen(out);
  snprintf(out + len, 200 - len, "%s=%s;", mark->grader, mark->value);
}

static void
check_marks(store_test *test, const char *wanted)
{
  char seen[200] = "";
  assert_int_equal(
      review_store_marks(test->store, NULL, 0, 0, join_value, seen),
      REVIEW_DONE);
  assert_string_equal(seen, wanted);
}

/* --- marks ---------------------------------------------------------------- */

static void
test_the_last_grade_counts(void **state)
{
  give(*state, "anna", "2");
  give(*state, "boris", "5");
  give(*state, "anna", "4");
  check_marks(*state, "boris=5;anna=4;");
}

static void
test_undo_shows_what_stood_before(void **state)
{
  store_test *test = *state;
  char seen[200] = "";
  give(test, "anna", "2");
  give(test, "boris", "3");
  give(test, "anna", "4");
  assert_int_equal(review_store_undo(test->store, "anna", join_value, seen),
                   REVIEW_DONE);
  assert_string_equal(seen, "anna=4;");
  check_marks(test, "anna=2;boris=3;");
  assert_int_equal(review_store_undo(test->store, "anna", NULL, NULL),
                   REVIEW_DONE);
  assert_int_equal(review_store_undo(test->store, "anna", NULL, NULL),
                   REVIEW_NOTHING);
  check_marks(test, "boris=3;");
}

static void
test_an_empty_value_takes_a_mark_back(void **state)
{
  give(*state, "anna", "2");
  give(*state, "anna", "");
  check_marks(*state, "");
}

static void
test_wrong_marks_are_refused(void **state)
{
  store_test *test = *state;
  static const char *const values[] = {"1", "6", "55", "N+S+", "x"};
  for (size_t i = 0; i < 5; i++) {
    review_mark mark = grade(test, "anna", values[i]);
    assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  }
  review_mark mark = grade(test, "", "5");
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  mark = grade(test, "anna", "5");
  mark.site = 99;
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  mark = grade(test, "anna", "N+S-");
  mark.kind = REVIEW_PAGE_GRADE;
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  mark.page = test->ids[0];
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
  mark.kind = REVIEW_CORRECTION;
  mark.value = "content";
  mark.from = 7;
  mark.to = 7;
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  check_marks(test, "anna=N+S-;");
}

/* Say of what class a loss of the first page is. */
static void
lose(store_test *test, const char *run, const char *topic, const char *value)
{
  review_mark mark = grade(test, "anna", value);
  mark.kind = REVIEW_LOSS_CLASS;
  mark.page = test->ids[0];
  mark.method = run;
  mark.topic = topic;
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
}

static void
test_a_loss_is_known_by_run_and_topic(void **state)
{
  store_test *test = *state;
  lose(test, "cut-auto", "q1", "judgement");
  lose(test, "cut-auto", "q2", "content-cut");
  lose(test, "cut-dom", "q1", "others-rose");
  lose(test, "cut-auto", "q1", "not-isolated");
  check_marks(test, "anna=content-cut;anna=others-rose;anna=not-isolated;");
  review_mark mark = grade(test, "anna", "judgement");
  mark.kind = REVIEW_LOSS_CLASS;
  mark.page = test->ids[0];
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  mark.topic = "q1";
  mark.value = "bad-luck";
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  mark = grade(test, "anna", "4"); /* a grade is about no topic */
  mark.topic = "q1";
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
}

static void
test_grades_outlive_the_program(void **state)
{
  store_test *test = *state;
  give(test, "anna", "4");
  review_store_close(test->store);
  assert_int_equal(review_store_open(test->path, &test->store), EXIT_FINE);
  check_marks(test, "anna=4;");
}

/* --- lists ---------------------------------------------------------------- */

static void
join_name(void *state, const review_line *line)
{
  char *out = state;
  size_t len = strlen(out);
  snprintf(out + len, 200 - len, "%s%s%s;", line->name, line->grade ? ":" : "",
           line->grade ? line->grade : "");
}

static int64_t
check_list(store_test *test, review_query query, const char *wanted)
{
  char seen[200] = "";
  int64_t total = -1;
  query.grader = "anna";
  query.method = "auto";
  query.count = query.count ? query.count : 10;
  assert_int_equal(
      review_store_list(test->store, &query, &total, join_name, seen),
      REVIEW_DONE);
  assert_string_equal(seen, wanted);
  return total;
}

static void
test_lists_search_filter_and_page(void **state)
{
  store_test *test = *state;
  give(test, "anna", "4");
  review_mark mark = grade(test, "anna", "N+S+");
  mark.kind = REVIEW_PAGE_GRADE;
  mark.page = test->ids[2];
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
  review_query query = {.site = 0};
  assert_int_equal(check_list(test, query, "one:4;"), 1);
  query.site = test->site;
  assert_int_equal(check_list(test, query, "a.html;b_50%.html;c.html:N+S+;"),
                   3);
  query.search = "0%.";
  assert_int_equal(check_list(test, query, "b_50%.html;"), 1);
  query.search = "%a";
  assert_int_equal(check_list(test, query, ""), 0);
  query.search = NULL;
  query.filter = REVIEW_UNGRADED;
  query.from = 1;
  query.count = 1;
  assert_int_equal(check_list(test, query, "b_50%.html;"), 2);
}

static void
count_page(void *state, int64_t page)
{
  (void)page;
  ++*(int *)state;
}

static void
test_lists_by_title_confidence_and_disagreement(void **state)
{
  store_test *test = *state;
  const review_looked looked[] = {
      {test->ids[0], "Zebras and horses", NULL, 930},
      {test->ids[1], "A walk", "Along 50% of the quay", 410}};
  int unseen = 0;
  assert_int_equal(review_store_looked(test->store, looked, 2), REVIEW_DONE);
  review_store_unseen(test->store, count_page, &unseen);
  assert_int_equal(unseen, 1);
  review_query query = {.site = test->site, .order = REVIEW_BY_CONFIDENCE};
  check_list(test, query, "b_50%.html;a.html;c.html;");
  query.order = REVIEW_BY_TITLE;
  check_list(test, query, "b_50%.html;a.html;c.html;");
  query.filter = REVIEW_DOUBTFUL;
  check_list(test, query, "b_50%.html;");
  query = (review_query){.site = test->site, .search = "HORSES"};
  check_list(test, query, "a.html;");
  query.search = "OF THE quay"; /* in the text only */
  check_list(test, query, "b_50%.html;");
  query.search = "50_ of"; /* no wildcard */
  check_list(test, query, "");
  query = (review_query){.search = "the quay"}; /* the site of that page */
  assert_int_equal(check_list(test, query, "one;"), 1);
  query.search = "the pier";
  check_list(test, query, "");
  review_mark mark = grade(test, "anna", "N+S+");
  mark.kind = REVIEW_PAGE_GRADE;
  mark.page = test->ids[2];
  review_store_mark(test->store, &mark);
  query = (review_query){.site = test->site, .filter = REVIEW_DISAGREED};
  check_list(test, query, "");
  mark.grader = "boris";
  mark.value = "N-S+";
  review_store_mark(test->store, &mark);
  check_list(test, query, "c.html:N+S+;");
  query = (review_query){.site = test->site, .order = REVIEW_BY_DISAGREEMENT};
  check_list(test, query, "c.html:N+S+;a.html;b_50%.html;");
}

/* What is set aside is no grade; what is skipped is not asked for again. */
static void
test_what_is_set_aside_can_be_found(void **state)
{
  store_test *test = *state;
  review_mark mark = grade(test, "anna", "skip");
  mark.kind = REVIEW_ASIDE;
  mark.page = test->ids[0];
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
  mark.page = test->ids[1];
  mark.value = "unsure";
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
  mark.value = "perhaps";
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_WRONG);
  review_query query = {.site = test->site, .filter = REVIEW_SKIPPED};
  check_list(test, query, "a.html;");
  query.filter = REVIEW_UNSURE;
  check_list(test, query, "b_50%.html;");
  query.filter = REVIEW_UNGRADED;
  check_list(test, query, "b_50%.html;c.html;");
}

static void
test_a_page_that_is_not_found_again_is_gone(void **state)
{
  store_test *test = *state;
  int64_t ids[2];
  int64_t site;
  assert_int_equal(
      review_store_import(test->store, "one", "x", pages, 2, &site, ids),
      REVIEW_DONE);
  assert_int_equal(site, test->site);
  assert_int_equal(ids[1], test->ids[1]);
  review_query query = {.site = test->site, .filter = REVIEW_GONE};
  assert_int_equal(check_list(test, query, "c.html;"), 1);
}

static void
test_a_sample_is_the_same_every_time(void **state)
{
  store_test *test = *state;
  int64_t first;
  int64_t again;
  int64_t other;
  assert_int_equal(
      review_store_sample(test->store, true, test->site, 2, 7, &first),
      REVIEW_DONE);
  assert_int_equal(
      review_store_sample(test->store, true, test->site, 2, 7, &again),
      REVIEW_DONE);
  assert_int_equal(
      review_store_sample(test->store, true, test->site, 2, 8, &other),
      REVIEW_DONE);
  assert_int_equal(first, again);
  assert_int_not_equal(first, other);
  review_query query = {.site = test->site, .sample = first};
  /* By pick() of seed 7; it may never change. */
  assert_int_equal(check_list(test, query, "c.html;b_50%.html;"), 2);
}

/* --- bad stores ----------------------------------------------------------- */

static void
change(const char *path, const char *text)
{
  sqlite3 *base;
  assert_int_equal(sqlite3_open(path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_exec(base, text, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(base);
}

static void
test_a_newer_store_is_refused(void **state)
{
  store_test *test = *state;
  review_store *store;
  give(test, "anna", "4");
  change(test->path, "PRAGMA user_version = 5");
  assert_int_equal(review_store_open(test->path, &store), EXIT_INPUT);
  assert_null(store);
  change(test->path, "PRAGMA user_version = 4");
  check_marks(test, "anna=4;");
}

/* What versions 3 and 4 added, taken away again. */
static const char to_version_2[] =
    "DROP TABLE words;"
    "DROP INDEX mark_client; DROP INDEX mark_bundle; DROP TABLE about;"
    "DROP TABLE grader; DROP VIEW current;"
    "ALTER TABLE mark DROP COLUMN client; ALTER TABLE mark DROP COLUMN bundle;"
    "ALTER TABLE page DROP COLUMN title;"
    "ALTER TABLE page DROP COLUMN confidence;"
    "ALTER TABLE page DROP COLUMN scanned;";

/* A store as version 2 made it, without ids of requests and graders. */
static void
test_a_store_of_version_2_is_brought_up(void **state)
{
  store_test *test = *state;
  give(test, "anna", "4");
  review_store_close(test->store);
  change(test->path, to_version_2);
  change(test->path, "CREATE VIEW current AS SELECT * FROM mark WHERE undone = "
                     "0; PRAGMA user_version = 2");
  assert_int_equal(review_store_open(test->path, &test->store), EXIT_FINE);
  check_marks(test, "anna=4;");
  struct stat about;
  assert_int_equal(stat(test->path, &about), 0);
  assert_int_equal(about.st_mode & 077, 0); /* it has tokens */
}

/* A store as version 3 made it, without texts: its pages are looked into again.
 */
static void
test_a_store_of_version_3_is_brought_up(void **state)
{
  store_test *test = *state;
  int unseen = 0;
  give(test, "anna", "4");
  review_store_close(test->store);
  change(test->path, "DROP TABLE words; UPDATE page SET scanned = 1;"
                     "PRAGMA user_version = 3");
  assert_int_equal(review_store_open(test->path, &test->store), EXIT_FINE);
  check_marks(test, "anna=4;");
  review_store_unseen(test->store, count_page, &unseen);
  assert_int_equal(unseen, 3);
}

/* A request that is sent twice is stored once, also when it is sent by another
 * tab with other words. */
static void
test_a_request_is_stored_once(void **state)
{
  store_test *test = *state;
  review_mark mark = grade(test, "anna", "3");
  mark.client = "id-1";
  for (int i = 0; i < 3; i++)
    assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
  assert_int_equal(review_store_undo(test->store, "anna", NULL, NULL),
                   REVIEW_DONE);
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
  check_marks(test, ""); /* it was undone, and did not come again */
  assert_int_equal(review_store_undo(test->store, "anna", NULL, NULL),
                   REVIEW_NOTHING);
}

/* One correction of many pieces: all or nothing, and one undo. */
static void
test_a_bundle_is_undone_at_once(void **state)
{
  store_test *test = *state;
  review_span spans[3] = {{0, 2}, {4, 6}, {8, 9}};
  review_mark mark = grade(test, "anna", "content");
  mark.kind = REVIEW_CORRECTION;
  mark.page = test->ids[0];
  mark.method = "";
  mark.client = mark.bundle = "id-2";
  give(test, "anna", "5");
  assert_int_equal(review_store_mark_spans(test->store, &mark, spans, 3),
                   REVIEW_DONE);
  check_marks(test, "anna=5;anna=content;anna=content;anna=content;");
  assert_int_equal(review_store_undo(test->store, "anna", NULL, NULL),
                   REVIEW_DONE);
  check_marks(test, "anna=5;");
  spans[2].to = 8; /* an empty span: the whole request is refused */
  mark.client = "id-3";
  assert_int_equal(review_store_mark_spans(test->store, &mark, spans, 3),
                   REVIEW_WRONG);
  check_marks(test, "anna=5;");
}

/* Identity and token of a store stay what they were first. */
static void
test_notes_stay(void **state)
{
  store_test *test = *state;
  char room[16];
  assert_int_equal(review_store_note(test->store, "k", "first", false), 0);
  assert_int_equal(review_store_note(test->store, "k", "second", false), 0);
  review_store_recall(test->store, "k", room, sizeof room);
  assert_string_equal(room, "first");
  review_store_note(test->store, "k", "third", true);
  review_store_recall(test->store, "k", room, sizeof room);
  assert_string_equal(room, "third");
}

/* A store as version 1 made it: no topics, and a view that knows of none. */
static void
test_a_store_of_version_1_is_brought_up(void **state)
{
  store_test *test = *state;
  give(test, "anna", "2");
  give(test, "anna", "4");
  review_store_close(test->store);
  change(test->path, to_version_2);
  change(test->path,
         "DROP INDEX mark_about;"
         "ALTER TABLE mark DROP COLUMN topic;"
         "CREATE INDEX mark_about ON mark(site, page, grader, kind, method,"
         " partner, start, stop, undone, id);"
         "CREATE VIEW current AS SELECT * FROM mark WHERE 0;"
         "PRAGMA user_version = 1");
  for (int i = 0; i < 2; i++) {
    assert_int_equal(review_store_open(test->path, &test->store), EXIT_FINE);
    check_marks(test, "anna=4;");
    if (i == 0)
      review_store_close(test->store);
  }
  lose(test, "cut-auto", "q1", "judgement");
  check_marks(test, "anna=4;anna=judgement;");
}

static void
test_other_files_are_refused(void **state)
{
  store_test *test = *state;
  char path[80];
  review_store *store;
  snprintf(path, sizeof path, "%s.other", test->path);
  unlink(path);
  change(path, "CREATE TABLE t(x)");
  assert_int_equal(review_store_open(path, &store), EXIT_INPUT);
  FILE *file = fopen(path, "w");
  fputs("no database, but long enough to be read as one ........", file);
  fclose(file);
  assert_int_equal(review_store_open(path, &store), EXIT_INPUT);
  unlink(path);
  assert_int_equal(review_store_open("/nowhere/x.db", &store),
                   EXIT_ENVIRONMENT);
}

static void
test_a_damaged_store_is_refused(void **state)
{
  store_test *test = *state;
  review_store *store;
  char zeros[2048] = {0};
  for (int i = 0; i < 40; i++)
    give(test, "anna", "4");
  review_store_close(test->store);
  test->store = NULL;
  FILE *file = fopen(test->path, "r+b");
  fseek(file, 4096, SEEK_SET);
  for (int i = 0; i < 8; i++)
    fwrite(zeros, 1, sizeof zeros, file);
  fclose(file);
  assert_int_equal(review_store_open(test->path, &store), EXIT_INPUT);
}

static void
test_a_locked_store_loses_nothing(void **state)
{
  store_test *test = *state;
  sqlite3 *other;
  give(test, "anna", "4");
  assert_int_equal(sqlite3_open(test->path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
                   SQLITE_OK);
  review_mark mark = grade(test, "anna", "5");
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_LOCKED);
  sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close(other);
  check_marks(test, "anna=4;");
  assert_int_equal(review_store_mark(test->store, &mark), REVIEW_DONE);
  check_marks(test, "anna=5;");
}

#define STORE_TEST(name)                                                       \
  cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
  const struct CMUnitTest tests[] = {
      STORE_TEST(test_the_last_grade_counts),
      STORE_TEST(test_undo_shows_what_stood_before),
      STORE_TEST(test_an_empty_value_takes_a_mark_back),
      STORE_TEST(test_wrong_marks_are_refused),
      STORE_TEST(test_a_loss_is_known_by_run_and_topic),
      STORE_TEST(test_grades_outlive_the_program),
      STORE_TEST(test_lists_search_filter_and_page),
      STORE_TEST(test_lists_by_title_confidence_and_disagreement),
      STORE_TEST(test_what_is_set_aside_can_be_found),
      STORE_TEST(test_a_page_that_is_not_found_again_is_gone),
      STORE_TEST(test_a_sample_is_the_same_every_time),
      STORE_TEST(test_a_newer_store_is_refused),
      STORE_TEST(test_a_store_of_version_2_is_brought_up),
      STORE_TEST(test_a_store_of_version_3_is_brought_up),
      STORE_TEST(test_a_request_is_stored_once),
      STORE_TEST(test_a_bundle_is_undone_at_once),
      STORE_TEST(test_notes_stay),
      STORE_TEST(test_a_store_of_version_1_is_brought_up),
      STORE_TEST(test_other_files_are_refused),
      STORE_TEST(test_a_damaged_store_is_refused),
      STORE_TEST(test_a_locked_store_loses_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
  return 77;
}

#endif
