/* review_marks.c: the part of review_store.h about lists, grades and
 * corrections.
 */
#include "lab/review/review_store_inside.h"

#include "lab/eval/metrics/loss_class.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { COMMENT_MOST = 10000, NAME_MOST = 100, TOPIC_MOST = 1024 };

static const char *const kinds[REVIEW_KINDS] = {"site", "page", "similarity",
                                                "correction", "loss"};

const char *
review_kind_name(review_kind kind)
{
  return kinds[kind];
}

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

/* --- what may be written -------------------------------------------------- */

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

static bool
texts_fit(const review_mark *mark)
{
  return mark->grader && mark->grader[0] && mark->method && mark->value &&
         mark->comment && strlen(mark->grader) <= NAME_MOST &&
         strlen(mark->method) <= NAME_MOST &&
         (!mark->topic || strlen(mark->topic) <= TOPIC_MOST) &&
         strlen(mark->comment) <= COMMENT_MOST;
}

/* --- writing -------------------------------------------------------------- */

static void
bind_mark(sqlite3_stmt *to, const review_mark *mark)
{
  char made[32];
  struct tm parts;
  time_t now = time(NULL);
  gmtime_r(&now, &parts);
  strftime(made, sizeof made, "%Y-%m-%dT%H:%M:%SZ", &parts);
  review__bind_text(to, 1, mark->grader);
  review__bind_text(to, 2, review_kind_name(mark->kind));
  sqlite3_bind_int64(to, 3, mark->site);
  sqlite3_bind_int64(to, 4, mark->page);
  sqlite3_bind_int64(to, 5, mark->partner);
  review__bind_text(to, 6, mark->method);
  sqlite3_bind_int64(to, 7, mark->from);
  sqlite3_bind_int64(to, 8, mark->to);
  review__bind_text(to, 9, mark->value);
  review__bind_text(to, 10, mark->comment);
  review__bind_text(to, 11, made);
  review__bind_text(to, 12, mark->topic);
}

review_outcome
review_store_mark(review_store *store, const review_mark *mark)
{
  sqlite3_stmt *made = NULL;
  if (!texts_fit(mark) || !place_fits(mark) ||
      !value_fits(mark->kind, mark->value))
    return REVIEW_WRONG;
  pthread_mutex_lock(&store->lock);
  /* Nothing is written for a site or page that the store does not know. */
  review_outcome outcome = review__prepare(
      store,
      "INSERT INTO mark(grader, kind, site, page, partner, method, start, stop,"
      " value, comment, made, topic) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
      " ?9, ?10, ?11, ?12 WHERE EXISTS (SELECT 1 FROM site WHERE id = ?3) AND "
      "(?4 = 0 OR"
      " EXISTS (SELECT 1 FROM page WHERE id = ?4 AND site = ?3)) AND (?5 = 0"
      " OR EXISTS (SELECT 1 FROM page WHERE id = ?5 AND site = ?3))",
      &made);
  if (outcome == REVIEW_DONE) {
    bind_mark(made, mark);
    outcome = review__finish(made);
    if (outcome == REVIEW_DONE && sqlite3_changes(store->file.base) == 0)
      outcome = REVIEW_WRONG;
  }
  pthread_mutex_unlock(&store->lock);
  return outcome;
}

/* --- reading -------------------------------------------------------------- */

#define MARK_COLUMNS                                                           \
  "m.id, m.grader, m.kind, m.site, m.page, m.partner, m.method, m.start,"      \
  " m.stop, m.value, m.comment, m.made, s.name, coalesce(p.name, ''),"         \
  " coalesce(q.name, ''), m.topic"
#define MARK_NAMES                                                             \
  " JOIN site s ON s.id = m.site LEFT JOIN page p ON p.id = m.page"            \
  " LEFT JOIN page q ON q.id = m.partner "

static void
tell_mark(sqlite3_stmt *row, review_mark_sink sink, void *state)
{
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
  if (sink && review_kind_read(sql_column_text(row, 2), &mark.kind))
    sink(state, &mark);
}

