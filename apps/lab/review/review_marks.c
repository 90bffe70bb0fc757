/* review_marks.c: the part of review_store.h about grades and corrections, and
 * the lists of sites and pages that show them. The view `current` of the schema
 * has the marks that count.
 */
#include "lab/review/review_store_inside.h"

#include "common/system/utc_time.h"
#include "lab/eval/metrics/loss_class.h"

#include <stdio.h>
#include <string.h>

/* In bytes; see texts_fit(). */
enum { COMMENT_MOST = 10000, NAME_MOST = 100, TOPIC_MOST = 1024 };

static const char *const kinds[REVIEW_KINDS] = {"site", "page", "similarity",
                                                "correction", "loss"};

/* The order is that of review_kind. */
const char *
review_kind_name(review_kind kind)
{
  return kinds[kind];
}

/* Kinds are stored as words, so that a store can be read without this
 * program. */
bool
review_kind_read(const char *name, review_kind *out)
{
  for (int i = 0; i < REVIEW_KINDS; i++)
    if (strcmp(name, kinds[i]) == 0) {
      *out = (review_kind)i;
      return true;
    }
  return false;
}

/* --- what may be saved ---------------------------------------------------- */

/* The empty value takes a mark back. */
static bool
value_fits(review_kind kind, const char *value)
{
  loss_class class;
  if (value[0] == '\0')
    return true;
  switch (kind) {
  case REVIEW_SITE_GRADE:
    return strlen(value) == 1 && value[0] >= '2' && value[0] <= '5';
  case REVIEW_PAGE_GRADE:
    return strlen(value) == 4 && value[0] == 'N' && value[2] == 'S' &&
           strchr("+-", value[1]) && strchr("+-", value[3]);
  case REVIEW_SIMILARITY_MARK:
    return strlen(value) == 4 && strspn(value, "01") == 4;
  case REVIEW_CORRECTION:
    return strcmp(value, "content") == 0 || strcmp(value, "navigation") == 0;
  case REVIEW_LOSS_CLASS:
    return loss_class_find(value, &class);
  case REVIEW_KINDS:
    break;
  }
  return false;
}

/* Each kind is about a site, a page, two pages, a range or a topic, and must
 * have exactly that. */
static bool
place_fits(const review_mark *mark)
{
  bool range = mark->from >= 0 && mark->from < mark->to;
  if (mark->kind != REVIEW_CORRECTION)
    range = mark->from == 0 && mark->to == 0;
  bool page = (mark->page > 0) == (mark->kind != REVIEW_SITE_GRADE);
  bool partner = (mark->partner > 0) == (mark->kind == REVIEW_SIMILARITY_MARK);
  bool topic =
      (mark->topic && mark->topic[0]) == (mark->kind == REVIEW_LOSS_CLASS);
  return range && page && partner && topic && mark->site > 0;
}

/* Bounds keep one request from filling the store. */
static bool
texts_fit(const review_mark *mark)
{
  return mark->grader && mark->grader[0] && mark->method && mark->value &&
         mark->comment && strlen(mark->grader) <= NAME_MOST &&
         strlen(mark->method) <= NAME_MOST &&
         (!mark->topic || strlen(mark->topic) <= TOPIC_MOST) &&
         strlen(mark->comment) <= COMMENT_MOST;
}

/* --- saving --------------------------------------------------------------- */

/* The time is that of the server, not of the browser: marks of several
 * graders must have one order. */
static void
bind_mark(sqlite3_stmt *to, const review_mark *mark)
{
  char made[UTC_TIME_ROOM];
  utc_time_now(made);
  sql_bind(to, "ttiiitiitttt", mark->grader, review_kind_name(mark->kind),
           mark->site, mark->page, mark->partner, mark->method, mark->from,
           mark->to, mark->value, mark->comment, made,
           mark->topic ? mark->topic : "");
}

/* A mark is a new row, also when it changes an earlier one; the view `current`
 * finds the latest. */
