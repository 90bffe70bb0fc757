/* http_target.h: the target of a request: path and query, decoded once.
 *
 *     /v1/models/news%2Cold?to=md     steps "v1", "models", "news,old"
 *                                     query "to" = "md"
 *
 * A step of the path that decodes to something with a slash, a backslash or a
 * control character in it, or to "." or "..", is refused, and so is what is no
 * UTF-8. Paths are compared with the patterns of routes and never reach the
 * file system, so there is nothing to climb out of.
 */
#ifndef SERVER_HTTP_TARGET_H
#define SERVER_HTTP_TARGET_H

#include <stdbool.h>
#include <stddef.h>

enum {
  HTTP_TARGET_MOST = 8192, /* bytes of a target */
  HTTP_STEPS_MOST = 16,    /* steps of a path */
  HTTP_QUERY_MOST = 32,    /* names in a query */
  HTTP_PARAMETERS_MOST = 4 /* of a pattern */
};

typedef struct http_pair {
  const char *name; /* lent, as the value is; both end with NUL */
  const char *value;
} http_pair;

typedef struct http_target {
  char *text;            /* owned: everything below points into it */
  const char *path;      /* the decoded steps, each with a slash before it */
  const char *authority; /* HOST:PORT of http://HOST:PORT/path; NULL: none */
  const char *steps[HTTP_STEPS_MOST];
  const char *rests[HTTP_STEPS_MOST]; /* of `path`, from each step on */
  size_t step_count;
  http_pair query[HTTP_QUERY_MOST];
  size_t query_count;
} http_target;

typedef enum http_target_state {
  HTTP_TARGET_FINE,
  HTTP_TARGET_BAD,
  HTTP_TARGET_LONG,
  HTTP_TARGET_NO_MEMORY
} http_target_state;

/* Read a target as it was sent: a path, or http:// and a path as proxies send
 * it. Unless it is fine, `out` is empty. */
http_target_state http_target_read(const char *sent, http_target *out);
void http_target_done(http_target *target);

/* The value of a name in the query, the first one; NULL: it is not there. Lent
 * by the target. */
const char *http_target_query(const http_target *target, const char *name);

/* Whether a path fits a pattern such as "/v1/models/:name": a step that begins
 * with ':' fits any step, a last one that begins with '*' fits one or more to
 * the end. Writes what they matched to `out`, in their order; lent by the
 * target. */
bool http_pattern_fits(const char *pattern, const http_target *target,
                       const char *out[HTTP_PARAMETERS_MOST]);

#endif
