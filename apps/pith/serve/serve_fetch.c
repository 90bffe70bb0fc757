/* serve_fetch.c: see the header. A lane is taken or not: who would have to wait
 * gets 503 at once, because waiting would hold a worker.
 */
#include "pith/serve/serve_fetch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fetch_lane {
  pthread_mutex_t lock;
  fetcher *fetcher; /* NULL: not yet, or its memory of hosts was full */
} fetch_lane;

struct serve_fetchers {
  const fetch_options *options;
  unsigned count;
  fetch_lane lanes[];
};

/* Fetchers of other lanes are made when they are needed. */
serve_fetchers *
serve_fetchers_new(const fetch_options *options, unsigned lanes)
{
  serve_fetchers *all = calloc(1, sizeof *all + lanes * sizeof *all->lanes);
  if (!all) {
    report_out_of_memory();
    return NULL;
  }
  all->options = options;
  all->count = lanes;
  for (unsigned i = 0; i < lanes; i++)
    pthread_mutex_init(&all->lanes[i].lock, NULL);
  /* Without libcurl the first one says so, before anybody asks. */
  if (fetcher_new(options, &all->lanes[0].fetcher) == EXIT_FINE)
    return all;
  serve_fetchers_free(all);
  return NULL;
}

/* NULL is allowed: a server that fetches nothing has none. */
void
serve_fetchers_free(serve_fetchers *all)
{
  for (unsigned i = 0; all && i < all->count; i++) {
    if (all->lanes[i].fetcher)
      fetcher_free(all->lanes[i].fetcher);
    pthread_mutex_destroy(&all->lanes[i].lock);
  }
  free(all);
}

/* The lane of a host; FNV-1a over its name. */
static fetch_lane *
lane_of(serve_fetchers *all, const web_url *url)
{
  pith_slice host = web_url_host(url);
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < host.len; i++)
    hash = (hash ^ (unsigned char)host.data[i]) * 16777619u;
  return &all->lanes[hash % all->count];
}

/* Why there is no page. What a rule forbids is 403, what the other server did
 * is 502. */
static void
refuse_fetch(const fetch_result *result, http_response *response)
{
  char text[256];
  const transfer_answer *answer = &result->answer;
  bool forbidden =
      result->end == FETCH_ROBOTS ||
      (result->end == FETCH_TRANSFER && answer->end == TRANSFER_PRIVATE);
  if (result->end == FETCH_DONE)
    snprintf(text, sizeof text, "the page was answered by status %d",
             answer->status);
  else
    snprintf(text, sizeof text, "the page cannot be fetched: %s%s%.160s",
             fetch_end_name(result), *answer->why ? ", " : "", answer->why);
  if (result->end == FETCH_NO_MEMORY)
    http_response_fail(response, 503, "out-of-memory", text, "try again later");
  else
    http_response_fail(response, forbidden ? 403 : 502, "fetch-failed", text,
                       "fetch it yourself and send it as the body");
}

/* Copy a page that came, so that the lane is free for the next one. */
static bool
keep_page(const fetch_result *result, serve_page *out, http_response *response)
{
  const transfer_answer *answer = &result->answer;
  if (result->end != FETCH_DONE || answer->status != 200) {
    refuse_fetch(result, response);
    return false;
  }
  memset(out, 0, sizeof *out);
  out->owned = malloc(answer->len + 1);
  if (!out->owned) {
    http_response_fail(response, 503, "out-of-memory", "out of memory",
                       "try again later");
    return false;
  }
  memcpy(out->owned, answer->len > 0 ? answer->body : "", answer->len);
  out->html = (pith_slice){out->owned, answer->len};
  snprintf(out->label, sizeof out->label, "%s", answer->charset);
  return true;
}

/* With the lane taken. A fetcher that cannot remember more hosts is dropped;
 * the next page starts another one. */
static void
fetch_in(fetch_lane *lane, const fetch_options *options, const web_url *url,
         fetch_result *result)
{
  fetch_request request = {.url = *url};
  result->end = FETCH_NO_MEMORY;
  if (!lane->fetcher && fetcher_new(options, &lane->fetcher) != EXIT_FINE)
    return;
  fetch_page(lane->fetcher, &request, result);
}

/* The lane is given back before the page is worked on: only fetching has to
 * keep the rules. */
bool
serve_fetch_page(serve_fetchers *all, const char *url, serve_page *out,
                 web_url *final, http_response *response)
{
  web_url wanted;
  fetch_result *result = calloc(1, sizeof *result); /* large for a stack */
  if (!result || !web_url_parse((pith_slice){url, strlen(url)}, &wanted)) {
    free(result);
    http_response_fail(response, 400, "bad-value", "url is no web address",
                       "write it as http://... or https://...");
    return false;
  }
  fetch_lane *lane = lane_of(all, &wanted);
  bool done = false;
  if (pthread_mutex_trylock(&lane->lock) != 0) {
    http_response_fail(response, 503, "busy", "another page is being fetched",
                       "try again later");
  } else {
    fetch_in(lane, all->options, &wanted, result);
    *final = result->final;
    done = keep_page(result, out, response);
    if (result->end == FETCH_NO_MEMORY && lane->fetcher) {
      fetcher_free(lane->fetcher);
      lane->fetcher = NULL;
    }
    pthread_mutex_unlock(&lane->lock);
  }
  free(result);
  return done;
}
