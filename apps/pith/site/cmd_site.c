/* cmd_site.c: `pith site`, `pith learn` and `pith apply`: the pages of a site
 * in; the content of each, or a model of the site, out.
 *
 *     request ──► output opened ──► inputs fetched and listed ──►
 * site_job_run()
 */
#include "common/options/commands.h"

#include "common/web/crawl_folder.h"
#include "common/system/interrupt.h"
#include "pith/site/site_collection.h"
#include "pith/site/site_job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* On stderr, so that records on stdout stay clean. */
static void
report_summary(const app_request *request, const site_summary *summary)
{
  if (summary->limited > 0 && !request->output.quiet)
    message("%zu pages: too many comparisons, what was not compared is kept; "
            "see match-limit in docs/formats/json.md",
            summary->limited);
  if (request->output.quiet || !request->output.path)
    return;
  if (request->command == COMMAND_LEARN)
    message("%zu pages learnt, %zu failed; see pith inspect %s", summary->pages,
            summary->failed, request->output.path);
  else if (summary->unchanged > 0)
    message("%zu pages, %zu of them unchanged, %u clusters, %zu failed; see "
            "%s/report.json",
            summary->pages, summary->unchanged, (unsigned)summary->clusters,
            summary->failed, request->output.path);
  else
    message("%zu pages, %u clusters, %zu failed; see %s/report.json",
            summary->pages, (unsigned)summary->clusters, summary->failed,
            request->output.path);
}

/* The addresses among the inputs, fetched into folders of their own. */
typedef struct fetched_inputs {
  const char **inputs; /* owned: as the request has them, or the folders */
  crawl_folder *folders;
  size_t count;
} fetched_inputs;

/* Removes the folders too; a folder that was never fetched is zero. */
static void
fetched_done(fetched_inputs *fetched)
{
  for (size_t i = 0; fetched->folders && i < fetched->count; i++)
    crawl_folder_done(&fetched->folders[i]);
  free(fetched->folders);
  free(fetched->inputs);
}

/* Inputs that are addresses become folders; all others stay as they are. The
 * folders are removed when the command ends. */
static exit_code
fetch_inputs(const app_request *request, fetched_inputs *out)
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

/* The pages of the request. The index of a folder that was fetched has their
 * addresses, which are shown instead of the folder. */
static exit_code
list_inputs(const app_request *request, fetched_inputs *fetched,
            page_list *list)
{
  exit_code code = fetch_inputs(request, fetched);
  if (code == EXIT_FINE)
    code = page_list_add_all(list, fetched->inputs, request->input_count);
  if (code == EXIT_FINE)
    code = page_list_settle(list);
  for (size_t i = 0; i < list->count; i++)
    for (size_t f = 0; f < fetched->count; f++)
      if (fetched->folders[f].path[0] &&
          strncmp(list->items[i].path, fetched->folders[f].path,
                  strlen(fetched->folders[f].path)) == 0)
        list->items[i].fetched = true;
  return code;
}

/* The table of --similarity for one site. */
static exit_code
print_likeness(const site_likeness *likeness)
{
  text_out out;
  text_out_init(&out, STDOUT_FILENO);
  site_likeness_head(&out, NULL);
  site_likeness_row(&out, NULL, likeness);
  exit_code code = text_out_end(&out);
  text_out_done(&out);
  return code;
}

/* One site: list its pages, then do the work. */
static exit_code
run_one(const app_request *request, const output_tree *tree)
{
  fetched_inputs fetched;
  page_list list;
  site_summary summary = {0};
  page_list_init(&list, request->page.max_bytes);
  list.filter = request->input.filter;
  exit_code code = list_inputs(request, &fetched, &list);
  if (code == EXIT_FINE) {
    site_job job = {
        .request = request, .list = &list, .tree = tree, .records = true};
    code = site_job_run(&job, &summary);
    if (code == EXIT_FINE && request->input.similarity)
      code = print_likeness(&summary.likeness);
    else if (code == EXIT_FINE || code == EXIT_INPUT)
      report_summary(request, &summary);
  }
  page_list_done(&list);
  fetched_done(&fetched);
  return code;
}

/* The output is opened before anything is read: a mistyped -o must not cost
 * an hour of work. */
static exit_code
run_command(command_id command, int argc, char *const *argv)
{
  app_request request;
  output_tree tree = {-1, NULL};
  exit_code code;
  if (!site_request_read(command, argc, argv, &request, &code))
    return code;
  interrupt_watch();
  bool writes_pages = request.output.path && command != COMMAND_LEARN;
  const output_tree *out = writes_pages ? &tree : NULL;
  code =
      writes_pages ? output_tree_open(request.output.path, &tree) : EXIT_FINE;
  if (code == EXIT_FINE)
    code = request.input.collection || request.input.group_by
               ? site_collection_run(&request, out)
               : run_one(&request, out);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; completed output is intact");
  output_tree_close(&tree);
  request_done(&request);
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
