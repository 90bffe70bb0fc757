/* review_api_list.c: the part of review_desk.h that tells what there is. */
#include "lab/review/review_desk.h"
#include "lab/review/review_losses.h"

#include "common/http/http_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 1000, BODY_MOST = 20000, COUNT_MOST = 1000000 };

/* --- for all files -------------------------------------------------------- */

text_out *
review_answer(http_response *response)
{
  response->type = "application/json";
  return &response->body;
}

int64_t
review_number(const http_request *request, const char *name, int64_t otherwise)
{
  const char *text = http_query(request, name);
  char *end = NULL;
  if (!text || text[0] == '\0')
    return otherwise;
  errno = 0;
  long long number = strtoll(text, &end, 10);
  return errno == 0 && *end == '\0' ? number : otherwise;
}

const char *
review_text(const http_request *request, const char *name,
            const char *otherwise)
{
  const char *text = http_query(request, name);
  return text ? text : otherwise;
}

const char *
review_grader(const http_request *request)
{
  const review_desk *desk = request->context;
  const char *name = http_query(request, "grader");
  return name && name[0] && strlen(name) < REVIEW_GRADER_ROOM ? name
                                                              : desk->grader;
}

bool
review_refuse(http_response *response, review_outcome outcome)
{
  switch (outcome) {
  case REVIEW_DONE:
  case REVIEW_NOTHING:
    return false;
  case REVIEW_WRONG:
    http_response_fail(response, 400, "bad-grade", review_outcome_text(outcome),
                       NULL);
    return true;
  case REVIEW_LOCKED:
    http_response_fail(response, 503, "locked", review_outcome_text(outcome),
                       "close the other program");
    return true;
  case REVIEW_DAMAGED:
  case REVIEW_FAILED:
    break;
  }
  http_response_fail(response, 500, "store", review_outcome_text(outcome),
                     NULL);
  return true;
}

void
review_member(text_out *out, const char *key, int64_t number)
{
  char room[64];
  char last = out->len > 0 ? out->data[out->len - 1] : '{';
  snprintf(room, sizeof room, "%s\"%s\":%lld",
           last == '{' || last == '[' ? "" : ",", key, (long long)number);
  text_out_text(out, room);
}

void
review_member_text(text_out *out, const char *key, const char *text)
{
  char last = out->len > 0 ? out->data[out->len - 1] : '{';
  text_out_text(out, last == '{' || last == '[' ? "\"" : ",\"");
  text_out_text(out, key);
  text_out_text(out, "\":");
  text_out_json_name(out, text, strlen(text));
}

/* --- state ---------------------------------------------------------------- */

static void
write_methods(text_out *out)
{
  text_out_text(out, ",\"methods\":[");
  const review_method *method;
  for (size_t i = 0; (method = review_method_at(i)); i++) {
    text_out_text(out, i ? ",{" : "{");
    review_member_text(out, "id", method->choice.name);
    review_member_text(out, "label", method->label);
    unsigned evidence = method->choice.evidence;
    unsigned learnt = PITH_EVIDENCE_SHARED | PITH_EVIDENCE_LAYER;
    review_member(out, "site", (evidence & learnt) != 0);
    review_member(out, "paper", (evidence & PITH_EVIDENCE_PAPER) != 0);
    text_out_text(out, "}");
  }
  text_out_text(out, "]");
}

static void
write_name(void *state, const char *name)
{
  text_out *out = state;
  text_out_text(out, out->data[out->len - 1] == '[' ? "" : ",");
  text_out_json_name(out, name, strlen(name));
}

void
review_get_state(const http_request *request, http_response *response)
{
  const review_desk *desk = request->context;
  text_out *out = review_answer(response);
  text_out_text(out, "{");
  review_member_text(out, "title", desk->title);
  review_member_text(out, "version", pith_version());
  review_member_text(out, "grader", desk->grader);
  review_member(out, "sites", (int64_t)desk->source.count);
  review_member(out, "pages", (int64_t)desk->source.place_count);
  review_member(out, "sample", desk->sample);
  review_member(out, "losses", review_losses_present(&desk->source));
  if (desk->source.count == 1)
    review_member(out, "site", desk->source.sites[0].id);
  text_out_text(out, ",\"graders\":[");
  review_outcome outcome = review_store_graders(desk->store, write_name, out);
  text_out_text(out, "]");
  write_methods(out);
  text_out_text(out, "}");
  review_refuse(response, outcome);
}

/* --- lists ---------------------------------------------------------------- */

