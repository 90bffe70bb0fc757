/* cmd_site.c: `pith site`, `pith learn` and `pith apply`: the pages of a site
 * in; what each says, or what was learnt of them, out.
 */
#include "common/options/commands.h"

#include "common/web/crawl_folder.h"
#include "common/system/interrupt.h"
#include "pith/site/site_collection.h"
#include "pith/site/site_model_file.h"
#include "pith/site/site_run.h"

#include <stdlib.h>
#include <string.h>

/* Below this mean fit, in thousandths, a site is no longer what was learnt. */
enum { FIT_LEAST = 500 };

/* The pages that the request names, in order. */
static exit_code
list_pages(const site_request *request, page_list *list)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < request->input_count && code == EXIT_FINE; i++)
    code = page_list_add(list, request->inputs[i]);
  if (code == EXIT_FINE)
    code = page_list_settle(list);
  if (code == EXIT_FINE && list->count == 0) {
    if (list->failed == 0)
      message("%s: no pages in it; a page ends in .html, .htm, .php and the "
              "like",
              request->inputs[0]);
    code = EXIT_INPUT;
  }
  return code;
}

/* Say how it went. */
static void
say_summary(const site_run *run, const site_summary *summary)
{
  const site_request *request = run->request;
  if (request->command == COMMAND_APPLY && summary->fit < FIT_LEAST)
    message("%s: the site has changed: its pages have %u %% of the boilerplate "
            "that was learnt; learn it anew",
            request->model, (unsigned)(summary->fit / 10));
  if (request->quiet || !request->output)
    return;
  if (request->command == COMMAND_LEARN)
    message("%zu pages learnt, %zu failed; see pith inspect %s", summary->pages,
            summary->failed, request->output);
  else
    message("%zu pages, %u clusters, %zu failed; see %s/report.json",
            summary->pages, (unsigned)summary->clusters, summary->failed,
            request->output);
}

static exit_code
run_pages(site_run *run)
{
  site_summary summary = {0};
  const site_request *request = run->request;
  exit_code code = EXIT_FINE;
  if (request->command == COMMAND_APPLY)
    code = model_file_read(run->context, request->model, &run->model);
  if (code == EXIT_FINE && request->command == COMMAND_APPLY)
    code = model_file_open(request->model, run->model);
  if (code == EXIT_FINE)
    code = site_run_all(run, &summary);
  bool done = code == EXIT_FINE || code == EXIT_INPUT;
  if (done && request->command == COMMAND_LEARN) {
    exit_code written = model_file_write(run->model, request->output);
    if (written != EXIT_FINE)
      return written;
  }
  if (done && run->pages)
    say_summary(run, &summary);
  return code;
}

static exit_code
run_site(const site_request *request, const page_list *list,
         const output_tree *tree)
{
  site_run run = {.request = request,
                  .list = list,
                  .tree = tree,
                  .jobs = request->jobs,
                  .records = true};
  if (pith_context_new(NULL, &run.context) != PITH_OK)
    return report_out_of_memory();
  exit_code code = run_pages(&run);
  site_run_done(&run);
  pith_context_free(run.context);
  return code;
}

/* The addresses among the inputs, fetched into folders of their own. */
typedef struct fetched_inputs {
  const char **inputs; /* owned: as the request has them, or the folders */
  crawl_folder *folders;
  size_t count;
} fetched_inputs;

static void
fetched_done(fetched_inputs *fetched)
{
  for (size_t i = 0; fetched->folders && i < fetched->count; i++)
    crawl_folder_done(&fetched->folders[i]);
  free(fetched->folders);
  free(fetched->inputs);
}

static exit_code
fetch_inputs(const site_request *request, fetched_inputs *out)
{
  size_t count = request->input_count;
  exit_code code = EXIT_FINE;
  *out = (fetched_inputs){calloc(count, sizeof(char *)),
                          calloc(count, sizeof(crawl_folder)), count};
  if (!out->inputs || !out->folders)
    return report_out_of_memory();
  for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
    out->inputs[i] = request->inputs[i];
    if (!crawl_is_address(request->inputs[i]))
      continue;
    code = crawl_folder_fetch(request->inputs[i], &request->crawl,
                              &out->folders[i]);
    out->inputs[i] = out->folders[i].path;
  }
  return code;
}

static int
compare_name(const void *name, const void *item)
{
  return strcmp(name, ((const page_item *)item)->name);
}

/* Give a page the address it came from. */
static void
name_address(void *state, const char *file, const char *url)
{
  page_list *list = state;
  page_item *item =
      bsearch(file, list->items, list->count, sizeof *item, compare_name);
  if (!item || item->url)
    return;
  item->url = strdup(url);
}

static exit_code
run_fetched(const site_request *request, const fetched_inputs *fetched,
            const output_tree *tree)
{
  page_list list;
  site_request with = *request;
  with.inputs = fetched->inputs;
  page_list_init(&list, request->page.max_bytes);
  exit_code code = list_pages(&with, &list);
  for (size_t i = 0; i < fetched->count && code == EXIT_FINE; i++)
    if (fetched->folders[i].path[0])
      code = crawl_folder_each(&fetched->folders[i], name_address, &list);
  if (code == EXIT_FINE)
    code = run_site(request, &list, tree);
  page_list_done(&list);
  return code;
}

static exit_code
run_one(const site_request *request, const output_tree *tree)
{
  fetched_inputs fetched;
  exit_code code = fetch_inputs(request, &fetched);
  if (code == EXIT_FINE)
    code = run_fetched(request, &fetched, tree);
  fetched_done(&fetched);
  return code;
}

static exit_code
run_to_output(const site_request *request)
{
  output_tree tree = {-1, NULL};
  const output_tree *out = NULL;
  if (request->output && request->command != COMMAND_LEARN) {
    exit_code code = output_tree_open(request->output, &tree);
    if (code != EXIT_FINE)
      return code;
    out = &tree;
  }
  exit_code code = request->collection ? site_collection_run(request, out)
                                       : run_one(request, out);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; all that was written is whole");
  output_tree_close(&tree);
  return code;
}

static exit_code
run_command(site_command command, int argc, char *const *argv)
{
  site_request request;
  exit_code code;
  if (!site_request_read(command, argc, argv, &request, &code))
    return code;
  interrupt_watch();
  code = run_to_output(&request);
  site_request_done(&request);
  return code;
}

exit_code
cmd_site(int argc, char *const *argv)
{
  return run_command(COMMAND_SITE, argc, argv);
}

exit_code
cmd_learn(int argc, char *const *argv)
{
  return run_command(COMMAND_LEARN, argc, argv);
}

exit_code
cmd_apply(int argc, char *const *argv)
{
  return run_command(COMMAND_APPLY, argc, argv);
}
