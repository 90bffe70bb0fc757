/* grades_report.c: see the header. Records are sorted by kind, collection,
 * method, item, grader and their order of coming; after that every table is one
 * pass over neighbours.
 *
 *     kind  collection  method │ item    grader
 *     site  narod.ru    chain  │ a.ru    ann      ┐ a pair of graders ┐
 *     site  narod.ru    chain  │ a.ru    bob      ┘                   │ a group
 *     site  narod.ru    chain  │ b.ru    ann                          ┘
 *     site  narod.ru    dom    │ a.ru    ann      a contest with chain
 *
 * All takes n log n steps for n records, but for the tests of contests.
 */
#include "lab/eval/grades/grades_report.h"

#include "common/system/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pointers to the records, in the order of the tables. */
typedef struct sorted_grades {
  const grade_record **items; /* owned list of borrowed records */
  size_t count;
} sorted_grades;

/* The order of the tables: kind, collection, method. */
static int
compare_group(const grade_record *a, const grade_record *b)
{
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  int order = strcmp(a->collection, b->collection);
  return order != 0 ? order : strcmp(a->method, b->method);
}

/* Records of one item and grader end up together, the later one last. */
static int
compare_records(const void *a, const void *b)
{
  const grade_record *one = *(const grade_record *const *)a;
  const grade_record *two = *(const grade_record *const *)b;
  int order = compare_group(one, two);
  if (order == 0)
    order = strcmp(one->item, two->item);
  if (order == 0)
    order = strcmp(one->grader, two->grader);
  if (order != 0)
    return order;
  return one < two ? -1 : one > two;
}

/* Whether the later record replaces the earlier. */
static bool
is_again(const grade_record *earlier, const grade_record *later)
{
  return later->item[0] && compare_group(earlier, later) == 0 &&
         strcmp(earlier->item, later->item) == 0 &&
         strcmp(earlier->grader, later->grader) == 0;
}

/* --- groups ------------------------------------------------------------------
 */

/* As statistics_student() has it, from counts instead of single grades. */
void
grade_group_close(grade_group *group)
{
  double sum = 0, squares = 0, total = (double)group->total;
  group->mean = NAN;
  group->range = (interval){NAN, NAN};
  if (group->kind == GRADE_PAGE || group->total == 0)
    return;
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++)
    sum += (double)group->counts[g] * grade_value(group->kind, g);
  group->mean = sum / total;
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++) {
    double away = grade_value(group->kind, g) - group->mean;
    squares += (double)group->counts[g] * away * away;
  }
  double reach = group->total > 1 ? sqrt(squares / (total - 1) / total) *
                                        student_quantile(0.975, total - 1)
                                  : 0;
  group->range = (interval){group->mean - reach, group->mean + reach};
}

/* Graded by two people under the same conditions. */
static bool
same_item(const grade_record *a, const grade_record *b)
{
  return a->item[0] && compare_group(a, b) == 0 &&
         strcmp(a->item, b->item) == 0;
}

/* The grade of an item that [from, to) grade: the middle one, the lower of two;
 * for pages the one that most gave, of several the lowest. */
static size_t
settle_item(const sorted_grades *grades, size_t from, size_t to)
{
  size_t counts[GRADES_MOST] = {0}, below = 0, best = 0, g = 0;
  for (size_t i = from; i < to; i++)
    counts[grades->items[i]->grade]++;
  for (size_t i = 1; i < GRADES_MOST; i++)
    best = counts[i] > counts[best] ? i : best;
  if (grades->items[from]->kind == GRADE_PAGE)
    return best;
  while (2 * (below + counts[g]) < to - from)
    below += counts[g++];
  return g;
}

/* Neighbours of the sorted list; counted first, so that one allocation is
 * enough. */
static void
make_groups(const sorted_grades *grades, grades_report *out)
{
  size_t groups = 0;
  for (size_t i = 0; i < grades->count; i++)
    groups += i == 0 || compare_group(grades->items[i - 1], grades->items[i]);
  out->groups = need(groups, sizeof *out->groups);
  for (size_t from = 0, to; from < grades->count; from = to) {
    const grade_record *record = grades->items[from];
    if (from == 0 || compare_group(grades->items[from - 1], record) != 0)
      out->groups[out->group_count++] =
          (grade_group){.collection = record->collection,
                        .method = record->method,
                        .kind = record->kind};
    for (to = from + 1; to < grades->count; to++)
      if (!same_item(record, grades->items[to]))
        break;
    /* A record may stand for many items: files of the papers have counts only.
     */
    grade_group *group = &out->groups[out->group_count - 1];
    group->counts[settle_item(grades, from, to)] += record->count;
    group->total += record->count;
    group->gradings += to - from > 1 ? to - from : record->count;
  }
  for (size_t i = 0; i < out->group_count; i++)
    grade_group_close(&out->groups[i]);
}

