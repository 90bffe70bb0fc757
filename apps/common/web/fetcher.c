/* fetcher.c: see the header. The state of a host, its rules and when the next
 * request is due, is kept by origin: http and https have rules of their own
 * (RFC 9309).
 *
 *     fetch_page ─► request_page ─► check_rules ─► read_rules (robots.txt)
 *         ▲              └──► send_request ◄────────────┘
 *         └─ redirect ─────────────────┘
 *
 * All requests, robots.txt included, go through send_request(), which keeps the
 * pause.
 */
#include "common/web/fetcher.h"

#include "common/web/robots.h"
#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "common/system/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Rules are kept for a day (RFC 9309, 2.4). Retry-After is obeyed up to this
 * many milliseconds. */
enum { RULES_AGE_MOST = 24 * 3600 * 1000, RETRY_AFTER_MOST = 30000 };
/* Hosts of one run; and how long a sleep lasts before Ctrl-C is noticed. */
enum { HOSTS_MOST = 4096, SLICE = 200 };

typedef struct host_state {
  char *origin; /* owned: scheme, host and port */
  robots rules;
  bool known;          /* the rules were read */
  uint64_t read_at;    /* when they were read */
  uint64_t not_before; /* when the next request is due */
  char why[160];       /* why the rules could not be read; empty: they were */
  bool again;          /* a later run may find them */
} host_state;

struct fetcher {
  transfer *network;
  const fetch_options *options;
  char agent[64]; /* product token */
  host_state *hosts;
  size_t count;
  size_t capacity;
};

/* One request a second, 30 seconds and 20 MB for a page. */
void
fetch_options_default(fetch_options *out)
{
  memset(out, 0, sizeof *out);
  out->user_agent = FETCH_AGENT "/0.1 (content extraction; polite crawler)";
  out->delay = 1000;
  out->time = 30000;
  out->bytes = 20000000;
}

/* Milliseconds of a monotonic clock. */
static uint64_t
now(void)
{
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (uint64_t)at.tv_sec * 1000 + (uint64_t)at.tv_nsec / 1000000;
}

/* The product token of a User-Agent: its first letters, '-' and '_', in lower
 * case, as robots.txt is matched without case. */
static void
read_agent(const char *user_agent, char *out, size_t room)
{
  size_t len = 0;
  for (; len + 1 < room; len++) {
    char c = text_lower(user_agent[len]);
    if (!text_is_letter(c) && c != '-' && c != '_')
      break;
    out[len] = c;
  }
  out[len] = '\0';
}

/* Borrows the options. robots.txt of a host is read when the first page of it
 * is fetched. */
exit_code
fetcher_new(const fetch_options *options, fetcher **out)
{
  *out = calloc(1, sizeof **out);
  if (!*out)
    return report_out_of_memory();
  (*out)->options = options;
  read_agent(options->user_agent, (*out)->agent, sizeof(*out)->agent);
  exit_code code = transfer_new(&(*out)->network);
  if (code != EXIT_FINE) {
    free(*out);
    *out = NULL;
  }
  return code;
}

/* With all rules of hosts that were kept. */
void
fetcher_free(fetcher *with)
{
  if (!with)
    return;
  for (size_t i = 0; i < with->count; i++) {
    robots_done(&with->hosts[i].rules);
    free(with->hosts[i].origin);
  }
  free(with->hosts);
  transfer_free(with->network);
  free(with);
}

/* --- hosts --------------------------------------------------------------- */

/* A new host may be requested at once; its rules are not known. */
static host_state *
add_host(fetcher *with, const web_url *url)
{
  if (!GROW(with->hosts, with->capacity, with->count + 1))
    return NULL;
  host_state *host = &with->hosts[with->count];
  memset(host, 0, sizeof *host);
  host->origin = strndup(url->text, url->origin);
  if (!host->origin)
    return NULL;
  with->count++;
  return host;
}

/* The state of the host of an address; NULL when memory ends or there are too
 * many hosts. Lent until the next call. */
static host_state *
find_host(fetcher *with, const web_url *url)
{
  for (size_t i = 0; i < with->count; i++)
    if (strncmp(with->hosts[i].origin, url->text, url->origin) == 0 &&
        with->hosts[i].origin[url->origin] == '\0')
      return &with->hosts[i];
  return with->count < HOSTS_MOST ? add_host(with, url) : NULL;
}

