/* cmd_fetch.c: `pith fetch URL -o DIR`: an address in, a directory with pages
 * and their index out.
 */
#include "common/options/commands.h"

#include "common/options/request.h"
#include "common/system/interrupt.h"

/* What is wrong with the options together; NULL: nothing. */
static const char *
find_wrong(const app_request *in)
{
  if (in->input_count == 0)
    return "name the address of a page";
  if (!in->output.path)
    return "name the directory for the pages with -o";
  return in->page.max_bytes == 0 ? "--max-bytes 0 allows no page" : NULL;
}

/* The index is written as pages come, so an interrupted run can go on from it.
 * The summary goes to stderr, and only when all went well: after a failure a
 * message was printed already. */
static exit_code
fetch(const app_request *in)
{
  crawl_summary summary;
  interrupt_watch();
  exit_code code =
      crawl_run(in->inputs[0], in->output.path, &in->crawl, &summary);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; run the command again to continue");
  else if (code == EXIT_FINE && !in->output.quiet)
    message("%zu pages, %zu of them new, %zu not allowed, %zu failed; see "
            "%s/index.jsonl",
            summary.pages, summary.fetched, summary.refused, summary.failed,
            in->output.path);
  return code;
}

exit_code
cmd_fetch(int argc, char *const *argv)
{
  app_request in;
  exit_code code;
  request_init(&in, COMMAND_FETCH);
  crawl_options_default(&in.crawl);
  if (!request_read(&in, argc, argv, &code))
    return code;
  if (request_check(&in, find_wrong(&in)))
    code = fetch(&in);
  request_done(&in);
  return code;
}