/* Four points are possible. */
double
grade_group_similarity(const grade_group *group)
{
  return group->mean / 4;
}

/* --- pairs of graders --------------------------------------------------------
 */

/* Names of graders, sorted; `many`: too many to compare. */
typedef struct grader_list {
  const char *names[GRADERS_COMPARED];
  size_t count;
  bool many;
} grader_list;

/* Linear: there are at most GRADERS_COMPARED names. */
static size_t
find_name(const char *const *names, size_t count, const char *name)
{
  size_t i = 0;
  while (i < count && strcmp(names[i], name) != 0)
    i++;
  return i;
}

/* The names of the graders in their order. */
static void
list_graders(const sorted_grades *grades, grader_list *out)
{
  *out = (grader_list){.count = 0};
  for (size_t i = 0; i < grades->count && !out->many; i++) {
    const char *name = grades->items[i]->grader;
    if (find_name(out->names, out->count, name) < out->count)
      continue;
    out->many = out->count == GRADERS_COMPARED;
    size_t at = out->count;
    for (; at > 0 && !out->many && strcmp(out->names[at - 1], name) > 0; at--)
      out->names[at] = out->names[at - 1];
    if (!out->many) {
      out->names[at] = name;
      out->count++;
    }
  }
}

/* A table of two graders has a cell for each pair of grades. */
enum { CELLS = GRADES_MOST * GRADES_MOST };

/* Tables of a kind: counts[pair of graders][first's grade][second's grade]. */
typedef struct pair_tables {
  uint64_t counts[GRADERS_COMPARED * GRADERS_COMPARED][CELLS];
} pair_tables;

/* Count every two graders of the item whose grades are [from, to). They are
 * sorted by name, so a < b always and each pair fills one table only. */
static void
count_item(const sorted_grades *grades, size_t from, size_t to,
           const grader_list *graders, pair_tables *tables)
{
  size_t width = grade_kind_grades(grades->items[from]->kind);
  for (size_t i = from; i < to; i++)
    for (size_t j = i + 1; j < to; j++) {
      const grade_record *one = grades->items[i], *two = grades->items[j];
      size_t a = find_name(graders->names, graders->count, one->grader);
      size_t b = find_name(graders->names, graders->count, two->grader);
      tables
          ->counts[a * GRADERS_COMPARED + b][one->grade * width + two->grade]++;
    }
}

/* Counts without an item cannot be compared. */
static void
count_kind(const sorted_grades *grades, grade_kind kind,
           const grader_list *graders, pair_tables *tables)
{
  memset(tables, 0, sizeof *tables);
  for (size_t from = 0, to; from < grades->count; from = to) {
    const grade_record *first = grades->items[from];
    for (to = from + 1; to < grades->count; to++)
      if (!same_item(first, grades->items[to]))
        break;
    if (first->kind == kind && first->item[0])
      count_item(grades, from, to, graders, tables);
  }
}

/* Pairs that share no item are left out. */
static void
add_pair(grades_report *out, const uint64_t *table, grader_pair pair)
{
  size_t grades = grade_kind_grades(pair.kind);
  uint64_t same = 0;
  for (size_t i = 0; i < grades * grades; i++) {
    pair.items += table[i];
    same += i / grades == i % grades ? table[i] : 0;
  }
  if (pair.items == 0)
    return;
  pair.agreed = (double)same / (double)pair.items;
  pair.kappa = kappa(table, grades, 0);
  pair.weighted = pair.kind == GRADE_PAGE ? NAN : kappa(table, grades, 1);
  out->pairs[out->pair_count++] = pair;
}

/* The tables are large, so they live on the heap. */
static void
make_pairs(const sorted_grades *grades, grades_report *out)
{
  grader_list graders;
  list_graders(grades, &graders);
  out->graders = graders.count;
  out->many_graders = graders.many;
  size_t most = GRADE_KINDS * graders.count * graders.count;
  pair_tables *tables = need(1, sizeof *tables);
  out->pairs = need(most, sizeof *out->pairs);
  for (int k = 0; k < GRADE_KINDS && !graders.many; k++) {
    count_kind(grades, (grade_kind)k, &graders, tables);
    for (size_t a = 0; a < graders.count; a++)
      for (size_t b = a + 1; b < graders.count; b++)
        add_pair(out, tables->counts[a * GRADERS_COMPARED + b],
                 (grader_pair){.first = graders.names[a],
                               .second = graders.names[b],
                               .kind = (grade_kind)k});
  }
  free(tables);
}

/* --- contests of methods -----------------------------------------------------
 */

/* The grades of a group in the sorted list: [from, to). */
typedef struct group_place {
  size_t from;
  size_t to;
} group_place;

