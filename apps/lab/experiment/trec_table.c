/* trec_table.c: see the header.
 *
 * Both kinds of table are read by the same code: a row begins with its names,
 * and a form says how many words a line has and how the rest is filled.
 *
 *     text    "401 0 doc7 1\n..."      cut into words in place, by NULs
 *     rows    [401, doc7, 1] ...       pointers into the text
 */
#include "lab/experiment/trec_table.h"

#include "lab/experiment/metric_query.h"
#include "common/system/ascii_text.h"
#include "common/system/need.h"
#include "common/system/number.h"
#include "common/system/sorted.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One word more than a row has shows that a line is too long. */
enum { QRELS_WORDS = 4, RUN_WORDS = 6, MOST_WORDS = 7, GRADE_MOST = 127 };

/* A file of rows on its way. */
typedef struct rows {
  const char *name; /* lent, for messages */
  char *at;         /* what comes next */
  char *end;
  size_t line;
} rows;

/* Cut the next line into words. Returns their number, one more than the table
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
      for (; at < stop && text_is_space(*at); at++)
        *at = '\0';
      if (at == stop)
        break;
      words[count++] = at;
      while (at < stop && !text_is_space(*at))
        at++;
    }
    if (at < stop)
      *at = '\0';
    if (count > 0)
      return count;
  }
  return -1;
}

/* The line number is that of the file, blank lines counted. */
static exit_code
refuse(const rows *in, const char *what)
{
  message("%s:%zu: %s", in->name, in->line, what);
  return EXIT_INPUT;
}

/* A NUL would end a name early, and two documents could be one. */
static bool
has_nul(const char *text, size_t len)
{
  return memchr(text, '\0', len) != NULL;
}

/* What a kind of table is made of. */
typedef struct row_form {
  const char *usage; /* for who wrote something else */
  int words;         /* of a line */
  size_t size;       /* of a row, which begins with its row_names */

  /* Fill a row from the words of a line. What is wrong with them, NULL when
   * nothing is. */
  const char *(*fill)(char *const *words, void *row);
} row_form;

/* How the rows of both kinds begin. */
typedef struct row_names {
  const char *topic;
  const char *document;
} row_names;

_Static_assert(offsetof(judgement, document) == offsetof(row_names, document),
               "a judgement begins with its names");
_Static_assert(offsetof(run_row, document) == offsetof(row_names, document),
               "a row of a run begins with its names");

/* Rows on their way into a table. */
typedef struct row_list {
  char *items; /* given: of form->size bytes each */
  size_t count;
  const char *last; /* word of the last line, lent; "" without lines */
} row_list;

/* The second column, the iteration, is not used by anybody. */
static const char *
fill_judgement(char *const *words, void *row)
{
  judgement *out = row;
  *out = (judgement){words[0], words[2], 0};
  int64_t grade;
  if (!number_read_signed(words[3], -GRADE_MOST, GRADE_MOST, &grade))
    return "the grade is no number from -127 to 127";
  out->grade = (int)grade;
  return NULL;
}

/* The rank is not read: the order is by score, as trec_eval has it. */
static const char *
fill_run_row(char *const *words, void *row)
{
  run_row *out = row;
  *out = (run_row){words[0], words[2], 0};
  return number_read_decimal(words[4], &out->score) ? NULL
                                                    : "the score is no number";
}

static const row_form judgement_form = {"a judgement is TOPIC 0 DOCUMENT GRADE",
                                        QRELS_WORDS, sizeof(judgement),
                                        fill_judgement};
static const row_form run_form = {
    "a row of a run is TOPIC Q0 DOCUMENT RANK SCORE NAME", RUN_WORDS,
    sizeof(run_row), fill_run_row};

