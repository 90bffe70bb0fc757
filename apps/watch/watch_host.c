/* watch_host.c: the pages of one host in one round (watch.h).
 *
 *   gather    the pages of the list, and where its sites lead; each is asked
 *             for only if it is not the copy at hand
 *   siblings  a host with few pages: some more of the same layer, to learn its
 *             boilerplate from; anew only when there may be something to tell
 *   look      a model of it all; what the pages with other bytes say, and once
 *             more for those that say other things
 *   write     what came and went, as far as it is news (watch_news.h)
 */
#include "watch/watch_members.h"

#include "common/system/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* Learn from the pages there are. */
static exit_code
open_look(host_round *in, bool anew)
{
  watch_look_done(&in->look);
  exit_code code = host_start_look(in, anew);
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
  exit_code code = host_ask(in, page, false, &result);
  if (code != EXIT_FINE)
    return code;
  if (!host_is_page(&result)) { /* another round will tell */
    in->summary->failed += !page->linked;
    host_say_failed(&page->url, &result);
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
  return page->settled ? read_both(in, page) : say_no_memory();
}

/* Read what has other bytes, and again what says other things. Where siblings
 * were learnt in an earlier round and there is news, it may be their
 * boilerplate that is new: they are learnt anew first. */
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
  return code == EXIT_FINE ? host_write(in) : code;
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
    return say_no_memory();
  memcpy(in.host, host.data, host.len);
  exit_code code = host_gather(&in, first);
  if (code == EXIT_FINE && count_members(&in))
    code = look_at_all(&in);
  host_done(&in);
  return code;
}
