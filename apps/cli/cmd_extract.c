/* cmd_extract.c: `pith extract`, which is what `pith` does when no command is
 * named: pages in, what they say out, one page at a time.
 */
#include "commands.h"

#include "extract_run.h"
#include "shared/interrupt.h"

exit_code
cmd_extract(int argc, char *const *argv)
{
  extract_request request;
  exit_code code;
  if (!extract_request_read("extract", argc, argv, &request, &code))
    return code;
  if (request.many) /* else there is nothing to bring to an end */
    interrupt_watch();
  code = extract_run_all(&request);
  extract_request_done(&request);
  return code;
}
