/* query_collect.c: where the phrases of a query are, from FTS5.
 *
 *     query ──► "a" OR "b" OR "c d"        one expression for all phrases
 *                 │ xQueryPhrase, for each
 *                 ▼
 *     lists[table][phrase]: page, page, ...  rising
 *                             └─ places: field, word number, boilerplate or not
 *
 * A word that languages stem differently is several phrases of FTS5 at one
 * place; their lists are merged into one.
 */
#include "lab/search/query/query_collect.h"

#include "lab/search/search_open.h"
#include "lab/search/words/token_fts5.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* Pages come in rising order, so a new page is always the last. */
static void
add_posting(posting_list *list, uint32_t page)
{
  *NEED_ITEM(list, items, count, room) =
      (posting){page, (uint32_t)list->place_count, 0, 0, 0};
}

/* Whether some of `words` words from `place` on are boilerplate. */
static bool
in_boilerplate(const word_runs *runs, uint32_t *run, uint32_t place,
               uint32_t words)
{
  /* The run that a place is in, from run `from` on. Places rise within a row,
   * so all searches of a row together are linear in its runs. */
  uint32_t from = *run;
  while (from < runs->count && runs->ends[from] <= place)
    from++;
  *run = from;
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
  posting_list *list = in->list;
  posting *item = &list->items[list->count - 1];
  uint32_t words = in->q->phrases[in->phrase].words;
  int code = api->xPhraseFirst(row, 0, &at, &column, &place);
  for (; code == SQLITE_OK && column >= 0;
       api->xPhraseNext(row, &at, &column, &place)) {
    unsigned field =
        in->table == TABLE_ANCHOR ? SEARCH_ANCHOR : (unsigned)column;
    if (field >= SEARCH_FIELDS || !in->counts[field] || place < 0)
      continue;
    bool title = field == SEARCH_TITLE;
    bool boilerplate = runs->count > 1 && !title &&
                       in_boilerplate(runs, &run, (uint32_t)place, words);
    if (boilerplate && weight <= 0)
      continue;
    *NEED_ITEM(list, places, place_count, place_room) =
        occurrence_make(field, (uint32_t)place, boilerplate);
    item->count++;
    item->title += title;
    item->content += !title && !boilerplate;
  }
  return code;
}

/* FTS5 has found a row with the phrase. */
static int
take_row(const Fts5ExtensionApi *api, Fts5Context *row, void *state)
{
  query_collect *in = state;
  word_runs runs = {NULL, 0, 0};
  int64_t page = api->xRowid(row);
  if (in->run->weight < 1) {
    bool anchor = in->table == TABLE_ANCHOR;
    if (!search_card(in->index, page, anchor, &in->code))
      return SQLITE_ABORT;
    runs = search_card_runs(in->index, page, anchor, in->run->method);
  }
  if (page <= 0 || page > UINT32_MAX)
    return SQLITE_NOMEM;
  add_posting(in->list, (uint32_t)page);
  int code = read_row(api, row, in, &runs);
  if (in->list->items[in->list->count - 1].count == 0)
    in->list->count--; /* it occurs only where nothing counts */
  return code;
}

/* --- words at one place --------------------------------------------------- */

/* Put a posting of `from` behind those of `to`, where there is room for its
 * places: on a page of its own, or among those of the page. */
static void
put_posting(posting_list *to, const posting_list *from, const posting *more)
{
  bool known = to->count > 0 && to->items[to->count - 1].page == more->page;
  if (!known)
    add_posting(to, more->page);
  posting *item = &to->items[to->count - 1];
  occurrence *places = to->places + item->first;
  const occurrence *added = from->places + more->first;
  uint32_t left = more->count;
  uint32_t kept = item->count;
  for (uint32_t at = kept + left; left > 0; at--) /* from the end */
    if (kept > 0 && places[kept - 1] > added[left - 1])
      places[at - 1] = places[--kept];
    else
      places[at - 1] = added[--left];
  item->count += more->count;
  item->title += more->title;
  item->content += more->content;
  to->place_count += more->count;
}

/* The rooms of lists are kept, so lists change places instead of being
 * copied. */
static void
swap_lists(posting_list *a, posting_list *b)
{
  posting_list held = *a;
  *a = *b;
  *b = held;
}

/* Join the list of one more word at the same place. A place has one word of the
 * two, so nothing is there twice. */
static void
join_list(query_collect *in, posting_list *list)
{
  const posting_list *other = &in->other;
  posting_list *to = &in->joined;
  if (list->count == 0 || other->count == 0) {
    if (list->count == 0)
      swap_lists(list, &in->other);
    return;
  }
  to->count = 0;
  to->place_count = 0;
  NEED(to->places, to->place_room, list->place_count + other->place_count);
  for (size_t i = 0, k = 0; i < list->count || k < other->count;) {
    bool first =
        k == other->count ||
        (i < list->count && list->items[i].page <= other->items[k].page);
    if (first)
      put_posting(to, list, &list->items[i++]);
    else
      put_posting(to, other, &other->items[k++]);
  }
  swap_lists(list, to);
}

