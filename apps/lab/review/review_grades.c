/* review_grades.c: see the header. Corrections and losses are no grades and are
 * passed over.
 */
#include "lab/review/review_grades.h"

#include "common/system/need.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kind and grade of a mark; false for corrections and losses. The points of
 * a similarity are how many of its four parts are alike. */
static bool
read_grade(const review_mark *mark, grade_record *out)
{
  char points[2] = "0";
  switch (mark->kind) {
  case REVIEW_SITE_GRADE:
    out->kind = GRADE_SITE;
    return grade_find(GRADE_SITE, mark->value, &out->grade);
  case REVIEW_PAGE_GRADE:
    out->kind = GRADE_PAGE;
    return grade_find(GRADE_PAGE, mark->value, &out->grade);
  case REVIEW_SIMILARITY_MARK:
    for (const char *at = mark->value; *at; at++)
      points[0] = (char)(points[0] + (*at == '1'));
    out->kind = GRADE_SIMILARITY;
    return grade_find(GRADE_SIMILARITY, points, &out->grade);
  case REVIEW_CORRECTION:
  case REVIEW_LOSS_CLASS:
  case REVIEW_ASIDE:
  case REVIEW_KINDS:
    break;
  }
  return false;
}

/* A sink of the store. */
static void
take_grade(void *state, const review_mark *mark)
{
  review_grades *out = state;
  grade_record record = {.collection = out->collection, .count = 1};
  if (!read_grade(mark, &record))
    return;
  record.method = needed(strdup(mark->method));
  record.grader = needed(strdup(mark->grader));
  /* The name of what was graded: SITE, SITE/PAGE or SITE/PAGE~PARTNER. Enough
   * to find it again, and unique in a collection. */
  text_out name;
  text_out_init(&name, -1);
  text_out_print(&name, "%s%s%s%s%s", mark->site_name,
                 mark->page > 0 ? "/" : "", mark->page_name,
                 mark->partner > 0 ? "~" : "", mark->partner_name);
  record.item = need_text(&name);
  record.comment = needed(strdup(mark->comment));
  *NEED_ITEM(out, items, count, capacity) = record;
}

review_outcome
review_grades_read(review_store *store, const char *grader,
                   const char *collection, review_grades *out)
{
  *out = (review_grades){.collection = collection};
  return review_store_marks(store, grader, 0, 0, take_grade, out);
}

/* The texts are const to the reports, but ours to free. */
void
review_grades_done(review_grades *grades)
{
  for (size_t i = 0; i < grades->count; i++) {
    free((void *)grades->items[i].method);
    free((void *)grades->items[i].grader);
    free((void *)grades->items[i].item);
    free((void *)grades->items[i].comment);
  }
  free(grades->items);
  memset(grades, 0, sizeof *grades);
}

exit_code
review_grades_open(const char *path, const char *collection, review_grades *out)
{
  review_store *store;
  *out = (review_grades){.collection = collection};
  TRY(review_store_open(path, &store));
  review_outcome outcome = review_grades_read(store, NULL, collection, out);
  review_store_close(store);
  if (outcome == REVIEW_DONE)
    return EXIT_FINE;
  message("%s: %s", path, review_outcome_text(outcome));
  return EXIT_ENVIRONMENT;
}

/* The first bytes of every file of SQLite. */
bool
review_store_is(const char *path)
{
  static const char magic[] = "SQLite format 3";
  char head[sizeof magic] = "";
  FILE *file = fopen(path, "rb");
  if (!file)
    return false;
  size_t len = fread(head, 1, sizeof head, file);
  fclose(file);
  return len == sizeof head && memcmp(head, magic, sizeof magic) == 0;
}
