/* cmd_serve.c: `pith serve`: reads the command line and serves the API of
 * docs/manual/serve.md until it is stopped.
 */
#include "common/options/commands.h"

#include "common/options/request.h"
#include "pith/serve/serve.h"
#include "common/input/read_input.h"

#include <string.h>

/* Characters of a token; bytes of the body of a request with many pages. */
enum { TOKEN_LEAST = 8, TOKEN_MOST = 200, MAX_REQUEST = 64 << 20 };

/* This machine only: a server without a token must not be open to a network by
 * default. */
static const char LISTEN[] = "127.0.0.1:8080";

/* The first line of the file is the token. */
static exit_code
read_token(const char *file, char token[TOKEN_MOST + 1])
{
  input_bytes input;
  exit_code code = read_input(file, 1 << 16, &input);
  if (code != EXIT_FINE)
    return EXIT_ENVIRONMENT;
  size_t len = 0;
  while (len < input.len && input.data[len] != '\n' && input.data[len] != '\r')
    len++;
  if (len > TOKEN_MOST)
    len = TOKEN_MOST + 1;
  else
    memcpy(token, input.data, len);
  input_bytes_done(&input);
  if (len > TOKEN_MOST) {
    message("%s: its first line is not a token; use %d to %d characters", file,
            TOKEN_LEAST, TOKEN_MOST);
    return EXIT_USAGE;
  }
  token[len] = '\0';
  return EXIT_FINE;
}

/* A token that a header can carry and nobody guesses at once. */
static bool
check_token(const char *token)
{
  size_t len = strlen(token);
  bool fine = len >= TOKEN_LEAST && len <= TOKEN_MOST;
  for (const char *c = token; *c; c++)
    fine &= *c > ' ' && *c < '\x7F';
  if (!fine)
    message("serve: a token is %d to %d visible ASCII characters", TOKEN_LEAST,
            TOKEN_MOST);
  return fine;
}

/* A token in a file is not visible in the list of processes, so it counts more
 * than one on the command line. It is on this stack: serve_run() returns only
 * when the server has stopped. */
static exit_code
serve(app_request *in)
{
  char token[TOKEN_MOST + 1];
  if (in->serve.token_file) {
    exit_code code = read_token(in->serve.token_file, token);
    if (code != EXIT_FINE)
      return code;
    in->http.token = token;
  }
  if (in->http.token && !check_token(in->http.token))
    return EXIT_USAGE;
  in->http.hosts = in->serve.hosts.items;
  in->http.host_count = in->serve.hosts.count;
  in->http.workers = in->jobs;
  if (request_has(in, OPTION_SLOW_TIME))
    in->http.idle_ms = in->http.slow_ms;
  const serve_options options = {.http = in->http,
                                 .page = in->page,
                                 .timeout = in->timeout,
                                 .site_most = in->serve.max_request,
                                 .models = in->serve.models,
                                 .quiet = in->output.quiet};
  return serve_run(&options);
}

/* The defaults of the server are set before the options are read, so an option
 * that is given replaces them. */
exit_code
cmd_serve(int argc, char *const *argv)
{
  app_request in;
  exit_code code;
  request_init(&in, COMMAND_SERVE);
  http_options_default(&in.http);
  in.http.listen = LISTEN;
  in.serve.max_request = MAX_REQUEST;
  if (!request_read(&in, argc, argv, &code))
    return code;
  code = serve(&in);
  request_done(&in);
  return code;
}
