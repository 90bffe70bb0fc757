/* watch_host.c: the pages of one host in one round (watch.h).
 *
 *   gather    the pages of the list, and where its sites lead; each is asked
 *             for only if it is not the copy at hand
 *   siblings  a host with few pages: some more of the same layer, to learn its
 *             framing from; anew only when there may be something to tell
 *   look      a model of it all; what the pages with other bytes say, and once
 *             more for those that say other things
 *   write     what came and went, as far as it is news (watch_news.h)
 */
#include "page_links.h"
#include "shared/interrupt.h"
#include "url_layer.h"
#include "watch.h"
#include "watch_look.h"

#include <stdlib.h>
#include <string.h>

/* Pages that a model wants. */
enum { PAGES_WANTED = 8 };

typedef struct member {
  web_url url;
  bool linked;     /* found on the page of a site */
  bool tell_new;   /* and that site was known: a new page is news */
  bool known;      /* by an earlier round */
  bool have;       /* there is a body */
  bool changed;    /* it has other bytes than before, or is new */
  bool settled;    /* was looked at twice: `now` holds */
  watched_page at; /* as it was; with what came, body and heads are new */
  char *old;       /* then: the body before, as far as it is needed */
  size_t old_len;
  passages now;
  passages stood;  /* on the page before, framing too */
  passages stands; /* and now */
  char *title;
} member;

typedef struct host_round {
  const watch_tools *tools;
  watch_summary *summary;
  int64_t round;
  char *host; /* owned */
  member **members;
  size_t count;
  size_t capacity;
  const member *first; /* that has a body */
  size_t have;         /* members that have one */
  watch_look look;
  bool learnt;    /* its siblings are of this round */
  exit_code code; /* of what happens inside callbacks */
} host_round;

/* --- members -----------------------------------------------------------------
 */

static member *
find_member(const host_round *in, const web_url *url)
{
  for (size_t i = 0; i < in->count; i++)
    if (strcmp(in->members[i]->url.text, url->text) == 0)
      return in->members[i];
  return NULL;
}

static member *
add_member(host_round *in, const web_url *url)
{
  if (in->count == in->capacity) {
    size_t more = in->capacity ? 2 * in->capacity : 16;
    member **members = realloc(in->members, more * sizeof(member *));
    if (!members)
      return NULL;
    in->members = members;
    in->capacity = more;
  }
  member *made = calloc(1, sizeof *made);
  if (made) {
    made->url = *url;
    in->members[in->count++] = made;
  }
  return made;
}

static void
host_done(host_round *in)
{
  for (size_t i = 0; i < in->count; i++) {
    watched_page_done(&in->members[i]->at);
    passages_done(&in->members[i]->now);
    passages_done(&in->members[i]->stood);
    passages_done(&in->members[i]->stands);
    free(in->members[i]->old);
    free(in->members[i]->title);
    free(in->members[i]);
  }
  free(in->members);
  free(in->host);
  watch_look_done(&in->look);
}

static exit_code
no_memory(void)
{
  message("out of memory");
  return EXIT_ENVIRONMENT;
}

/* Put a copy in place of what is there. */
static bool
replace_text(const char *text, char **out)
{
  free(*out);
  *out = strdup(text);
  return *out != NULL;
}

/* --- getting -----------------------------------------------------------------
 */

static bool
stays_on_host(void *state, const web_url *to)
{
  const member *page = state;
  return web_url_same_host(&page->url, to);
}

static bool
is_page(const fetch_result *result)
{
  const transfer_answer *answer = &result->answer;
  return result->end == FETCH_DONE && answer->status >= 200 &&
         answer->status < 300 && answer->len > 0;
}

static void
say_failed(const web_url *url, const fetch_result *result)
{
  if (result->end == FETCH_DONE)
    message("%s: the server answers %d", url->text, result->answer.status);
  else if (result->end == FETCH_ROBOTS)
    message("%s: its robots.txt does not allow it, or could not be read",
            url->text);
  else
    message("%s: %s%s%s", url->text, fetch_end_name(result),
            result->answer.why[0] ? ": " : "", result->answer.why);
}

