/* review_marks.c: the part of review_store.h about grades and corrections, and
 * the lists of sites and pages that show them. The view `current` of the schema
 * has the marks that count.
 */
#include "lab/review/store/review_store_inside.h"

#include "common/system/utc_time.h"
#include "lab/eval/metrics/loss_class.h"

#include <stdio.h>
#include <string.h>

/* In bytes; see texts_fit(). */
enum { COMMENT_MOST = 10000, NAME_MOST = 100, TOPIC_MOST = 1024 };

static const char *const kinds[REVIEW_KINDS] = {
    "site", "page", "similarity", "correction", "loss", "aside"};

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
  case REVIEW_ASIDE:
    return strcmp(value, "skip") == 0 || strcmp(value, "unsure") == 0;
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
  bool page = (mark->page > 0) == (mark->kind != REVIEW_SITE_GRADE) ||
              mark->kind == REVIEW_ASIDE;
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
         (!mark->client || strlen(mark->client) <= NAME_MOST) &&
         (!mark->bundle || strlen(mark->bundle) <= NAME_MOST) &&
         strlen(mark->comment) <= COMMENT_MOST;
}

/* --- saving --------------------------------------------------------------- */

/* A mark is a new row, also when it changes an earlier one; the view `current`
 * finds the latest. */
static review_outcome
insert_mark(review_store *store, const review_mark *mark, const char *made)
{
  if (!texts_fit(mark) || !place_fits(mark) ||
      !value_fits(mark->kind, mark->value))
    return REVIEW_WRONG;
  review_outcome outcome = review__ask(
      store, NULL, NULL,
      "INSERT INTO mark(grader, kind, site, page, partner, method, start, stop,"
      " value, comment, made, topic, client, bundle) SELECT ?1, ?2, ?3, ?4, ?5,"
      " ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14"
      " WHERE EXISTS (SELECT 1 FROM site WHERE id = ?3)"
      " AND (?4 = 0 OR EXISTS (SELECT 1 FROM page WHERE id = ?4 AND site = ?3))"
      " AND (?5 = 0 OR EXISTS (SELECT 1 FROM page WHERE id = ?5"
      " AND site = ?3))",
      "ttiiitiitttttt", mark->grader, review_kind_name(mark->kind), mark->site,
      mark->page, mark->partner, mark->method, mark->from, mark->to,
      mark->value, mark->comment, made, mark->topic ? mark->topic : "",
      mark->client ? mark->client : "", mark->bundle ? mark->bundle : "");
  if (outcome == REVIEW_DONE && sqlite3_changes(store->file.base) == 0)
    outcome = REVIEW_WRONG;
  return outcome;
}

/* Looked up and stored in one transaction: two tabs, or two servers, that send
 * the same request at once store it once. */
review_outcome
review_store_mark_spans(review_store *store, const review_mark *mark,
                        const review_span *spans, size_t count)
{
  char made[UTC_TIME_ROOM];
  int64_t seen = 0;
  utc_time_now(made);
  review_outcome outcome = review__begin(store);
  if (outcome != REVIEW_DONE)
    return outcome;
  if (mark->client && mark->client[0])
    outcome = review__ask(store, review__read_number, &seen,
                          "SELECT count(*) FROM mark WHERE client = ?1", "t",
                          mark->client);
  for (size_t i = 0; i < count && outcome == REVIEW_DONE && seen == 0; i++) {
    review_mark one = *mark;
    one.from = spans[i].from;
    one.to = spans[i].to;
    outcome = insert_mark(store, &one, made);
  }
  return review__end(store, outcome);
}

review_outcome
review_store_mark(review_store *store, const review_mark *mark)
{
  review_span span = {mark->from, mark->to};
  return review_store_mark_spans(store, mark, &span, 1);
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
  pthread_mutex_lock(&store->lock);
  review_outcome outcome = review__ask(
      store, read_mark, &in,
      "SELECT " MARK_COLUMNS " FROM mark m" MARK_NAMES
      "WHERE m.grader = ?1 AND m.undone = 0 ORDER BY m.id DESC LIMIT 1",
      "t", grader);
  if (outcome == REVIEW_DONE && in.id > 0)
    outcome =
        review__ask(store, NULL, NULL,
                    "UPDATE mark SET undone = 1 WHERE id = ?1 OR (bundle <> ''"
                    " AND grader = ?2 AND bundle ="
                    " (SELECT bundle FROM mark WHERE id = ?1))",
                    "it", in.id, grader);
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
  return review__ask(store, read_mark, &in, marks_statement(site, page),
                     page == 0 ? "tii" : "ti", grader ? grader : "", page,
                     site);
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
  return review__ask(
      store, read_name, &in,
      "SELECT DISTINCT grader FROM mark WHERE undone = 0 ORDER BY 1", "");
}

