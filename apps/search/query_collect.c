/* query_collect.c: see the header. */
#ifdef PITH_HAVE_SQLITE

#include "query_collect.h"

#include "search_open.h"

#include <stdlib.h>
#include <string.h>

static bool
add_posting(posting_list *list, uint32_t page)
{
  if (list->count == list->room) {
    size_t wanted = list->room * 2 + 256;
    posting *moved = realloc(list->items, wanted * sizeof *moved);
    if (!moved)
      return false;
    list->items = moved;
    list->room = wanted;
  }
  list->items[list->count++] = (posting){page, (uint32_t)list->place_count, 0};
  return true;
}

static bool
add_place(posting_list *list, occurrence at)
{
  if (list->place_count == list->place_room) {
    size_t wanted = list->place_room * 2 + 1024;
    occurrence *moved = realloc(list->places, wanted * sizeof *moved);
    if (!moved)
      return false;
    list->places = moved;
    list->place_room = wanted;
  }
  list->places[list->place_count++] = at;
  list->items[list->count - 1].count++;
  return true;
}

/* The run that a place is in, from run `from` on. */
static uint32_t
find_run(const word_runs *runs, uint32_t from, uint32_t place)
{
  while (from < runs->count && runs->ends[from] <= place)
    from++;
  return from;
}

/* Whether some of `words` words from `place` on are framing. */
static bool
in_framing(const word_runs *runs, uint32_t *run, uint32_t place, uint32_t words)
{
  *run = find_run(runs, *run, place);
  if (*run % 2 == 1)
    return true;
  return *run < runs->count && place + words > runs->ends[*run] &&
         *run + 1 < runs->count;
}

/* Keep the occurrences of a phrase in one row that count in this run. */
static int
read_row(const Fts5ExtensionApi *api, Fts5Context *row, query_collect *in,
         const word_runs *runs)
{
  Fts5PhraseIter at;
  int column;
  int place;
  uint32_t run = 0;
  double weight = in->run->weight;
  posting_list *list = &in->lists[in->table][in->phrase];
  uint32_t words = in->q->phrases[in->phrase].words;
  int code = api->xPhraseFirst(row, 0, &at, &column, &place);
  for (; code == SQLITE_OK && column >= 0;
       api->xPhraseNext(row, &at, &column, &place)) {
    unsigned field =
        in->table == TABLE_ANCHOR ? SEARCH_ANCHOR : (unsigned)column;
    if (field >= SEARCH_FIELDS || in->run->fields[field] <= 0 || place < 0)
      continue;
    bool framing = runs->count > 0 && field != SEARCH_TITLE &&
                   in_framing(runs, &run, (uint32_t)place, words);
    if (framing && weight <= 0)
      continue;
    if (!add_place(list, occurrence_make(field, (uint32_t)place, framing)))
      return SQLITE_NOMEM;
  }
  return code;
}

/* FTS5 has found a row with the phrase. */
static int
take_row(const Fts5ExtensionApi *api, Fts5Context *row, void *state)
{
  query_collect *in = state;
  word_runs runs = {NULL, 0, 0};
  posting_list *list = &in->lists[in->table][in->phrase];
  int64_t page = api->xRowid(row);
  if (in->run->weight < 1) {
    bool anchor = in->table == TABLE_ANCHOR;
    const page_card *card = search_card(in->index, page, anchor, &in->code);
    if (!card)
      return SQLITE_ABORT;
    runs = search_card_runs(in->index, anchor ? card->anchor_runs : card->runs,
                            in->run->method);
  }
  if (page <= 0 || page > UINT32_MAX || !add_posting(list, (uint32_t)page))
    return SQLITE_NOMEM;
  int code = read_row(api, row, in, &runs);
  if (list->items[list->count - 1].count == 0)
    list->count--; /* it stands only where nothing counts */
  return code;
}

/* The auxiliary function: called for the first row, does the work for all. */
static void
collect(const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *context,
        int count, sqlite3_value **values)
{
  search_index *index = api->xUserData(row);
  query_collect *in = index->collect;
  int code = SQLITE_OK;
  (void)values;
  if (!in || count != 0 || api->xPhraseCount(row) != (int)in->q->phrase_count) {
    sqlite3_result_error(context, "pith_collect: not for general use", -1);
    return;
  }
  for (in->phrase = 0; in->phrase < in->q->phrase_count && code == SQLITE_OK;
       in->phrase++)
    code = api->xQueryPhrase(row, (int)in->phrase, in, take_row);
  if (code != SQLITE_OK)
    sqlite3_result_error_code(context, code);
}

bool
query_collect_install(search_index *index, fts5_api *api)
{
  return api->xCreateFunction(api, "pith_collect", index, collect, NULL) ==
         SQLITE_OK;
}

/* All phrases as one expression of FTS5, in their order. */
static void
write_expression(const query *q, text_out *out)
{
  for (uint32_t p = 0; p < q->phrase_count; p++) {
    text_out_text(out, p > 0 ? " OR \"" : "\"");
    text_out_bytes(out, q->text.data + q->phrases[p].from, q->phrases[p].len);
    text_out_text(out, q->phrases[p].part ? "\" *" : "\"");
  }
}

static exit_code
ask_table(query_collect *in, sqlite3_stmt *made, const text_out *expression)
{
  exit_code code = EXIT_FINE;
  sqlite3_bind_text64(made, 1, expression->data, expression->len, SQLITE_STATIC,
                      SQLITE_UTF8);
  int step = sqlite3_step(made);
  if (step != SQLITE_ROW && step != SQLITE_DONE)
    code = in->code != EXIT_FINE ? in->code
                                 : index_store_refuse(&in->index->store);
  sqlite3_reset(made);
  return code;
}

/* Empty the lists, and keep their room. */
static void
begin_lists(query_collect *in)
{
  for (unsigned t = 0; t < TABLES; t++)
    for (uint32_t p = 0; p < PHRASES_MOST; p++) {
      in->lists[t][p].count = 0;
      in->lists[t][p].place_count = 0;
    }
}

exit_code
query_collect_all(query_collect *in, const query *q, const search_run *run)
{
  text_out expression;
  search_index *index = in->index;
  exit_code code = EXIT_FINE;
  in->q = q;
  in->run = run;
  in->code = EXIT_FINE;
  begin_lists(in);
  text_out_init(&expression, -1);
  write_expression(in->q, &expression);
  if (expression.error) {
    message("%s: out of memory", index->store.path);
    code = EXIT_ENVIRONMENT;
  }
  index->collect = in;
  in->table = TABLE_WORD;
  if (code == EXIT_FINE &&
      (in->run->fields[SEARCH_TITLE] > 0 || in->run->fields[SEARCH_BODY] > 0))
    code = ask_table(in, index->made[ASK_WORDS], &expression);
  in->table = TABLE_ANCHOR;
  if (code == EXIT_FINE && in->run->fields[SEARCH_ANCHOR] > 0)
    code = ask_table(in, index->made[ASK_ANCHOR_WORDS], &expression);
  index->collect = NULL;
  text_out_done(&expression);
  return code;
}

void
query_collect_free(query_collect *in)
{
  if (!in)
    return;
  for (unsigned t = 0; t < TABLES; t++)
    for (uint32_t p = 0; p < PHRASES_MOST; p++) {
      free(in->lists[t][p].items);
      free(in->lists[t][p].places);
    }
  free(in);
}

#endif
