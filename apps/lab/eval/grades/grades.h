/* grades.h: what graders said, as records.
 *
 *   kind        item       grade
 *   site        a site     2 to 5: boilerplate not found or content captured,
 * two kinds of small misses, right (Ageev 2005, Shorkin) page        a page
 * N-S- N+S- N-S+ N+S+: is the navigation pure, is the content (Kuznetsov)
 *   similarity  a page of  0 to 4: a point each if header, navigation, footer
 *               the layer  and advertising look alike (Yuan et al. 2006)
 */
#ifndef EVAL_GRADES_H
#define EVAL_GRADES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum grade_kind {
  GRADE_SITE,
  GRADE_PAGE,
  GRADE_SIMILARITY,
  GRADE_KINDS
} grade_kind;

/* The number of grades of the kind with the most, and their first number. */
enum { GRADES_MOST = 5 };

/* Texts are borrowed, never NULL, "" when unknown. */
typedef struct grade_record {
  const char *collection;
  const char *method;
  const char *grader;
  const char *item; /* "": a count, of items without a name */
  const char *comment;
  grade_kind kind;
  uint8_t grade;  /* from 0 on: its place among the grades of its kind */
  uint32_t count; /* of items; 1 for one that has a name */
} grade_record;

/* "site", "page", "similarity". */
const char *grade_kind_name(grade_kind kind);

/* How many grades a kind has. */
size_t grade_kind_grades(grade_kind kind);

/* "2" to "5", "N-S-" to "N+S+", "0" to "4". */
const char *grade_name(grade_kind kind, size_t grade);

/* The number that stands for a grade in a mean: 2 to 5, 0 to 4. Grades of
 * pages have no mean and give 0 to 3. */
double grade_value(grade_kind kind, size_t grade);

/* The kind and the grade of names; false when there is none of that name. A
 * minus may be ASCII or U+2212. */
bool grade_kind_find(const char *name, grade_kind *out);
bool grade_find(grade_kind kind, const char *name, uint8_t *out);

#endif
