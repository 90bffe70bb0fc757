/* review_routes.c: see review_api.h. Every request that a review answers is a
 * row of the table below.
 */
#include "lab/review/review_api.h"

#include "common/http/http_files.h"
#include "common/system/number.h"

#include <stdio.h>
#include <string.h>

enum { BODY_MOST = 20000 }; /* of a comment */

/* Of names and addresses; a policy is parted by blanks and semicolons. */
#define HOST_BYTES                                                             \
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:[]"

/* A longer name shows pages without their parts: the policy names it three
 * times, and one that is cut short protects less. */
enum { HOST_MOST = 64 };

/* Without allow-scripts in the sandbox no script runs, whatever the page
 * contains; allow-same-origin lets our own page reach into the frame. Parts
 * come from one path of this server, by the name the browser knows it by. */
void
review_set_policy(const http_request *request, http_response *response)
{
  char policy[HTTP_EXTRA_ROOM];
  char parts[80] = "";
  const char *host = http_header(request, "Host");
  if (host && strlen(host) < HOST_MOST &&
      strspn(host, HOST_BYTES) == strlen(host))
    snprintf(parts, sizeof parts, " http://%s/part/", host);
  snprintf(policy, sizeof policy,
           "sandbox allow-same-origin; default-src 'none'; style-src "
           "'unsafe-inline'%s; img-src data:%s; font-src data:%s; base-uri "
           "'none'; form-action 'none'; frame-ancestors 'self'",
           parts, parts, parts);
  http_response_header(response, "Content-Security-Policy", policy);
}

/* The object is open on return: a handler adds members and ends it. An error
 * that follows replaces the whole answer. */
json_out
review_answer(http_response *response)
{
  json_out json = json_out_begin(&response->body);
  response->type = "application/json";
  json_out_object(&json, NULL);
  return json;
}

/* What is no number counts as absent: a query is typed by hand at times. */
int64_t
review_number(const http_request *request, const char *name, int64_t otherwise)
{
  const char *text = http_query(request, name);
  int64_t number = otherwise;
  if (text)
    number_read_signed(text, INT64_MIN, INT64_MAX, &number);
  return number;
}

/* An empty value is a value: "with=" means no second method. */
const char *
review_text(const http_request *request, const char *name,
            const char *otherwise)
{
  const char *text = http_query(request, name);
  return text ? text : otherwise;
}

const review_person *
review_guest(const http_request *request)
{
  review_session *session = request->context;
  return review_people_find(&session->people, request->token);
}

/* Names that are too long for the store fall back to the session's grader. */
const char *
review_grader(const http_request *request)
{
  const review_session *session = request->context;
  const review_person *guest = review_guest(request);
  const char *name = guest ? guest->name : http_query(request, "grader");
  bool fits = name && name[0] && strlen(name) < REVIEW_GRADER_ROOM;
  return fits ? name : session->grader;
}

/* One row for each outcome of the store; the good ones have no status. */
bool
review_refuse(http_response *response, review_outcome outcome)
{
  static const struct {
    int status;
    const char *code;
    const char *remedy;
  } answers[] = {
      [REVIEW_WRONG] = {400, "bad-grade", NULL},
      [REVIEW_LOCKED] = {503, "locked", "close the other program"},
      [REVIEW_DAMAGED] = {500, "store", NULL},
      [REVIEW_FAILED] = {500, "store", NULL},
  };
  if (!answers[outcome].code)
    return false;
  http_response_fail(response, answers[outcome].status, answers[outcome].code,
                     review_outcome_text(outcome), answers[outcome].remedy);
  return true;
}

/* --- files and routes ----------------------------------------------------- */

/* The review page may run its own scripts and styles, show its own pixels and
 * frames of this server, and nothing else. */
static const char page_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
    "data:; connect-src 'self'; frame-src 'self' http://127.0.0.1:*; base-uri "
    "'none'; form-action 'none'; frame-ancestors 'none'";

/* The page that sends what waits on another port; pages of this machine may
 * frame it, it shows nothing. */
static const char drain_policy[] =
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri "
    "'none'; form-action 'none'; frame-ancestors http://127.0.0.1:*";

/* The only document that may run scripts, and only our own. */
static void
get_index(const http_request *request, http_response *response)
{
  http_response_header(response, "Content-Security-Policy", page_policy);
  http_file_send(request, "ui/", "index.html", response);
}

static void
get_drain(const http_request *request, http_response *response)
{
  http_response_header(response, "Content-Security-Policy", drain_policy);
  http_response_header(response, "Cross-Origin-Resource-Policy",
                       "cross-origin");
  http_file_send(request, "ui/", "drain.html", response);
}

/* The name is one step of the path, so it cannot name another folder. */
static void
get_file(const http_request *request, http_response *response)
{
  http_file_send(request, "ui/", request->parameters[0], response);
}

/* Only a mark has a body: its comment. Files of the user interface are quick;
 * no route is open without the token. */
const http_route *
review_routes(size_t *count)
{
  static const http_route routes[] = {
      {"GET", "/", get_index, 0, true, false},
      {"GET", "/drain", get_drain, 0, true, false},
      {"GET", "/ui/:name", get_file, 0, true, false},
      {"GET", "/api/state", review_get_state, 0, false, false},
      {"GET", "/api/sites", review_get_sites, 0, false, false},
      {"GET", "/api/pages", review_get_pages, 0, false, false},
      {"POST", "/api/grader", review_post_grader, 0, false, false},
      {"POST", "/api/sample", review_post_sample, 0, false, false},
      {"GET", "/api/page", review_get_page, 0, false, false},
      {"GET", "/frame/:id", review_get_frame, 0, false, false},
      {"GET", "/part/:id", review_get_part, 0, false, false},
      {"GET", "/api/vips", review_get_vips, 0, false, false},
      {"GET", "/api/losses", review_get_losses, 0, false, false},
      {"GET", "/api/partners", review_get_partners, 0, false, false},
      {"GET", "/api/job", review_get_job, 0, false, false},
      {"GET", "/api/template", review_get_template, 0, false, false},
      {"GET", "/api/marks", review_get_marks, 0, false, false},
      {"POST", "/api/mark", review_post_mark, BODY_MOST, false, false},
      {"POST", "/api/undo", review_post_undo, 0, false, false},
      {"GET", "/api/gold.jsonl", review_get_gold, 0, false, false},
      {"GET", "/api/report/:form", review_get_report, 0, false, false},
      {"GET", "/api/grades/:form", review_get_grades, 0, false, false},
  };
  *count = sizeof routes / sizeof routes[0];
  return routes;
}
