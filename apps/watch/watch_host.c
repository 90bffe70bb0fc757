/* watch_host.c: the pages of one host in one round (watch.h).
 *
 *   fetch     the pages of the list and those its sites link to, each only if
 * it differs from the stored copy siblings  for a host with few pages: more
 * pages of the same layer, to learn its boilerplate from; anew only when there
 * may be changes read      the content of changed pages by a model of all these
 * pages; pages whose content differs are fetched and read once more save the
 * changes that are reported (watch_filter.h)
 */
#include "watch/watch_members.h"

#include "common/system/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* Learn a model from all pages at hand. A page that cannot be parsed is left
 * out. */
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

/* Whether the content differs from the stored one. */
static bool
differs(const member *page)
{
  const passages *now = &page->now, *before = &page->at.passages;
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

/* Read all pages with other bytes; *differing when the content of a known one
 * differs. */
static exit_code
read_all(host_round *in, bool *differing)
{
  exit_code code = EXIT_FINE;
  *differing = false;
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
    *differing = *differing || (page->known && differs(page));
  }
  return code;
}

/* Append to `out` the passages of `from` that `also` or `other` has too, but
 * not those of `not_yet`. */
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

/* Read both versions with their boilerplate, for is_relabelled() of the filter.
 */
static exit_code
read_both(host_round *in, member *page)
{
  look_page old = {&page->url, {page->old, page->old_len}, page->at.charset};
  look_page new = {&page->url, {page->at.body, page->at.len}, page->at.charset};
  exit_code code = EXIT_FINE;
  if (page->old)
    code = watch_look_read_all(&in->look, &old, &page->all_before);
  if (code == EXIT_FINE || code == EXIT_INPUT)
    code = watch_look_read_all(&in->look, &new, &page->all_now);
  return code == EXIT_INPUT ? EXIT_FINE : code;
}

/* Fetch a page once more and keep what did not change between the copies. */
static exit_code
read_again(host_round *in, member *page)
{
  fetch_result result;
  passages second;
  TRY(host_request(in, page, false, &result));
  if (!host_is_page(&result)) { /* left to another round */
    in->summary->failed += !page->linked;
    fetch_report_failure(&page->url, &result, NULL);
    return EXIT_FINE;
  }
  look_page from = {&page->url,
                    {result.answer.body, result.answer.len},
                    result.answer.charset};
  exit_code code = watch_look_read(&in->look, &from, &second, NULL);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  /* Keep what both copies have, and what was there before and one of them has:
   * that is not shown at random, it was only missing once. */
  passages kept = {NULL, 0, 0, NULL};
  const passages *before = &page->at.passages;
  bool fine = add_common(&kept, &page->now, &second, before, NULL) &&
              add_common(&kept, before, &second, NULL, &page->now) &&
              passages_seal(&kept);
  passages_done(&page->now);
  page->now = kept;
  page->confirmed = fine;
  passages_done(&second);
  return page->confirmed ? read_both(in, page) : report_out_of_memory();
}

/* Read the changed pages, then confirm those whose content differs. Where the
 * siblings are of an earlier round, the difference may be new boilerplate that
 * the model does not know: they are learnt anew first. */
static exit_code
read_and_save(host_round *in)
{
  bool differing;
  exit_code code = open_look(in, false);
  THEN(code, read_all(in, &differing));
  if (code == EXIT_FINE && differing && !in->learnt && in->have < MODEL_PAGES) {
    code = open_look(in, true);
    THEN(code, read_all(in, &differing));
  }
  for (size_t i = 0; i < in->count && code == EXIT_FINE; i++) {
    member *page = in->members[i];
    if (interrupted())
      return EXIT_INTERRUPTED;
    if (page->changed && differs(page))
      code = read_again(in, page);
    else
      page->confirmed = page->changed;
  }
  return code == EXIT_FINE ? host_save(in) : code;
}

/* Count the pages at hand. Returns whether any changed. */
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
    return report_out_of_memory();
  memcpy(in.host, host.data, host.len);
  exit_code code = host_fetch_all(&in, first);
  if (code == EXIT_FINE && count_members(&in))
    code = read_and_save(&in);
  host_done(&in);
  return code;
}