review_outcome
review_store_mark(review_store *store, const review_mark *mark)
{
  review_outcome outcome;
  if (!texts_fit(mark) || !place_fits(mark) ||
      !value_fits(mark->kind, mark->value))
    return REVIEW_WRONG;
  pthread_mutex_lock(&store->lock);
  /* Nothing is saved for a site or page that the store does not know. */
  sqlite3_stmt *made = review__prepare(
      store,
      "INSERT INTO mark(grader, kind, site, page, partner, method, start, stop,"
      " value, comment, made, topic) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
      " ?9, ?10, ?11, ?12 WHERE EXISTS (SELECT 1 FROM site WHERE id = ?3)"
      " AND (?4 = 0 OR EXISTS (SELECT 1 FROM page WHERE id = ?4 AND site = ?3))"
      " AND (?5 = 0 OR EXISTS (SELECT 1 FROM page WHERE id = ?5"
      " AND site = ?3))",
      &outcome);
  if (made) {
    bind_mark(made, mark);
    outcome = review__finish(made, outcome);
    if (outcome == REVIEW_DONE && sqlite3_changes(store->file.base) == 0)
      outcome = REVIEW_WRONG;
  }
  pthread_mutex_unlock(&store->lock);
  return outcome;
}

/* --- reading -------------------------------------------------------------- */

/* Columns that read_mark() knows by their place, and the tables they come from.
 */
#define MARK_COLUMNS                                                           \
  "m.id, m.grader, m.kind, m.site, m.page, m.partner, m.method, m.start,"      \
  " m.stop, m.value, m.comment, m.made, s.name, coalesce(p.name, ''),"         \
  " coalesce(q.name, ''), m.topic"
#define MARK_NAMES                                                             \
  " JOIN site s ON s.id = m.site LEFT JOIN page p ON p.id = m.page"            \
  " LEFT JOIN page q ON q.id = m.partner "

/* A sink and its state, for review__each(). */
typedef struct mark_reader {
  review_mark_sink sink;
  void *state;
  int64_t id; /* of the last mark */
} mark_reader;

/* Marks of a kind that this version does not know are skipped. */
static void
read_mark(void *state, sqlite3_stmt *row)
{
  mark_reader *in = state;
  review_mark mark = {.id = sqlite3_column_int64(row, 0),
                      .grader = sql_column_text(row, 1),
                      .site = sqlite3_column_int64(row, 3),
                      .page = sqlite3_column_int64(row, 4),
                      .partner = sqlite3_column_int64(row, 5),
                      .method = sql_column_text(row, 6),
                      .from = sqlite3_column_int64(row, 7),
                      .to = sqlite3_column_int64(row, 8),
                      .value = sql_column_text(row, 9),
                      .comment = sql_column_text(row, 10),
                      .made = sql_column_text(row, 11),
                      .site_name = sql_column_text(row, 12),
                      .page_name = sql_column_text(row, 13),
                      .partner_name = sql_column_text(row, 14),
                      .topic = sql_column_text(row, 15)};
  in->id = mark.id;
  if (in->sink && review_kind_read(sql_column_text(row, 2), &mark.kind))
    in->sink(in->state, &mark);
}

/* Nothing is deleted: the row is marked, and the view `current` passes it
 * over. */
review_outcome
review_store_undo(review_store *store, const char *grader,
                  review_mark_sink sink, void *state)
{
  mark_reader in = {sink, state, 0};
  review_outcome outcome;
  pthread_mutex_lock(&store->lock);
  sqlite3_stmt *made = review__prepare(
      store,
      "SELECT " MARK_COLUMNS " FROM mark m" MARK_NAMES
      "WHERE m.grader = ?1 AND m.undone = 0 ORDER BY m.id DESC LIMIT 1",
      &outcome);
  sql_bind(made, "t", grader);
  outcome = review__each(made, outcome, read_mark, &in);
  if (outcome == REVIEW_DONE && in.id > 0) {
    made = review__prepare(store, "UPDATE mark SET undone = 1 WHERE id = ?1",
                           &outcome);
    sql_bind(made, "i", in.id);
    outcome = review__finish(made, outcome);
  }
  pthread_mutex_unlock(&store->lock);
  return outcome == REVIEW_DONE && in.id == 0 ? REVIEW_NOTHING : outcome;
}

/* Three statements rather than one, so that each can use the index. */
static const char *
marks_statement(int64_t site, int64_t page)
{
  if (page > 0)
    return "SELECT " MARK_COLUMNS " FROM current m" MARK_NAMES
           "WHERE (?1 = '' OR m.grader = ?1) AND m.site ="
           " (SELECT site FROM page WHERE id = ?2) AND m.page = ?2"
           " ORDER BY m.id";
  if (site > 0)
    return "SELECT " MARK_COLUMNS " FROM current m" MARK_NAMES
           "WHERE (?1 = '' OR m.grader = ?1) AND m.site = ?3 AND m.page = ?2"
           " ORDER BY m.id";
  return "SELECT " MARK_COLUMNS " FROM current m" MARK_NAMES
         "WHERE (?1 = '' OR m.grader = ?1) AND ?2 = 0 AND ?3 = 0 ORDER BY m.id";
}

