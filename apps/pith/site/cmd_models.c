/* cmd_models.c: `pith merge` and `pith inspect`: site models in, one of all or
 * what one knows out.
 */
#include "common/options/commands.h"

#include "pith/site/model_show.h"
#include "pith/site/site_model_file.h"
#include "pith/site/site_request.h"

/* Merging does not depend on order, so neither does the file. */
static exit_code
merge_one(pith_context *context, const char *path, pith_site_model *into)
{
  pith_site_model *model;
  exit_code code = model_file_read(context, path, &model);
  if (code != EXIT_FINE)
    return code;
  pith_status status = pith_site_model_merge(into, model);
  pith_site_model_free(model);
  if (status == PITH_OK)
    return EXIT_FINE;
  message("%s: %s", path, pith_status_text(status));
  return status == PITH_MISMATCH ? EXIT_INPUT : EXIT_ENVIRONMENT;
}

/* All or nothing: half of a site would pass for the whole. */
static exit_code
merge(const app_request *request, pith_context *context)
{
  pith_site_model *all;
  exit_code code = model_file_read(context, request->inputs[0], &all);
  for (size_t i = 1; i < request->input_count && code == EXIT_FINE; i++)
    code = merge_one(context, request->inputs[i], all);
  if (code == EXIT_FINE)
    code = model_file_write(all, request->output.path);
  pith_site_model_free(all);
  return code;
}

/* A model is finished for looking at it; the file stays as it is. */
static exit_code
inspect(const app_request *request, pith_context *context)
{
  pith_site_model *model;
  const char *path = request->inputs[0];
  exit_code code = model_file_finished(context, path, &model);
  if (code == EXIT_FINE)
    code = model_show(path, model, request->output.json);
  pith_site_model_free(model);
  return code;
}

/* Both commands read site models and nothing else, so they share all but the
 * work itself. */
static exit_code
run_command(command_id command, int argc, char *const *argv)
{
  app_request in;
  pith_context *context;
  exit_code code;
  if (!site_request_read(command, argc, argv, &in, &code))
    return code;
  code = EXIT_ENVIRONMENT;
  if (pith_context_new(NULL, &context) == PITH_OK) {
    code =
        command == COMMAND_MERGE ? merge(&in, context) : inspect(&in, context);
    pith_context_free(context);
  } else {
    report_out_of_memory();
  }
  request_done(&in);
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
