/* search_corrections.c: what people said of losses in `pith-lab review`, for
 * the next experiment.
 *
 *     store of a review ──► marks of the kind loss-class ──► corrections
 *
 * Texts are copied, since the store is closed before the experiment runs.
 */
#include "lab/search/search_corrections.h"

#include "lab/review/review_store.h"
#include "common/system/grow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Only marks on losses count here; the store of a review holds others too. */
static void
take_mark(void *state, const review_mark *mark)
{
  correction_list *out = state;
  loss_class class;
  if (mark->kind != REVIEW_LOSS_CLASS || !loss_class_find(mark->value, &class))
    return;
  if (out->failed || !GROW(out->items, out->capacity, out->count + 1)) {
    out->failed = true;
    return;
  }
  experiment_correction made = {strdup(mark->method), strdup(mark->topic),
                                strdup(mark->page_name), class,
                                strdup(mark->comment)};
  out->failed = !made.run || !made.topic || !made.page || !made.comment;
  out->items[out->count++] = made;
}

/* Marks come in the order they were made; the last about a loss counts. */
static exit_code
read_marks(review_store *store, const char *path, const char *grader,
           correction_list *out)
{
  review_outcome outcome =
      review_store_marks(store, grader, 0, 0, take_mark, out);
  if (outcome != REVIEW_DONE || out->failed) {
    message("%s: %s", path,
            out->failed ? "out of memory" : review_outcome_text(outcome));
    return EXIT_ENVIRONMENT;
  }
  if (out->count > 0)
    return EXIT_FINE;
  message("%s: no loss was sorted in it%s%s; open lost.jsonl of the report "
          "with pith review",
          path, grader ? " by " : "", grader ? grader : "");
  return EXIT_INPUT;
}

/* The store is only read. */
exit_code
correction_list_read(const char *path, const char *grader, correction_list *out)
{
  char room[128];
  review_store *store;
  *out = (correction_list){NULL, 0, 0, false};
  if (access(path, R_OK) != 0) { /* opening it would make one */
    message("%s: %s", path, system_text(errno, room));
    return EXIT_INPUT;
  }
  exit_code code = review_store_open(path, &store);
  if (code != EXIT_FINE)
    return code;
  code = read_marks(store, path, grader, out);
  review_store_close(store);
  if (code != EXIT_FINE)
    correction_list_done(out);
  return code;
}

/* The texts are copies of ours. */
void
correction_list_done(correction_list *list)
{
  for (size_t i = 0; i < list->count; i++) {
    free((void *)list->items[i].run);
    free((void *)list->items[i].topic);
    free((void *)list->items[i].page);
    free((void *)list->items[i].comment);
  }
  free(list->items);
  *list = (correction_list){NULL, 0, 0, false};
}