/* Wait until a request to the host is due; false when interrupted. */
static bool
wait_for(const host_state *host)
{
  for (;;) {
    uint64_t at = now();
    if (interrupted())
      return false;
    if (at >= host->not_before)
      return true;
    uint64_t left = host->not_before - at;
    uint64_t part = left < SLICE ? left : SLICE;
    struct timespec pause = {0, (long)part * 1000000};
    nanosleep(&pause, NULL);
  }
}

/* Send one request when it is due, and work out when the next one is: after the
 * longest of our own delay, Crawl-delay, and Retry-After of a busy server. */
static void
send_request(fetcher *with, const web_url *url, transfer_limits *limits,
             transfer_answer *answer)
{
  const fetch_options *options = with->options;
  host_state *host = find_host(with, url);
  limits->heads = options->record != NULL;
  memset(answer, 0, sizeof *answer);
  if (!host) {
    answer->end =
        with->count < HOSTS_MOST ? TRANSFER_NO_MEMORY : TRANSFER_FAILED;
    answer->again = true;
    return;
  }
  if (!wait_for(host)) {
    answer->end = TRANSFER_INTERRUPTED;
    return;
  }
  transfer_get(with->network, url, limits, answer);
  if (options->record)
    options->record(options->record_state, url, answer);
  uint64_t pause = options->delay;
  uint64_t requested = (uint64_t)answer->retry_after * 1000;
  if (host->rules.delay > pause)
    pause = host->rules.delay;
  if ((answer->status == 429 || answer->status == 503) && requested > pause)
    pause = requested < RETRY_AFTER_MOST ? requested : RETRY_AFTER_MOST;
  host->not_before = now() + pause;
}

/* --- rules --------------------------------------------------------------- */

/* A redirect without Location is an answer like any other. */
static bool
is_redirect(const transfer_answer *answer)
{
  return answer->status >= 300 && answer->status < 400 &&
         answer->status != 304 && answer->location_given;
}

/* The target of a redirect, resolved against the address it came from. */
static bool
follow(const transfer_answer *answer, const web_url *from, web_url *to)
{
  pith_slice link = {answer->location, strlen(answer->location)};
  pith_slice base = {from->text, from->len};
  return web_url_resolve(link, base, to);
}

/* RFC 9309, 2.3.1: a file that was found has rules, a 4xx allows everything, an
 * unreachable one nothing. `lost`: too many redirects, which count as 4xx.
 * False when memory ends. */
static bool
settle_rules(const fetcher *with, const transfer_answer *answer, bool lost,
             robots *out)
{
  bool answered = answer->end == TRANSFER_DONE ||
                  (answer->end == TRANSFER_TOO_LARGE && answer->len > 0);
  memset(out, 0, sizeof *out);
  if (answer->end == TRANSFER_NO_MEMORY)
    return false;
  if (lost || (answered && answer->status >= 400 && answer->status < 500))
    return true;
  if (!answered || answer->status < 200 || answer->status >= 300) {
    out->nothing = true;
    return true;
  }
  pith_slice bytes = {answer->body, answer->len};
  return robots_read(bytes, with->agent, out);
}

/* Read the rules of a host; false when memory ends. The state is looked up
 * again after the requests: a redirect may have added hosts and moved the
 * array. */
static bool
read_rules(fetcher *with, const web_url *url)
{
  transfer_limits limits = {.user_agent = with->options->user_agent,
                            .allow_private = with->options->allow_private,
                            .bytes = ROBOTS_BYTES_MOST + 65536,
                            .time = with->options->time};
  transfer_answer answer;
  web_url at, to;
  char text[WEB_URL_MOST + 16];
  bool lost = false;
  memcpy(text, url->text, url->origin);
  memcpy(text + url->origin, "/robots.txt", 11);
  if (!web_url_parse((pith_slice){text, url->origin + 11}, &at))
    return true;
  for (unsigned i = 0;; i++) {
    send_request(with, &at, &limits, &answer);
    if (answer.end != TRANSFER_DONE || !is_redirect(&answer))
      break;
    lost = i == FETCH_REDIRECTS_MOST;
    if (lost || !follow(&answer, &at, &to))
      break;
    at = to;
  }
  host_state *host = find_host(with, url);
  if (!host)
    return false;
  robots_done(&host->rules);
  host->known = false;
  if (!settle_rules(with, &answer, lost, &host->rules))
    return false;
  host->known = answer.end != TRANSFER_INTERRUPTED;
  memcpy(host->why, answer.why, sizeof host->why);
  host->again = answer.again || answer.status == 429 || answer.status >= 500;
  if (host->rules.nothing && !host->why[0])
    snprintf(host->why, sizeof host->why, "the server answers %d",
             answer.status);
  host->read_at = now();
  if (host->not_before > 0 && host->rules.delay > with->options->delay)
    host->not_before += host->rules.delay - with->options->delay;
  return true;
}

