/* transfer.c: see the header; on libcurl. One handle for all requests, so that
 * a connection is reused for the next page of the same host.
 *
 * A callback that refuses sets `end` first: libcurl then returns an error of
 * its own, and note_end() keeps the more precise reason.
 */
#include "common/web/transfer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The names are part of the index format. */
const char *
transfer_end_name(transfer_end end)
{
  static const char *const names[] = {
      "done",    "private-address", "too-large", "too-slow",    "truncated",
      "packing", "not-a-page",      "failed",    "interrupted", "no-memory"};
  return names[end];
}

#ifdef PITH_HAVE_CURL

#include "common/web/peer_address.h"
#include "common/system/interrupt.h"
#include "common/web/transfer_header.h"
#include "common/web/transfer_reason.h"

#include <curl/curl.h>
#include <stdio.h>
#include <sys/socket.h>

/* Longer headers are an attack, and so are encodings inside encodings. */
enum { HEADER_MOST = 64 * 1024, ENCODINGS_MOST = 2, REDIRECT_BODY = 64 * 1024 };

/* A head, collected line by line, and as long as one may be. */
typedef struct head_bytes {
  char *data; /* owned */
  size_t len;
} head_bytes;

struct transfer {
  CURL *curl;
  char error[CURL_ERROR_SIZE];
  char *body;
  size_t len;
  size_t capacity;
  size_t head;         /* bytes of it */
  head_bytes heads[2]; /* of the request and of the response, when kept */
  header_facts facts;
  const transfer_limits *limits; /* of the request at hand */
  transfer_answer *answer;
};

/* End the transfer: libcurl aborts when a callback takes fewer bytes than it
 * got. */
static size_t
stop(transfer *with, transfer_end end)
{
  with->answer->end = end;
  return 0;
}

/* Room for `extra` more bytes; the limit of the body is checked before. */
static bool
grow(transfer *with, size_t extra)
{
  if (with->len + extra <= with->capacity)
    return true;
  size_t more = with->capacity ? 2 * with->capacity : 65536;
  while (more < with->len + extra)
    more *= 2;
  char *body = realloc(with->body, more);
  if (!body)
    return false;
  with->body = body;
  with->capacity = more;
  return true;
}

/* 304 is an answer to a condition, no redirect. */
static bool
is_redirect(long status)
{
  return status >= 300 && status < 400 && status != 304;
}

/* Bytes of the body, decompressed. The first ones decide whether it is read at
 * all: by then the type is known. Bodies of redirects are only drained. */
static size_t
take_body(char *data, size_t one, size_t len, void *state)
{
  transfer *with = state;
  long status = 0;
  (void)one;
  curl_easy_getinfo(with->curl, CURLINFO_RESPONSE_CODE, &status);
  uint64_t most = with->limits->bytes;
  if (is_redirect(status) && most > REDIRECT_BODY)
    most = REDIRECT_BODY;
  if (with->limits->pages_only && status >= 200 && status < 300 &&
      !transfer_type_is_page(with->answer->type))
    return stop(with, TRANSFER_NOT_A_PAGE);
  if (with->len + len > most)
    return stop(with, TRANSFER_TOO_LARGE);
  if (!grow(with, len))
    return stop(with, TRANSFER_NO_MEMORY);
  memcpy(with->body + with->len, data, len);
  with->len += len;
  return len;
}

/* A line of the header. */
static size_t
take_head(char *data, size_t one, size_t len, void *state)
{
  transfer *with = state;
  (void)one;
  with->head += len;
  if (with->head > HEADER_MOST)
    return stop(with, TRANSFER_TOO_LARGE);
  transfer_header_read((pith_slice){data, len}, with->answer, &with->facts);
  if (with->facts.encodings > ENCODINGS_MOST)
    return stop(with, TRANSFER_ENCODING);
  return len;
}

/* Before a connection: refuse addresses that are not public. This is after the
 * name was resolved, so a name that points inward does not help. */
static curl_socket_t
open_socket(void *state, curlsocktype purpose, struct curl_sockaddr *address)
{
  transfer *with = state;
  (void)purpose;
  if (!with->limits->allow_private && !peer_is_public(&address->addr)) {
    with->answer->end = TRANSFER_PRIVATE;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype, address->protocol);
}

/* On the connection, before the request: check the peer again, since the
 * connection may be a reused one. */
static int
before_request(void *state, char *peer, char *local, int peer_port,
               int local_port)
{
  transfer *with = state;
  (void)local, (void)peer_port, (void)local_port;
  if (with->limits->allow_private || peer_text_is_public(peer))
    return CURL_PREREQFUNC_OK;
  with->answer->end = TRANSFER_PRIVATE;
  return CURL_PREREQFUNC_ABORT;
}