/* A grader of NULL means everybody, which SQL sees as an empty name. */
review_outcome
review_store_marks(review_store *store, const char *grader, int64_t site,
                   int64_t page, review_mark_sink sink, void *state)
{
  mark_reader in = {sink, state, 0};
  review_outcome outcome;
  pthread_mutex_lock(&store->lock);
  sqlite3_stmt *made =
      review__prepare(store, marks_statement(site, page), &outcome);
  sql_bind(made, page == 0 ? "tii" : "ti", grader ? grader : "", page, site);
  outcome = review__each(made, outcome, read_mark, &in);
  pthread_mutex_unlock(&store->lock);
  return outcome;
}

/* As mark_reader, for names. */
typedef struct name_reader {
  review_name_sink sink;
  void *state;
} name_reader;

/* For review__each(). */
static void
read_name(void *state, sqlite3_stmt *row)
{
  name_reader *in = state;
  in->sink(in->state, sql_column_text(row, 0));
}

/* Those who have marks that are not undone, by name. */
review_outcome
review_store_graders(review_store *store, review_name_sink sink, void *state)
{
  name_reader in = {sink, state};
  review_outcome outcome;
  pthread_mutex_lock(&store->lock);
  sqlite3_stmt *made = review__prepare(
      store, "SELECT DISTINCT grader FROM mark WHERE undone = 0 ORDER BY 1",
      &outcome);
  outcome = review__each(made, outcome, read_name, &in);
  pthread_mutex_unlock(&store->lock);
  return outcome;
}

/* --- lists ---------------------------------------------------------------- */

/* Parameters of both lists: ?1 grader, ?2 method, ?3 pattern, ?4 filter, ?5
 * sample, ?6 site, ?7 count, ?8 from. `c` is this grader's current marks. The
 * inner query has one row for each site or page. */
#define LIST_FILTER                                                            \
  " WHERE (?3 = '' OR name LIKE ?3 ESCAPE '\\') AND CASE ?4 WHEN 1 THEN grade" \
  " IS NOT NULL WHEN 2 THEN grade IS NULL WHEN 3 THEN corrected + sorted > 0"  \
  " WHEN 4 THEN gone > 0 ELSE 1 END AND (?5 = 0 OR place IS NOT NULL)"

#define SITE_LINES                                                             \
  "(SELECT s.id AS id, s.name AS name,"                                        \
  " (SELECT count(*) FROM page WHERE site = s.id AND gone = 0) AS pages,"      \
  " (SELECT count(*) FROM c WHERE c.site = s.id AND c.kind = 'page'"           \
  " AND c.method = ?2) AS graded,"                                             \
  " (SELECT count(*) FROM c WHERE c.site = s.id AND c.kind = 'correction')"    \
  " AS corrected,"                                                             \
  " (SELECT value FROM c WHERE c.site = s.id AND c.page = 0 AND"               \
  " c.kind = 'site' AND c.method = ?2) AS grade,"                              \
  " (SELECT place FROM sample_item WHERE sample = ?5 AND item = s.id)"         \
  " AS place,"                                                                 \
  " NOT EXISTS (SELECT 1 FROM page WHERE site = s.id AND gone = 0) AS gone,"   \
  " 0 AS changed,"                                                             \
  " (SELECT count(*) FROM c WHERE c.site = s.id AND c.kind = 'loss')"          \
  " AS sorted FROM site s WHERE ?6 = 0)"

#define PAGE_LINES                                                             \
  "(SELECT p.id AS id, p.name AS name, 0 AS pages, 0 AS graded,"               \
  " (SELECT count(*) FROM c WHERE c.site = p.site AND c.page = p.id AND"       \
  " c.kind = 'correction') AS corrected,"                                      \
  " (SELECT value FROM c WHERE c.site = p.site AND c.page = p.id AND"          \
  " c.kind = 'page' AND c.method = ?2) AS grade,"                              \
  " (SELECT place FROM sample_item WHERE sample = ?5 AND item = p.id)"         \
  " AS place, p.gone AS gone, p.changed AS changed,"                           \
  " (SELECT count(*) FROM c WHERE c.site = p.site AND c.page = p.id AND"       \
  " c.kind = 'loss') AS sorted"                                                \
  " FROM page p WHERE p.site = ?6)"

