/* cmd_models.c: `pith merge` and `pith inspect`: site models in, one of all or
 * a few words about one out.
 */
#include "commands.h"

#include "shared/text_out.h"
#include "site_model_file.h"
#include "site_request.h"

#include <stdio.h>
#include <unistd.h>

static exit_code
merge_one(pith_context *context, const char *path, pith_model *into)
{
  pith_model *model;
  exit_code code = model_file_read(context, path, &model);
  if (code != EXIT_FINE)
    return code;
  pith_status status = pith_model_merge(into, model);
  pith_model_free(model);
  if (status == PITH_OK)
    return EXIT_FINE;
  message("%s: %s", path, pith_status_text(status));
  return EXIT_ENVIRONMENT;
}

/* All or nothing: half of a site would pass for the whole. */
static exit_code
merge(const site_request *request, pith_context *context)
{
  pith_model *all;
  exit_code code = model_file_read(context, request->inputs[0], &all);
  for (size_t i = 1; i < request->input_count && code == EXIT_FINE; i++)
    code = merge_one(context, request->inputs[i], all);
  if (code == EXIT_FINE)
    code = model_file_write(all, request->output);
  pith_model_free(all);
  return code;
}

static exit_code
show(const pith_model *model)
{
  text_out out;
  char line[256];
  pith_model_facts facts = pith_model_describe(model);
  text_out_init(&out, STDOUT_FILENO);
  snprintf(line, sizeof line,
           "{\"v\":1,\"pages\":%u,\"most_pages\":%u,\"estimate\":%llu,"
           "\"clusters\":%u}\n",
           (unsigned)facts.pages, (unsigned)facts.most_pages,
           (unsigned long long)facts.estimate, (unsigned)facts.clusters);
  text_out_text(&out, line);
  exit_code code = text_out_end(&out);
  text_out_done(&out);
  return code;
}

static exit_code
inspect(const site_request *request, pith_context *context)
{
  pith_model *model;
  const char *path = request->inputs[0];
  exit_code code = model_file_read(context, path, &model);
  if (code == EXIT_FINE)
    code = model_file_open(path, model);
  if (code == EXIT_FINE)
    code = show(model);
  pith_model_free(model);
  return code;
}

static exit_code
run_command(site_command command, int argc, char *const *argv)
{
  site_request request;
  pith_context *context;
  exit_code code;
  if (!site_request_read(command, argc, argv, &request, &code))
    return code;
  code = EXIT_ENVIRONMENT;
  if (pith_context_new(NULL, &context) == PITH_OK) {
    code = command == COMMAND_MERGE ? merge(&request, context)
                                    : inspect(&request, context);
    pith_context_free(context);
  } else {
    message("%s", pith_status_text(PITH_NOMEM));
  }
  site_request_done(&request);
  return code;
}

exit_code
cmd_merge(int argc, char *const *argv)
{
  return run_command(COMMAND_MERGE, argc, argv);
}

exit_code
cmd_inspect(int argc, char *const *argv)
{
  return run_command(COMMAND_INSPECT, argc, argv);
}
