/* site_request.c: the arguments of `pith site` and its kin in, a request out.
 * As in parse_request.c every option is a row of one table, but for those that
 * extract takes too (page_options.h).
 */
#include "pith/site/site_request.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"
#include "common/system/workers.h"

#include <stdlib.h>
#include <string.h>

typedef struct option_row {
  const char *name;
  bool (*set)(site_request *out, const struct option_row *row,
              const char *value);
  int number;
} option_row;

enum {
  FLAG_COMPAT,
  FLAG_QUIET,
  FLAG_COLLECTION,
  FLAG_MD,
  FLAG_JSON,
  FLAG_SIMILARITY
};
enum {
  NUMBER_MIN_TOKENS_CHAIN,
  NUMBER_DUP_LIMIT,
  NUMBER_MIN_NAV_LENGTH,
  NUMBER_NAV_STEP,
  NUMBER_NAV_END,
  NUMBER_MIN_CLUSTER
};

enum { LAYER_ALPHA, LAYER_BETA, LAYER_MAX_SLIDE, LAYER_PDOC };

static bool
set_flag(site_request *out, const option_row *row, const char *value)
{
  bool *flags[] = {[FLAG_COMPAT] = &out->compat,
                   [FLAG_QUIET] = &out->quiet,
                   [FLAG_COLLECTION] = &out->collection,
                   [FLAG_MD] = &out->markdown,
                   [FLAG_JSON] = &out->json,
                   [FLAG_SIMILARITY] = &out->similarity};
  (void)value;
  *flags[row->number] = true;
  return true;
}

static bool
set_method(site_request *out, const option_row *row, const char *value)
{
  pith_error error;
  pith_status status = pith_options_set(&out->page, row->name, value, &error);
  out->method = out->page.method;
  if (status != PITH_OK)
    message("%s", error.message);
  return status == PITH_OK;
}

static bool
set_to(site_request *out, const option_row *row, const char *value)
{
  static const char *const formats[] = {"json", "html", "marked", "text", "md"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (strcmp(value, formats[i]) == 0) {
      out->to = (site_output)i;
      out->to_given = true;
      return true;
    }
  message("unknown format '%s' for %s; choose json, html, marked, text or md",
          value, row->name);
  return false;
}

static bool
set_output(site_request *out, const option_row *row, const char *value)
{
  (void)row;
  out->output = value;
  return true;
}

static bool
set_model(site_request *out, const option_row *row, const char *value)
{
  (void)row;
  out->model = value;
  return true;
}

static bool
set_number(site_request *out, const option_row *row, const char *value)
{
  pith_chain_options *site = &out->chain;
  out->numbers = row->name;
  switch (row->number) {
  case NUMBER_MIN_TOKENS_CHAIN:
    return number_option_read(row->name, value, 1, 64, &site->min_tokens_chain);
  case NUMBER_DUP_LIMIT:
    return number_option_read(row->name, value, 0, 100, &site->dup_limit);
  case NUMBER_MIN_NAV_LENGTH:
    return number_option_read(row->name, value, 1, 100, &site->min_nav_length);
  case NUMBER_NAV_STEP:
    return number_option_read(row->name, value, 0, 100, &site->nav_step);
  case NUMBER_NAV_END:
    return number_option_read(row->name, value, 1, 100, &site->nav_end);
  default:
    return number_option_read(row->name, value, 2, 1000000, &site->min_cluster);
  }
}

/* A part of the whole: 0.8, .8 or 1. */
static bool
read_part(const option_row *row, const char *value, double *out)
{
  double number = 0;
  double unit = 1;
  const char *at = value;
  for (; *at >= '0' && *at <= '9' && number < 10; at++)
    number = number * 10 + (*at - '0');
  if (*at == '.')
    for (at++; *at >= '0' && *at <= '9'; at++)
      number += (*at - '0') * (unit /= 10);
  if (at == value || *at || number > 1) {
    message("bad value '%s' for %s; use a number from 0 to 1", value,
            row->name);
    return false;
  }
  *out = number;
  return true;
}

static bool
set_layer(site_request *out, const option_row *row, const char *value)
{
  pith_layer_options *style = &out->layer;
  if (row->number != LAYER_PDOC)
    out->layer_numbers = row->name;
  switch (row->number) {
  case LAYER_ALPHA:
    return read_part(row, value, &style->alpha);
  case LAYER_BETA:
    return read_part(row, value, &style->beta);
  case LAYER_PDOC:
    return number_option_read(row->name, value, 1, 10, &style->pdoc);
  default:
    return number_option_read(row->name, value, 0, 1000, &style->max_slide);
  }
}

static const option_row rows[] = {
    {"--method", set_method, 0},
    {"--compat", set_flag, FLAG_COMPAT},
    {"--to", set_to, 0},
    {"--output", set_output, 0},
    {"--site", set_model, 0},
    {"--md", set_flag, FLAG_MD},
    {"--json", set_flag, FLAG_JSON},
    {"--quiet", set_flag, FLAG_QUIET},
    {"--collection", set_flag, FLAG_COLLECTION},
    {"--similarity", set_flag, FLAG_SIMILARITY},
    {"--alpha", set_layer, LAYER_ALPHA},
    {"--beta", set_layer, LAYER_BETA},
    {"--max-slide", set_layer, LAYER_MAX_SLIDE},
    {"--pdoc", set_layer, LAYER_PDOC},
    {"--min-tokens-chain", set_number, NUMBER_MIN_TOKENS_CHAIN},
    {"--dup-limit", set_number, NUMBER_DUP_LIMIT},
    {"--min-nav-length", set_number, NUMBER_MIN_NAV_LENGTH},
    {"--nav-step", set_number, NUMBER_NAV_STEP},
    {"--nav-end", set_number, NUMBER_NAV_END},
    {"--min-cluster", set_number, NUMBER_MIN_CLUSTER},
};

static bool
set_option(void *state, const char *name, const char *value)
{
  site_request *out = state;
  page_flags alike = {&out->page, &out->crawl, &out->jobs, &out->progress};
  flag_outcome outcome = page_flag_set(&alike, name, value);
  if (outcome != FLAG_OTHER)
    return outcome == FLAG_SET;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(name, rows[i].name) == 0)
      return rows[i].set(out, &rows[i], value);
  return command_line_miss(name);
}

