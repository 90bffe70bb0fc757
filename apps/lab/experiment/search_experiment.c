/* search_experiment.c: `pith search experiment --index INDEX ... -o REPORT`: an
 * index, topics and judgements in; a folder with the results out.
 *
 * Only the command line is read here; lab/experiment/experiment.h does the
 * work. Options are borrowed from the request, which outlives the experiment.
 */
#include "lab/search/search_commands.h"

#include "common/options/request.h"
#include "common/system/ascii_text.h"
#include "common/system/number.h"
#include "lab/experiment/experiment.h"
#include "lab/review/store/review_store.h"
#include "common/system/need.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct correction_list {
  experiment_correction *items; /* owned, and all texts; as they were given */
  size_t count;
  size_t capacity;
} correction_list;

/* --- corrections of losses, from a store of pith review ----------------------
 */

/* The texts are copies of ours. */
static void
correction_list_done(correction_list *list)
{
  for (size_t i = 0; i < list->count; i++) {
    free((void *)list->items[i].run);
    free((void *)list->items[i].topic);
    free((void *)list->items[i].page);
    free((void *)list->items[i].comment);
  }
  free(list->items);
  *list = (correction_list){NULL, 0, 0};
}

/* Only marks on losses count here; the store of a review holds others too.
 * Texts are copied, since the store is closed before the experiment runs. */
static void
take_mark(void *state, const review_mark *mark)
{
  correction_list *out = state;
  loss_class class;
  if (mark->kind == REVIEW_LOSS_CLASS && loss_class_find(mark->value, &class))
    *NEED_ITEM(out, items, count, capacity) = (experiment_correction){
        needed(strdup(mark->method)), needed(strdup(mark->topic)),
        needed(strdup(mark->page_name)), class, needed(strdup(mark->comment))};
}

/* Marks come in the order they were made; the last about a loss counts. */
static exit_code
read_marks(review_store *store, const char *path, const char *grader,
           correction_list *out)
{
  review_outcome outcome =
      review_store_marks(store, grader, 0, 0, take_mark, out);
  if (outcome != REVIEW_DONE) {
    message("%s: %s", path, review_outcome_text(outcome));
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
static exit_code
correction_list_read(const char *path, const char *grader, correction_list *out)
{
  char room[128];
  review_store *store;
  *out = (correction_list){NULL, 0, 0};
  if (access(path, R_OK) != 0) { /* opening it would make one */
    message("%s: %s", path, system_text(errno, room));
    return EXIT_INPUT;
  }
  TRY(review_store_open(path, &store));
  exit_code code = read_marks(store, path, grader, out);
  review_store_close(store);
  if (code != EXIT_FINE)
    correction_list_done(out);
  return code;
}

/* The weights of "0.1,0.2,0.5", which replace the defaults. 0 and 1 are
 * refused: these are the runs "cut" and "basic", which are made anyway. */
static bool
set_weights(experiment_options *out, const char *value)
{
  pith_slice rest = text_slice(value), piece;
  out->weight_count = 0;
  bool fine = *value != '\0';
  while (fine && text_cut(&rest, ',', &piece)) {
    double weight = 0;
    fine = out->weight_count < EXPERIMENT_WEIGHTS &&
           number_read_decimal_bytes(piece.data, piece.len, &weight) &&
           weight > 0 && weight < 1;
    if (fine)
      out->weights[out->weight_count++] = weight;
  }
  if (!fine)
    message("bad value '%s' for --weights; use at most %d numbers between 0 "
            "and 1, such as 0.1,0.2,0.5",
            value, (int)EXPERIMENT_WEIGHTS);
  return fine;
}

/* The first mistake, NULL when there is none. Topics come from files or are
 * made from the index, never both: the two kinds have no common judgements. */
static const char *
find_wrong(const app_request *in)
{
  bool made = in->search.known_item > 0;
  bool given = in->search.topics && in->search.qrels;
  if (!in->search.index)
    return "name the index with --index";
  if (!in->output.path)
    return "name the folder for the report with -o";
  if (made && (in->search.topics || in->search.qrels))
    return "--known-item makes its own topics and judgements";
  if (!made && !given)
    return "name topics and judgements with --topics and --qrels, or use "
           "--known-item N";
  if (in->review.grader && !in->search.corrections)
    return "--grader requires --corrections";
  if (in->input_count > 0)
    return "takes no arguments; name the index with --index";
  return NULL;
}

/* What the request asks for; the defaults of the experiment otherwise. */
static bool
fill_options(const app_request *in, experiment_options *out)
{
  experiment_options_default(out);
  out->index = in->search.index;
  out->topics = in->search.topics;
  out->qrels = in->search.qrels;
  out->pages = in->search.pages;
  out->output = in->output.path;
  out->known_item = in->search.known_item;
  out->depth = in->search.top;
  out->seed = in->review.seed;
  out->ranking = (search_ranking)in->search.ranking;
  out->titles = (experiment_titles)in->search.titles;
  out->progress = in->output.progress;
  out->quiet = in->output.quiet;
  return !in->search.weights || set_weights(out, in->search.weights);
}

/* Corrections are read before the experiment, which may take long, so that a
 * wrong path is reported at once. The experiment borrows them. */
static exit_code
run_experiment(const app_request *in)
{
  experiment_options options;
  correction_list corrections = {NULL, 0, 0};
  if (!fill_options(in, &options))
    return EXIT_USAGE;
  if (in->search.corrections) {
    exit_code code = correction_list_read(in->search.corrections,
                                          in->review.grader, &corrections);
    if (code != EXIT_FINE)
      return code;
  }
  options.corrections = corrections.items;
  options.correction_count = corrections.count;
  exit_code code = experiment_make(&options);
  correction_list_done(&corrections);
  return code;
}

exit_code
search_experiment(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_SEARCH_EXPERIMENT);
  return request_run(&in, argc, argv, find_wrong, run_experiment);
}
