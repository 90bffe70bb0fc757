/* watch_round.c: watch_round() and watch_report() of watch.h.
 *
 * Reporting is apart from the round: changes are first committed, then printed,
 * then marked as reported. A run that is killed in between prints them again
 * rather than never.
 */
#include "watch/watch.h"

#include "common/system/interrupt.h"
#include "common/json/json_out.h"
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
  THEN(code, ended);
  return code == EXIT_FINE && summary->failed > 0 ? EXIT_INPUT : code;
}

/* --- reporting ------------------------------------------------------------ */

/* The report, and the changes of the page at hand. In JSON additions and
 * removals are two arrays, so they are written apart until the page ends. */
typedef struct report {
  bool json;
  text_out out;
  text_out texts[2]; /* of JSON: removals, additions */
  json_out record;
  json_out lists[2]; /* into `texts` */
  int64_t round;     /* of the page at hand; 0: none */
  char url[WEB_URL_MOST + 1];
} report;

/* Finish the record of the page at hand, if there is one. */
static void
end_page(report *to)
{
  static const char *const keys[] = {"removed", "added"};
  if (to->round == 0)
    return;
  for (int i = 1; to->json && i >= 0; i--) {
    text_out *text = &to->texts[i];
    json_out_end(&to->lists[i]);
    json_out_raw(&to->record, keys[i], (pith_slice){text->data, text->len});
    to->out.error = to->out.error ? to->out.error : text->error;
    text->len = 0;
  }
  if (to->json)
    json_out_end(&to->record);
  text_out_text(&to->out, "\n");
  to->round = 0;
}

/* Changes come ordered by round and page, so a new pair begins a record. */
static void
begin_page(report *to, const change_record *change)
{
  to->round = change->round;
  snprintf(to->url, sizeof to->url, "%s", change->url);
  if (!to->json) {
    text_out_print(&to->out, "%s%s%s\n", change->time,
                   change->new_page ? "  new page  " : "  ", change->url);
    return;
  }
  to->record = json_out_begin(&to->out);
  json_out_object(&to->record, NULL);
  json_out_print(&to->record, "v %d round %lld time %s url %s title %s", 1,
                 (long long)change->round, change->time, change->url,
                 change->title);
  json_out_bool(&to->record, "new", change->new_page);
  for (int i = 0; i < 2; i++) {
    to->lists[i] = json_out_begin(&to->texts[i]);
    json_out_array(&to->lists[i], NULL);
  }
}

/* Writes one change; a new page ends the record before. */
static void
take_change(void *state, const change_record *change)
{
  report *to = state;
  if (to->round != change->round || strcmp(to->url, change->url) != 0) {
    end_page(to);
    begin_page(to, change);
  }
  bool added = strcmp(change->kind, "added") == 0;
  if (to->json)
    json_out_text(&to->lists[added], NULL, change->text);
  else
    text_out_print(&to->out, "%c %s\n", added ? '+' : '-', change->text);
}

exit_code
watch_report(watch_store *store, bool json)
{
  report to = {.json = json};
  text_out_init(&to.out, STDOUT_FILENO);
  text_out_init(&to.texts[0], -1);
  text_out_init(&to.texts[1], -1);
  exit_code code = watch_store_each_change(store, take_change, &to);
  end_page(&to);
  exit_code written = text_out_end(&to.out);
  THEN(code, written);
  THEN(code, watch_store_mark_reported(store));
  text_out_done(&to.out);
  text_out_done(&to.texts[0]);
  text_out_done(&to.texts[1]);
  return code;
}