/* The order within a group. */
static int
compare_item(const grade_record *a, const grade_record *b)
{
  int order = strcmp(a->item, b->item);
  return order != 0 ? order : strcmp(a->grader, b->grader);
}

/* The grades of items that a grader gave in both groups: a merge of two sorted
 * ranges. Counts without an item are passed over. */
static size_t
collect_shared(const sorted_grades *grades, group_place one, group_place two,
               double *first, double *second)
{
  size_t count = 0;
  while (one.from < one.to && two.from < two.to) {
    const grade_record *a = grades->items[one.from];
    const grade_record *b = grades->items[two.from];
    int order = compare_item(a, b);
    if (order == 0 && a->item[0]) {
      first[count] = grade_value(a->kind, a->grade);
      second[count++] = grade_value(b->kind, b->grade);
    }
    one.from += order <= 0;
    two.from += order >= 0;
  }
  return count;
}

/* Means of two methods over the same items and graders, tested as pairs. */
static void
add_contest(const sorted_grades *grades, const group_place *places, size_t a,
            size_t b, double *room, grades_report *out)
{
  double *second = room + grades->count;
  size_t count = collect_shared(grades, places[a], places[b], room, second);
  if (count == 0)
    return;
  method_contest *contest = &out->contests[out->contest_count++];
  contest->collection = out->groups[a].collection;
  contest->kind = out->groups[a].kind;
  contest->first = out->groups[a].method;
  contest->second = out->groups[b].method;
  statistics_paired(room, second, count, STATISTICS_SEED, &contest->difference);
}

/* Every contest is a test more that may be significant by chance. */
static void
correct_contests(grades_report *out)
{
  double *p = need(2 * out->contest_count, sizeof *p);
  for (size_t i = 0; i < out->contest_count; i++)
    p[i] = out->contests[i].difference.p;
  statistics_holm(p, out->contest_count, p + out->contest_count);
  for (size_t i = 0; i < out->contest_count; i++)
    out->contests[i].holm = p[out->contest_count + i];
  free(p);
}

/* Whether two groups, given by one record of each, can be compared. */
static bool
is_contest(const grade_record *a, const grade_record *b)
{
  return a->kind == b->kind && a->kind == GRADE_SITE &&
         strcmp(a->collection, b->collection) == 0;
}

/* Only methods within the first METHODS_COMPARED of a collection are
 * compared, so that the number of pairs stays linear. */
static void
make_contests(const sorted_grades *grades, grades_report *out)
{
  size_t groups = out->group_count, group = 0;
  group_place *places = need(groups, sizeof *places);
  double *room = need(2 * grades->count, sizeof *room);
  out->contests = need(groups * METHODS_COMPARED, sizeof *out->contests);
  /* The places of the groups among the sorted grades. */
  for (size_t i = 0; i < grades->count; i++) {
    if (i > 0 && compare_group(grades->items[i - 1], grades->items[i]) != 0)
      group++;
    if (places[group].to == 0)
      places[group].from = i;
    places[group].to = i + 1;
  }
  for (size_t a = 0; a < groups; a++)
    for (size_t b = a + 1; b < groups && b - a < METHODS_COMPARED &&
                           is_contest(grades->items[places[a].from],
                                      grades->items[places[b].from]);
         b++)
      add_contest(grades, places, a, b, room, out);
  correct_contests(out);
  free(places);
  free(room);
}

/* Tables of kinds that nobody graded are not shown. */
bool
grades_report_has(const grades_report *report, grade_kind kind)
{
  for (size_t i = 0; i < report->group_count; i++)
    if (report->groups[i].kind == kind)
      return true;
  return false;
}

/* A failure in any step releases what the earlier ones made. */
void
grades_report_make(const grade_record *records, size_t count,
                   grades_report *out)
{
  sorted_grades grades;
  memset(out, 0, sizeof *out);
  /* A later grade of the same item by the same grader replaces the earlier. */
  grades.items = need(count, sizeof(const grade_record *));
  grades.count = 0;
  for (size_t i = 0; i < count; i++)
    grades.items[i] = &records[i];
  qsort(grades.items, count, sizeof(const grade_record *), compare_records);
  for (size_t i = 0; i < count; i++) {
    const grade_record *record = grades.items[i];
    if (grades.count > 0 && is_again(grades.items[grades.count - 1], record))
      grades.count--;
    grades.items[grades.count++] = record;
  }
  out->repeated = count - grades.count;
  make_groups(&grades, out);
  make_pairs(&grades, out);
  make_contests(&grades, out);
  free(grades.items);
}

void
grades_report_done(grades_report *report)
{
  free(report->groups);
  free(report->pairs);
  free(report->contests);
  memset(report, 0, sizeof *report);
}