/* Ask for a page; a failure that says nothing of the page is one of ours. */
static exit_code
ask(const host_round *in, member *page, bool conditions, fetch_result *result)
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
  return result->end == FETCH_NO_MEMORY ? no_memory() : EXIT_FINE;
}

/* Take over what came. */
static exit_code
take_body(member *page, const transfer_answer *answer)
{
  page->changed = !page->at.body || page->at.len != answer->len ||
                  memcmp(page->at.body, answer->body, answer->len) != 0;
  char *body = malloc(answer->len);
  if (!body)
    return no_memory();
  memcpy(body, answer->body, answer->len);
  free(page->old);
  page->old = page->at.body;
  page->old_len = page->at.len;
  page->at.body = body;
  page->at.len = answer->len;
  if (!replace_text(answer->etag, &page->at.etag) ||
      !replace_text(answer->modified, &page->at.modified) ||
      !replace_text(answer->charset, &page->at.charset))
    return no_memory();
  page->have = true;
  return EXIT_FINE;
}

/* Get a page, or keep the copy there is. */
static exit_code
get_member(host_round *in, member *page)
{
  fetch_result result;
  exit_code code =
      watch_store_load(in->tools->store, page->url.text, &page->at);
  if (code != EXIT_FINE)
    return code;
  page->have = page->known = page->at.id != 0;
  in->summary->pages++;
  code = ask(in, page, true, &result);
  if (code != EXIT_FINE)
    return code;
  if (result.answer.status == 304 && page->have)
    return EXIT_FINE;
  if (is_page(&result))
    return take_body(page, &result.answer);
  if (!page->linked) { /* a dead link is no fault of the list */
    in->summary->failed++;
    say_failed(&page->url, &result);
  }
  return EXIT_FINE;
}

/* --- gathering ---------------------------------------------------------------
 */

typedef struct link_walk {
  host_round *in;
  const web_url *from;
  size_t most; /* members there may be */
  bool tell_new;
  web_url *found; /* of siblings; NULL: make members of links */
  unsigned *scores;
  size_t count;
} link_walk;

static bool
take_link(void *state, const web_url *url, bool paging)
{
  link_walk *walk = state;
  host_round *in = walk->in;
  if (paging || in->count >= walk->most || !web_url_same_host(walk->from, url))
    return in->count < walk->most;
  if (find_member(in, url))
    return true;
  member *made = add_member(in, url);
  if (!made) {
    in->code = no_memory();
    return false;
  }
  made->linked = true;
  made->tell_new = walk->tell_new;
  return true;
}

static exit_code
read_links(host_round *in, const member *page, link_sink sink, link_walk *walk)
{
  pith_options options;
  pith_page *parsed;
  pith_options_default(&options);
  options.limits.bytes = 1000000000;
  options.transport_encoding =
      page->at.charset && *page->at.charset ? page->at.charset : NULL;
  pith_slice html = {page->at.body, page->at.len};
  pith_status status =
      pith_page_parse(in->tools->context, html, &options, &parsed, NULL);
  if (status != PITH_OK)
    return status == PITH_NOMEM ? no_memory() : EXIT_FINE;
  page_links_each(parsed, &page->url, sink, walk);
  pith_page_free(parsed);
  return in->code;
}

/* The pages of one entry, those of its links behind it. */
static exit_code
gather_entry(host_round *in, const watch_entry *entry)
{
  member *page = find_member(in, &entry->url);
  exit_code code = EXIT_FINE;
  if (!page) {
    page = add_member(in, &entry->url);
    if (!page)
      return no_memory();
    code = get_member(in, page);
  }
  if (code != EXIT_FINE || !entry->site || !page->have)
    return code;
  size_t first = in->count;
  link_walk walk = {.in = in,
                    .from = &entry->url,
                    .most = in->count + in->tools->options->max_pages - 1,
                    .tell_new = page->known};
  code = read_links(in, page, take_link, &walk);
  for (size_t i = first; i < in->count && code == EXIT_FINE; i++)
    code = get_member(in, in->members[i]);
  return code;
}

static exit_code
gather(host_round *in, size_t first)
{
  const watch_list *list = in->tools->list;
  exit_code code = EXIT_FINE;
  for (size_t i = first; i < list->count && code == EXIT_FINE; i++)
    if (web_url_same_host(&list->items[i].url, &list->items[first].url))
      code = gather_entry(in, &list->items[i]);
  return code;
}

