/* parse_request.c: what the options of `pith parse` require of each other. A
 * request that would silently ignore an option is refused.
 */
#include "pith/parse/parse_request.h"

/* What is wrong with the options together; NULL: nothing. */
static const char *
find_wrong(const app_request *in)
{
  parse_output output = in->parse.output;
  bool tree = output == PARSE_TREE || output == PARSE_COUNT;
  int chosen = request_has(in, OPTION_TREE) + request_has(in, OPTION_TOKENS) +
               request_has(in, OPTION_ENCODING_ONLY) +
               request_has(in, OPTION_COUNT);
  if (chosen != 1)
    return "choose one of --tree, --tokens, --encoding-only and --count";
  if (in->parse.spans && output != PARSE_TREE)
    return "--spans requires --tree";
  if ((request_has(in, OPTION_FRAGMENT) || in->page.scripting) && !tree)
    return "--fragment and --scripting require --tree or --count";
  if (request_has(in, OPTION_FRAGMENT) && !in->page.fragment_context)
    return "--fragment requires the name of an element";
  if ((in->parse.last_start_tag || in->parse.state != PITH_STATE_DATA) &&
      output != PARSE_TOKENS)
    return "--initial-state and --last-start-tag require --tokens";
  if (in->page.encoding && output == PARSE_ENCODING)
    return "--encoding-only cannot be combined with --encoding";
  return NULL;
}

/* On false the request is released, and *code is the exit code. */
bool
parse_request_read(int argc, char *const *argv, app_request *out,
                   exit_code *code)
{
  request_init(out, COMMAND_PARSE);
  if (!request_read(out, argc, argv, code))
    return false;
  if (request_check(out, find_wrong(out)))
    return true;
  request_done(out);
  return false;
}