static void
write_line(void *state, const review_line *line)
{
  text_out *out = state;
  text_out_text(out, out->data[out->len - 1] == '[' ? "{" : ",{");
  review_member(out, "id", line->id);
  review_member_text(out, "name", line->name);
  if (line->pages > 0) {
    review_member(out, "pages", line->pages);
    review_member(out, "graded", line->graded);
  }
  if (line->corrected > 0)
    review_member(out, "corrected", line->corrected);
  if (line->sorted > 0)
    review_member(out, "sorted", line->sorted);
  if (line->grade)
    review_member_text(out, "grade", line->grade);
  if (line->sampled)
    review_member(out, "sampled", 1);
  if (line->gone)
    review_member(out, "gone", 1);
  if (line->changed)
    review_member(out, "changed", 1);
  text_out_text(out, "}");
}

static review_filter
read_filter(const char *name)
{
  static const char *const names[] = {"all", "graded", "ungraded", "corrected",
                                      "gone"};
  for (int i = 0; i < 5; i++)
    if (strcmp(name, names[i]) == 0)
      return (review_filter)i;
  return REVIEW_ALL;
}

static int64_t
within(int64_t number, int64_t least, int64_t most)
{
  return number < least ? least : number > most ? most : number;
}

static void
answer_list(const http_request *request, http_response *response, int64_t site)
{
  const review_desk *desk = request->context;
  review_query query = {
      .site = site,
      .search = review_text(request, "q", ""),
      .grader = review_grader(request),
      .method = review_text(request, "method", ""),
      .filter = read_filter(review_text(request, "filter", "all")),
      .sample = review_number(request, "sample", 0),
      .from = within(review_number(request, "from", 0), 0, INT64_MAX),
      .count = within(review_number(request, "count", 200), 0, LINES_MOST)};
  int64_t total = 0;
  text_out *out = review_answer(response);
  text_out_text(out, "{\"items\":[");
  review_outcome outcome =
      review_store_list(desk->store, &query, &total, write_line, out);
  text_out_text(out, "]");
  review_member(out, "total", total);
  review_member(out, "from", query.from);
  text_out_text(out, "}");
  review_refuse(response, outcome);
}

void
review_get_sites(const http_request *request, http_response *response)
{
  answer_list(request, response, 0);
}

void
review_get_pages(const http_request *request, http_response *response)
{
  int64_t site = review_number(request, "site", 0);
  if (site > 0)
    answer_list(request, response, site);
  else
    http_response_fail(response, 400, "no-site", "name the site", NULL);
}

void
review_post_sample(const http_request *request, http_response *response)
{
  const review_desk *desk = request->context;
  int64_t count = review_number(request, "count", 0);
  int64_t seed = review_number(request, "seed", 1);
  int64_t id = 0;
  if (count < 1 || count > COUNT_MOST) {
    http_response_fail(response, 400, "bad-count",
                       "a sample has at least one thing in it", NULL);
    return;
  }
  review_outcome outcome = review_store_sample(
      desk->store, review_number(request, "pages", 0) == 1,
      review_number(request, "site", 0), count, (uint64_t)seed, &id);
  text_out *out = review_answer(response);
  text_out_text(out, "{");
  review_member(out, "sample", id);
  text_out_text(out, "}");
  review_refuse(response, outcome);
}

/* --- files and routes ----------------------------------------------------- */

/* The page itself may run its own scripts and styles, show pixels it carries
 * itself and frames of this server, and nothing else. */
static const char page_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
    "data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action "
    "'none'; frame-ancestors 'none'";

static void
get_index(const http_request *request, http_response *response)
{
  http_response_header(response, "Content-Security-Policy", page_policy);
  http_file_send(request, "ui/", "index.html", response);
}

static void
get_file(const http_request *request, http_response *response)
{
  http_file_send(request, "ui/", request->parameters[0], response);
}

const http_route *
review_desk_routes(size_t *count)
{
  static const http_route routes[] = {
      {"GET", "/", get_index, 0, true, false},
      {"GET", "/ui/:name", get_file, 0, true, false},
      {"GET", "/api/state", review_get_state, 0, false, false},
      {"GET", "/api/sites", review_get_sites, 0, false, false},
      {"GET", "/api/pages", review_get_pages, 0, false, false},
      {"POST", "/api/sample", review_post_sample, 0, false, false},
      {"GET", "/api/page", review_get_page, 0, false, false},
      {"GET", "/frame/:id", review_get_frame, 0, false, false},
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
  };
  *count = sizeof routes / sizeof routes[0];
  return routes;
}
