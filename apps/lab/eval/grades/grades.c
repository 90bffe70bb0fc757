/* grades.c: the three scales of the papers, in one table.
 *
 *     site         2 3 4 5                  mean
 *     page         N-S- N+S- N-S+ N+S+      no mean: two questions in one
 *     similarity   0 1 2 3 4                mean, and per cent of 4
 */
#include "lab/eval/grades/grades.h"

#include <string.h>

/* A scale: its grades from the worst to the best. */
typedef struct kind_row {
  const char *name;
  size_t grades;
  double first; /* what the first grade counts in a mean */
  const char *names[GRADES_MOST];
} kind_row;

/* In the order of grade_kind. */
static const kind_row kinds[GRADE_KINDS] = {
    {"site", 4, 2, {"2", "3", "4", "5"}},
    {"page", 4, 0, {"N-S-", "N+S-", "N-S+", "N+S+"}},
    {"similarity", 5, 0, {"0", "1", "2", "3", "4"}},
};

/* As files of grades write it. */
const char *
grade_kind_name(grade_kind kind)
{
  return kinds[kind].name;
}

size_t
grade_kind_grades(grade_kind kind)
{
  return kinds[kind].grades;
}

const char *
grade_name(grade_kind kind, size_t grade)
{
  return kinds[kind].names[grade];
}

/* What a grade counts in a mean. */
double
grade_value(grade_kind kind, size_t grade)
{
  return kinds[kind].first + (double)grade;
}

/* Names are exact: a misspelt kind would count nowhere. */
bool
grade_kind_find(const char *name, grade_kind *out)
{
  for (int kind = 0; kind < GRADE_KINDS; kind++)
    if (strcmp(name, kinds[kind].name) == 0) {
      *out = (grade_kind)kind;
      return true;
    }
  return false;
}

/* Copy a short name with every U+2212 as '-'; false when it is too long. */
static bool
plain_name(const char *name, char out[8])
{
  size_t len = 0;
  while (*name) {
    bool minus = strncmp(name, "\xE2\x88\x92", 3) == 0;
    if (len == 7)
      return false;
    out[len++] = minus ? '-' : *name;
    name += minus ? 3 : 1;
  }
  out[len] = '\0';
  return true;
}

/* The papers print a real minus sign, keyboards a hyphen. */
bool
grade_find(grade_kind kind, const char *name, uint8_t *out)
{
  char plain[8];
  if (!plain_name(name, plain))
    return false;
  for (uint8_t grade = 0; grade < kinds[kind].grades; grade++)
    if (strcmp(plain, kinds[kind].names[grade]) == 0) {
      *out = grade;
      return true;
    }
  return false;
}
