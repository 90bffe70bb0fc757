/* cmd_parse.c: `pith parse`: arguments in, the page's tree or tokens on
 * stdout.
 */
#include "common/options/commands.h"

#include "common/input/read_input.h"
#include "pith/parse/parse_show.h"

#include <unistd.h>

/* A failure to parse has a message already, so a failure to write is reported
 * only without one. */
static exit_code
show_input(const app_request *in, const input_bytes *input)
{
  pith_context *context;
  text_out out;
  pith_slice html = {input->data, input->len};
  if (pith_context_new(NULL, &context) != PITH_OK)
    return report_out_of_memory();
  text_out_init(&out, STDOUT_FILENO);
  exit_code code = parse_show(context, in, html, input->name, &out);
  exit_code written = text_out_end(&out);
  text_out_done(&out);
  pith_context_free(context);
  return code != EXIT_FINE ? code : written;
}

/* Without an argument the page comes from standard input, as read_input() reads
 * NULL. */
exit_code
cmd_parse(int argc, char *const *argv)
{
  app_request in;
  input_bytes input;
  exit_code code;
  if (!parse_request_read(argc, argv, &in, &code))
    return code;
  const char *file = in.input_count > 0 ? in.inputs[0] : NULL;
  code = read_input(file, in.page.max_bytes, &input);
  if (code == EXIT_FINE) {
    code = show_input(&in, &input);
    input_bytes_done(&input);
  }
  request_done(&in);
  return code;
}
