/* review_server.c: see the header. A session is built from the outside in:
 * store, source, learner, engine, server; and taken down in the reverse order.
 * The server listens on this machine only, and the address it prints has the
 * token.
 */
#include "lab/review/review_server.h"

#include "lab/review/review_api.h"
#include "common/system/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* A missing input is reported before a store is made beside it. */
static exit_code
find_input(const char *input)
{
  char room[128];
  if (access(input, R_OK) == 0)
    return EXIT_FINE;
  message("%s: %s", input, system_text(errno, room));
  return EXIT_INPUT;
}

/* The path of the store: beside the input, unless --store names another. The
 * store of "site/" is "site.review.db", beside the folder and not in it:
 * pages may be read-only or generated. */
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

/* The last step of the input's path, for titles. Slashes at the end do not
 * count. */
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

/* Grades are kept by name; the name of the user is a good default. */
static void
name_grader(const review_request *request, review_session *session)
{
  const char *name = request->grader ? request->grader : getenv("USER");
  if (!name || !name[0])
    name = "me";
  snprintf(session->grader, sizeof session->grader, "%s", name);
}

/* Draw the sample of --sample: of sites, or of the pages of the only site. */
static exit_code
draw_sample(const review_request *request, review_session *session)
{
  bool pages = session->source.count == 1;
  if (request->sample == 0)
    return EXIT_FINE;
  review_outcome outcome = review_store_sample(
      session->store, pages, pages ? session->source.sites[0].id : 0,
      request->sample, request->seed, &session->sample);
  if (outcome == REVIEW_DONE)
    return EXIT_FINE;
  message("%s", review_outcome_text(outcome));
  return EXIT_ENVIRONMENT;
}

/* --- opening the browser -------------------------------------------------- */

/* Run the system's opener, without a shell and without its output. The child is
 * not waited for: a browser may stay open longer than we run. */
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

/* Scripts read the address from stdout; the hint for people goes to stderr. */
static void
print_address(const review_request *request, const http_server *server,
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

/* 127.0.0.1 only; the token in the printed address becomes a cookie. */
static exit_code
serve(const review_request *request, review_session *session)
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
  options.routes = review_routes(&options.route_count);
  options.context = session;
  options.token = token;
  options.cookie = true;
  exit_code code = http_server_start(&options, &server);
  if (code != EXIT_FINE)
    return code;
  print_address(request, server, token);
  http_server_wait(server);
  http_server_stop(server);
  return EXIT_FINE;
}

/* The store is open and the pages are listed: start the rest. */
static exit_code
run_session(const review_request *request, review_session *session)
{
  session->learner = review_learner_start(&session->source);
  if (!session->learner ||
      !review_engine_init(&session->engine, &session->source,
                          session->learner)) {
    review_learner_end(session->learner);
    return report_out_of_memory();
  }
  session->views.engine = &session->engine;
  session->views.store = session->store;
  exit_code code = draw_sample(request, session);
  if (code == EXIT_FINE)
    code = serve(request, session);
  review_views_done(&session->views);
  review_engine_done(&session->engine);
  review_learner_end(session->learner);
  return code;
}

/* Inputs are checked before the store is made, the store before pages are
 * read. */
exit_code
review_serve(const review_request *request)
{
  char path[4096];
  char title[256];
  review_session *session = calloc(1, sizeof *session);
  if (!session)
    return report_out_of_memory();
  interrupt_watch();
  title_of(request->input, title, sizeof title);
  session->title = title;
  name_grader(request, session);
  exit_code code = find_input(request->input);
  if (code == EXIT_FINE)
    code = store_path(request, path, sizeof path);
  if (code == EXIT_FINE)
    code = review_store_open(path, &session->store);
  if (code == EXIT_FINE)
    code = review_source_open(request->input, session->store, &session->source);
  if (code == EXIT_FINE) {
    if (!request->quiet)
      message("%zu sites, %zu pages; grades are kept in %s",
              session->source.count, session->source.place_count, path);
    code = run_session(request, session);
    review_source_close(&session->source);
  }
  review_store_close(session->store);
  free(session);
  return code;
}