/* Called about once a second: Ctrl-C ends a transfer. */
static int
keep_going(void *state, curl_off_t down, curl_off_t downed, curl_off_t up,
           curl_off_t upped)
{
  transfer *with = state;
  (void)down, (void)downed, (void)up, (void)upped;
  if (!interrupted())
    return 0;
  with->answer->end = TRANSFER_INTERRUPTED;
  return 1;
}

/* The option for strings came in 7.85; older ones have bits. */
static CURLcode
set_protocols(CURL *curl)
{
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(curl, CURLOPT_PROTOCOLS,
                          (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* Heads as they are on the wire, for an archive. libcurl shows them to whoever
 * debugs it, the only way to see what was sent. A head that is too long ends
 * the transfer elsewhere. */
static int
take_debug(CURL *curl, curl_infotype kind, char *data, size_t len, void *state)
{
  transfer *with = state;
  (void)curl;
  if (kind != CURLINFO_HEADER_OUT && kind != CURLINFO_HEADER_IN)
    return 0;
  head_bytes *head = &with->heads[kind == CURLINFO_HEADER_IN];
  if (head->len + len > HEADER_MOST)
    return 0;
  char *data_more = realloc(head->data, head->len + len);
  if (!data_more)
    return 0;
  head->data = data_more;
  memcpy(head->data + head->len, data, len);
  head->len += len;
  return 0;
}

/* What an archive wants to know of a request; the heads stay ours until the
 * next one. */
static void
note_exchange(transfer *with, transfer_answer *answer)
{
  char *peer = NULL;
  double seconds = 0;
  curl_easy_getinfo(with->curl, CURLINFO_TOTAL_TIME, &seconds);
  curl_easy_getinfo(with->curl, CURLINFO_PRIMARY_IP, &peer);
  snprintf(answer->address, sizeof answer->address, "%s", peer ? peer : "");
  answer->milliseconds = (uint32_t)(seconds * 1000);
  answer->request_head = (pith_slice){with->heads[0].data, with->heads[0].len};
  answer->response_head = (pith_slice){with->heads[1].data, with->heads[1].len};
}

/* All of them get the transfer; libcurl's own output is off. */
static void
set_callbacks(transfer *with)
{
  CURL *curl = with->curl;
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, with);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_head);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, with);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, with);
  curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, before_request);
  curl_easy_setopt(curl, CURLOPT_PREREQDATA, with);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, keep_going);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, with);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, take_debug);
  curl_easy_setopt(curl, CURLOPT_DEBUGDATA, with);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, with->error);
}

/* Certificates are checked against those of the system, or the file that
 * SSL_CERT_FILE names, as in other programs. */
static CURLcode
set_certificates(CURL *curl)
{
  const char *file = getenv("SSL_CERT_FILE");
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
  return file && *file ? curl_easy_setopt(curl, CURLOPT_CAINFO, file)
                       : CURLE_OK;
}

/* Options of all requests; false when memory ends. The path is sent as it is
 * (web_url.h has normalized it), and no proxy of the environment is used. */
static bool
set_always(transfer *with)
{
  CURL *curl = with->curl;
  set_callbacks(with);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 64L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, 15L);
  curl_easy_setopt(curl, CURLOPT_MAXCONNECTS, 4L);
  return set_protocols(curl) == CURLE_OK &&
         set_certificates(curl) == CURLE_OK &&
         curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK &&
         curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "gzip, deflate") ==
             CURLE_OK;
}

/* curl_global_init() is counted, so a second transfer is fine. */
exit_code
transfer_new(transfer **out)
{
  *out = calloc(1, sizeof **out);
  if (*out && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
    (*out)->curl = curl_easy_init();
    if ((*out)->curl && set_always(*out))
      return EXIT_FINE;
    curl_easy_cleanup((*out)->curl);
    curl_global_cleanup();
  }
  free(*out);
  *out = NULL;
  message("network: libcurl does not start; is there memory?");
  return EXIT_ENVIRONMENT;
}

void
transfer_free(transfer *with)
{
  if (!with)
    return;
  curl_easy_cleanup(with->curl);
  curl_global_cleanup();
  free(with->heads[0].data);
  free(with->heads[1].data);
  free(with->body);
  free(with);
}

/* libcurl ends with "out of memory" as well when a line of the header is longer
 * than it takes (100 KB). One server must not end a run over many, so the code
 * is believed only when memory is short indeed. */
static bool
is_memory_short(void)
{
  void *probe = malloc(2 * HEADER_MOST);
  free(probe);
  return !probe;
}

