/* search_make.c: `pith search index COLLECTION... -o INDEX`: pages in, an index
 * out.
 */
#include "lab/search/search_commands.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"
#include "lab/search/index/index_run.h"
#include "common/system/interrupt.h"
#include "common/system/workers.h"

#include <stdlib.h>
#include <string.h>

typedef struct make_request {
  index_request index;
  bool quiet;
} make_request;

/* Add the methods of "auto,chain". */
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

static bool
set_progress(index_request *out, const char *name, const char *value)
{
  static const char *const words[] = {"auto", "always", "never", NULL};
  int mode = choice_option_read(name, value, words, "auto, always or never");
  if (mode >= 0)
    out->progress = (progress_mode)mode;
  return mode >= 0;
}

static bool
set_option(void *state, const char *name, const char *value)
{
  make_request *out = state;
  uint32_t jobs;
  if (strcmp(name, "--method") == 0)
    return add_methods(&out->index, value);
  if (strcmp(name, "--progress") == 0)
    return set_progress(&out->index, name, value);
  if (strcmp(name, "--jobs") == 0) {
    if (!number_option_read(name, value, 1, 256, &jobs))
      return false;
    out->index.jobs = jobs;
  } else if (strcmp(name, "--output") == 0) {
    out->index.output = value;
  } else if (strcmp(name, "--collection") == 0) {
    out->index.collection = true;
  } else if (strcmp(name, "--no-boilerplate") == 0) {
    out->index.no_boilerplate = true;
  } else if (strcmp(name, "--quiet") == 0) {
    out->quiet = true;
  } else if (strcmp(name, "--encoding") == 0 ||
             strcmp(name, "--max-bytes") == 0) {
    return page_option_set(&out->index.page, name, value);
  } else {
    message("search: %s is not for index", name);
    return false;
  }
  return true;
}

static bool
check(make_request *out)
{
  const char *missing = NULL;
  if (out->index.input_count == 0)
    missing = "name the pages: a directory, or a file of lines";
  else if (!out->index.output)
    missing = "name the index with -o";
  if (missing)
    message("search index: %s", missing);
  if (out->index.method_count == 0)
    method_choice_find("auto", &out->index.methods[out->index.method_count++]);
  if (out->quiet)
    out->index.progress = PROGRESS_NEVER;
  return !missing;
}

static bool
add_file(void *state, const char *file)
{
  make_request *out = state;
  out->index.inputs[out->index.input_count++] = file;
  return true;
}

static exit_code
run(const make_request *request)
{
  index_summary summary;
  interrupt_watch();
  exit_code code = index_run(&request->index, &summary);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; run it again to go on");
  else if (!request->quiet && (code == EXIT_FINE || code == EXIT_INPUT) &&
           summary.pages > 0)
    message("%zu pages in %s: %zu new, %zu changed, %zu removed, %zu failed",
            summary.pages, request->index.output, summary.added,
            summary.changed, summary.removed, summary.failed);
  return code;
}

exit_code
search_make(int argc, char *const *argv)
{
  make_request request = {.quiet = false};
  exit_code code;
  pith_options_default(&request.index.page);
  request.index.jobs = workers_default();
  request.index.inputs = calloc((size_t)argc + 1, sizeof(char *));
  if (!request.index.inputs)
    return report_out_of_memory();
  const command_line line = {"search", &request, set_option, add_file};
  if (command_line_read(&line, argc, argv, &code) && check(&request))
    code = run(&request);
  free(request.index.inputs);
  return code;
}