/* --- siblings ----------------------------------------------------------------
 */

/* Note a link as a sibling, the best of them first. */
static bool
take_sibling(void *state, const web_url *url, bool paging)
{
  link_walk *walk = state;
  unsigned score = url_sibling_score(walk->from, url);
  if (paging || score == 0 || find_member(walk->in, url) ||
      url_same_story(walk->from, url))
    return true;
  for (size_t i = 0; i < walk->count; i++)
    if (strcmp(walk->found[i].text, url->text) == 0)
      return true;
  size_t at = walk->count < walk->most ? walk->count++ : walk->most;
  while (at > 0 && walk->scores[at - 1] < score) {
    if (at < walk->most) {
      walk->found[at] = walk->found[at - 1];
      walk->scores[at] = walk->scores[at - 1];
    }
    at--;
  }
  if (at < walk->most) {
    walk->found[at] = *url;
    walk->scores[at] = score;
  }
  return true;
}

static exit_code
learn_sibling(host_round *in, const web_url *url, watch_look *look)
{
  member page = {.url = *url, .linked = true};
  fetch_result result;
  exit_code code = ask(in, &page, false, &result);
  if (code != EXIT_FINE)
    return code;
  if (!is_page(&result))
    return EXIT_FINE;
  pith_slice html = {result.answer.body, result.answer.len};
  code = watch_look_learn(look, html, result.answer.charset);
  return code == EXIT_INPUT ? EXIT_FINE : code;
}

/* Fetch siblings of `page` and learn from them. */
static exit_code
learn_siblings(host_round *in, const member *page, size_t wanted,
               watch_look *look)
{
  web_url found[PAGES_WANTED];
  unsigned scores[PAGES_WANTED];
  link_walk walk = {.in = in,
                    .from = &page->url,
                    .most = wanted,
                    .found = found,
                    .scores = scores};
  exit_code code = read_links(in, page, take_sibling, &walk);
  for (size_t i = 0; i < walk.count && code == EXIT_FINE; i++)
    code = learn_sibling(in, &found[i], look);
  return code;
}

static exit_code
save_siblings(host_round *in, watch_look *look)
{
  pith_slice bytes;
  if (pith_model_save(look->model, &bytes) != PITH_OK)
    return no_memory();
  return watch_store_set_model(in->tools->store, in->host, in->round, bytes);
}

/* The model to begin with: siblings that were learnt once, or with `anew` and
 * where there are none, siblings as they are now. */
static exit_code
start_look(host_round *in, bool anew)
{
  char *bytes;
  size_t len;
  exit_code code = watch_store_model(in->tools->store, in->host, &bytes, &len);
  if (code != EXIT_FINE)
    return code;
  in->learnt = anew || len == 0;
  pith_slice saved = {bytes, in->learnt ? 0 : len};
  code = watch_look_start(in->tools->context, saved, &in->look);
  free(bytes);
  if (code == EXIT_FINE && in->learnt && in->have < PAGES_WANTED) {
    code = learn_siblings(in, in->first, PAGES_WANTED - in->have, &in->look);
    if (code == EXIT_FINE)
      code = save_siblings(in, &in->look);
  }
  return code;
}

/* --- looking -----------------------------------------------------------------
 */

/* Learn from the pages there are. */
static exit_code
open_look(host_round *in, bool anew)
{
  watch_look_done(&in->look);
  exit_code code = start_look(in, anew);
  for (size_t i = 0; i < in->count && code == EXIT_FINE; i++) {
    const watched_page *at = &in->members[i]->at;
    if (in->members[i]->have)
      code = watch_look_learn(&in->look, (pith_slice){at->body, at->len},
                              at->charset);
    code = code == EXIT_INPUT ? EXIT_FINE : code;
  }
  return code == EXIT_FINE ? watch_look_open(&in->look) : code;
}

/* Whether a page says other things than before, as far as one look tells. */
static bool
differs(const member *page)
{
  const passages *now = &page->now, *before = &page->at.said;
  if (!page->known)
    return true;
  for (size_t i = 0; i < now->count; i++)
    if (!passages_find(before, now->items[i].key))
      return true;
  for (size_t i = 0; i < before->count; i++)
    if (!passages_find(now, before->items[i].key))
      return true;
  return false;
}

