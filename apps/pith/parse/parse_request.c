/* parse_request.c: the arguments of `pith parse` in, a request out.
 *
 * Every option is a row of one table: its name and the function that takes its
 * value. What an option is called in help and completion comes from
 * docs/options; the test tests/cli/options_documented.sh holds both together.
 */
#include "pith/parse/parse_request.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"

#include <string.h>

/* One option: its name, the function that sets it (false after a message) and
 * a number for functions that serve several. */
typedef struct option_row {
  const char *name;
  bool (*set)(parse_request *out, const struct option_row *row,
              const char *value);
  int number;
} option_row;

enum { FLAG_SPANS, FLAG_SCRIPTING, FLAG_VERBOSE };
enum { TEXT_FRAGMENT, TEXT_LAST_START_TAG };

static bool
set_output(parse_request *out, const option_row *row, const char *value)
{
  parse_output output = (parse_output)row->number;
  (void)value;
  if (out->output != OUTPUT_NONE && out->output != output) {
    message("parse: choose one of --tree, --tokens, --encoding-only, --count");
    return false;
  }
  out->output = output;
  return true;
}

static bool
set_flag(parse_request *out, const option_row *row, const char *value)
{
  (void)value;
  if (row->number == FLAG_SPANS)
    out->spans = true;
  else if (row->number == FLAG_SCRIPTING)
    out->options.scripting = true;
  else
    out->verbose = true;
  return true;
}

static bool
set_text(parse_request *out, const option_row *row, const char *value)
{
  if (row->number == TEXT_FRAGMENT)
    out->options.fragment_context = value;
  else
    out->last_start_tag = value;
  return true;
}

static bool
set_page(parse_request *out, const option_row *row, const char *value)
{
  return page_option_set(&out->options, row->name, value);
}

static bool
set_initial_state(parse_request *out, const option_row *row, const char *value)
{
  static const char *const names[] = {
      "data", "plaintext", "rcdata", "rawtext", "script-data", "cdata-section"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(value, names[i]) == 0) {
      out->state = (pith_token_state)i;
      return true;
    }
  message("unknown state '%s' for %s; choose data, plaintext, rcdata, rawtext, "
          "script-data or cdata-section",
          value, row->name);
  return false;
}

static const option_row rows[] = {
    {"--tree", set_output, OUTPUT_TREE},
    {"--tokens", set_output, OUTPUT_TOKENS},
    {"--encoding-only", set_output, OUTPUT_ENCODING},
    {"--count", set_output, OUTPUT_COUNT},
    {"--spans", set_flag, FLAG_SPANS},
    {"--fragment", set_text, TEXT_FRAGMENT},
    {"--scripting", set_flag, FLAG_SCRIPTING},
    {"--initial-state", set_initial_state, 0},
    {"--last-start-tag", set_text, TEXT_LAST_START_TAG},
    {"--encoding", set_page, 0},
    {"--max-bytes", set_page, 0},
    {"--max-nodes", set_page, 0},
    {"--max-depth", set_page, 0},
    {"--verbose", set_flag, FLAG_VERBOSE},
};

static bool
set_option(void *state, const char *name, const char *value)
{
  parse_request *out = state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(name, rows[i].name) == 0)
      return rows[i].set(out, &rows[i], value);
  return command_line_miss(name);
}

static bool
set_file(void *state, const char *file)
{
  parse_request *out = state;
  if (out->file) {
    message("parse: one file at a time ('%s' and '%s')", out->file, file);
    return false;
  }
  out->file = file;
  return true;
}

/* What goes with what; a request that would silently ignore an option is
 * better refused. */
static bool
check(const parse_request *out)
{
  bool tokens = out->output == OUTPUT_TOKENS;
  bool tree = out->output == OUTPUT_TREE || out->output == OUTPUT_COUNT;
  const char *clash = NULL;
  if (out->output == OUTPUT_NONE) {
    message("parse: say what to print: --tree, --tokens, --encoding-only or "
            "--count");
    return false;
  }
  if (out->spans && out->output != OUTPUT_TREE)
    clash = "--spans goes with --tree only";
  if ((out->options.fragment_context || out->options.scripting) && !tree)
    clash = "--fragment and --scripting go with --tree or --count only";
  if ((out->last_start_tag || out->state != PITH_STATE_DATA) && !tokens)
    clash = "--initial-state and --last-start-tag go with --tokens only";
  if (out->options.encoding && out->output == OUTPUT_ENCODING)
    clash = "--encoding-only tells the encoding; it takes no --encoding";
  if (clash)
    message("parse: %s", clash);
  return !clash;
}

bool
parse_request_read(int argc, char *const *argv, parse_request *out,
                   exit_code *code)
{
  command_line line = {"parse", out, set_option, set_file};
  memset(out, 0, sizeof *out);
  pith_options_default(&out->options);
  return command_line_read(&line, argc, argv, code) && check(out);
}
