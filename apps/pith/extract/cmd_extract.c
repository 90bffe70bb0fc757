/* cmd_extract.c: `pith extract`, which is what `pith` does when no command is
 * named: pages in, their content out, one page at a time.
 */
#include "common/options/commands.h"

#include "pith/extract/extract_fetch.h"
#include "pith/extract/extract_run.h"
#include "common/system/interrupt.h"

exit_code
cmd_extract(int argc, char *const *argv)
{
  app_request in;
  extract_fetched fetched;
  exit_code code;
  if (!extract_request_read(COMMAND_EXTRACT, argc, argv, &in, &code))
    return code;
  /* Else there is nothing to bring to an end. */
  if (in.input.many || crawl_is_address(in.inputs[0]))
    interrupt_watch();
  code = extract_fetch(&in, &fetched);
  if (code == EXIT_FINE)
    code = extract_run_all(&in, &fetched);
  extract_fetched_done(&fetched);
  request_done(&in);
  return code;
}