static bool
add_input(void *state, const char *file)
{
  site_request *out = state;
  out->inputs[out->input_count++] = file;
  return true;
}

static const char *const names[] = {"site", "learn", "apply", "merge",
                                    "inspect"};

/* What a command cannot do without; NULL when all is there. */
static const char *
find_missing(const site_request *out)
{
  bool models = out->command >= COMMAND_MERGE;
  if (out->input_count == 0)
    return models ? "name the file of a model"
                  : "name the directory that holds the pages of the site";
  if (out->command == COMMAND_INSPECT && out->input_count > 1)
    return "one model at a time";
  if (out->command == COMMAND_APPLY && !out->model)
    return "name the model with -s";
  bool makes_model =
      out->command == COMMAND_LEARN || out->command == COMMAND_MERGE;
  if (makes_model && !out->output)
    return "name the file of the new model with -o";
  if (out->collection && out->input_count > 1)
    return "--collection requires one directory that holds the sites";
  if (!out->output && out->to != SITE_JSON)
    return "many pages do not fit into one stream as --to asks; name a "
           "directory with -o";
  return NULL;
}

/* The method when none is named: the default, but the papers' own is chain. */
static bool
check_method(site_request *out)
{
  if (!out->method)
    out->method = out->compat ? "chain" : pith_method_default();
  unsigned evidence = pith_method_evidence(out->method, out->compat);
  bool learns = out->command == COMMAND_LEARN;
  if (out->compat && strcmp(out->method, "auto") == 0)
    message("%s: --compat requires -m chain, layer or sentence",
            names[out->command]);
  else if (out->command != COMMAND_SITE && out->command < COMMAND_MERGE &&
           (evidence > PITH_EVIDENCE_SHARED || (learns && !evidence)))
    message("%s: the %s method learns nothing; use pith site",
            names[out->command], out->method);
  else
    return true;
  return false;
}

/* Numbers of a paper go with its method only. */
static bool
check_numbers(const site_request *out)
{
  const char *wrong = NULL;
  bool layer = strcmp(out->method, "layer") == 0 || out->similarity;
  if (layer && out->numbers)
    wrong = "numbers of the chain method do not go with -m layer";
  else if (out->layer_numbers && !(layer && out->compat))
    wrong = "--alpha, --beta and --max-slide require -m layer --compat";
  else if (out->similarity && (out->output || out->collection))
    wrong = "--similarity prints a table of one site";
  if (wrong)
    message("%s: %s", names[out->command], wrong);
  return !wrong;
}

static bool
check(site_request *out)
{
  const char *missing = find_missing(out);
  if (missing) {
    message("%s: %s", names[out->command], missing);
    return false;
  }
  if (out->numbers && !out->compat) {
    message("site: %s requires --compat", out->numbers);
    return false;
  }
  if (!check_method(out) || !check_numbers(out))
    return false;
  if (out->page.highlight && out->to != SITE_MARKED) {
    message("%s: --highlight tints marked pages; add --to marked",
            names[out->command]);
    return false;
  }
  if (out->output && !out->to_given)
    out->to = SITE_HTML;
  if (out->quiet)
    out->progress = PROGRESS_NEVER;
  out->crawl.progress = out->progress;
  out->crawl.fetch.bytes = out->page.max_bytes;
  return true;
}

bool
site_request_read(site_command command, int argc, char *const *argv,
                  site_request *out, exit_code *code)
{
  command_line line = {names[command], out, set_option, add_input};
  memset(out, 0, sizeof *out);
  out->command = command;
  pith_options_default(&out->page);
  pith_chain_options_default(&out->chain);
  crawl_options_default(&out->crawl);
  pith_layer_options_default(&out->layer);
  out->jobs = workers_default();
  out->inputs = calloc((size_t)argc + 1, sizeof *out->inputs);
  if (!out->inputs) {
    *code = report_out_of_memory();
    return false;
  }
  if (command_line_read(&line, argc, argv, code) && check(out))
    return true;
  site_request_done(out);
  return false;
}

void
site_request_done(site_request *request)
{
  free(request->inputs);
  request->inputs = NULL;
}
