/* fetcher.h: polite requests.
 *
 * Before the first request to a host its robots.txt is read (RFC 9309) and kept
 * for a day; what it disallows is not requested. One request at a time, with a
 * pause between two to the same host. Redirects are followed here, at most
 * five, and each step is a request like any other: scheme, address, rules and
 * pause are checked again.
 */
#ifndef CRAWL_FETCHER_H
#define CRAWL_FETCHER_H

#include "common/web/transfer.h"

#include <stdint.h>

#define FETCH_AGENT "pith"

enum { FETCH_REDIRECTS_MOST = 5 };

/* Called after each request with an answer, those of robots.txt included. */
typedef void (*fetch_recorder)(void *state, const web_url *url,
                               const transfer_answer *answer);

typedef struct fetch_options {
  const char *user_agent; /* borrowed; its first word is the product token */
  uint32_t delay;         /* between two requests to a host, milliseconds */
  uint32_t time;          /* of one transfer, milliseconds */
  uint64_t bytes;         /* of one page, decompressed */
  bool allow_private;
  bool any_type;         /* not only pages: the caller looks at the bytes */
  fetch_recorder record; /* NULL: none */
  void *record_state;    /* borrowed */
} fetch_options;

/* The defaults; see docs/manual/fetch.md. */
void fetch_options_default(fetch_options *out);

typedef struct fetcher fetcher;

/* Make a fetcher; `options` is borrowed. Gives it: fetcher_free(). Reports on
 * stderr why it cannot. */
exit_code fetcher_new(const fetch_options *options, fetcher **out);
void fetcher_free(fetcher *with);

typedef enum fetch_end {
  FETCH_DONE = 0,     /* a response came; its status may still be 404 */
  FETCH_TRANSFER,     /* none came: answer.end is the reason */
  FETCH_ROBOTS,       /* disallowed, or robots.txt could not be read */
  FETCH_REDIRECTS,    /* more than five */
  FETCH_BAD_REDIRECT, /* to no address, or not to http */
  FETCH_ELSEWHERE,    /* a redirect that may_follow() refused */
  FETCH_INTERRUPTED,
  FETCH_NO_MEMORY /* no fault of the page */
} fetch_end;

/* A request. */
typedef struct fetch_request {
  web_url url;
  bool (*may_follow)(void *state, const web_url *to); /* NULL: anywhere */
  void *state;
  const char *etag;     /* of the copy at hand; NULL: none. Borrowed */
  const char *modified; /* likewise */
  bool any_type;        /* as in fetch_options, for this one */
} fetch_request;

typedef struct fetch_result {
  fetch_end end;
  web_url final;          /* where the page came from at last */
  unsigned redirects;     /* on the way */
  transfer_answer answer; /* of the last request; the body is lent until the
                             next one */
} fetch_result;

/* Fetch a page. */
void fetch_page(fetcher *with, const fetch_request *request,
                fetch_result *result);

/* The name of the outcome: "done", "robots", "too-large" ... */
const char *fetch_end_name(const fetch_result *result);

/* Report on stderr why a page could not be fetched. `word` is the caller's own
 * name for it, NULL for fetch_end_name(). */
void fetch_report_failure(const web_url *url, const fetch_result *result,
                          const char *word);

/* Whether it is worth another try later: no answer, or 429, 5xx. */
bool fetch_may_retry(const fetch_result *result);

#endif
