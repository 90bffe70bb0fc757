/* cmd_parse.c: `pith parse`: arguments in, the page's tree or tokens on
 * stdout. Reading, showing and writing are elsewhere; this joins them.
 */
#include "common/options/commands.h"

#include "pith/parse/parse_show.h"
#include "common/input/read_input.h"

#include <unistd.h>

static exit_code
show_input(const parse_request *request, const input_bytes *input)
{
  pith_context *context;
  text_out out;
  pith_slice html = {input->data, input->len};
  if (pith_context_new(NULL, &context) != PITH_OK)
    return report_out_of_memory();
  text_out_init(&out, STDOUT_FILENO);
  exit_code code = parse_show(context, request, html, input->name, &out);
  exit_code written = text_out_end(&out);
  text_out_done(&out);
  pith_context_free(context);
  return code != EXIT_FINE ? code : written;
}

exit_code
cmd_parse(int argc, char *const *argv)
{
  parse_request request;
  input_bytes input;
  exit_code code;
  if (!parse_request_read(argc, argv, &request, &code))
    return code;
  code = read_input(request.file, request.options.max_bytes, &input);
  if (code != EXIT_FINE)
    return code;
  code = show_input(&request, &input);
  input_bytes_done(&input);
  return code;
}
