/* site_request.c: what the options of the site commands require of each other.
 *
 * The method is settled here: `auto` unless named; with --compat `chain`, the
 * method of the papers; with --similarity `layer`. -m layer has its own flag
 * for the paper, so that `page.compat` below always means the chain of the
 * paper.
 */
#include "pith/site/site_request.h"

#include <string.h>
#include <sys/stat.h>

/* What is missing; NULL when all is there. */
static const char *
find_missing(const app_request *in)
{
  bool models = in->command == COMMAND_MERGE || in->command == COMMAND_INSPECT;
  if (in->input_count == 0)
    return models ? "name the file of a site model"
                  : "name the directory with the pages of the site";
  if (in->command == COMMAND_APPLY && !in->input.model)
    return "name the site model with -s";
  if ((in->command == COMMAND_LEARN || in->command == COMMAND_MERGE) &&
      !in->output.path)
    return "name the file of the new model with -o";
  if (in->input.collection && in->input_count > 1)
    return "--collection requires one directory, with a folder for each site";
  return NULL;
}

/* Whether a parameter of the chain method was given. */
static bool
has_chain_parameters(const app_request *in)
{
  static const option_id options[] = {
      OPTION_MIN_TOKENS_CHAIN, OPTION_DUP_LIMIT, OPTION_MIN_NAV_LENGTH,
      OPTION_NAV_STEP,         OPTION_NAV_END,   OPTION_MIN_CLUSTER};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (request_has(in, options[i]))
      return true;
  return false;
}

/* Whether the command needs a model that the method does not learn. */
static bool
needs_other_method(const app_request *in)
{
  unsigned evidence = pith_method_evidence(in->page.method, in->page.compat);
  if (in->command == COMMAND_LEARN)
    return evidence > PITH_EVIDENCE_SHARED || !evidence;
  return in->command == COMMAND_APPLY && evidence > PITH_EVIDENCE_SHARED;
}

/* Whether groups are to be classified by a file that is the model of one site.
 * Seen here, before a long archive is read for nothing. */
static bool
needs_model_folder(const app_request *in)
{
  struct stat about;
  return in->command == COMMAND_APPLY && in->input.group_by &&
         (stat(in->input.model, &about) != 0 || !S_ISDIR(about.st_mode));
}

/* What does not go together; NULL: everything does. The method is settled. */
static const char *
find_clash(const app_request *in)
{
  bool layer = request_uses(in, "layer") || in->input.similarity;
  if (request_is_wet(in))
    return "--to wet is a format of pith extract";
  if (in->input.group_by && in->input.collection)
    return "--group-by does not go with --collection";
  if (needs_model_folder(in))
    return "with --group-by, -s names a folder of models, as pith learn "
           "--group-by writes it";
  if (in->page.base_url && !strstr(in->page.base_url, "://"))
    return "--base-url takes an address, which begins with http:// or https://";
  if (in->page.compat && request_uses(in, "auto"))
    return "--compat needs -m chain, layer or sentence";
  if (needs_other_method(in))
    return "this method learns no model; use pith site";
  if (layer && has_chain_parameters(in))
    return "parameters of the chain method do not apply to -m layer";
  if (request_has_layer_numbers(in) && !layer)
    return "--alpha, --beta, --max-slide and --own-text require -m layer";
  if (in->input.similarity && in->output.path)
    return "--similarity prints a table; leave out -o";
  if (!in->output.path && !request_is_record(in))
    return "--to writes a file per page; name a directory with -o";
  if (in->page.highlight && strcmp(in->output.to, "marked") != 0)
    return "--highlight requires --to marked";
  return NULL;
}

/* Defaults that depend on other options. With -o the pages become files, and
 * HTML is the format that changes a page least; without -o records go to
 * stdout. */
static void
settle(app_request *out)
{
  if (!out->page.method)
    out->page.method = out->page.compat ? "chain" : pith_method_default();
  if (!out->output.to)
    out->output.to = out->output.path && out->command != COMMAND_LEARN &&
                             out->command != COMMAND_MERGE
                         ? "html"
                         : "json";
}

/* Settled before the checks, so these see what will be done. On false the
 * request is released and *code is the exit code. */
bool
site_request_read(command_id command, int argc, char *const *argv,
                  app_request *out, exit_code *code)
{
  request_init(out, command);
  crawl_options_default(&out->crawl);
  if (!request_read(out, argc, argv, code))
    return false;
  settle(out);
  if (!request_check(out, find_missing(out)) ||
      !request_check(out, find_clash(out))) {
    request_done(out);
    return false;
  }
  return true;
}
