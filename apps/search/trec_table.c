/* trec_table.c: see the header. The text is cut into words where it stands. */
#include "trec_table.h"

#include "metric_query.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { QRELS_WORDS = 4, RUN_WORDS = 6, MOST_WORDS = 7, GRADE_MOST = 127 };

/* A file of rows on its way. */
typedef struct rows {
  const char *name; /* lent, for messages */
  char *at;         /* what comes next */
  char *end;
  size_t line;
} rows;

static bool
is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Cut the next line into words. Gives their number, one more than the table
 * has when there are more; -1 at the end. Lines without any are passed. */
static int
next_line(rows *in, char *words[MOST_WORDS])
{
  while (in->at < in->end) {
    char *stop = memchr(in->at, '\n', (size_t)(in->end - in->at));
    char *at = in->at;
    int count = 0;
    stop = stop ? stop : in->end;
    in->at = stop + (stop < in->end);
    in->line++;
    *stop = '\0';
    while (at < stop && count < MOST_WORDS) {
      for (; at < stop && is_space(*at); at++)
        *at = '\0';
      if (at == stop)
        break;
      words[count++] = at;
      while (at < stop && !is_space(*at))
        at++;
    }
    if (at < stop)
      *at = '\0';
    if (count > 0)
      return count;
  }
  return -1;
}

static exit_code
refuse(const rows *in, const char *what)
{
  message("%s:%zu: %s", in->name, in->line, what);
  return EXIT_INPUT;
}

static exit_code
out_of_memory(const rows *in)
{
  message("%s: out of memory", in->name);
  return EXIT_ENVIRONMENT;
}

/* Room for one more item in an array that is doubled when full. */
static void *
make_room(void *items, size_t count, size_t size)
{
  if (count & (count - 1)) /* full at powers of two only */
    return items;
  size_t wanted = count ? count * 2 : 1;
  return wanted > SIZE_MAX / size ? NULL : realloc(items, wanted * size);
}

/* A NUL would end a name early, and two documents could be one. */
static bool
has_nul(const char *text, size_t len)
{
  return memchr(text, '\0', len) != NULL;
}

static bool
read_grade(const char *word, int *out)
{
  char *end;
  errno = 0;
  long number = strtol(word, &end, 10);
  if (end == word || *end || errno || number < -GRADE_MOST ||
      number > GRADE_MOST)
    return false;
  *out = (int)number;
  return true;
}

static bool
read_score(const char *word, double *out)
{
  char *end;
  *out = strtod(word, &end);
  return end != word && !*end && isfinite(*out);
}

static exit_code
read_judgements(rows *in, judgement_table *out)
{
  char *words[MOST_WORDS];
  int count;
  while ((count = next_line(in, words)) >= 0) {
    judgement row;
    if (count != QRELS_WORDS)
      return refuse(in, "a judgement is TOPIC 0 DOCUMENT GRADE");
    if (!read_grade(words[3], &row.grade))
      return refuse(in, "the grade is no number from -127 to 127");
    row.topic = words[0];
    row.document = words[2];
    void *moved = make_room(out->items, out->count, sizeof row);
    if (!moved)
      return out_of_memory(in);
    out->items = moved;
    out->items[out->count++] = row;
  }
  return EXIT_FINE;
}

static exit_code
read_run(rows *in, run_table *out)
{
  char *words[MOST_WORDS];
  int count;
  while ((count = next_line(in, words)) >= 0) {
    run_row row;
    if (count != RUN_WORDS)
      return refuse(in, "a row of a run is TOPIC Q0 DOCUMENT RANK SCORE NAME");
    if (!read_score(words[4], &row.score))
      return refuse(in, "the score is no number");
    row.topic = words[0];
    row.document = words[2];
    out->name = words[5];
    void *moved = make_room(out->items, out->count, sizeof row);
    if (!moved)
      return out_of_memory(in);
    out->items = moved;
    out->items[out->count++] = row;
  }
  return EXIT_FINE;
}

static int
compare_judgements(const void *a, const void *b)
{
  const judgement *one = a;
  const judgement *two = b;
  int order = strcmp(one->topic, two->topic);
  return order ? order : strcmp(one->document, two->document);
}