/* What went wrong in one line: our word for it, and what libcurl says of the
 * case. */
static void
explain(const transfer *with, CURLcode code, transfer_answer *answer)
{
  const char *reason = transfer_rule_of((int)code)->reason;
  const char *detail = with->error[0] ? with->error : curl_easy_strerror(code);
  if (answer->end == TRANSFER_PRIVATE)
    snprintf(answer->why, sizeof answer->why,
             "its address is not public; --allow-private fetches it");
  else if (answer->end == TRANSFER_FAILED && code == CURLE_OUT_OF_MEMORY)
    snprintf(answer->why, sizeof answer->why,
             "a line of its header is longer than 100 KB");
  else if (reason && answer->end != TRANSFER_TOO_LARGE &&
           answer->end != TRANSFER_NOT_A_PAGE)
    snprintf(answer->why, sizeof answer->why, "%s (%.90s)", reason, detail);
  else
    snprintf(answer->why, sizeof answer->why, "%.150s", detail);
}

/* Translate the result of libcurl, unless a callback has set a reason: then the
 * code is only how libcurl says that it was stopped. */
static void
note_end(const transfer *with, CURLcode code, transfer_answer *answer)
{
  if (code == CURLE_OK) {
    answer->end = TRANSFER_DONE; /* a first address may have been refused,
                                    another one was public */
    return;
  }
  const transfer_rule *rule = transfer_rule_of((int)code);
  if (answer->end == TRANSFER_DONE) {
    answer->end = rule->end;
    answer->again = rule->again;
    if (rule->end == TRANSFER_NO_MEMORY && !is_memory_short())
      answer->end = TRANSFER_FAILED;
  }
  explain(with, code, answer);
}

/* Add a line to those of the request; false when memory ends. */
static bool
add_line(struct curl_slist **lines, const char *name, const char *value)
{
  char line[256];
  if (!value || !value[0])
    return true;
  snprintf(line, sizeof line, "%s: %s", name, value);
  struct curl_slist *more = curl_slist_append(*lines, line);
  if (more)
    *lines = more;
  return more != NULL;
}

/* Set up one request, conditional when there is a stored copy. False when
 * memory ends; then nothing may be sent, because libcurl would repeat the last
 * request.
 */
static bool
set_request(transfer *with, const web_url *url, struct curl_slist **lines)
{
  CURL *curl = with->curl;
  const transfer_limits *limits = with->limits;
  return add_line(lines, "If-None-Match", limits->etag) &&
         add_line(lines, "If-Modified-Since", limits->modified) &&
         curl_easy_setopt(curl, CURLOPT_URL, url->text) == CURLE_OK &&
         curl_easy_setopt(curl, CURLOPT_VERBOSE, (long)limits->heads) ==
             CURLE_OK &&
         curl_easy_setopt(curl, CURLOPT_USERAGENT, limits->user_agent) ==
             CURLE_OK &&
         curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)limits->time) ==
             CURLE_OK &&
         curl_easy_setopt(curl, CURLOPT_HTTPHEADER, *lines) == CURLE_OK;
}

/* The body of the last request is overwritten; its memory is used again.
 * Header lines are detached before they are freed. */
void
transfer_get(transfer *with, const web_url *url, const transfer_limits *limits,
             transfer_answer *answer)
{
  long status = 0;
  struct curl_slist *lines = NULL;
  CURLcode code = CURLE_OUT_OF_MEMORY;
  memset(answer, 0, sizeof *answer);
  with->limits = limits;
  with->answer = answer;
  with->len = with->head = with->heads[0].len = with->heads[1].len = 0;
  with->error[0] = '\0';
  if (set_request(with, url, &lines)) {
    code = curl_easy_perform(with->curl);
    curl_easy_getinfo(with->curl, CURLINFO_RESPONSE_CODE, &status);
  }
  curl_easy_setopt(with->curl, CURLOPT_HTTPHEADER, NULL);
  curl_slist_free_all(lines);
  answer->status = (int)status;
  note_end(with, code, answer);
  answer->body = with->body;
  answer->len = with->len;
  if (limits->heads)
    note_exchange(with, answer);
}

#else

exit_code
transfer_new(transfer **out)
{
  *out = NULL;
  return report_built_without("network", "libcurl", "libcurl4-openssl-dev");
}

void
transfer_free(transfer *with)
{
  (void)with;
}

void
transfer_get(transfer *with, const web_url *url, const transfer_limits *limits,
             transfer_answer *answer)
{
  (void)with, (void)url, (void)limits;
  memset(answer, 0, sizeof *answer);
  answer->end = TRANSFER_FAILED;
}

#endif
