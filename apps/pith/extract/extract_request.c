/* extract_request.c: what the options of extract and explain require of each
 * other. A request that would silently ignore an option is refused.
 */
#include "pith/extract/extract_request.h"

#include "common/input/page_list.h"

#include <string.h>

/* Whether the only input is a file, which may have siblings in its folder. */
static bool
has_folder(const app_request *in)
{
  return !in->input.many && strcmp(in->inputs[0], "-") != 0;
}

/* What is wrong with the method; NULL: nothing. Its name was checked when the
 * options were read. */
static const char *
find_wrong_method(const app_request *in)
{
  bool layer = request_uses(in, "layer");
  const pith_method_facts *method = pith_method_find(in->page.method);
  if (!layer && !method->one_page)
    return "this method needs the pages of a site; use pith site";
  if (in->page.compat && !method->compat)
    return "--compat needs -m chain, layer or sentence";
  if (request_has_layer_numbers(in) && !layer)
    return "--alpha, --beta, --max-slide and --own-text require -m layer";
  if (in->input.with.count > 0 && !layer)
    return "--with requires -m layer";
  if (layer && in->input.with.count == 0 && !has_folder(in))
    return "-m layer compares with pages of the same layer; name them with "
           "--with FILE, or use pith site -m layer DIRECTORY";
  return NULL;
}

/* The same for where the output goes. Records, texts and Markdown of
 * many pages follow each other in one stream; two pages of HTML could not be
 * separated and need a folder. */
static const char *
find_wrong_output(const app_request *in)
{
  bool record = request_is_record(in);
  if (in->command == COMMAND_EXPLAIN && in->input.many)
    return "takes one page at a time";
  bool joins = request_is_stream(in) || strcmp(in->output.to, "text") == 0 ||
               strcmp(in->output.to, "md") == 0;
  if (in->page.base_url && !strstr(in->page.base_url, "://"))
    return "--base-url takes an address, which begins with http:// or https://";
  if (in->input.many && !in->output.path && !joins)
    return "--to writes a file per page; name a directory with -o";
  if (in->page.highlight && strcmp(in->output.to, "marked") != 0)
    return "--highlight requires --to marked";
  if (in->page.markdown && !record)
    return "--md adds Markdown to records; use --to json, or --to md";
  return NULL;
}

/* The default format depends on the inputs: a person who extracts one page
 * reads text, many pages in one stream have to be records. */
bool
extract_request_read(command_id command, int argc, char *const *argv,
                     app_request *out, exit_code *code)
{
  request_init(out, command);
  crawl_options_default(&out->crawl);
  if (!request_read(out, argc, argv, code))
    return false;
  if (out->input_count == 0)
    out->inputs[out->input_count++] = "-";
  out->input.many =
      out->input_count > 1 || page_list_holds_many(out->inputs[0]);
  if (!out->output.to)
    out->output.to = out->input.many && !out->output.path ? "json" : "text";
  if (request_check(out, find_wrong_method(out)) &&
      request_check(out, find_wrong_output(out)))
    return true;
  request_done(out);
  return false;
}