static int
compare_documents(const void *a, const void *b)
{
  const run_row *one = a;
  const run_row *two = b;
  int order = strcmp(one->topic, two->topic);
  return order ? order : strcmp(one->document, two->document);
}

static int
compare_rows(const void *a, const void *b)
{
  const run_row *one = a;
  const run_row *two = b;
  int order = strcmp(one->topic, two->topic);
  if (order)
    return order;
  if (one->score != two->score)
    return one->score > two->score ? -1 : 1;
  return strcmp(two->document, one->document);
}

/* The topic of row `i`: the first member of both kinds of rows. */
static const char *
topic_of(const char *items, size_t i, size_t size)
{
  const char *topic;
  memcpy(&topic, items + i * size, sizeof topic);
  return topic;
}

/* The rows of a topic among rows sorted by it; NULL when there are none. */
static const void *
find_rows(const void *items, size_t count, size_t size, const char *topic,
          size_t *found)
{
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(topic_of(items, middle, size), topic) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  size_t end = low;
  while (end < count && strcmp(topic_of(items, end, size), topic) == 0)
    end++;
  *found = end - low;
  return *found > 0 ? (const char *)items + low * size : NULL;
}

static exit_code
refuse_twice(const char *name, const char *topic, const char *document)
{
  message("%s: document '%s' stands twice under topic '%s'", name, document,
          topic);
  return EXIT_INPUT;
}

static exit_code
sort_judgements(const char *name, judgement_table *table)
{
  judgement *items = table->items;
  if (table->count > 0)
    qsort(items, table->count, sizeof *items, compare_judgements);
  for (size_t i = 1; i < table->count; i++)
    if (compare_judgements(&items[i - 1], &items[i]) == 0)
      return refuse_twice(name, items[i].topic, items[i].document);
  return EXIT_FINE;
}

static exit_code
sort_run(const char *name, run_table *table)
{
  run_row *items = table->items;
  if (table->count > 0)
    qsort(items, table->count, sizeof *items, compare_documents);
  for (size_t i = 1; i < table->count; i++)
    if (compare_documents(&items[i - 1], &items[i]) == 0)
      return refuse_twice(name, items[i].topic, items[i].document);
  if (table->count > 0)
    qsort(items, table->count, sizeof *items, compare_rows);
  return EXIT_FINE;
}

exit_code
judgement_table_take(char *text, size_t len, const char *name,
                     judgement_table *out)
{
  rows in = {name, text, text + len, 0};
  *out = (judgement_table){text, NULL, 0};
  exit_code code = has_nul(text, len)
                       ? refuse(&in, "a NUL byte; this is no text file")
                       : read_judgements(&in, out);
  if (code == EXIT_FINE)
    code = sort_judgements(name, out);
  if (code != EXIT_FINE)
    judgement_table_done(out);
  return code;
}

void
judgement_table_done(judgement_table *table)
{
  free(table->text);
  free(table->items);
  *table = (judgement_table){NULL, NULL, 0};
}

const judgement *
judgement_table_find(const judgement_table *table, const char *topic,
                     size_t *count)
{
  return find_rows(table->items, table->count, sizeof *table->items, topic,
                   count);
}

int
judgement_grade(const judgement *items, size_t count, const char *document)
{
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(items[middle].document, document);
    if (order == 0)
      return items[middle].grade < 0 ? METRIC_UNJUDGED : items[middle].grade;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return METRIC_UNJUDGED;
}

exit_code
run_table_take(char *text, size_t len, const char *name, run_table *out)
{
  rows in = {name, text, text + len, 0};
  *out = (run_table){text, NULL, 0, ""};
  exit_code code = has_nul(text, len)
                       ? refuse(&in, "a NUL byte; this is no text file")
                       : read_run(&in, out);
  if (code == EXIT_FINE)
    code = sort_run(name, out);
  if (code != EXIT_FINE)
    run_table_done(out);
  return code;
}

void
run_table_done(run_table *table)
{
  free(table->text);
  free(table->items);
  *table = (run_table){NULL, NULL, 0, ""};
}

const run_row *
run_table_find(const run_table *table, const char *topic, size_t *count)
{
  return find_rows(table->items, table->count, sizeof *table->items, topic,
                   count);
}
