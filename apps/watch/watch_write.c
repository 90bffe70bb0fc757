/* watch_write.c: what came and went on the pages of a host, as far as it is
 * news (watch_news.h), into the store.
 */
#include "watch/watch_members.h"

#include <stdlib.h>

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
    return say_no_memory();
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

exit_code
host_write(host_round *in)
{
  slot_history history;
  watch_news news;
  exit_code code = watch_store_turns(in->tools->store, in->host, &history);
  news_page *pages = gather_news(in);
  if (code == EXIT_FINE && !pages)
    code = say_no_memory();
  if (code == EXIT_FINE) {
    code = watch_news_open(pages, in->count, &history, &news)
               ? write_with(in, &news)
               : say_no_memory();
    watch_news_done(&news);
  }
  free(pages);
  free(history.items);
  return code;
}
