/* review_server.c: see the header. */
#include "lab/review/review_server.h"

#include "lab/review/review_desk.h"
#include "common/system/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* No store is made beside an input that is not there. */
static exit_code
find_input(const char *input)
{
  char room[128];
  if (access(input, R_OK) == 0)
    return EXIT_FINE;
  message("%s: %s", input, system_text(errno, room));
  return EXIT_INPUT;
}

/* Where the store is: beside the input, unless the request says so. */
static exit_code
store_path(const review_request *request, char *room, size_t size)
{
  size_t len = strlen(request->input);
  while (len > 1 && request->input[len - 1] == '/')
    len--;
  int written = request->store ? snprintf(room, size, "%s", request->store)
                               : snprintf(room, size, "%.*s.review.db",
                                          (int)len, request->input);
  if (written > 0 && (size_t)written < size)
    return EXIT_FINE;
  message("%s: the path is too long", request->input);
  return EXIT_USAGE;
}

/* The last step of the path of what is reviewed, for titles. */
static void
title_of(const char *input, char *room, size_t size)
{
  size_t len = strlen(input);
  while (len > 1 && input[len - 1] == '/')
    len--;
  size_t from = len;
  while (from > 0 && input[from - 1] != '/')
    from--;
  snprintf(room, size, "%.*s", (int)(len - from), input + from);
}

static void
name_grader(const review_request *request, review_desk *desk)
{
  const char *name = request->grader ? request->grader : getenv("USER");
  if (!name || !name[0])
    name = "me";
  snprintf(desk->grader, sizeof desk->grader, "%s", name);
}

/* Draw the sample that was asked for: of sites, or of the pages of one. */
static exit_code
draw_sample(const review_request *request, review_desk *desk)
{
  bool pages = desk->source.count == 1;
  if (request->sample == 0)
    return EXIT_FINE;
  review_outcome outcome = review_store_sample(
      desk->store, pages, pages ? desk->source.sites[0].id : 0, request->sample,
      request->seed, &desk->sample);
  if (outcome == REVIEW_DONE)
    return EXIT_FINE;
  message("%s", review_outcome_text(outcome));
  return EXIT_ENVIRONMENT;
}

/* --- opening the browser -------------------------------------------------- */

/* The system's opener, without a shell. What it says goes nowhere. */
static void
open_browser(const char *url)
{
  pid_t child = fork();
  if (child != 0)
    return;
  if (freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr))
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
  _exit(127);
}

static void
say_where(const review_request *request, const http_server *server,
          const char *token)
{
  char url[256];
  snprintf(url, sizeof url, "http://%s/?token=%s", http_server_address(server),
           token);
  printf("%s\n", url);
  fflush(stdout);
  if (!request->quiet)
    message("open this address in a browser; Ctrl-C ends the review");
  if (request->open)
    open_browser(url);
}

static exit_code
serve(const review_request *request, review_desk *desk)
{
  char listen[32];
  char token[33];
  http_options options;
  http_server *server;
  http_options_default(&options);
  snprintf(listen, sizeof listen, "127.0.0.1:%u", request->port);
  if (!http_token_make(token))
    return EXIT_ENVIRONMENT;
  options.listen = listen;
  options.routes = review_desk_routes(&options.route_count);
  options.context = desk;
  options.token = token;
  options.cookie = true;
  exit_code code = http_server_start(&options, &server);
  if (code != EXIT_FINE)
    return code;
  say_where(request, server, token);
  http_server_wait(server);
  http_server_stop(server);
  return EXIT_FINE;
}

/* With the store open and the pages found. */
static exit_code
run_desk(const review_request *request, review_desk *desk)
{
  desk->learner = review_learner_start(&desk->source);
  if (!desk->learner ||
      !review_engine_init(&desk->engine, &desk->source, desk->learner)) {
    review_learner_end(desk->learner);
    return report_out_of_memory();
  }
  desk->views.engine = &desk->engine;
  desk->views.store = desk->store;
  exit_code code = draw_sample(request, desk);
  if (code == EXIT_FINE)
    code = serve(request, desk);
  review_views_done(&desk->views);
  review_engine_done(&desk->engine);
  review_learner_end(desk->learner);
  return code;
}

exit_code
review_serve(const review_request *request)
{
  char path[4096];
  char title[256];
  review_desk *desk = calloc(1, sizeof *desk);
  if (!desk)
    return report_out_of_memory();
  interrupt_watch();
  title_of(request->input, title, sizeof title);
  desk->title = title;
  name_grader(request, desk);
  exit_code code = find_input(request->input);
  if (code == EXIT_FINE)
    code = store_path(request, path, sizeof path);
  if (code == EXIT_FINE)
    code = review_store_open(path, &desk->store);
  if (code == EXIT_FINE)
    code = review_source_open(request->input, desk->store, &desk->source);
  if (code == EXIT_FINE) {
    if (!request->quiet)
      message("%zu sites, %zu pages; grades are kept in %s", desk->source.count,
              desk->source.place_count, path);
    code = run_desk(request, desk);
    review_source_close(&desk->source);
  }
  review_store_close(desk->store);
  free(desk);
  return code;
}
