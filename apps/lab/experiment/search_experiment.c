/* search_experiment.c: `pith search experiment --index INDEX ... -o REPORT`: an
 * index, topics and judgements in; a folder with the results out.
 */
#include "lab/search/search_commands.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"
#include "lab/search/search_corrections.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <stdlib.h>
#include <string.h>

/* What the command line says. */
typedef struct experiment_request {
  experiment_options options;
  const char *corrections; /* a store of pith review; NULL: none */
  const char *grader;      /* whose; NULL: everybody's */
} experiment_request;

/* The weights of "0.1,0.2,0.5". */
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

static bool
set_ranking(experiment_options *out, const char *value)
{
  static const char *const rankings[] = {"bm25f", "tfidf", NULL};
  int chosen =
      choice_option_read("--ranking", value, rankings, "bm25f or tfidf");
  if (chosen >= 0)
    out->ranking = (search_ranking)chosen;
  return chosen >= 0;
}

static bool
set_titles(experiment_options *out, const char *value)
{
  static const char *const titles[] = {"fair", "always", "never", NULL};
  int chosen =
      choice_option_read("--titles", value, titles, "fair, always or never");
  if (chosen >= 0)
    out->titles = (experiment_titles)chosen;
  return chosen >= 0;
}

static bool
set_number(experiment_options *out, const char *name, const char *value)
{
  uint32_t number;
  bool seed = strcmp(name, "--seed") == 0;
  if (!number_option_read(name, value, seed ? 0 : 1, seed ? UINT32_MAX : 100000,
                          &number))
    return false;
  if (seed)
    out->seed = number;
  else if (strcmp(name, "--top") == 0)
    out->depth = number;
  else
    out->known_item = number;
  return true;
}

/* The option is one whose value is kept as it is; false: it is none. */
static bool
set_text(experiment_request *out, const char *name, const char *value)
{
  const struct {
    const char *name;
    const char **place;
  } texts[] = {
      {"--index", &out->options.index},   {"--topics", &out->options.topics},
      {"--qrels", &out->options.judged},  {"--pages", &out->options.pages},
      {"--output", &out->options.output}, {"--corrections", &out->corrections},
      {"--grader", &out->grader}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(name, texts[i].name) == 0) {
      *texts[i].place = value;
      return true;
    }
  return false;
}

static bool
set_option(void *state, const char *name, const char *value)
{
  experiment_request *out = state;
  if (strcmp(name, "--weights") == 0)
    return set_weights(&out->options, value);
  if (strcmp(name, "--ranking") == 0)
    return set_ranking(&out->options, value);
  if (strcmp(name, "--titles") == 0)
    return set_titles(&out->options, value);
  if (strcmp(name, "--progress") == 0)
    return progress_option_read(value, &out->options.progress);
  if (strcmp(name, "--seed") == 0 || strcmp(name, "--top") == 0 ||
      strcmp(name, "--known-item") == 0)
    return set_number(&out->options, name, value);
  if (set_text(out, name, value))
    return true;
  if (strcmp(name, "--quiet") != 0) {
    message("search: %s is not for experiment", name);
    return false;
  }
  out->options.quiet = true;
  return true;
}

static bool
check(experiment_request *request)
{
  experiment_options *out = &request->options;
  const char *missing = NULL;
  if (!out->index)
    missing = "name the index with --index";
  else if (!out->output)
    missing = "name the folder for the report with -o";
  else if (out->known_item > 0 && (out->topics || out->judged))
    missing = "--known-item makes its own topics and judgements";
  else if (out->known_item == 0 && (!out->topics || !out->judged))
    missing = "name topics and judgements with --topics and --qrels, or say "
              "--known-item N";
  else if (request->grader && !request->corrections)
    missing = "--grader says whose --corrections count";
  if (missing)
    message("search experiment: %s", missing);
  if (out->quiet)
    out->progress = PROGRESS_NEVER;
  return !missing;
}

static bool
add_file(void *state, const char *file)
{
  (void)state;
  message("search experiment: '%s' is no option; name the index with --index",
          file);
  return false;
}

exit_code
search_experiment(int argc, char *const *argv)
{
  experiment_request request = {.corrections = NULL};
  correction_list corrections = {NULL, 0, 0, false};
  exit_code code;
  experiment_options_default(&request.options);
  const command_line line = {"search", &request, set_option, add_file};
  if (!command_line_read(&line, argc, argv, &code) || !check(&request))
    return code;
  if (request.corrections) {
    code =
        correction_list_read(request.corrections, request.grader, &corrections);
    if (code != EXIT_FINE)
      return code;
  }
  request.options.corrections = corrections.items;
  request.options.correction_count = corrections.count;
  code = experiment_make(&request.options);
  correction_list_done(&corrections);
  return code;
}
