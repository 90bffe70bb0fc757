/* review_listen.c: see the header.
 *
 *     identity -> port of the store, name of the cookie, queue in the browser
 *     token    -> cookie of whoever opens the printed address
 *     ports    -> "27001 20833": where this store was served, the latest first
 *
 * All three are notes of the store, so a restart is where it was before.
 */
#include "lab/review/review_listen.h"

#include "lab/review/review_browser.h"

#include "common/system/fnv.h"
#include "common/system/number.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Below the ports that systems hand out by themselves (32768 on Linux). */
enum { PORT_FIRST = 20480, PORT_COUNT = 8192, EARLIER_MOST = 3 };

/* --- identity and token --------------------------------------------------- */

/* A random text of the store; the first one that was written stays. */
static exit_code
recall_secret(review_store *store, const char *key, char room[33])
{
  review_outcome outcome = review_store_recall(store, key, room, 33);
  if (outcome == REVIEW_DONE && room[0] == '\0') {
    if (!http_token_make(room))
      return EXIT_ENVIRONMENT;
    outcome = review_store_note(store, key, room, false);
    if (outcome == REVIEW_DONE)
      outcome = review_store_recall(store, key, room, 33);
  }
  if (outcome == REVIEW_DONE)
    return EXIT_FINE;
  message("%s", review_outcome_text(outcome));
  return EXIT_ENVIRONMENT;
}

exit_code
review_identify(review_session *session)
{
  exit_code code = recall_secret(session->store, "identity", session->identity);
  THEN(code, recall_secret(session->store, "token", session->token));
  return code;
}

/* Everybody who was invited comes in by their own token. */
static bool
knows_token(void *context, const char *token)
{
  review_session *session = context;
  return review_people_find(&session->people, token) != NULL;
}

/* --- ports ---------------------------------------------------------------- */

/* Whether nobody listens there. Somebody may begin to before we do; then the
 * server says so. */
static bool
port_is_free(unsigned port)
{
  struct sockaddr_in where = {.sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int yes = 1;
  int made = socket(AF_INET, SOCK_STREAM, 0);
  if (made < 0)
    return false;
  setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  bool is_free = bind(made, (struct sockaddr *)&where, sizeof where) == 0;
  close(made);
  return is_free;
}

/* The port that was asked for, else the store's own, else any. */
static unsigned
choose_port(const app_request *request, const review_session *session)
{
  uint64_t hash =
      fnv_add(FNV_START, session->identity, strlen(session->identity));
  unsigned own = PORT_FIRST + (unsigned)(hash % PORT_COUNT);
  if (request->review.port != 0)
    return request->review.port;
  if (port_is_free(own))
    return own;
  message("port %u of this store is in use; a free one is taken", own);
  return 0;
}

/* Ports of earlier runs, the latest first. */
typedef struct port_list {
  unsigned items[EARLIER_MOST];
  size_t count;
} port_list;

/* A note that cannot be read costs an old tab its redirection, nothing else. */
static void
recall_ports(review_store *store, port_list *out)
{
  char text[64];
  char *rest = NULL;
  out->count = 0;
  if (review_store_recall(store, "ports", text, sizeof text) != REVIEW_DONE)
    return;
  for (char *one = strtok_r(text, " ", &rest); one && out->count < EARLIER_MOST;
       one = strtok_r(NULL, " ", &rest)) {
    uint64_t port = 0;
    if (number_read(one, 65535, &port) && port > 0)
      out->items[out->count++] = (unsigned)port;
  }
}

/* This run's port comes first, the oldest is dropped. */
static void
note_ports(review_store *store, unsigned port, const port_list *earlier)
{
  char text[64];
  size_t kept = 1;
  int len = snprintf(text, sizeof text, "%u", port);
  for (size_t i = 0; i < earlier->count && kept < EARLIER_MOST; i++)
    if (earlier->items[i] != port) {
      len += snprintf(text + len, sizeof text - (size_t)len, " %u",
                      earlier->items[i]);
      kept++;
    }
  review_store_note(store, "ports", text, true);
}

/* --- serving -------------------------------------------------------------- */

/* The token in the printed address becomes a cookie. Its name is the store's:
 * it is good for every port the store is served on. */
static exit_code
start_at(const app_request *request, review_session *session, const char *where,
         http_server **out)
{
  http_options options;
  http_options_default(&options);
  options.listen = where;
  options.hosts = request->serve.hosts.items;
  options.host_count = request->serve.hosts.count;
  options.routes = review_routes(&options.route_count);
  options.context = session;
  options.token = session->token;
  options.knows_token = knows_token;
  options.cookie = true;
  options.cookie_name = session->cookie;
  return http_server_start(&options, out);
}

/* A port of this machine only. */
static exit_code
start_here(const app_request *request, review_session *session, unsigned port,
           http_server **out)
{
  char where[32];
  snprintf(where, sizeof where, "127.0.0.1:%u", port);
  return start_at(request, session, where, out);
}

/* Tabs of earlier runs find their server again where their port is free. */
static size_t
start_earlier(const app_request *request, review_session *session,
              const port_list *earlier, http_server **servers)
{
  size_t count = 0;
  int len = 0;
  for (size_t i = 0; i < earlier->count; i++) {
    if (!port_is_free(earlier->items[i]) ||
        start_here(request, session, earlier->items[i], &servers[count]) !=
            EXIT_FINE)
      continue;
    count++;
    len += snprintf(session->also + len, sizeof session->also - (size_t)len,
                    "%s%u", len > 0 ? " " : "", earlier->items[i]);
  }
  return count;
}

/* Scripts read the address from stdout; the hint for people goes to stderr. */
static void
announce(const app_request *request, const review_session *session)
{
  char url[256];
  snprintf(url, sizeof url, "http://%s/?token=%s", session->address,
           session->token);
  printf("%s\n", url);
  fflush(stdout);
  if (!request->output.quiet)
    message("open this address in a browser; Ctrl-C ends the review");
  review_browser_open(session->browser, url);
}

exit_code
review_listen(const app_request *request, review_session *session)
{
  http_server *servers[EARLIER_MOST + 1];
  port_list earlier;
  snprintf(session->cookie, sizeof session->cookie, "pith_%.16s",
           session->identity);
  session->shared = request->http.listen != NULL;
  if (session->shared)
    TRY(start_at(request, session, request->http.listen, &servers[0]));
  else
    TRY(start_here(request, session, choose_port(request, session),
                   &servers[0]));
  session->address = http_server_address(servers[0]);
  uint64_t port = 0;
  number_read(strrchr(session->address, ':') + 1, 65535, &port);
  recall_ports(session->store, &earlier);
  note_ports(session->store, (unsigned)port, &earlier);
  size_t count = 1 + (session->shared ? 0
                                      : start_earlier(request, session,
                                                      &earlier, servers + 1));
  announce(request, session);
  http_server_wait(servers[0]);
  while (count > 0)
    http_server_stop(servers[--count]);
  return EXIT_FINE;
}
