/* cmd_serve.c: `pith serve`: reads the command line and serves the API of
 * docs/manual/serve.md until it is stopped.
 */
#include "common/options/commands.h"

#include "common/options/command_line.h"
#include "common/system/number.h"
#include "common/web/fetch_flags.h"
#include "common/options/page_options.h"
#include "pith/serve/serve.h"
#include "common/input/read_input.h"

#include <string.h>

enum { HOSTS_MOST = 32, TOKEN_LEAST = 8, TOKEN_MOST = 200 };

typedef struct serve_command {
  serve_options options;
  const char *hosts[HOSTS_MOST];
  const char *token_file;
  char token[TOKEN_MOST + 1]; /* of the file */
} serve_command;

typedef struct option_row {
  const char *name;
  bool (*set)(serve_command *out, const struct option_row *row,
              const char *value);
} option_row;

static bool
set_text(serve_command *out, const option_row *row, const char *value)
{
  if (strcmp(row->name, "--listen") == 0)
    out->options.http.listen = value;
  else if (strcmp(row->name, "--token") == 0)
    out->options.http.token = value;
  else if (strcmp(row->name, "--token-file") == 0)
    out->token_file = value;
  else
    out->options.models = value;
  return true;
}

static bool
set_host(serve_command *out, const option_row *row, const char *value)
{
  if (out->options.http.host_count == HOSTS_MOST) {
    message("more than %d times %s", HOSTS_MOST, row->name);
    return false;
  }
  out->hosts[out->options.http.host_count++] = value;
  return true;
}

static bool
set_number(serve_command *out, const option_row *row, const char *value)
{
  http_options *http = &out->options.http;
  uint32_t number;
  bool threads = strcmp(row->name, "--jobs") == 0;
  if (!number_option_read(row->name, value, 1, threads ? 256 : 100000, &number))
    return false;
  if (threads)
    http->workers = number;
  else if (strcmp(row->name, "--queue") == 0)
    http->queue = number;
  else if (strcmp(row->name, "--max-per-address") == 0)
    http->per_address = number;
  else
    http->connections = number;
  return true;
}

static bool
set_bytes(serve_command *out, const option_row *row, const char *value)
{
  uint32_t number;
  if (!number_option_read(row->name, value, 1000, 1000000000, &number))
    return false;
  out->options.site_most = number;
  return true;
}

static bool
set_page(serve_command *out, const option_row *row, const char *value)
{
  return page_option_set(&out->options.page, row->name, value);
}

static bool
set_time(serve_command *out, const option_row *row, const char *value)
{
  http_options *http = &out->options.http;
  uint64_t time;
  if (!number_read_time(value, 86400000, &time)) {
    message("bad value '%s' for %s; use a time such as 2s or 500ms", value,
            row->name);
    return false;
  }
  if (strcmp(row->name, "--timeout") == 0)
    out->options.timeout = (double)time / 1000;
  else if (strcmp(row->name, "--stop-time") == 0)
    http->stop_ms = (unsigned)time;
  else
    http->slow_ms = http->idle_ms = (unsigned)time;
  return true;
}

static bool
set_flag(serve_command *out, const option_row *row, const char *value)
{
  (void)value;
  if (strcmp(row->name, "--log") == 0)
    out->options.http.log = true;
  else
    out->options.quiet = true;
  return true;
}

static const option_row rows[] = {
    {"--listen", set_text},
    {"--token", set_text},
    {"--token-file", set_text},
    {"--models", set_text},
    {"--allow-host", set_host},
    {"--jobs", set_number},
    {"--queue", set_number},
    {"--max-connections", set_number},
    {"--max-per-address", set_number},
    {"--max-request", set_bytes},
    {"--max-bytes", set_page},
    {"--max-nodes", set_page},
    {"--max-depth", set_page},
    {"--timeout", set_time},
    {"--slow-time", set_time},
    {"--stop-time", set_time},
    {"--quiet", set_flag},
    {"--log", set_flag},
};

static bool
set_option(void *state, const char *name, const char *value)
{
  serve_command *out = state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(name, rows[i].name) == 0)
      return rows[i].set(out, &rows[i], value);
  return command_line_miss(name);
}

static bool
add_file(void *state, const char *file)
{
  (void)state;
  message("serve: takes no files ('%s'); pages come by HTTP", file);
  return false;
}

/* The first line of the file is the token. */
static exit_code
read_token(serve_command *out)
{
  input_bytes input;
  exit_code code = read_input(out->token_file, 1 << 16, &input);
  if (code != EXIT_FINE)
    return EXIT_ENVIRONMENT;
  size_t len = 0;
  while (len < input.len && input.data[len] != '\n' && input.data[len] != '\r')
    len++;
  if (len > TOKEN_MOST)
    len = TOKEN_MOST + 1;
  else
    memcpy(out->token, input.data, len);
  input_bytes_done(&input);
  if (len > TOKEN_MOST) {
    message("%s: its first line is no token; use %d to %d characters",
            out->token_file, TOKEN_LEAST, TOKEN_MOST);
    return EXIT_USAGE;
  }
  out->token[len] = '\0';
  out->options.http.token = out->token;
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

exit_code
cmd_serve(int argc, char *const *argv)
{
  serve_command command = {.token_file = NULL};
  exit_code code;
  serve_options_default(&command.options);
  const command_line line = {"serve", &command, set_option, add_file};
  if (!command_line_read(&line, argc, argv, &code))
    return code;
  command.options.http.hosts = command.hosts;
  if (command.token_file) {
    code = read_token(&command);
    if (code != EXIT_FINE)
      return code;
  }
  if (command.options.http.token && !check_token(command.options.http.token))
    return EXIT_USAGE;
  return serve_run(&command.options);
}
