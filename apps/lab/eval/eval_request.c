/* eval_request.c: what the options of `pith eval` require of each other.
 *
 * The command has two forms, which share only the output options:
 *
 *     --gold GOLD [--pred PRED | -m METHOD] [--versus RUN]   score texts
 *     --grades FILE                                          report grades
 *
 * Everything is checked before any input is read.
 */
#include "lab/eval/eval_request.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The order of the endings is that of eval_format. A name that is nothing but
 * an ending (".csv") is a hidden file without one. */
eval_format
eval_format_of(const char *path)
{
  static const char *const endings[] = {".html", ".json", ".csv"};
  size_t len = strlen(path);
  for (int i = 0; i < 3; i++) {
    size_t tail = strlen(endings[i]);
    if (len > tail && strcasecmp(path + len - tail, endings[i]) == 0)
      return (eval_format)i;
  }
  return EVAL_UNKNOWN;
}

/* The method of that name if it classifies single pages. */
static const char *
find_method(const char *name)
{
  for (uint32_t i = 0; i < pith_method_count(); i++) {
    pith_method_facts method = pith_method_describe(i);
    if (method.one_page && strcmp(method.name, name) == 0)
      return method.name;
  }
  return NULL;
}

/* A file wins over a method of the same name. NULL means: read predictions
 * from that path, which reports a name that is neither. */
const char *
eval_request_versus_method(const app_request *in)
{
  bool file = in->eval.versus && access(in->eval.versus, F_OK) == 0;
  return in->eval.versus && !file ? find_method(in->eval.versus) : NULL;
}

/* The first mistake in the options, as a message for people; NULL when there is
 * none. Pages are classified one by one here, so a method that needs the pages
 * of a site is refused; the message has the two commands to use instead. */
static const char *
find_wrong(const app_request *in)
{
  bool grades = in->eval.grades != NULL;
  if (grades && (in->eval.gold.count > 0 || in->eval.pred || in->eval.versus))
    return "--grades cannot be combined with --gold, --pred or --versus";
  if (!grades && in->eval.gold.count == 0)
    return "name the gold with --gold, or grades with --grades";
  if (in->eval.pred && (in->page.method || in->page.compat))
    return "--method and --compat extract pages; leave them out with --pred";
  if (in->page.method && !find_method(in->page.method))
    return "this method needs the pages of a site; extract with pith site -m "
           "METHOD -o OUT, then score with --pred OUT";
  if (in->page.compat && !request_uses(in, "sentence"))
    return "--compat needs -m sentence here";
  for (size_t i = 0; i < in->eval.outputs.count; i++)
    if (eval_format_of(in->eval.outputs.items[i]) == EVAL_UNKNOWN)
      return "--output needs a name that ends in .html, .json or .csv";
  return NULL;
}

/* After false nothing is left to release, and *code is the exit code. */
bool
eval_request_read(int argc, char *const *argv, app_request *out,
                  exit_code *code)
{
  request_init(out, COMMAND_EVAL);
  if (!request_read(out, argc, argv, code))
    return false;
  if (request_check(out, find_wrong(out)))
    return true;
  request_done(out);
  return false;
}