/* As mark_reader, for graders with a token. */
typedef struct person_reader {
  review_person_sink sink;
  void *state;
} person_reader;

static void
read_person(void *state, sqlite3_stmt *row)
{
  person_reader *in = state;
  in->sink(in->state, sql_column_text(row, 0), sql_column_text(row, 1));
}

review_outcome
review_store_people(review_store *store, review_person_sink sink, void *state)
{
  person_reader in = {sink, state};
  return review__ask(store, read_person, &in,
                     "SELECT name, token FROM grader ORDER BY name", "");
}

review_outcome
review_store_invite(review_store *store, const char *name, const char *token)
{
  return review__ask(store, NULL, NULL,
                     "INSERT INTO grader(name, token) VALUES(?1, ?2)", "tt",
                     name, token);
}

/* --- lists ---------------------------------------------------------------- */

/* Parameters of both lists: ?1 grader, ?2 method, ?3 pattern, ?4 filter, ?5
 * sample, ?6 site, ?7 count, ?8 from. `c` is this grader's current marks. The
 * inner query has one row for each site or page. */
#define LIKE_SEARCH " LIKE ?3 ESCAPE '\\'"
#define LIST_FILTER(text_rows)                                                 \
  " AS l WHERE (?3 = '' OR name" LIKE_SEARCH " OR title" LIKE_SEARCH           \
  " OR EXISTS (SELECT 1 FROM " text_rows "))"                                  \
  " AND CASE ?4 WHEN 1 THEN grade IS NOT NULL"                                 \
  " WHEN 2 THEN grade IS NULL AND aside IS NOT 'skip'"                         \
  " WHEN 3 THEN corrected + sorted > 0 WHEN 4 THEN gone > 0"                   \
  " WHEN 5 THEN aside IS 'unsure' WHEN 6 THEN aside IS 'skip'"                 \
  " WHEN 7 THEN disagree > 0 WHEN 8 THEN confidence BETWEEN 0 AND 0.8"         \
  " ELSE 1 END AND (?5 = 0 OR place IS NOT NULL)"

/* The text of a page; titles and texts of the pages of a site. */
#define PAGE_TEXT "words WHERE page = l.id AND text" LIKE_SEARCH
#define SITE_TEXTS                                                             \
  "page q LEFT JOIN words w ON w.page = q.id WHERE q.site = l.id"              \
  " AND (q.title" LIKE_SEARCH " OR w.text" LIKE_SEARCH ")"

/* ?9 is a review_order. What has no value comes last. */
#define LIST_ORDER                                                             \
  " ORDER BY CASE ?9 WHEN 1 THEN CASE WHEN confidence < 0 THEN 2 ELSE"         \
  " confidence END WHEN 2 THEN -disagree WHEN 3 THEN coalesce(grade, 'z')"     \
  " WHEN 4 THEN CASE title WHEN '' THEN char(1114111) ELSE title END END,"     \
  " place, name LIMIT ?7 OFFSET ?8"

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
  " AS sorted,"                                                                \
  " (SELECT value FROM c WHERE c.site = s.id AND c.page = 0 AND"               \
  " c.kind = 'aside' AND c.method = ?2) AS aside, '' AS title,"                \
  " coalesce((SELECT avg(confidence) FROM page WHERE site = s.id AND"          \
  " confidence >= 0), -1) AS confidence,"                                      \
  " coalesce((SELECT max(value) - min(value) FROM current d WHERE"             \
  " d.site = s.id AND d.page = 0 AND d.kind = 'site' AND d.method = ?2), 0)"   \
  " AS disagree FROM site s WHERE ?6 = 0)"