/* Collect a phrase, whose first word of FTS5 is `number`. */
static int
collect_phrase(const Fts5ExtensionApi *api, Fts5Context *row, query_collect *in,
               uint32_t number)
{
  posting_list *list = &in->lists[in->table][in->phrase];
  int code = SQLITE_OK;
  for (uint32_t i = 0; i < in->stems[in->phrase] && code == SQLITE_OK; i++) {
    in->list = i == 0 ? list : &in->other;
    in->list->count = 0;
    in->list->place_count = 0;
    code = api->xQueryPhrase(row, (int)(number + i), in, take_row);
    if (code == SQLITE_OK && i > 0)
      join_list(in, list);
  }
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
  uint32_t number = 0;
  (void)values;
  if (!in || count != 0 || api->xPhraseCount(row) != (int)in->stem_count) {
    sqlite3_result_error(context, "pith_collect: not for general use", -1);
    return;
  }
  for (in->phrase = 0; in->phrase < in->q->phrase_count && code == SQLITE_OK;
       in->phrase++) {
    code = collect_phrase(api, row, in, number);
    number += in->stems[in->phrase];
  }
  if (code != SQLITE_OK)
    sqlite3_result_error_code(context, code);
}

/* FTS5 calls auxiliary functions only, so the collection is dressed as one. No
 * `api`: memory ended while SQLite was asked for it. */
bool
query_collect_install(search_index *index, fts5_api *api)
{
  return api && api->xCreateFunction(api, "pith_collect", index, collect,
                                     NULL) == SQLITE_OK;
}

/* A phrase as FTS5 has it. Words at one place are phrases of their own, unless
 * there are more places, or they are beginnings, which may be of one word. */
static uint32_t
write_phrase(const query *q, const query_phrase *phrase, text_out *out)
{
  static const char begin[] = {'"', CUT_BEGIN};
  const char *text = q->text.data + phrase->from;
  uint32_t count = 1;
  text_out_bytes(out, "\"", 1);
  for (size_t i = 0; i < phrase->len; i++) {
    if (text[i] == CUT_SAME && phrase->words == 1 && !phrase->part) {
      text_out_text(out, "\" OR ");
      text_out_bytes(out, begin, sizeof begin);
      count++;
    } else {
      text_out_bytes(out, text + i, 1);
    }
  }
  text_out_text(out, phrase->part ? "\" *" : "\"");
  return count;
}

/* All phrases as one expression of FTS5, in their order. */
static void
write_expression(query_collect *in, text_out *out)
{
  in->stem_count = 0;
  for (uint32_t p = 0; p < in->q->phrase_count; p++) {
    if (p > 0)
      text_out_text(out, " OR ");
    in->stems[p] = write_phrase(in->q, &in->q->phrases[p], out);
    in->stem_count += in->stems[p];
  }
}

/* One step does everything: the function collects all phrases at the first
 * row. */
static exit_code
ask_table(query_collect *in, sqlite3_stmt *made, const text_out *expression)
{
  exit_code code = EXIT_FINE;
  sqlite3_bind_text64(made, 1, expression->data, expression->len, SQLITE_STATIC,
                      SQLITE_UTF8);
  int step = sqlite3_step(made);
  if (step != SQLITE_ROW && step != SQLITE_DONE)
    code =
        in->code != EXIT_FINE ? in->code : sql_refuse(&in->index->store.file);
  sqlite3_reset(made);
  return code;
}

/* A field that does not count is not collected, which saves its table
 * altogether. */
exit_code
query_collect_all(query_collect *in, const query *q, const search_run *run)
{
  text_out expression;
  search_index *index = in->index;
  exit_code code = EXIT_FINE;
  in->q = q;
  in->run = run;
  in->code = EXIT_FINE;
  for (unsigned f = 0; f < SEARCH_FIELDS; f++)
    in->counts[f] = run->fields[f] > 0;
  /* Empty the lists, and keep their room. */
  for (unsigned t = 0; t < TABLES; t++)
    for (uint32_t p = 0; p < PHRASES_MOST; p++) {
      in->lists[t][p].count = 0;
      in->lists[t][p].place_count = 0;
    }
  text_out_init(&expression, -1);
  write_expression(in, &expression);
  need_all(!expression.error);
  index->collect = in;
  in->table = TABLE_WORD;
  if (in->counts[SEARCH_TITLE] || in->counts[SEARCH_BODY])
    code = ask_table(in, index->made[ASK_WORDS], &expression);
  in->table = TABLE_ANCHOR;
  if (code == EXIT_FINE && in->counts[SEARCH_ANCHOR])
    code = ask_table(in, index->made[ASK_ANCHOR_WORDS], &expression);
  index->collect = NULL;
  text_out_done(&expression);
  return code;
}

/* Accepts NULL, for an index that could not be opened. */
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
  free(in->other.items);
  free(in->other.places);
  free(in->joined.items);
  free(in->joined.places);
  free(in);
}
