/* cmd_site.c: `pith site`: the pages of a site in, what each says out.
 */
#include "commands.h"

#include "shared/interrupt.h"
#include "site_collection.h"
#include "site_run.h"

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

static exit_code
run_site(const site_request *request, const page_list *list,
         const output_tree *tree)
{
  site_summary summary;
  site_run run = {.request = request,
                  .list = list,
                  .tree = tree,
                  .jobs = request->jobs,
                  .records = true};
  if (pith_context_new(NULL, &run.context) != PITH_OK) {
    message("%s", pith_status_text(PITH_NOMEM));
    return EXIT_ENVIRONMENT;
  }
  exit_code code = site_run_all(&run, &summary);
  pith_context_free(run.context);
  bool done = code == EXIT_FINE || code == EXIT_INPUT;
  if (done && tree && !request->quiet)
    message("%zu pages, %u clusters, %zu failed; see %s/report.json",
            summary.pages, (unsigned)summary.clusters, summary.failed,
            tree->path);
  return code;
}

static exit_code
run_one(const site_request *request, const output_tree *tree)
{
  page_list list;
  page_list_init(&list, request->page.limits.bytes);
  exit_code code = list_pages(request, &list);
  if (code == EXIT_FINE)
    code = run_site(request, &list, tree);
  page_list_done(&list);
  return code;
}

exit_code
cmd_site(int argc, char *const *argv)
{
  site_request request;
  exit_code code;
  if (!site_request_read(argc, argv, &request, &code))
    return code;
  interrupt_watch();
  output_tree tree = {-1, NULL};
  if (request.output)
    code = output_tree_open(request.output, &tree);
  else
    code = EXIT_FINE;
  if (code == EXIT_FINE) {
    const output_tree *out = request.output ? &tree : NULL;
    code = request.collection ? site_collection_run(&request, out)
                              : run_one(&request, out);
  }
  if (code == EXIT_INTERRUPTED)
    message("interrupted; all that was written is whole");
  output_tree_close(&tree);
  site_request_done(&request);
  return code;
}