#define PAGE_LINES                                                             \
  "(SELECT p.id AS id, p.name AS name, 0 AS pages, 0 AS graded,"               \
  " (SELECT count(*) FROM c WHERE c.site = p.site AND c.page = p.id AND"       \
  " c.kind = 'correction') AS corrected,"                                      \
  " (SELECT value FROM c WHERE c.site = p.site AND c.page = p.id AND"          \
  " c.kind = 'page' AND c.method = ?2) AS grade,"                              \
  " (SELECT place FROM sample_item WHERE sample = ?5 AND item = p.id)"         \
  " AS place, p.gone AS gone, p.changed AS changed,"                           \
  " (SELECT count(*) FROM c WHERE c.site = p.site AND c.page = p.id AND"       \
  " c.kind = 'loss') AS sorted,"                                               \
  " (SELECT value FROM c WHERE c.site = p.site AND c.page = p.id AND"          \
  " c.kind = 'aside' AND c.method = ?2) AS aside, p.title AS title,"           \
  " p.confidence AS confidence,"                                               \
  " max(0, (SELECT count(DISTINCT value) - 1 FROM current d WHERE"             \
  " d.site = p.site AND d.page = p.id AND d.kind = 'page' AND"                 \
  " d.method = ?2)) AS disagree"                                               \
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
  bool aside = sqlite3_column_type(row, 10) != SQLITE_NULL;
  review_line line = {.id = sqlite3_column_int64(row, 0),
                      .name = sql_column_text(row, 1),
                      .pages = sqlite3_column_int64(row, 2),
                      .graded = sqlite3_column_int64(row, 3),
                      .corrected = sqlite3_column_int64(row, 4),
                      .grade = graded ? sql_column_text(row, 5) : NULL,
                      .sampled = sqlite3_column_type(row, 6) != SQLITE_NULL,
                      .gone = sqlite3_column_int(row, 7) != 0,
                      .changed = sqlite3_column_int(row, 8) != 0,
                      .sorted = sqlite3_column_int64(row, 9),
                      .aside = aside ? sql_column_text(row, 10) : NULL,
                      .title = sql_column_text(row, 11),
                      .confidence = sqlite3_column_double(row, 12),
                      .disagree = sqlite3_column_int64(row, 13)};
  in->sink(in->state, &line);
}

/* Names come out of the index in order, so that the first hundred lines of
 * 13,000 cost a hundred; samples and other orders are sorted. */
static const char *
lines_statement(const review_query *query)
{
  if (query->site == 0)
    return WITH_MARKS "SELECT * FROM " SITE_LINES LIST_FILTER(SITE_TEXTS)
        LIST_ORDER;
  if (query->sample != 0 || query->order != REVIEW_BY_NAME)
    return WITH_MARKS "SELECT * FROM " PAGE_LINES LIST_FILTER(PAGE_TEXT)
        LIST_ORDER;
  return WITH_MARKS "SELECT * FROM " PAGE_LINES LIST_FILTER(
      PAGE_TEXT) " ORDER BY name LIMIT ?7 OFFSET ?8";
}

/* Both statements run under one lock, so the total fits the rows. */
review_outcome
review_store_list(review_store *store, const review_query *query,
                  int64_t *total, review_line_sink sink, void *state)
{
  line_reader in = {sink, state};
  char pattern[512];
  const char *counts =
      query->site ? WITH_MARKS
          "SELECT count(*) FROM " PAGE_LINES LIST_FILTER(PAGE_TEXT)
                  : WITH_MARKS
          "SELECT count(*) FROM " SITE_LINES LIST_FILTER(SITE_TEXTS);
  const char *grader = query->grader ? query->grader : "";
  const char *method = query->method ? query->method : "";
  int64_t filter = (int64_t)query->filter;
  make_pattern(query->search, pattern, sizeof pattern);
  pthread_mutex_lock(&store->lock);
  review_outcome outcome =
      review__ask(store, review__read_number, total, counts, "tttiii", grader,
                  method, pattern, filter, query->sample, query->site);
  if (outcome == REVIEW_DONE)
    outcome =
        review__ask(store, read_line, &in, lines_statement(query), "tttiiiiii",
                    grader, method, pattern, filter, query->sample, query->site,
                    query->count, query->from, (int64_t)query->order);
  pthread_mutex_unlock(&store->lock);
  return outcome;
}