/* Rows of both kinds, by form. A file is valid as a whole or not at all. */
static exit_code
read_rows(rows *in, const row_form *form, row_list *out)
{
  char *words[MOST_WORDS];
  size_t capacity = 0;
  int count;
  while ((count = next_line(in, words)) >= 0) {
    if (count != form->words)
      return refuse(in, form->usage);
    need_all(grow_array(&out->items, &capacity, out->count + 1, GROW_MOST,
                        form->size));
    const char *wrong = form->fill(words, out->items + out->count * form->size);
    if (wrong)
      return refuse(in, wrong);
    out->count++;
    out->last = words[count - 1];
  }
  return EXIT_FINE;
}

/* Copied: a row of unknown type is only known to begin with its names. */
static row_names
names_of(const void *row)
{
  row_names names;
  memcpy(&names, row, sizeof names);
  return names;
}

/* Rows of one topic come together, documents in order. */
static int
compare_names(const void *a, const void *b)
{
  row_names one = names_of(a);
  row_names two = names_of(b);
  int order = strcmp(one.topic, two.topic);
  return order ? order : strcmp(one.document, two.document);
}

/* The best first; of equal scores the later name, as trec_eval has it. */
static int
compare_scores(const void *a, const void *b)
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

/* Sort by topic and document, and refuse a document that is there twice. */
static exit_code
sort_rows(const rows *in, const row_form *form, const row_list *list)
{
  if (list->count > 0)
    qsort(list->items, list->count, form->size, compare_names);
  for (size_t i = 1; i < list->count; i++) {
    const char *row = list->items + i * form->size;
    if (compare_names(row - form->size, row) != 0)
      continue;
    row_names names = names_of(row);
    message("%s: document '%s' is listed twice for topic '%s'", in->name,
            names.document, names.topic);
    return EXIT_INPUT;
  }
  return EXIT_FINE;
}

/* All rows of a text, sorted. After a failure there are none. */
static exit_code
take_rows(char *text, size_t len, const char *name, const row_form *form,
          row_list *out)
{
  rows in = {name, text, text + len, 0};
  *out = (row_list){NULL, 0, ""};
  exit_code code = has_nul(text, len)
                       ? refuse(&in, "a NUL byte; this is no text file")
                       : read_rows(&in, form, out);
  THEN(code, sort_rows(&in, form, out));
  if (code == EXIT_FINE)
    return code;
  free(out->items);
  *out = (row_list){NULL, 0, ""};
  return code;
}

/* For finding the rows of a topic. */
static int
compare_topic(const void *row, const void *topic)
{
  return strcmp(names_of(row).topic, topic);
}

/* The rows of a topic among rows sorted by it; NULL when there are none. */
static const void *
find_rows(const void *items, size_t count, size_t size, const char *topic,
          size_t *found)
{
  size_t first = sorted_range(items, count, size, topic, compare_topic, found);
  return *found > 0 ? (const char *)items + first * size : NULL;
}

/* The text is owned by the table in any case. */
exit_code
judgement_table_take(char *text, size_t len, const char *name,
                     judgement_table *out)
{
  row_list list;
  exit_code code = take_rows(text, len, name, &judgement_form, &list);
  *out = (judgement_table){text, (void *)list.items, list.count};
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

static int
compare_document(const void *row, const void *document)
{
  return strcmp(names_of(row).document, document);
}

/* Documents in the pool without a judgement have a grade below 0; they count
 * as not judged. */
int
judgement_grade(const judgement *items, size_t count, const char *document)
{
  size_t found;
  size_t first = sorted_range(items, count, sizeof *items, document,
                              compare_document, &found);
  return found == 0 || items[first].grade < 0 ? METRIC_UNJUDGED
                                              : items[first].grade;
}

/* Sorted twice: by document to find duplicates, then by score. */
exit_code
run_table_take(char *text, size_t len, const char *name, run_table *out)
{
  row_list list;
  exit_code code = take_rows(text, len, name, &run_form, &list);
  *out = (run_table){text, (void *)list.items, list.count, list.last};
  if (list.count > 0)
    qsort(out->items, out->count, sizeof *out->items, compare_scores);
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
