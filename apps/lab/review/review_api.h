/* review_api.h: the HTTP interface of a review, and the state of a session.
 * docs/lab/review.md lists the requests.
 *
 *   review_routes.c     the table of routes, what handlers share
 *   review_api_list.c   what there is: state, sites, pages, samples
 *   review_api_page.c   one page: verdicts, frame, VIPS, partners; templates
 *   review_api_mark.c   grades, corrections, undo
 *   review_gold.c       corrections and finished pages as gold
 *   review_report.c     the report of all grades
 */
#ifndef REVIEW_API_H
#define REVIEW_API_H

#include "common/http/http_server.h"
#include "common/json/json_out.h"
#include "lab/review/store/review_people.h"
#include "lab/review/review_view.h"

/* Everything of a running review. */
typedef struct review_session {
  review_store *store;
  review_source source;
  review_learner *learner;
  review_engine engine;
  review_views views;
  review_parts parts;
  review_people people;
  char identity[REVIEW_TOKEN_ROOM]; /* of the store: random, never changes */
  char token[REVIEW_TOKEN_ROOM];    /* of the owner */
  char cookie[32];                  /* the name of the cookie with a token */
  char also[32];       /* ports of earlier runs that are listened on */
  const char *address; /* HOST:PORT; lent by the server */
  bool shared;         /* --listen: known by whatever name the client came by */
  const char *title;   /* what is reviewed; borrowed */
  char grader[REVIEW_GRADER_ROOM]; /* the grader of requests that name none */
  int browser;    /* see review_browser.h; -1: none is opened */
  int64_t sample; /* of sites, or of pages when there is one site; 0: none */
} review_session;

/* The routes, for http_options. */
const http_route *review_routes(size_t *count);

/* --- for the handlers ----------------------------------------------------- */

/* The policy of documents that come from reviewed pages: they may show their
 * own styles and pixels and those of /part, and nothing in them runs, sends or
 * leads anywhere. */
void review_set_policy(const http_request *request, http_response *response);

/* Start a JSON object as the answer; json_out_end() closes it. */
json_out review_answer(http_response *response);

/* A number of the query; `otherwise` when it is absent or no number. */
int64_t review_number(const http_request *request, const char *name,
                      int64_t otherwise);

/* A text of the query, `otherwise` when it is absent. */
const char *review_text(const http_request *request, const char *name,
                        const char *otherwise);

/* Who was invited and sent the request; NULL: the owner did. Lent. */
const review_person *review_guest(const http_request *request);

/* The grader of a request, never empty: guests are who they are, the owner may
 * name anybody. */
const char *review_grader(const http_request *request);

/* Answer with the error of an outcome; false when it is none. */
bool review_refuse(http_response *response, review_outcome outcome);

/* Handlers. */
void review_get_state(const http_request *request, http_response *response);
void review_get_sites(const http_request *request, http_response *response);
void review_get_pages(const http_request *request, http_response *response);
void review_post_grader(const http_request *request, http_response *response);
void review_post_sample(const http_request *request, http_response *response);
void review_get_page(const http_request *request, http_response *response);
void review_get_frame(const http_request *request, http_response *response);
void review_get_part(const http_request *request, http_response *response);
void review_get_vips(const http_request *request, http_response *response);
void review_get_losses(const http_request *request, http_response *response);
void review_get_partners(const http_request *request, http_response *response);
void review_get_job(const http_request *request, http_response *response);
void review_get_template(const http_request *request, http_response *response);
void review_get_marks(const http_request *request, http_response *response);
void review_post_mark(const http_request *request, http_response *response);
void review_post_undo(const http_request *request, http_response *response);
void review_get_gold(const http_request *request, http_response *response);
void review_get_report(const http_request *request, http_response *response);
void review_get_grades(const http_request *request, http_response *response);

#endif
