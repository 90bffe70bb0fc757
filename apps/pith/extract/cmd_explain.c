/* cmd_explain.c: `pith explain`: a page in, every block of it with what was
 * decided and why out.
 */
#include "common/options/commands.h"

#include "pith/extract/explain_show.h"
#include "pith/extract/explain_vips.h"
#include "pith/extract/extract_fetch.h"
#include "pith/extract/page_worker.h"
#include "common/system/interrupt.h"

#include <stdlib.h>
#include <unistd.h>

/* A choice on the command line counts more than NO_COLOR, which counts only
 * when it is not empty (no-color.org). */
static bool
wants_color(const app_request *request)
{
  const char *never = getenv("NO_COLOR");
  if (request->output.color != COLOR_AUTO)
    return request->output.color == COLOR_ALWAYS;
  return isatty(STDOUT_FILENO) && !(never && *never);
}

/* Failing to write is reported only when the page itself was fine: one failure,
 * one message. */
static exit_code
show(const app_request *request, const page_worker *worker)
{
  text_out out;
  explain_head head = {worker->taken.input.name, page_worker_method(worker),
                       wants_color(request)};
  text_out_init(&out, STDOUT_FILENO);
  exit_code code = EXIT_FINE;
  pith_status status = PITH_OK;
  if (request->input.vips)
    status = explain_vips(worker->taken.input.name, worker->page,
                          request->layer.pdoc, &out);
  else if (!explain_show(&head, worker->page, &out))
    status = PITH_NOMEM;
  if (status != PITH_OK)
    code = page_worker_refuse(worker, status, pith_status_text(status));
  exit_code written = text_out_end(&out);
  text_out_done(&out);
  return code != EXIT_FINE ? code : written;
}

/* The page list is made for one read, since a page from standard input can be
 * had only once. */
static exit_code
explain(const app_request *request, const extract_fetched *fetched)
{
  page_list list;
  page_worker *worker = page_worker_new(request);
  page_cursor *cursor = page_cursor_new(&list);
  if (!worker || !cursor)
    return EXIT_ENVIRONMENT;
  page_list_init(&list, request->page.max_bytes);
  list.once = true;
  exit_code code = extract_list(request, fetched, &list);
  if (code == EXIT_FINE)
    code = page_worker_open(worker, cursor, 0);
  if (code == EXIT_FINE && worker->taken.end)
    code = EXIT_INPUT;
  if (code == EXIT_FINE)
    code = show(request, worker);
  page_worker_free(worker);
  page_cursor_free(cursor);
  page_list_done(&list);
  return code;
}

/* An interrupt is caught only while a fetch may leave a folder behind that has
 * to be removed; otherwise the program ends at once. */
exit_code
cmd_explain(int argc, char *const *argv)
{
  app_request in;
  extract_fetched fetched;
  exit_code code;
  if (!extract_request_read(COMMAND_EXPLAIN, argc, argv, &in, &code))
    return code;
  if (crawl_is_address(in.inputs[0]))
    interrupt_watch();
  code = extract_fetch(&in, &fetched);
  if (code == EXIT_FINE)
    code = explain(&in, &fetched);
  extract_fetched_done(&fetched);
  request_done(&in);
  return code;
}
