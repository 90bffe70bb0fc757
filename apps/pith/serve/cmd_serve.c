/* cmd_serve.c: `pith serve`: reads the command line and serves the API of
 * docs/manual/serve.md until it is stopped.
 */
#include "common/options/commands.h"

#include "common/options/request.h"
#include "pith/serve/serve.h"
#include "common/input/read_input.h"

#include <string.h>

/* Characters of a token; bytes of the body of a request with many pages. */
enum {
  TOKEN_LEAST = 8,
  TOKEN_MOST = 200,
  TOKEN_FILE_MOST = 1 << 16,
  MAX_REQUEST = 64 << 20
};

/* This machine only: a server without a token must not be open to a network by
 * default. */
static const char LISTEN[] = "127.0.0.1:8080";

/* The tokens of a file, each ended by NUL in place. */
typedef struct token_list {
  input_bytes file; /* owned */
  const char *items[HTTP_TOKENS_MOST];
  size_t count;
} token_list;

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

/* Add a line of the file; false after a message. */
static bool
add_token(token_list *list, const char *file, const char *line)
{
  if (!*line || *line == '#')
    return true;
  if (list->count == HTTP_TOKENS_MOST) {
    message("%s: more than %d tokens", file, HTTP_TOKENS_MOST);
    return false;
  }
  list->items[list->count++] = line;
  if (check_token(line))
    return true;
  message("%s: its token %zu is none; write one a line", file, list->count);
  return false;
}

/* Read all tokens of a file. There is room for a NUL behind the last line: the
 * read that saw the end had some. */
static exit_code
read_tokens(const char *file, token_list *out)
{
  if (read_input(file, TOKEN_FILE_MOST, &out->file) != EXIT_FINE)
    return EXIT_ENVIRONMENT;
  char *line = out->file.data;
  char *end = line + out->file.len;
  *end = '\0';
  for (char *to; line <= end; line = to + 1) {
    to = line + strcspn(line, "\r\n");
    *to = '\0';
    if (!add_token(out, file, line))
      return EXIT_USAGE;
  }
  if (out->count > 0)
    return EXIT_FINE;
  message("%s: there is no token in it; write one a line", file);
  return EXIT_USAGE;
}

/* A token in a file is not visible in the list of processes, so it counts more
 * than one on the command line. The request refers to `tokens`, which is empty
 * at first and is the caller's. */
static exit_code
serve(app_request *in, token_list *tokens)
{
  if (in->serve.token_file) {
    exit_code code = read_tokens(in->serve.token_file, tokens);
    if (code != EXIT_FINE)
      return code;
    in->http.token = tokens->items[0];
    in->http.more_tokens = tokens->items + 1;
    in->http.more_token_count = tokens->count - 1;
  } else if (in->http.token && !check_token(in->http.token)) {
    return EXIT_USAGE;
  }
  in->http.hosts = in->serve.hosts.items;
  in->http.host_count = in->serve.hosts.count;
  in->http.origins = in->serve.origins.items;
  in->http.origin_count = in->serve.origins.count;
  in->http.workers = in->jobs;
  in->crawl.fetch.bytes = in->page.max_bytes;
  if (request_has(in, OPTION_SLOW_TIME))
    in->http.idle_ms = in->http.slow_ms;
  const serve_options options = {.http = in->http,
                                 .page = in->page,
                                 .timeout = in->timeout,
                                 .site_most = in->serve.max_request,
                                 .models = in->serve.models,
                                 .fetch =
                                     in->serve.fetch ? &in->crawl.fetch : NULL,
                                 .quiet = in->output.quiet,
                                 .unconfined = in->unconfined};
  return serve_run(&options);
}

/* The defaults of the server are set before the options are read, so an option
 * that is given replaces them. */
exit_code
cmd_serve(int argc, char *const *argv)
{
  app_request in;
  token_list tokens = {.count = 0};
  exit_code code;
  request_init(&in, COMMAND_SERVE);
  http_options_default(&in.http);
  fetch_options_default(&in.crawl.fetch);
  in.http.listen = LISTEN;
  in.serve.max_request = MAX_REQUEST;
  if (!request_read(&in, argc, argv, &code))
    return code;
  code = serve(&in, &tokens);
  input_bytes_done(&tokens.file);
  request_done(&in);
  return code;
}