/* Read all pages that have other bytes; *news when a known one says other
 * things. */
static exit_code
read_all(host_round *in, bool *news)
{
  exit_code code = EXIT_FINE;
  *news = false;
  for (size_t i = 0; i < in->count && code == EXIT_FINE; i++) {
    member *page = in->members[i];
    if (!page->changed)
      continue;
    passages_done(&page->now);
    free(page->title);
    page->title = NULL;
    pith_slice html = {page->at.body, page->at.len};
    look_page from = {&page->url, html, page->at.charset};
    code = watch_look_read(&in->look, &from, &page->now, &page->title);
    if (code == EXIT_INPUT) {
      page->changed = false;
      code = EXIT_FINE;
    }
    *news = *news || (page->known && differs(page));
  }
  return code;
}

/* Add to `out` what `from` has and `also` or `other` have, and `out` not yet.
 */
static bool
add_common(passages *out, const passages *from, const passages *also,
           const passages *other, const passages *not_yet)
{
  bool fine = true;
  for (size_t i = 0; i < from->count && fine; i++) {
    const passage *one = &from->items[i];
    bool common = passages_find(also, one->key) ||
                  (other && passages_find(other, one->key));
    if (common && !(not_yet && passages_find(not_yet, one->key)))
      fine = passages_copy(out, one);
  }
  return fine;
}

/* Keep what both looks saw, and what was there before and one of them saw. */
static bool
settle(member *page, const passages *second)
{
  passages kept = {NULL, 0, 0, NULL};
  const passages *before = &page->at.said;
  bool fine = add_common(&kept, &page->now, second, before, NULL) &&
              add_common(&kept, before, second, NULL, &page->now) &&
              passages_seal(&kept);
  passages_done(&page->now);
  page->now = kept;
  return fine;
}

/* Read all that stood and stands on a page, whatever it is to the model. */
static exit_code
read_both(host_round *in, member *page)
{
  look_page old = {&page->url, {page->old, page->old_len}, page->at.charset};
  look_page new = {&page->url, {page->at.body, page->at.len}, page->at.charset};
  exit_code code = EXIT_FINE;
  if (page->old)
    code = watch_look_read_all(&in->look, &old, &page->stood);
  if (code == EXIT_FINE || code == EXIT_INPUT)
    code = watch_look_read_all(&in->look, &new, &page->stands);
  return code == EXIT_INPUT ? EXIT_FINE : code;
}

/* Look again at a page that says other things. */
static exit_code
look_again(host_round *in, member *page)
{
  fetch_result result;
  passages second;
  exit_code code = ask(in, page, false, &result);
  if (code != EXIT_FINE)
    return code;
  if (!is_page(&result)) { /* another round will tell */
    in->summary->failed += !page->linked;
    say_failed(&page->url, &result);
    return EXIT_FINE;
  }
  look_page from = {&page->url,
                    {result.answer.body, result.answer.len},
                    result.answer.charset};
  code = watch_look_read(&in->look, &from, &second, NULL);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  page->settled = settle(page, &second);
  passages_done(&second);
  return page->settled ? read_both(in, page) : no_memory();
}

/* --- telling -----------------------------------------------------------------
 */

/* Note what came to a page, or went from it, and is news. */
static exit_code
note_changes(host_round *in, const watch_news *news, size_t index, bool came)
{
  const member *page = in->members[index];
  const passages *list = came ? &page->now : &page->at.said;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < list->count && code == EXIT_FINE; i++)
    if (watch_news_tells(news, index, came, i))
      code =
          watch_store_change(in->tools->store, in->round, &page->at,
                             came ? "added" : "removed", list->items[i].text);
  return code;
}

/* Whether there is anything to note of a page. */
static bool
has_news(const host_round *in, const watch_news *news, size_t index)
{
  const member *page = in->members[index];
  for (size_t i = 0; i < page->now.count; i++)
    if (watch_news_tells(news, index, true, i))
      return true;
  for (size_t i = 0; i < page->at.said.count; i++)
    if (watch_news_tells(news, index, false, i))
      return true;
  return false;
}

