/* cmd_review.c: `pith-lab review INPUT`: sites and pages in; a page in the
 * browser out, to inspect, correct and grade them.
 *
 * A session is built from the outside in: store, source, learner, engine,
 * server (review_listen.h); and taken down in the reverse order. The pages
 * themselves are never changed: grades go to a store beside them.
 */
#include "common/options/commands.h"

#include "common/output/message.h"
#include "lab/review/review.h"
#include "lab/review/review_browser.h"
#include "lab/review/review_import.h"
#include "lab/review/review_listen.h"
#include "common/system/interrupt.h"
#include "common/system/need.h"
#include "common/system/sandbox.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
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
store_path(const app_request *request, char *room, size_t size)
{
  size_t len = strlen(request->inputs[0]);
  while (len > 1 && request->inputs[0][len - 1] == '/')
    len--;
  int written = request->review.store
                    ? snprintf(room, size, "%s", request->review.store)
                    : snprintf(room, size, "%.*s.review.db", (int)len,
                               request->inputs[0]);
  if (written > 0 && (size_t)written < size)
    return EXIT_FINE;
  message("%s: the path is too long", request->inputs[0]);
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

/* Draw the sample of --sample: of sites, or of the pages of the only site. */
static exit_code
draw_sample(const app_request *request, review_session *session)
{
  bool pages = session->source.count == 1;
  if (request->review.sample == 0)
    return EXIT_FINE;
  review_outcome outcome = review_store_sample(
      session->store, pages, pages ? session->source.sites[0].id : 0,
      (int64_t)request->review.sample, request->review.seed, &session->sample);
  if (outcome == REVIEW_DONE)
    return EXIT_FINE;
  message("%s", review_outcome_text(outcome));
  return EXIT_ENVIRONMENT;
}

/* From here on: the pages, and the store with its journal. */
static void
confine(const app_request *request, const char *store)
{
  const char *const reads[] = {request->inputs[0], NULL};
  const sandbox_plan plan = {.reads = reads, .store = store};
  if (!request->unconfined)
    sandbox_enter(&plan);
}

/* The store is open and the pages are listed: start the rest. What opens the
 * browser is started before the right to do so is given up. */
static exit_code
run_session(const app_request *request, const char *store,
            review_session *session)
{
  session->browser = request->review.open ? review_browser_start() : -1;
  confine(request, store);
  session->learner = review_learner_start(&session->source);
  review_engine_init(&session->engine, &session->source, session->learner);
  session->views.engine = &session->engine;
  session->views.store = session->store;
  review_parts_init(&session->parts, &session->source, request->inputs[0]);
  session->views.parts = &session->parts;
  exit_code code = review_identify(session);
  if (review_people_load(&session->people, session->store) != REVIEW_DONE)
    code = EXIT_ENVIRONMENT;
  THEN(code, draw_sample(request, session));
  if (code == EXIT_FINE) {
    review_scan *scan = review_scan_start(&session->engine, session->store);
    code = review_listen(request, session);
    review_scan_end(scan);
  }
  review_people_done(&session->people);
  review_views_done(&session->views);
  review_parts_done(&session->parts);
  review_engine_done(&session->engine);
  review_learner_end(session->learner);
  return code;
}

/* Inputs are checked before the store is made, the store before pages are
 * read. */
exit_code
review_serve(const app_request *request)
{
  char path[4096];
  char title[256];
  review_session *session = need(1, sizeof *session);
  interrupt_watch();
  title_of(request->inputs[0], title, sizeof title);
  session->title = title;
  /* Grades are kept by name; the name of the user is a good default. */
  const char *name =
      request->review.grader ? request->review.grader : getenv("USER");
  if (!name || !name[0])
    name = "me";
  snprintf(session->grader, sizeof session->grader, "%s", name);
  exit_code code = find_input(request->inputs[0]);
  THEN(code, store_path(request, path, sizeof path));
  bool is_new = code == EXIT_FINE && access(path, F_OK) != 0;
  THEN(code, review_store_open(path, &session->store));
  review_grouping grouping = {(page_group)request->input.group_by,
                              request->review.one_site, request->input.filter,
                              request->input.group_field};
  THEN(code, review_source_open(request->inputs[0], grouping, session->store,
                                &session->source));
  if (code == EXIT_FINE) {
    if (!request->output.quiet)
      message("%zu sites, %zu pages; grades are kept in %s",
              session->source.count, session->source.place_count, path);
    const char *grades = request->review.import;
    code = grades ? review_import(session->store, &session->source, grades,
                                  request->output.quiet)
                  : run_session(request, path, session);
    review_source_close(&session->source);
    is_new = false;
  }
  review_store_close(session->store);
  if (is_new)
    unlink(path); /* an input without pages leaves no store behind */
  free(session);
  return code;
}

/* The bound on a grader is that of REVIEW_GRADER_ROOM with its NUL. */
static const char *
find_wrong(const app_request *in)
{
  const char *grader = in->review.grader;
  if (in->input_count == 0)
    return "name a directory of pages, the output of pith site, or a .jsonl "
           "file";
  if (grader && (!*grader || strlen(grader) > 99))
    return "the name of a grader has 1 to 99 bytes";
  return NULL;
}

exit_code
cmd_review(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_REVIEW);
  return request_run(&in, argc, argv, find_wrong, review_serve);
}
