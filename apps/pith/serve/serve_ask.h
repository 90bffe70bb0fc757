/* serve_ask.h: the options of an HTTP request: from the query, the Accept
 * header and the members of a JSON body.
 *
 *     ?to=md&method=sentence&links=false          the same as
 *     {"to":"md","method":"sentence","options":{"links":false}}
 *
 * A name means what the option of the command of that name means. One that is
 * unknown is refused: a typing error is not a default.
 */
#ifndef SERVER_SERVE_ASK_H
#define SERVER_SERVE_ASK_H

#include "common/http/http_server.h"
#include "common/json/json_scan.h"
#include "common/options/request.h"

enum { SERVE_OWNED_MOST = 32 };

typedef struct serve_ask {
  app_request request;           /* set by the rows of docs/options */
  unsigned route;                /* ROUTE_EXTRACT ... */
  char *owned[SERVE_OWNED_MOST]; /* copies of texts of a body */
  size_t owned_count;
} serve_ask;

/* The defaults of the command, with the limits of `page`. */
void serve_ask_init(serve_ask *ask, unsigned route, const pith_options *page);
void serve_ask_done(serve_ask *ask);

/* Set what `name` means to the route; `value` is borrowed. False after a
 * response that names the error. */
bool serve_ask_set(serve_ask *ask, const char *name, const char *value,
                   http_response *response);

/* The same for a member of a JSON object; "options" is one itself. */
bool serve_ask_member(serve_ask *ask, const json_member *member,
                      http_response *response);

/* The same for a field of a form; both texts are copied. */
bool serve_ask_field(serve_ask *ask, pith_slice name, pith_slice value,
                     http_response *response);

/* All of the query, then Accept where "to" is not in it. */
bool serve_ask_request(serve_ask *ask, const http_request *request,
                       http_response *response);

/* Whether the options go together; settles method and format. */
bool serve_ask_check(serve_ask *ask, http_response *response);

#endif
