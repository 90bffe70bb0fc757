/* search_make.c: `pith-lab search index COLLECTION... -o INDEX`: pages in, an
 * index out.
 *
 * The command line is checked as a whole before the index is touched: an index
 * is made only when every method and input has a meaning. Running the same
 * command again updates the index, and goes on where an interrupted run
 * stopped.
 */
#include "lab/search/search_commands.h"

#include "common/options/request.h"
#include "lab/search/index/index_run.h"
#include "common/system/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* Add the methods of "auto,chain". Two spellings of one method are the same
 * method: names are compared after method_choice_find() has made them uniform.
 * The order counts, since the first method is the default of a query. */
static bool
add_methods(index_request *out, const char *value)
{
  char name[METHOD_CHOICE_NAME], names[256];
  method_choice method;
  while (*value) {
    size_t len = strcspn(value, ",");
    if (out->method_count == METHODS_MOST) {
      message("search: an index holds at most %d methods", (int)METHODS_MOST);
      return false;
    }
    bool found = false;
    if (len > 0 && len < sizeof name) {
      memcpy(name, value, len);
      name[len] = '\0';
      found = method_choice_find(name, &method);
    }
    if (!found) {
      message("unknown method '%.*s' for --method; choose %s", (int)len, value,
              method_choice_names(names, sizeof names));
      return false;
    }
    for (uint32_t m = 0; m < out->method_count; m++)
      if (strcmp(out->methods[m].name, method.name) == 0) {
        message("search: the method %s is named twice", method.name);
        return false;
      }
    out->methods[out->method_count++] = method;
    value += len + (value[len] == ',');
  }
  return true;
}

/* Checked before anything is read; the output has no default. */
static const char *
find_wrong(const app_request *in)
{
  if (in->input_count == 0)
    return "name the pages: a directory, or a file of JSON lines";
  if (!in->output.path)
    return "name the index with -o";
  if (in->input.group_by && in->input.collection)
    return "--group-by does not go with --collection";
  return NULL;
}

/* A run in which pages failed (EXIT_INPUT) still made an index, so its summary
 * is printed too. */
static exit_code
run(const app_request *in)
{
  index_summary summary;
  index_request index = {.inputs = in->inputs,
                         .input_count = in->input_count,
                         .output = in->output.path,
                         .collection = in->input.collection,
                         .group_by = (page_group)in->input.group_by,
                         .group_field = in->input.group_field,
                         .filter = in->input.filter,
                         .no_boilerplate = in->search.no_boilerplate,
                         .jobs = in->jobs,
                         .progress = in->output.progress,
                         .page = in->page};
  if (!add_methods(&index, in->search.methods ? in->search.methods : "auto"))
    return EXIT_USAGE;
  interrupt_watch();
  exit_code code = index_run(&index, &summary);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; run the command again to continue");
  else if (!in->output.quiet && (code == EXIT_FINE || code == EXIT_INPUT) &&
           summary.pages > 0)
    message("%zu pages in %s: %zu new, %zu changed, %zu removed, %zu failed",
            summary.pages, index.output, summary.added, summary.changed,
            summary.removed, summary.failed);
  return code;
}

exit_code
search_make(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_SEARCH_INDEX);
  return request_run(&in, argc, argv, find_wrong, run);
}
