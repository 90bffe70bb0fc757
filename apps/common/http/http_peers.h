/* http_peers.h: the connections of a server, and an end for slow ones.
 *
 *     reading ──► working ──► writing ──► reading ...
 *
 * libmicrohttpd closes idle connections. A client that sends a byte now and
 * then is not idle and could hold its connection for hours. So a thread checks
 * all connections twice a second and shuts those that have been reading or
 * writing one request for too long. While a worker has the request, no time
 * counts.
 */
#ifndef SERVER_HTTP_PEERS_H
#define SERVER_HTTP_PEERS_H

#include "common/http/http_metrics.h"

typedef enum http_phase { HTTP_READING, HTTP_WORKING, HTTP_WRITING } http_phase;

typedef struct http_peer http_peer;
typedef struct http_peers http_peers;

/* Start to watch; those that are shut are counted in `metrics`, borrowed. NULL
 * when memory or threads end. */
http_peers *http_peers_start(unsigned slow_ms, http_metrics *metrics);

/* End the thread and release everything. NULL is allowed. */
void http_peers_stop(http_peers *peers);

/* A connection came; `socket` is borrowed until it goes. NULL without memory.
 */
http_peer *http_peer_add(http_peers *peers, int socket);

/* It goes; the peer is released. NULL is allowed. */
void http_peer_remove(http_peers *peers, http_peer *peer);

/* What the connection is doing for a client; returns what it did before. Of the
 * thread that reads the socket. A connection does one thing at a time and ends
 * after it, so whatever libmicrohttpd fails to say is ended with the connection
 * at the latest. */
void *http_peer_swap(http_peer *peer, void *exchange);

/* Answer 400 and close, where libmicrohttpd would not answer at all. */
void http_peer_refuse(http_peers *peers, http_peer *peer);

/* How many there are. Any thread. */
size_t http_peers_count(http_peers *peers);

/* It begins something new. NULL is allowed. */
void http_peer_enter(http_peers *peers, http_peer *peer, http_phase phase);

#endif