/* Whether an address may be requested: FETCH_DONE, or the reason. Where the
 * rules could not be read, the answer says why, and whether to ask again. */
static fetch_end
check_rules(fetcher *with, const web_url *url, transfer_answer *answer)
{
  host_state *host = find_host(with, url);
  if (!host)
    return with->count < HOSTS_MOST ? FETCH_NO_MEMORY : FETCH_ROBOTS;
  if ((!host->known || now() - host->read_at > RULES_AGE_MOST) &&
      !read_rules(with, url))
    return FETCH_NO_MEMORY;
  if (interrupted())
    return FETCH_INTERRUPTED;
  host = find_host(with, url);
  if (host) {
    memcpy(answer->why, host->why, sizeof host->why);
    answer->again = host->again;
  }
  return host && host->known && robots_allow(&host->rules, web_url_path(url))
             ? FETCH_DONE
             : FETCH_ROBOTS;
}

/* --- pages --------------------------------------------------------------- */

/* One step of fetch_page(): rules, then the request. */
static fetch_end
request_page(fetcher *with, const fetch_request *request, fetch_result *result)
{
  transfer_limits limits = {.user_agent = with->options->user_agent,
                            .allow_private = with->options->allow_private,
                            .bytes = with->options->bytes,
                            .time = with->options->time,
                            .pages_only =
                                !with->options->any_type && !request->any_type,
                            .etag = request->etag,
                            .modified = request->modified};
  fetch_end may = check_rules(with, &result->final, &result->answer);
  if (may != FETCH_DONE)
    return may;
  send_request(with, &result->final, &limits, &result->answer);
  if (result->answer.end == TRANSFER_INTERRUPTED)
    return FETCH_INTERRUPTED;
  if (result->answer.end == TRANSFER_NO_MEMORY)
    return FETCH_NO_MEMORY;
  return result->answer.end == TRANSFER_DONE ? FETCH_DONE : FETCH_TRANSFER;
}

/* Each step of a redirect passes the rules of its own host. */
void
fetch_page(fetcher *with, const fetch_request *request, fetch_result *result)
{
  web_url to;
  memset(result, 0, sizeof *result);
  result->final = request->url;
  for (;;) {
    result->end = request_page(with, request, result);
    if (result->end != FETCH_DONE || !is_redirect(&result->answer))
      return;
    if (!follow(&result->answer, &result->final, &to)) {
      result->end = FETCH_BAD_REDIRECT;
      return;
    }
    if (result->redirects == FETCH_REDIRECTS_MOST) {
      result->end = FETCH_REDIRECTS;
      return;
    }
    result->final = to;
    result->redirects++;
    if (request->may_follow && !request->may_follow(request->state, &to)) {
      result->end = FETCH_ELSEWHERE;
      return;
    }
  }
}

const char *
fetch_end_name(const fetch_result *result)
{
  static const char *const names[] = {
      "done",         "",          "robots",      "too-many-redirects",
      "bad-redirect", "elsewhere", "interrupted", "no-memory"};
  return result->end == FETCH_TRANSFER ? transfer_end_name(result->answer.end)
                                       : names[result->end];
}

/* `word` is the caller's reason, for answers that arrived and are of no use. */
void
fetch_report_failure(const web_url *url, const fetch_result *result,
                     const char *word)
{
  const transfer_answer *answer = &result->answer;
  if (result->end == FETCH_ROBOTS && answer->why[0])
    message("%s: its robots.txt could not be read: %s", url->text, answer->why);
  else if (result->end == FETCH_ROBOTS)
    message("%s: its robots.txt does not allow it", url->text);
  else if (result->end == FETCH_DONE && (answer->status >= 300 || !word))
    message("%s: the server answers %d", url->text, answer->status);
  else
    message("%s: %s%s%s", url->text, word ? word : fetch_end_name(result),
            answer->why[0] ? ": " : "", answer->why);
}

/* What a later run may find: the server was slow, busy or broken. Refusals
 * are final. */
bool
fetch_may_retry(const fetch_result *result)
{
  const transfer_answer *answer = &result->answer;
  if (result->end == FETCH_TRANSFER || result->end == FETCH_ROBOTS)
    return answer->again;
  return result->end == FETCH_DONE &&
         (answer->status == 429 || answer->status >= 500);
}
