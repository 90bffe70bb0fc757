/* review_import.h: grades and corrections of others, taken into a store.
 *
 *   CSV, JSON lines, a store ──► grade records ──┬─► marks of the same graders
 *   lines with "spans" ──────────────────────────┘
 */
#ifndef REVIEW_REVIEW_IMPORT_H
#define REVIEW_REVIEW_IMPORT_H

#include "lab/eval/whole_file.h"
#include "lab/review/review_source.h"

/* Take in the grades or corrections that `path` holds of the sites and pages of
 * the source, by their names. The same again changes nothing. What is about
 * something that is not there is reported and left out: EXIT_INPUT then, after
 * all others. EXIT_ENVIRONMENT when the store fails. Prints how many were taken
 * in unless `quiet`. */
exit_code review_import(review_store *store, const review_source *source,
                        const char *path, bool quiet);

/* How many there were, and how many of them are stored. */
typedef struct review_taken {
  size_t count;
  size_t fine;
} review_taken;

/* Whether a file is one of corrections, as /api/gold.jsonl writes them; and its
 * lines taken in. All is borrowed. */
bool review_import_is_gold(const whole_file *file);
exit_code review_import_gold(review_store *store, const review_source *source,
                             const char *path, const whole_file *file,
                             review_taken *taken);

#endif
