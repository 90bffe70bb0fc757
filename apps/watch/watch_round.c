/* watch_round.c: watch_round() and watch_report() of watch.h.
 *
 * Reporting is apart from the round: changes are first committed, then printed,
 * then marked as reported. A run that is killed in between prints them again
 * rather than never.
 */
#include "watch/watch.h"

#include "common/system/interrupt.h"
#include "common/output/text_out.h"
#include "common/system/utc_time.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Whether an entry is the first of its host in the list; watch_host() then does
 * all entries of that host. */
static bool
is_first(const watch_list *list, size_t entry)
{
  for (size_t i = 0; i < entry; i++)
    if (web_url_same_host(&list->items[i].url, &list->items[entry].url))
      return false;
  return true;
}

/* A round that fails or is interrupted leaves no trace in the store.
 * EXIT_INPUT is no such failure: the other pages are saved. */
exit_code
watch_round(const watch_tools *tools, watch_summary *summary)
{
  char when[UTC_TIME_ROOM];
  int64_t round;
  memset(summary, 0, sizeof *summary);
  utc_time_now(when);
  exit_code code = watch_store_begin(tools->store, when, &round);
  if (code != EXIT_FINE)
    return code;
  for (size_t i = 0; i < tools->list->count && code == EXIT_FINE; i++)
    if (is_first(tools->list, i))
      code = watch_host(tools, i, round, summary);
  if (code == EXIT_FINE && interrupted())
    code = EXIT_INTERRUPTED;
  exit_code ended = watch_store_end(tools->store, code == EXIT_FINE);
  if (code == EXIT_FINE)
    code = ended;
  return code == EXIT_FINE && summary->failed > 0 ? EXIT_INPUT : code;
}

/* --- reporting ------------------------------------------------------------ */

/* The report, and the changes of the page at hand. In JSON additions and
 * removals are two arrays, so they are collected until the page ends. */
typedef struct report {
  bool json;
  text_out out;
  text_out added; /* of JSON: the texts, with commas */
  text_out removed;
  int64_t round; /* of the page at hand; 0: none */
  char url[WEB_URL_MOST + 1];
} report;

/* Finish the record of the page at hand, if there is one. */
static void
end_page(report *to)
{
  if (to->round == 0)
    return;
  if (to->json) {
    text_out_text(&to->out, ",\"added\":[");
    text_out_bytes(&to->out, to->added.data, to->added.len);
    text_out_text(&to->out, "],\"removed\":[");
    text_out_bytes(&to->out, to->removed.data, to->removed.len);
    text_out_text(&to->out, "]}");
    if (to->out.error == 0)
      to->out.error = to->added.error ? to->added.error : to->removed.error;
  }
  text_out_text(&to->out, "\n");
  to->added.len = to->removed.len = 0;
  to->round = 0;
}

/* Changes come ordered by round and page, so a new pair begins a record. */
static void
begin_page(report *to, const change_record *change)
{
  char room[64];
  to->round = change->round;
  snprintf(to->url, sizeof to->url, "%s", change->url);
  if (!to->json) {
    text_out_text(&to->out, change->time);
    text_out_text(&to->out, change->new_page ? "  new page  " : "  ");
    text_out_text(&to->out, change->url);
    text_out_text(&to->out, "\n");
    return;
  }
  snprintf(room, sizeof room,
           "{\"v\":1,\"round\":%lld,\"time\":", (long long)change->round);
  text_out_text(&to->out, room);
  text_out_json_name(&to->out, change->time, strlen(change->time));
  text_out_text(&to->out, ",\"url\":");
  text_out_json_name(&to->out, change->url, strlen(change->url));
  text_out_text(&to->out, ",\"title\":");
  text_out_json_name(&to->out, change->title, strlen(change->title));
  text_out_text(&to->out,
                change->new_page ? ",\"new\":true" : ",\"new\":false");
}

static void
take_change(void *state, const change_record *change)
{
  report *to = state;
  if (to->round != change->round || strcmp(to->url, change->url) != 0) {
    end_page(to);
    begin_page(to, change);
  }
  bool added = strcmp(change->kind, "added") == 0;
  if (to->json) {
    text_out *list = added ? &to->added : &to->removed;
    if (list->len > 0)
      text_out_text(list, ",");
    text_out_json_name(list, change->text, strlen(change->text));
    return;
  }
  text_out_text(&to->out, added ? "+ " : "- ");
  text_out_text(&to->out, change->text);
  text_out_text(&to->out, "\n");
}

exit_code
watch_report(watch_store *store, bool json)
{
  report to = {.json = json};
  text_out_init(&to.out, STDOUT_FILENO);
  text_out_init(&to.added, -1);
  text_out_init(&to.removed, -1);
  exit_code code = watch_store_each_change(store, take_change, &to);
  end_page(&to);
  exit_code written = text_out_end(&to.out);
  if (code == EXIT_FINE)
    code = written;
  if (code == EXIT_FINE)
    code = watch_store_mark_reported(store);
  text_out_done(&to.out);
  text_out_done(&to.added);
  text_out_done(&to.removed);
  return code;
}
