/* review_import.c: see the header. What is graded is named as the export names
 * it (review_grades.c):
 *
 *     SITE    SITE/PAGE    SITE/PAGE~PARTNER
 *
 * Names of sites and pages may have slashes and tildes in them, so each split
 * is tried until both parts are known.
 */
#include "lab/review/review_import.h"

#include "common/system/fnv.h"
#include "lab/eval/grades/grade_sources.h"

#include <stdio.h>
#include <string.h>

/* A page of a site by its name; 0: there is none. */
static int64_t
find_page(const review_site *site, const char *name, size_t len)
{
  size_t item = review_site_item(site, (pith_slice){name, len});
  return item < site->list.count ? site->ids[item] : 0;
}

/* PAGE~PARTNER in a site; false when the two are not there. */
static bool
find_pair(const review_site *site, const char *name, review_mark *mark)
{
  for (const char *sign = strchr(name, '~'); sign;
       sign = strchr(sign + 1, '~')) {
    mark->page = find_page(site, name, (size_t)(sign - name));
    mark->partner = find_page(site, sign + 1, strlen(sign + 1));
    if (mark->page > 0 && mark->partner > 0)
      return true;
  }
  return false;
}

/* Fill in what a mark is about; false when the source has nothing of that
 * name. */
static bool
find_item(const review_source *source, const char *item, review_mark *mark)
{
  for (size_t s = 0; s < source->count; s++) {
    const review_site *site = &source->sites[s];
    size_t len = strlen(site->name);
    if (strncmp(item, site->name, len) != 0)
      continue;
    const char *rest = item + len + 1;
    bool found = item[len] == '\0' && mark->kind == REVIEW_SITE_GRADE;
    if (item[len] == '/' && mark->kind == REVIEW_PAGE_GRADE)
      found = (mark->page = find_page(site, rest, strlen(rest))) > 0;
    else if (item[len] == '/' && mark->kind == REVIEW_SIMILARITY_MARK)
      found = find_pair(site, rest, mark);
    mark->site = site->id;
    if (found)
      return true;
  }
  return false;
}

/* What is stored for a grade. The points of a similarity do not say which of
 * the four parts are alike, unless none or all of them are: NULL. */
static const char *
value_of(const grade_record *grade)
{
  const char *name = grade_name(grade->kind, grade->grade);
  if (grade->kind != GRADE_SIMILARITY)
    return name;
  return strcmp(name, "4") == 0   ? "1111"
         : strcmp(name, "0") == 0 ? "0000"
                                  : NULL;
}

/* A name for the grade itself, so that the store takes it in once, whichever
 * form it comes in: the name of the collection differs between them. */
static void
name_grade(const grade_record *grade, char *room, size_t size)
{
  const char *const parts[] = {grade->method,
                               grade->grader,
                               grade->item,
                               grade_kind_name(grade->kind),
                               grade_name(grade->kind, grade->grade),
                               grade->comment};
  uint64_t hash = FNV_START;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    hash = fnv_add(hash, parts[i], strlen(parts[i]) + 1);
  snprintf(room, size, "import-%016llx", (unsigned long long)hash);
}

/* NULL: it is stored; else why not. */
static const char *
import_grade(review_store *store, const review_source *source,
             const grade_record *grade, review_outcome *outcome)
{
  static const review_kind kinds[] = {REVIEW_SITE_GRADE, REVIEW_PAGE_GRADE,
                                      REVIEW_SIMILARITY_MARK};
  char client[32];
  review_mark mark = {.kind = kinds[grade->kind],
                      .grader = grade->grader[0] ? grade->grader : "unknown",
                      .method = grade->method,
                      .topic = "",
                      .value = value_of(grade),
                      .comment = grade->comment,
                      .client = client};
  *outcome = REVIEW_DONE;
  if (!mark.value)
    return "points do not say which parts are alike";
  if (!find_item(source, grade->item, &mark))
    return "no such site or page here";
  name_grade(grade, client, sizeof client);
  *outcome = review_store_mark(store, &mark);
  return *outcome == REVIEW_DONE ? NULL : review_outcome_text(*outcome);
}

/* A store that fails ends the import; what was taken in stays. */
static exit_code
import_grades(review_store *store, const review_source *source,
              const char *path, review_taken *taken)
{
  grade_sources grades = {.records = NULL};
  exit_code code = grade_sources_add(&grades, path, NULL);
  for (size_t i = 0; i < grades.count && code == EXIT_FINE; i++) {
    const grade_record *grade = &grades.records[i];
    review_outcome outcome;
    const char *wrong = import_grade(store, source, grade, &outcome);
    taken->fine += !wrong;
    if (wrong)
      message("%s: %s of '%s': %s; it is left out", path,
              grade_name(grade->kind, grade->grade), grade->item, wrong);
    if (outcome != REVIEW_DONE && outcome != REVIEW_WRONG)
      code = EXIT_ENVIRONMENT;
  }
  taken->count = grades.count + grades.failed;
  grade_sources_done(&grades);
  return code;
}

/* The kind of a file is seen from its first line. */
exit_code
review_import(review_store *store, const review_source *source,
              const char *path, bool quiet)
{
  whole_file file = {.data = NULL};
  review_taken taken = {0, 0};
  bool is_store = review_store_is(path);
  if (!is_store)
    TRY(whole_file_read(path, WHOLE_FILE_MOST, &file));
  bool gold = !is_store && review_import_is_gold(&file);
  exit_code code = gold ? review_import_gold(store, source, path, &file, &taken)
                        : import_grades(store, source, path, &taken);
  whole_file_done(&file);
  if (code == EXIT_FINE && !quiet)
    message("%zu of %zu %s taken in", taken.fine, taken.count,
            gold ? "corrected pages" : "grades");
  return code == EXIT_FINE && taken.fine < taken.count ? EXIT_INPUT : code;
}
