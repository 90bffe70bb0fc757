/* grades_report.h: grades in, the tables of the papers out.
 *
 *   records ──► groups: of each kind, collection and method, how often each
 *          │            grade was given, mean and confidence interval
 *          ├──► pairs: of each kind, how far two graders agree (kappa)
 *          └──► contests: of each collection, two methods on the same items
 *
 * A grader who graded an item twice meant the later grade. An item counts once
 * whoever graded it: by the middle grade of its graders, the lower of two; of a
 * page, whose grades have no order, by the grade that most of them gave.
 */
#ifndef EVAL_GRADES_REPORT_H
#define EVAL_GRADES_REPORT_H

#include "lab/eval/grades/grades.h"
#include "lab/eval/metrics/statistics.h"

/* One row of Table 1, of the N±S± table or of the similarity table. */
typedef struct grade_group {
  const char *collection; /* borrowed from the records, as all texts here */
  const char *method;
  grade_kind kind;
  uint64_t counts[GRADES_MOST]; /* by grade */
  uint64_t total;               /* of items */
  uint64_t gradings; /* more than that where items have several graders */
  double mean;       /* NAN for pages, whose grades have no order */
  interval range;    /* of the mean, 95 %, by Student's t */
} grade_group;

typedef struct grader_pair {
  const char *first;
  const char *second;
  grade_kind kind;
  uint64_t items; /* that both graded */
  double agreed;  /* share of them with the same grade */
  double kappa;
  double weighted; /* by distance, linear; NAN for pages */
} grader_pair;

typedef struct method_contest {
  const char *collection;
  const char *first;
  const char *second;
  grade_kind kind;              /* no page: no mean */
  paired_difference difference; /* second minus first */
  double holm; /* its p, corrected for the number of contests */
} method_contest;

typedef struct grades_report {
  grade_group *groups; /* by kind, collection, method */
  size_t group_count;
  grader_pair *pairs; /* by kind and names */
  size_t pair_count;
  method_contest *contests; /* by kind, collection and methods */
  size_t contest_count;
  size_t repeated; /* grades that a later one replaced */
  size_t graders;
  bool many_graders; /* too many to compare in pairs */
} grades_report;

/* More graders than this are not compared with each other, and more methods of
 * a collection neither. */
enum { GRADERS_COMPARED = 16, METHODS_COMPARED = 16 };

/* Make the report; it borrows the texts of the records. */
void grades_report_make(const grade_record *records, size_t count,
                        grades_report *out);
void grades_report_done(grades_report *report);

/* Whether there is a group of this kind. */
bool grades_report_has(const grades_report *report, grade_kind kind);

/* Fill in mean and interval from the counts, as statistics_student() has them
 * of the grades one by one. */
void grade_group_close(grade_group *group);

/* Share of the points that similarity grades could reach: sum / (4 * pages). */
double grade_group_similarity(const grade_group *group);

#endif
