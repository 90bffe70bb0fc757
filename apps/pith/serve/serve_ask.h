/* serve_ask.h: how a client wants its page, from the query, the Accept header
 * and the members of a JSON body.
 *
 *     ?to=md&method=sentence&links=false          the same as
 *     {"to":"md","method":"sentence","options":{"links":false}}
 *
 * A name means what the option of the command of that name means. One that is
 * unknown is refused: a typing error is no default.
 */
#ifndef SERVER_SERVE_ASK_H
#define SERVER_SERVE_ASK_H

#include "common/http/http_server.h"
#include "common/json/json_scan.h"

typedef enum serve_form {
  SERVE_TEXT,
  SERVE_MARKDOWN,
  SERVE_HTML,
  SERVE_MARKED,
  SERVE_JSON
} serve_form;

enum { SERVE_OWNED_MOST = 16 };

typedef struct serve_ask {
  serve_form to;
  bool to_given;
  bool markdown;     /* in the record, beside the text */
  bool replace;      /* learn: instead of what is known */
  const char *id;    /* of the page; NULL: none */
  const char *url;   /* where it came from; NULL: unknown */
  const char *model; /* name; NULL: the page alone */
  pith_options page;
  char *owned[SERVE_OWNED_MOST]; /* what texts of a body became */
  size_t owned_count;
} serve_ask;

/* The defaults of the command, with the limits of `page`. */
void serve_ask_init(serve_ask *ask, const pith_options *page);
void serve_ask_done(serve_ask *ask);

/* Set what `name` says; `value` is borrowed. False after an answer that says
 * what is wrong. */
bool serve_ask_set(serve_ask *ask, const char *name, const char *value,
                   http_response *response);

/* The same for a member of a JSON object; "options" is one itself. */
bool serve_ask_member(serve_ask *ask, const json_member *member,
                      http_response *response);

/* All of the query, then Accept where "to" is not in it. */
bool serve_ask_request(serve_ask *ask, const http_request *request,
                       http_response *response);

/* Whether it all goes together. `site`: the pages of a site are asked for. */
bool serve_ask_check(serve_ask *ask, bool site, http_response *response);

#endif
