/* search_experiment.c: `pith search experiment --index INDEX ... -o REPORT`: an
 * index, topics and judgements in; a folder with the results out.
 */
#include "search_commands.h"

#include "command_line.h"
#include "page_options.h"
#include "search/experiment.h"

#include <stdlib.h>
#include <string.h>

/* The weights of "0.1,0.2,0.5". */
static bool
set_weights(experiment_options *out, const char *value)
{
  const char *at = value;
  out->weight_count = 0;
  for (;;) {
    char *end;
    double weight = strtod(at, &end);
    if (end == at || !(weight > 0 && weight < 1) ||
        out->weight_count == EXPERIMENT_WEIGHTS || (*end && *end != ',')) {
      message("bad value '%s' for --weights; use at most %d numbers between 0 "
              "and 1, such as 0.1,0.2,0.5",
              value, (int)EXPERIMENT_WEIGHTS);
      return false;
    }
    out->weights[out->weight_count++] = weight;
    if (!*end)
      return true;
    at = end + 1;
  }
}

static bool
set_choice(experiment_options *out, const char *name, const char *value)
{
  static const char *const rankings[] = {"bm25f", "tfidf", NULL};
  static const char *const modes[] = {"auto", "always", "never", NULL};
  bool ranking = strcmp(name, "--ranking") == 0;
  int chosen =
      ranking ? choice_option_read(name, value, rankings, "bm25f or tfidf")
              : choice_option_read(name, value, modes, "auto, always or never");
  if (chosen >= 0 && ranking)
    out->ranking = (search_ranking)chosen;
  else if (chosen >= 0)
    out->progress = (progress_mode)chosen;
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

static bool
set_option(void *state, const char *name, const char *value)
{
  experiment_options *out = state;
  if (strcmp(name, "--weights") == 0)
    return set_weights(out, value);
  if (strcmp(name, "--ranking") == 0 || strcmp(name, "--progress") == 0)
    return set_choice(out, name, value);
  if (strcmp(name, "--seed") == 0 || strcmp(name, "--top") == 0 ||
      strcmp(name, "--known-item") == 0)
    return set_number(out, name, value);
  if (strcmp(name, "--index") == 0)
    out->index = value;
  else if (strcmp(name, "--topics") == 0)
    out->topics = value;
  else if (strcmp(name, "--qrels") == 0)
    out->judged = value;
  else if (strcmp(name, "--pages") == 0)
    out->pages = value;
  else if (strcmp(name, "--output") == 0)
    out->output = value;
  else if (strcmp(name, "--quiet") == 0)
    out->quiet = true;
  else {
    message("search: %s is not for experiment", name);
    return false;
  }
  return true;
}

static bool
check(experiment_options *out)
{
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
  experiment_options options;
  exit_code code;
  experiment_options_default(&options);
  const command_line line = {"search", &options, set_option, add_file};
  if (!command_line_read(&line, argc, argv, &code) || !check(&options))
    return code;
  return experiment_make(&options);
}
