/* watch_gather.c: links of pages followed: to the pages of a site on the list,
 * and to siblings that a model is learnt from.
 */
#include "watch/watch_members.h"

#include "common/web/page_links.h"
#include "common/web/url_layer.h"

#include <stdlib.h>
#include <string.h>

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
  if (host_find(in, url))
    return true;
  member *made = host_add(in, url);
  if (!made) {
    in->code = say_no_memory();
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
  options.max_bytes = 1000000000;
  options.transport_encoding =
      page->at.charset && *page->at.charset ? page->at.charset : NULL;
  pith_slice html = {page->at.body, page->at.len};
  pith_status status =
      pith_page_parse(in->tools->context, html, &options, &parsed, NULL);
  if (status != PITH_OK)
    return status == PITH_NOMEM ? say_no_memory() : EXIT_FINE;
  page_links_each(parsed, &page->url, sink, walk);
  pith_page_free(parsed);
  return in->code;
}

/* The pages of one entry, those of its links behind it. */
static exit_code
gather_entry(host_round *in, const watch_entry *entry)
{
  member *page = host_find(in, &entry->url);
  exit_code code = EXIT_FINE;
  if (!page) {
    page = host_add(in, &entry->url);
    if (!page)
      return say_no_memory();
    code = host_get(in, page);
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
    code = host_get(in, in->members[i]);
  return code;
}

exit_code
host_gather(host_round *in, size_t first)
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
  if (paging || score == 0 || host_find(walk->in, url) ||
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
  exit_code code = host_ask(in, &page, false, &result);
  if (code != EXIT_FINE)
    return code;
  if (!host_is_page(&result))
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
  if (pith_site_model_save(look->model, &bytes) != PITH_OK)
    return say_no_memory();
  return watch_store_set_model(in->tools->store, in->host, in->round, bytes);
}

exit_code
host_start_look(host_round *in, bool anew)
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