/* Write a page as it is now. */
static exit_code
save_member(host_round *in, member *page)
{
  passages before = page->at.said;
  page->at.said = page->now;
  free(page->at.title);
  page->at.title = page->title;
  page->title = NULL;
  exit_code code =
      watch_store_save(in->tools->store, in->host, in->round, &page->at);
  page->at.said = before;
  return code;
}

static exit_code
write_member(host_round *in, const watch_news *news, size_t index)
{
  member *page = in->members[index];
  exit_code code = save_member(in, page);
  in->summary->fresh += !page->known;
  if (!page->known && !page->tell_new)
    return code;
  if (code == EXIT_FINE)
    code = note_changes(in, news, index, true);
  if (code == EXIT_FINE)
    code = note_changes(in, news, index, false);
  in->summary->changed += code == EXIT_FINE && has_news(in, news, index);
  return code;
}

/* Write all that was looked at, and which slots have turned. */
static exit_code
write_with(host_round *in, const watch_news *news)
{
  slot_history turned;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < in->count && code == EXIT_FINE; i++)
    if (in->members[i]->settled)
      code = write_member(in, news, i);
  if (code != EXIT_FINE)
    return code;
  if (!watch_news_turns(news, &turned))
    return no_memory();
  code = watch_store_set_turns(in->tools->store, in->host, in->round, &turned);
  free(turned.items);
  return code;
}

/* What the pages of the host said and say. */
static news_page *
gather_news(const host_round *in)
{
  news_page *pages = calloc(in->count + 1, sizeof *pages);
  for (size_t i = 0; pages && i < in->count; i++) {
    const member *page = in->members[i];
    pages[i].known = page->known;
    pages[i].before = &page->at.said;
    pages[i].now = page->settled ? &page->now : &page->at.said;
    if (page->settled && page->stood.keys && page->stands.keys) {
      pages[i].stood = &page->stood;
      pages[i].stands = &page->stands;
    }
  }
  return pages;
}

static exit_code
write_all(host_round *in)
{
  slot_history history;
  watch_news news;
  exit_code code = watch_store_turns(in->tools->store, in->host, &history);
  news_page *pages = gather_news(in);
  if (code == EXIT_FINE && !pages)
    code = no_memory();
  if (code == EXIT_FINE) {
    code = watch_news_open(pages, in->count, &history, &news)
               ? write_with(in, &news)
               : no_memory();
    watch_news_done(&news);
  }
  free(pages);
  free(history.items);
  return code;
}

/* Read what has other bytes, and again what says other things. Where siblings
 * were learnt in an earlier round and there is news, it may be their framing
 * that is new: they are learnt anew first. */
static exit_code
look_at_all(host_round *in)
{
  bool news;
  exit_code code = open_look(in, false);
  if (code == EXIT_FINE)
    code = read_all(in, &news);
  if (code == EXIT_FINE && news && !in->learnt && in->have < PAGES_WANTED) {
    code = open_look(in, true);
    if (code == EXIT_FINE)
      code = read_all(in, &news);
  }
  for (size_t i = 0; i < in->count && code == EXIT_FINE; i++) {
    member *page = in->members[i];
    if (interrupted())
      return EXIT_INTERRUPTED;
    if (page->changed && differs(page))
      code = look_again(in, page);
    else
      page->settled = page->changed;
  }
  return code == EXIT_FINE ? write_all(in) : code;
}

/* Whether there is anything to look at. */
static bool
count_members(host_round *in)
{
  bool any = false;
  for (size_t i = 0; i < in->count; i++) {
    member *page = in->members[i];
    any = any || page->changed;
    if (page->have && !in->first)
      in->first = page;
    in->have += page->have;
  }
  return any;
}

exit_code
watch_host(const watch_tools *tools, size_t first, int64_t round,
           watch_summary *summary)
{
  host_round in = {.tools = tools, .summary = summary, .round = round};
  pith_slice host = web_url_host(&tools->list->items[first].url);
  in.host = calloc(1, host.len + 1);
  if (!in.host)
    return no_memory();
  memcpy(in.host, host.data, host.len);
  exit_code code = gather(&in, first);
  if (code == EXIT_FINE && count_members(&in))
    code = look_at_all(&in);
  host_done(&in);
  return code;
}
