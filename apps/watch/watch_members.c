/* watch_members.c: see the header. Requests are conditional: a server that
 * answers 304 saves both sides the page, and the stored copy is used.
 */
#include "watch/watch_members.h"

#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

/* Linear: a host has at most a few hundred members. */
member *
host_find(const host_round *in, const web_url *url)
{
  for (size_t i = 0; i < in->count; i++)
    if (strcmp(in->members[i]->url.text, url->text) == 0)
      return in->members[i];
  return NULL;
}

/* Members are allocated one by one, because callers keep pointers to them while
 * the list grows. */
member *
host_add(host_round *in, const web_url *url)
{
  if (!GROW(in->members, in->capacity, in->count + 1))
    return NULL;
  member *made = calloc(1, sizeof *made);
  if (made) {
    made->url = *url;
    in->members[in->count++] = made;
  }
  return made;
}

/* Releases all members; pointers to them are dead. */
void
host_done(host_round *in)
{
  for (size_t i = 0; i < in->count; i++) {
    watched_page_done(&in->members[i]->at);
    passages_done(&in->members[i]->now);
    passages_done(&in->members[i]->all_before);
    passages_done(&in->members[i]->all_now);
    free(in->members[i]->old);
    free(in->members[i]->title);
    free(in->members[i]);
  }
  free(in->members);
  free(in->host);
  watch_look_done(&in->look);
}

/* For redirects, see host_request(). */
static bool
stays_on_host(void *state, const web_url *to)
{
  const member *page = state;
  return web_url_same_host(&page->url, to);
}

/* An empty body is no page, whatever its status. */
bool
host_is_page(const fetch_result *result)
{
  const transfer_answer *answer = &result->answer;
  return result->end == FETCH_DONE && answer->status >= 200 &&
         answer->status < 300 && answer->len > 0;
}

/* An entry of the list may redirect anywhere, since a person wrote it; a link
 * that was found must stay on its host. */
exit_code
host_request(const host_round *in, member *page, bool conditions,
             fetch_result *result)
{
  fetch_request request = {.url = page->url, .state = page};
  if (page->linked)
    request.may_follow = stays_on_host;
  if (conditions && page->at.id) {
    request.etag = page->at.etag;
    request.modified = page->at.modified;
  }
  fetch_page(in->tools->network, &request, result);
  if (result->end == FETCH_INTERRUPTED)
    return EXIT_INTERRUPTED;
  return result->end == FETCH_NO_MEMORY ? report_out_of_memory() : EXIT_FINE;
}

/* Put a copy in place of a text. */
static bool
replace_text(const char *text, char **out)
{
  free(*out);
  *out = strdup(text);
  return *out != NULL;
}

/* Take over a body that arrived; the one before stays at hand for comparing. */
static exit_code
take_body(member *page, const transfer_answer *answer)
{
  page->changed = !page->at.body || page->at.len != answer->len ||
                  memcmp(page->at.body, answer->body, answer->len) != 0;
  char *body = malloc(answer->len);
  if (!body)
    return report_out_of_memory();
  memcpy(body, answer->body, answer->len);
  free(page->old);
  page->old = page->at.body;
  page->old_len = page->at.len;
  page->at.body = body;
  page->at.len = answer->len;
  if (!replace_text(answer->etag, &page->at.etag) ||
      !replace_text(answer->modified, &page->at.modified) ||
      !replace_text(answer->charset, &page->at.charset))
    return report_out_of_memory();
  page->have = true;
  return EXIT_FINE;
}

/* Failures of pages on the list are counted and reported; dead links are
 * normal. */
exit_code
host_fetch(host_round *in, member *page)
{
  fetch_result result;
  TRY(watch_store_load(in->tools->store, page->url.text, &page->at));
  page->have = page->known = page->at.id != 0;
  in->summary->pages++;
  TRY(host_request(in, page, true, &result));
  if (result.answer.status == 304 && page->have)
    return EXIT_FINE;
  if (host_is_page(&result))
    return take_body(page, &result.answer);
  if (!page->linked) { /* a dead link is no fault of the list */
    in->summary->failed++;
    fetch_report_failure(&page->url, &result, NULL);
  }
  return EXIT_FINE;
}
