/* review_desk.h: the HTTP interface of a review: what the page in the browser
 * asks, and what it tells. docs/lab/review.md lists the requests.
 *
 *   review_api_list.c   what there is: state, sites, pages, samples
 *   review_api_page.c   one page: verdicts, frame, VIPS, partners; templates
 *   review_api_mark.c   grades, corrections, undo; gold and reports
 */
#ifndef SERVER_REVIEW_DESK_H
#define SERVER_REVIEW_DESK_H

#include "common/http/http_server.h"
#include "lab/review/review_view.h"

#define REVIEW_GRADER_ROOM 100

/* Everything of a running review. */
typedef struct review_desk {
  review_store *store;
  review_source source;
  review_learner *learner;
  review_engine engine;
  review_views views;
  const char *title;               /* what is reviewed; borrowed */
  char grader[REVIEW_GRADER_ROOM]; /* who grades unless a request says so */
  int64_t sample; /* of sites, or of pages when there is one site; 0: none */
} review_desk;

/* The routes, for http_options. */
const http_route *review_desk_routes(size_t *count);

/* --- for the files of the desk -------------------------------------------- */

/* Start an answer in JSON; gives the body to write to. */
text_out *review_answer(http_response *response);

/* A number of the query; `otherwise` when it is not there or is none. */
int64_t review_number(const http_request *request, const char *name,
                      int64_t otherwise);

/* A text of the query, `otherwise` when it is not there. */
const char *review_text(const http_request *request, const char *name,
                        const char *otherwise);

/* The grader of a request, never empty. */
const char *review_grader(const http_request *request);

/* Answer for an outcome that is none of the good ones; false when it is one. */
bool review_refuse(http_response *response, review_outcome outcome);

/* `"key":number` with a comma before it unless it is the first; the key is
 * plain. */
void review_member(text_out *out, const char *key, int64_t number);
void review_member_text(text_out *out, const char *key, const char *text);

/* Handlers. */
void review_get_state(const http_request *request, http_response *response);
void review_get_sites(const http_request *request, http_response *response);
void review_get_pages(const http_request *request, http_response *response);
void review_post_sample(const http_request *request, http_response *response);
void review_get_page(const http_request *request, http_response *response);
void review_get_frame(const http_request *request, http_response *response);
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

#endif
