/* batch.c: many runs of `pith parse` in one process, for the suites.
 *
 * Stdin is a row of cases, each
 *
 *     ARGUMENTS BYTES LF             two numbers
 *     that many arguments            each ended by NUL
 *     that many bytes                the page
 *
 * and stdout the row of answers: EXIT BYTES LF, then what the command would
 * have printed. The arguments go through the command's own reader and the page
 * through the command's own code; only reading a file and starting a process
 * are left out, and the scripts repeat a sample of the cases with those.
 */
#include "pith/parse/parse_request.h"
#include "pith/parse/parse_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 16 };

typedef struct batch_case {
  char *bytes; /* owned: the arguments, then the page */
  int argc;
  char *argv[MOST_ARGUMENTS];
  pith_slice html;
} batch_case;

/* Read one argument, up to its NUL; false at the end of the input. */
static bool
read_argument(char **out)
{
  size_t capacity = 0;
  *out = NULL;
  return getdelim(out, &capacity, '\0', stdin) > 0;
}

/* Read a case; false at the end of the input. */
static bool
read_case(batch_case *in)
{
  size_t len;
  if (scanf("%d %zu", &in->argc, &len) != 2 || getchar() != '\n' ||
      in->argc > MOST_ARGUMENTS)
    return false;
  for (int i = 0; i < in->argc; i++)
    if (!read_argument(&in->argv[i]))
      return false;
  /* A block of exactly the page's size lets the address sanitizer see a read
   * past its end. */
  in->bytes = malloc(len > 0 ? len : 1);
  if (!in->bytes || fread(in->bytes, 1, len, stdin) != len)
    return false;
  in->html.data = in->bytes;
  in->html.len = len;
  return true;
}

static void
release_case(batch_case *in)
{
  free(in->bytes);
  for (int i = 0; i < in->argc; i++)
    free(in->argv[i]);
}

static void
run_case(pith_context *context, const batch_case *in)
{
  app_request asked;
  exit_code code;
  text_out out;
  text_out_init(&out, -1);
  if (parse_request_read(in->argc, in->argv, &asked, &code)) {
    code = parse_show(context, &asked, in->html, "case", &out);
    request_done(&asked);
  }
  printf("%d %zu\n", (int)code, out.len);
  fwrite(out.data, 1, out.len, stdout);
  text_out_done(&out);
}

int
main(void)
{
  pith_context *context;
  batch_case in;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 3;
  while (read_case(&in)) {
    run_case(context, &in);
    release_case(&in);
  }
  pith_context_free(context);
  return ferror(stdout) ? 3 : 0;
}
