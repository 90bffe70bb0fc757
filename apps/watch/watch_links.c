/* watch_links.c: follows the links of pages: to the pages of a site on the
 * list, and to siblings that the site model is learnt from. Links to further
 * pages of a list ("next", "2") are never followed.
 */
#include "watch/watch_members.h"

#include "common/web/page_links.h"
#include "common/web/url_layer.h"

#include <stdlib.h>
#include <string.h>

/* A walk over the links of one page. It either makes members of them, or keeps
 * the `most` best siblings in `found`. */
typedef struct link_walk {
  host_round *in;
  const web_url *from;
  size_t most;     /* members, or siblings, there may be */
  bool report_new; /* for the members */
  web_url *found;  /* siblings, the best first */
  unsigned *scores;
  size_t count;
} link_walk;

/* Make a member of a link. Returns false, which stops the walk, when there are
 * enough. */
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
    in->code = report_out_of_memory();
    return false;
  }
  made->linked = true;
  made->report_new = walk->report_new;
  return true;
}

/* A page that cannot be parsed has no links. */
static exit_code
read_links(host_round *in, const member *page, link_sink sink, link_walk *walk)
{
  pith_page *parsed;
  pith_slice html = {page->at.body, page->at.len};
  pith_status status =
      page_links_parse(in->tools->context, html, page->at.charset, &parsed);
  if (status != PITH_OK)
    return status == PITH_NOMEM ? report_out_of_memory() : EXIT_FINE;
  page_links_each(parsed, &page->url, sink, walk);
  pith_page_free(parsed);
  return in->code;
}

/* Fetch the page of one entry and, for a site, the pages it links to. */
static exit_code
fetch_entry(host_round *in, const watch_entry *entry)
{
  member *page = host_find(in, &entry->url);
  exit_code code = EXIT_FINE;
  if (!page) {
    page = host_add(in, &entry->url);
    if (!page)
      return report_out_of_memory();
    code = host_fetch(in, page);
  }
  if (code != EXIT_FINE || !entry->site || !page->have)
    return code;
  size_t first = in->count;
  link_walk walk = {.in = in,
                    .from = &entry->url,
                    .most = in->count + in->tools->options->max_pages - 1,
                    .report_new = page->known};
  code = read_links(in, page, take_link, &walk);
  for (size_t i = first; i < in->count && code == EXIT_FINE; i++)
    code = host_fetch(in, in->members[i]);
  return code;
}

/* Entries of other hosts are left to their own round. */
exit_code
host_fetch_all(host_round *in, size_t first)
{
  const watch_list *list = in->tools->list;
  exit_code code = EXIT_FINE;
  for (size_t i = first; i < list->count && code == EXIT_FINE; i++)
    if (web_url_same_host(&list->items[i].url, &list->items[first].url))
      code = fetch_entry(in, &list->items[i]);
  return code;
}

/* --- siblings ------------------------------------------------------------- */

/* Insert a link among the siblings by its score. Equal scores keep the order of
 * the page. A later page of the same story would share its text, not only its
 * boilerplate, and is left out. */
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

/* A sibling that cannot be fetched or parsed is passed over. */
static exit_code
learn_sibling(host_round *in, const web_url *url, watch_look *look)
{
  member page = {.url = *url, .linked = true};
  fetch_result result;
  TRY(host_request(in, &page, false, &result));
  if (!host_is_page(&result))
    return EXIT_FINE;
  pith_slice html = {result.answer.body, result.answer.len};
  exit_code code = watch_look_learn(look, html, result.answer.charset);
  return code == EXIT_INPUT ? EXIT_FINE : code;
}

/* Fetch siblings of `page` and learn from them. Siblings of one page are
 * enough: they share its template. */
static exit_code
learn_siblings(host_round *in, const member *page, size_t most,
               watch_look *look)
{
  web_url found[MODEL_PAGES];
  unsigned scores[MODEL_PAGES];
  link_walk walk = {.in = in,
                    .from = &page->url,
                    .most = most,
                    .found = found,
                    .scores = scores};
  exit_code code = read_links(in, page, take_sibling, &walk);
  for (size_t i = 0; i < walk.count && code == EXIT_FINE; i++)
    code = learn_sibling(in, &found[i], look);
  return code;
}

/* Only siblings are saved. Pages of the list are learnt anew in each round,
 * so that no older version of a page is ever in the model. */
static exit_code
save_siblings(host_round *in, watch_look *look)
{
  pith_slice bytes;
  if (pith_site_model_save(look->model, &bytes) != PITH_OK)
    return report_out_of_memory();
  return watch_store_set_model(in->tools->store, in->host, in->round, bytes);
}

/* Hosts with enough pages of their own need no siblings. */
exit_code
host_start_look(host_round *in, bool anew)
{
  char *bytes;
  size_t len;
  TRY(watch_store_model(in->tools->store, in->host, &bytes, &len));
  in->learnt = anew || len == 0;
  pith_slice saved = {bytes, in->learnt ? 0 : len};
  exit_code code = watch_look_start(in->tools->context, saved, &in->look);
  free(bytes);
  if (code == EXIT_FINE && in->learnt && in->have < MODEL_PAGES) {
    code = learn_siblings(in, in->first, MODEL_PAGES - in->have, &in->look);
    THEN(code, save_siblings(in, &in->look));
  }
  return code;
}
