/* http_guard.h: which requests a server on this machine accepts.
 *
 * A page in a browser can send requests to 127.0.0.1 too, and a name that an
 * attacker owns can be made to point there. So the Host of a request must be
 * one that we go by, an Origin, where there is one, must be ourselves, and a
 * token, where there is one, must be known.
 */
#ifndef SERVER_HTTP_GUARD_H
#define SERVER_HTTP_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* The names a server goes by. All is borrowed. */
typedef struct http_names {
  const char *bound; /* the address it listens on, as "10.0.0.1" or "[::1]" */
  bool loopback;     /* of this machine only */
  bool any;          /* bound to every address of the machine */
  unsigned port;
  const char *machine;     /* its own name, "" for none */
  const char *const *more; /* NAME or NAME:PORT */
  size_t more_count;
} http_names;

/* Whether `host`, a Host header or NULL, is one of the names. A server on every
 * address goes by any address in digits, by localhost and by the name of the
 * machine, on any port, since ports are mapped: none of these can be made to
 * point here by a stranger. */
bool http_host_is_ours(const http_names *names, const char *host);

/* Whether `origin`, an Origin header, is a page of ours: http:// and the `host`
 * of the request (NULL: none) or another of the names; https:// and a name of
 * `more`, for a proxy that speaks TLS. */
bool http_origin_is_ours(const http_names *names, const char *origin,
                         const char *host);

/* Whether `origin` is in a list of origins, or the list has "*". */
bool http_origin_is_listed(const char *const *list, size_t count,
                           const char *origin);

/* Whether the two are equal, in a time that does not depend on where they
 * differ. `given` may be NULL. */
bool http_token_is(const char *token, const char *given);

/* The token of an Authorization header, "Bearer TOKEN"; NULL when it is none.
 * Lent by the header. */
const char *http_bearer(const char *header);

/* Copy the value of the cookie `name` in a Cookie header to `out`. False when
 * it is not there or too long. */
bool http_cookie(const char *header, const char *name, char *out, size_t room);

/* Whether a header line is to the letter of RFC 9110, 5.1 and 5.5: a name of
 * token characters, a value without controls. "Content-Length : 3" is not: one
 * server reads a length there and the next one does not, which is how a second
 * request is hidden in a body. `value` may be NULL. */
bool http_header_is_strict(const char *name, const char *value);

#endif
