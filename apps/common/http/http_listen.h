/* http_listen.h: "ADDRESS:PORT" in, a listening socket out. */
#ifndef SERVER_HTTP_LISTEN_H
#define SERVER_HTTP_LISTEN_H

#include "common/output/message.h"

#include <stdbool.h>

typedef struct http_listener {
  int socket;    /* owned */
  char name[64]; /* the address as a URL has it: "127.0.0.1", "[::1]" */
  unsigned port; /* the one it got, where 0 was asked for */
  bool loopback; /* nobody outside this machine can come */
  bool any;      /* every address of the machine: 0.0.0.0, [::] */
} http_listener;

/* Listen on `where`: 127.0.0.1:8080, [::1]:8080, localhost:8080, or a port
 * alone, which means 127.0.0.1. Port 0 takes a free one. A socket that systemd
 * hands over (LISTEN_FDS) is taken instead. After a message
 * EXIT_USAGE when it is no address, EXIT_ENVIRONMENT when that fails. */
exit_code http_listen(const char *where, http_listener *out);

#endif
