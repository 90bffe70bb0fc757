/* serve_fetch.h: pages that the server fetches itself, for GET
 * /v1/extract?url=. Off unless the server was started with --allow-fetch.
 *
 * The rules are those of `pith fetch`: robots.txt, a pause between two requests
 * to a host, public addresses only. A host belongs to one of a few lanes, and
 * each lane fetches one page at a time, so that the rules hold whoever asks and
 * most workers are left for pages that were sent.
 */
#ifndef SERVER_SERVE_FETCH_H
#define SERVER_SERVE_FETCH_H

#include "common/http/http_server.h"
#include "common/web/fetcher.h"
#include "pith/serve/serve_pages.h"

typedef struct serve_fetchers serve_fetchers;

/* So many lanes; `options` is borrowed. Returns them, NULL after a message. */
serve_fetchers *serve_fetchers_new(const fetch_options *options,
                                   unsigned lanes);
void serve_fetchers_free(serve_fetchers *all);

/* Fetch a page; its bytes are copied to `out`. `final` is where it came from at
 * last. False after an error answer. */
bool serve_fetch_page(serve_fetchers *all, const char *url, serve_page *out,
                      web_url *final, http_response *response);

#endif