/* Not materialized: each line looks its own marks up by the index. */
#define WITH_MARKS                                                             \
  "WITH c AS NOT MATERIALIZED (SELECT * FROM current WHERE grader = ?1) "

/* The pattern for LIKE: "50%" is searched literally, so what LIKE would
 * interpret gets a backslash. Bounded by the room; a longer search is cut. */
static void
make_pattern(const char *search, char *room, size_t size)
{
  size_t n = 0;
  room[0] = '\0';
  if (!search || !search[0])
    return;
  room[n++] = '%';
  for (; *search && n + 4 < size; search++) {
    if (strchr("%_\\", *search))
      room[n++] = '\\';
    room[n++] = *search;
  }
  room[n++] = '%';
  room[n] = '\0';
}

/* Parameters 7 and 8 are bound by review_store_list(): counting has none. */
static void
bind_query(sqlite3_stmt *to, const review_query *query)
{
  char pattern[512];
  make_pattern(query->search, pattern, sizeof pattern);
  sql_bind(to, "tttiii", query->grader ? query->grader : "",
           query->method ? query->method : "", pattern, (int64_t)query->filter,
           query->sample, query->site);
}

/* As mark_reader, for lines. */
typedef struct line_reader {
  review_line_sink sink;
  void *state;
} line_reader;

/* Columns by their place in SITE_LINES and PAGE_LINES, which must stay
 * alike. */
static void
read_line(void *state, sqlite3_stmt *row)
{
  line_reader *in = state;
  bool graded = sqlite3_column_type(row, 5) != SQLITE_NULL;
  review_line line = {.id = sqlite3_column_int64(row, 0),
                      .name = sql_column_text(row, 1),
                      .pages = sqlite3_column_int64(row, 2),
                      .graded = sqlite3_column_int64(row, 3),
                      .corrected = sqlite3_column_int64(row, 4),
                      .grade = graded ? sql_column_text(row, 5) : NULL,
                      .sampled = sqlite3_column_type(row, 6) != SQLITE_NULL,
                      .gone = sqlite3_column_int(row, 7) != 0,
                      .changed = sqlite3_column_int(row, 8) != 0,
                      .sorted = sqlite3_column_int64(row, 9)};
  in->sink(in->state, &line);
}

/* The filter must be counted, not the table: the browser sizes its scroll
 * bar by it. */
static int64_t
count_lines(review_store *store, const review_query *query,
            review_outcome *outcome)
{
  sqlite3_stmt *made = review__prepare(
      store,
      query->site ? WITH_MARKS "SELECT count(*) FROM " PAGE_LINES LIST_FILTER
                  : WITH_MARKS "SELECT count(*) FROM " SITE_LINES LIST_FILTER,
      outcome);
  if (made)
    bind_query(made, query);
  return review__number(made, outcome);
}

/* Names come out of the index in order, so that the first hundred lines of
 * 13,000 cost a hundred; a sample has an order of its own and is sorted. */
static const char *
lines_statement(const review_query *query)
{
  if (query->site == 0)
    return WITH_MARKS "SELECT * FROM " SITE_LINES LIST_FILTER
                      " ORDER BY place, name LIMIT ?7 OFFSET ?8";
  if (query->sample != 0)
    return WITH_MARKS "SELECT * FROM " PAGE_LINES LIST_FILTER
                      " ORDER BY place, name LIMIT ?7 OFFSET ?8";
  return WITH_MARKS "SELECT * FROM " PAGE_LINES LIST_FILTER
                    " ORDER BY name LIMIT ?7 OFFSET ?8";
}

/* Both statements run under one lock, so the total fits the rows. */
review_outcome
review_store_list(review_store *store, const review_query *query,
                  int64_t *total, review_line_sink sink, void *state)
{
  line_reader in = {sink, state};
  review_outcome outcome;
  pthread_mutex_lock(&store->lock);
  *total = count_lines(store, query, &outcome);
  if (outcome == REVIEW_DONE) {
    sqlite3_stmt *made =
        review__prepare(store, lines_statement(query), &outcome);
    if (made) {
      bind_query(made, query);
      sqlite3_bind_int64(made, 7, query->count);
      sqlite3_bind_int64(made, 8, query->from);
    }
    outcome = review__each(made, outcome, read_line, &in);
  }
  pthread_mutex_unlock(&store->lock);
  return outcome;
}
