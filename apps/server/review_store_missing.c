/* review_store_missing.c: the store of `pith review` in a program that was
 * built without SQLite, as far as other commands read it: it says what to
 * install.
 */
#include "review_store.h"

exit_code
review_store_open(const char *path, review_store **out)
{
  *out = NULL;
  return say_built_without(path, "SQLite", "libsqlite3-dev");
}

void
review_store_close(review_store *store)
{
  (void)store;
}

/* Never reached: there is no store to call them with. */

const char *
review_outcome_text(review_outcome outcome)
{
  (void)outcome;
  return "";
}

review_outcome
review_store_marks(review_store *store, const char *grader, int64_t site,
                   int64_t page, review_mark_sink sink, void *state)
{
  (void)store;
  (void)grader;
  (void)site;
  (void)page;
  (void)sink;
  (void)state;
  return REVIEW_FAILED;
}