review_outcome
review_store_undo(review_store *store, const char *grader,
                  review_mark_sink sink, void *state)
{
  sqlite3_stmt *made = NULL;
  int64_t id = 0;
  pthread_mutex_lock(&store->lock);
  review_outcome outcome = review__prepare(
      store,
      "SELECT " MARK_COLUMNS " FROM mark m" MARK_NAMES
      "WHERE m.grader = ?1 AND m.undone = 0 ORDER BY m.id DESC LIMIT 1",
      &made);
  review__bind_text(made, 1, grader);
  if (outcome == REVIEW_DONE && sqlite3_step(made) == SQLITE_ROW) {
    id = sqlite3_column_int64(made, 0);
    tell_mark(made, sink, state);
  }
  sqlite3_finalize(made);
  made = NULL;
  if (outcome == REVIEW_DONE && id > 0)
    outcome = review__prepare(store, "UPDATE mark SET undone = 1 WHERE id = ?1",
                              &made);
  if (outcome == REVIEW_DONE && id > 0) {
    sqlite3_bind_int64(made, 1, id);
    outcome = review__finish(made);
  }
  pthread_mutex_unlock(&store->lock);
  return outcome == REVIEW_DONE && id == 0 ? REVIEW_NOTHING : outcome;
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

review_outcome
review_store_marks(review_store *store, const char *grader, int64_t site,
                   int64_t page, review_mark_sink sink, void *state)
{
  sqlite3_stmt *made = NULL;
  int step = SQLITE_DONE;
  pthread_mutex_lock(&store->lock);
  review_outcome outcome =
      review__prepare(store, marks_statement(site, page), &made);
  if (outcome == REVIEW_DONE) {
    review__bind_text(made, 1, grader);
    sqlite3_bind_int64(made, 2, page);
    if (page == 0)
      sqlite3_bind_int64(made, 3, site);
    while ((step = sqlite3_step(made)) == SQLITE_ROW)
      tell_mark(made, sink, state);
    outcome = review__outcome(step);
  }
  sqlite3_finalize(made);
  pthread_mutex_unlock(&store->lock);
  return outcome;
}

review_outcome
review_store_graders(review_store *store, review_name_sink sink, void *state)
{
  sqlite3_stmt *made = NULL;
  int step = SQLITE_DONE;
  pthread_mutex_lock(&store->lock);
  review_outcome outcome = review__prepare(
      store, "SELECT DISTINCT grader FROM mark WHERE undone = 0 ORDER BY 1",
      &made);
  while (outcome == REVIEW_DONE && (step = sqlite3_step(made)) == SQLITE_ROW)
    sink(state, sql_column_text(made, 0));
  if (outcome == REVIEW_DONE)
    outcome = review__outcome(step);
  sqlite3_finalize(made);
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

/* "50%" is searched as it stands: what LIKE would take for a sign of its own
 * gets a backslash. Bounded by the room; a longer search is cut. */
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

static void
bind_query(sqlite3_stmt *to, const review_query *query)
{
  char pattern[512];
  make_pattern(query->search, pattern, sizeof pattern);
  review__bind_text(to, 1, query->grader);
  review__bind_text(to, 2, query->method);
  review__bind_text(to, 3, pattern);
  sqlite3_bind_int(to, 4, (int)query->filter);
  sqlite3_bind_int64(to, 5, query->sample);
  sqlite3_bind_int64(to, 6, query->site);
}

static void
tell_line(sqlite3_stmt *row, review_line_sink sink, void *state)
{
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
  sink(state, &line);
}

static review_outcome
count_lines(review_store *store, const review_query *query, int64_t *total)
{
  sqlite3_stmt *made = NULL;
  review_outcome outcome = review__prepare(
      store,
      query->site ? WITH_MARKS "SELECT count(*) FROM " PAGE_LINES LIST_FILTER
                  : WITH_MARKS "SELECT count(*) FROM " SITE_LINES LIST_FILTER,
      &made);
  if (outcome != REVIEW_DONE)
    return outcome;
  bind_query(made, query);
  int step = sqlite3_step(made);
  *total = step == SQLITE_ROW ? sqlite3_column_int64(made, 0) : 0;
  sqlite3_finalize(made);
  return review__outcome(step);
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

static review_outcome
tell_lines(review_store *store, const review_query *query,
           review_line_sink sink, void *state)
{
  sqlite3_stmt *made = NULL;
  int step = SQLITE_DONE;
  review_outcome outcome =
      review__prepare(store, lines_statement(query), &made);
  if (outcome != REVIEW_DONE)
    return outcome;
  bind_query(made, query);
  sqlite3_bind_int64(made, 7, query->count);
  sqlite3_bind_int64(made, 8, query->from);
  while ((step = sqlite3_step(made)) == SQLITE_ROW)
    tell_line(made, sink, state);
  sqlite3_finalize(made);
  return review__outcome(step);
}

review_outcome
review_store_list(review_store *store, const review_query *query,
                  int64_t *total, review_line_sink sink, void *state)
{
  pthread_mutex_lock(&store->lock);
  review_outcome outcome = count_lines(store, query, total);
  if (outcome == REVIEW_DONE)
    outcome = tell_lines(store, query, sink, state);
  pthread_mutex_unlock(&store->lock);
  return outcome;
}
