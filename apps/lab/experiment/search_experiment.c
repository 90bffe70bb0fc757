/* search_experiment.c: `pith search experiment --index INDEX ... -o REPORT`: an
 * index, topics and judgements in; a folder with the results out.
 *
 * Only the command line is read here; lab/experiment/experiment.h does the
 * work. Options are borrowed from the request, which outlives the experiment.
 */
#include "lab/search/search_commands.h"

#include "common/options/request.h"
#include "lab/search/search_corrections.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <stdlib.h>
#include <string.h>

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
  out->judged = in->search.qrels;
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
  correction_list corrections = {NULL, 0, 0, false};
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

/* A request that fails the check ends with the code that request_read() left.
 */
exit_code
search_experiment(int argc, char *const *argv)
{
  app_request in;
  exit_code code;
  request_init(&in, COMMAND_SEARCH_EXPERIMENT);
  if (!request_read(&in, argc, argv, &code))
    return code;
  if (request_check(&in, find_wrong(&in)))
    code = run_experiment(&in);
  request_done(&in);
  return code;
}
