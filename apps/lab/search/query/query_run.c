/* query_run.c: a query answered: phrases collected, pages chosen by the
 * formula, scored, the best kept.
 *
 * Pages come in rising order from one list for each phrase and table, so one
 * pass over all lists side by side sees every page once, with all its phrases.
 *
 *     "watch"    3  5     9         page 5 has both phrases, 3, 7 and 9 one;
 *     "repair"      5  7            memory is that of the lists and the best
 */
#include "lab/search/search_index.h"

#include "lab/search/search_open.h"

#include "common/system/heap.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* Three answers of a formula: passed means that it has no opinion. */
typedef enum answer { ANSWER_NO, ANSWER_YES, ANSWER_PASSED } answer;

/* A list of postings on the way through it. */
typedef struct list_cursor {
  const posting *at;
  const posting *end;
  const occurrence *places; /* of all its postings */
  uint32_t phrase;
  bool anchor; /* link texts, which come behind title and body */
} list_cursor;

/* A query on its way. The phrases of the page at hand are in `here`, by
 * number. */
typedef struct query_work {
  search_index *index;
  const query *q;
  const query_collect *found;
  rank_run run;
  list_cursor cursors[TABLES * PHRASES_MOST]; /* of lists that go on */
  uint32_t cursor_count;
  bool any;      /* one phrase makes a page wanted: there is no formula */
  bool all_rank; /* no phrase is only excluded */
  /* The page at hand: */
  rank_phrase here[PHRASES_MOST];   /* all phrases */
  occurrence *joined[PHRASES_MOST]; /* owned: where both tables have places */
  size_t joined_room[PHRASES_MOST];
  answer answers[STEPS_MOST]; /* of the steps so far */
  exit_code code;
} query_work;

/* --- the best ------------------------------------------------------------- */

/* Whether a comes before b. Equal scores are ordered by name, so that the same
 * pages in another order of indexing have the same result. */
static bool
is_better(query_work *work, const search_hit *a, const search_hit *b)
{
  if (a->score != b->score)
    return a->score > b->score;
  const char *one = search_card_name(work->index, a->page, &work->code);
  const char *other =
      one ? search_card_name(work->index, b->page, &work->code) : NULL;
  return one && other && strcmp(one, other) < 0;
}

static bool
is_worse(void *work, const void *one, const void *other)
{
  return is_better(work, other, one);
}

/* A heap whose top is the worst of the best. */
static item_heap
worst_first(query_work *work, search_hits *hits)
{
  return (item_heap){hits->items, sizeof *hits->items, is_worse, work};
}

/* Keep a hit if it is among the `depth` best; there is room for them. */
static void
keep_hit(query_work *work, search_hits *out, uint32_t depth, search_hit hit)
{
  item_heap hits = worst_first(work, out);
  if (out->count < depth) {
    out->items[out->count] = hit;
    heap_rise(&hits, out->count++);
  } else if (depth > 0 && is_better(work, &hit, &out->items[0])) {
    out->items[0] = hit;
    heap_sink(&hits, out->count);
  }
}

/* --- phrases of one page -------------------------------------------------- */

/* Places from both tables, one behind the other. */
static void
join_places(query_work *work, uint32_t phrase, const occurrence *more,
            size_t count)
{
  rank_phrase *here = &work->here[phrase];
  size_t wanted = here->count + count;
  if (wanted == 0)
    return;
  NEED(work->joined[phrase], work->joined_room[phrase], wanted);
  memcpy(work->joined[phrase], here->items, here->count * sizeof *more);
  memcpy(work->joined[phrase] + here->count, more, count * sizeof *more);
  here->items = work->joined[phrase];
  here->count = wanted;
}

/* Set out at the beginning of all lists that are not empty. */
static void
start_cursors(query_work *work)
{
  for (unsigned t = 0; t < TABLES; t++)
    for (uint32_t p = 0; p < work->q->phrase_count; p++) {
      const posting_list *list = &work->found->lists[t][p];
      if (list->count > 0)
        work->cursors[work->cursor_count++] =
            (list_cursor){list->items, list->items + list->count, list->places,
                          p, t == TABLE_ANCHOR};
    }
}

/* The smallest page that some list has next; 0 at the end. */
static uint32_t
next_page(query_work *work)
{
  uint32_t page = UINT32_MAX;
  for (uint32_t i = 0; i < work->cursor_count; i++) {
    while (work->cursors[i].at == work->cursors[i].end) {
      work->cursor_count--; /* the others keep their order */
      memmove(&work->cursors[i], &work->cursors[i + 1],
              (work->cursor_count - i) * sizeof work->cursors[i]);
      if (i == work->cursor_count)
        return page == UINT32_MAX ? 0 : page;
    }
    if (work->cursors[i].at->page < page)
      page = work->cursors[i].at->page;
  }
  return page == UINT32_MAX ? 0 : page;
}

/* Add what a list has of the page at hand. */
static void
take_posting(query_work *work, const list_cursor *cursor)
{
  const posting *item = cursor->at;
  rank_phrase *here = &work->here[cursor->phrase];
  const occurrence *places = cursor->places + item->first;
  unsigned field = cursor->anchor ? SEARCH_ANCHOR : SEARCH_BODY;
  here->content[field] = item->content;
  here->boilerplate[field] = item->count - item->title - item->content;
  if (here->count > 0) {
    join_places(work, cursor->phrase, places, item->count);
    return;
  }
  here->content[SEARCH_TITLE] = item->title;
  here->items = places;
  here->count = item->count;
}

/* Gather the phrases of a page and move all lists behind it. */
static void
gather(query_work *work, uint32_t page)
{
  for (uint32_t p = 0; p < work->q->phrase_count; p++) {
    rank_phrase *here = &work->here[p];
    here->count = 0;
    memset(here->content, 0, sizeof here->content);
    memset(here->boilerplate, 0, sizeof here->boilerplate);
  }
  for (uint32_t i = 0; i < work->cursor_count; i++) {
    list_cursor *cursor = &work->cursors[i];
    if (cursor->at->page != page)
      continue;
    take_posting(work, cursor);
    cursor->at++;
  }
}

/* --- how many pages have a phrase ----------------------------------------- */

/* The title counts as content. */
static bool
has_content(const posting *item)
{
  return item->title + item->content > 0;
}

/* For idf: pages that have the phrase, and those that have it in content.
 * Both lists rise, so one pass over the two is enough. */
static void
count_pages(query_work *work, uint32_t phrase)
{
  const posting_list *one = &work->found->lists[TABLE_WORD][phrase];
  const posting_list *other = &work->found->lists[TABLE_ANCHOR][phrase];
  double all = 0;
  double content = 0;
  for (size_t i = 0, k = 0; i < one->count || k < other->count; all++) {
    uint32_t a = i < one->count ? one->items[i].page : UINT32_MAX;
    uint32_t b = k < other->count ? other->items[k].page : UINT32_MAX;
    bool in_content = false;
    if (a <= b)
      in_content = has_content(&one->items[i++]);
    if (b <= a)
      in_content |= has_content(&other->items[k++]);
    content += in_content;
  }
  work->here[phrase].idf = rank_idf(&work->run, content, all);
}

/* --- the formula ---------------------------------------------------------- */

/* Whether the phrases of a NEAR are within its distance, so many words
 * between the end of the first (the longest, where several begin there) and the
 * beginning of the last: a window over all their places that holds each once.
 * One that is named twice wants two places; they are next to each other in its
 * list and move on together. */
static bool
is_near(const query_work *work, const query_step *step)
{
  const query_phrase *phrases = &work->q->phrases[step->first];
  size_t at[PHRASES_MOST];
  for (uint32_t i = 0; i < step->count; i++)
    at[i] = phrases[i].nth;
  for (;;) {
    occurrence low = UINT32_MAX;
    occurrence high = 0;
    uint32_t lowest = 0;
    for (uint32_t i = 0; i < step->count; i++) {
      const rank_phrase *phrase = &work->here[step->first + i];
      if (at[i] >= phrase->count)
        return false;
      occurrence here = phrase->items[at[i]] | 1; /* boilerplate or not */
      if (here < low ||
          (here == low && phrases[i].words > phrases[lowest].words)) {
        low = here;
        lowest = i;
      }
      high = here > high ? here : high;
    }
    if (occurrence_field(low) == occurrence_field(high) &&
        occurrence_place(high) - occurrence_place(low) <=
            step->distance + phrases[lowest].words)
      return true;
    for (uint32_t i = 0; i < step->count; i++)
      at[i] += query_phrase_is(&phrases[i], &phrases[lowest]);
  }
}

/* A phrase that was passed over (a stop word) has no opinion: it changes
 * nothing. */
static answer
combine(query_kind kind, answer left, answer right)
{
  if (kind == QUERY_NOT)
    return right == ANSWER_YES ? ANSWER_NO : left;
  if (left == ANSWER_PASSED || right == ANSWER_PASSED)
    return left == ANSWER_PASSED ? right : left;
  bool yes = kind == QUERY_AND ? left && right : left || right;
  return yes ? ANSWER_YES : ANSWER_NO;
}

/* Whether the page at hand is what the query wants. */
static bool
is_wanted(query_work *work)
{
  answer *stack = work->answers;
  unsigned depth = 0;
  if (work->any)
    return true;
  for (uint32_t i = 0; i < work->q->step_count; i++) {
    const query_step *step = &work->q->steps[i];
    switch (step->kind) {
    case QUERY_PHRASE:
      stack[depth++] = work->here[step->first].count > 0;
      break;
    case QUERY_NEAR:
      stack[depth++] = is_near(work, step) ? ANSWER_YES : ANSWER_NO;
      break;
    case QUERY_PASSED:
      stack[depth++] = ANSWER_PASSED;
      break;
    default:
      depth--;
      stack[depth - 1] = combine(step->kind, stack[depth - 1], stack[depth]);
    }
  }
  return depth == 1 && stack[0] == ANSWER_YES;
}

/* --- scores --------------------------------------------------------------- */

/* How long the page is by this run. */
static bool
find_lengths(query_work *work, uint32_t page, rank_lengths *out)
{
  const search_run *run = work->run.run;
  bool all = run->weight >= 1; /* both count the same */
  bool anchor = run->fields[SEARCH_ANCHOR] > 0;
  const page_card *card = search_card(work->index, page, anchor, &work->code);
  if (!card)
    return false;
  uint32_t body = card->words;
  uint32_t links = card->anchor_words;
  if (!all)
    body = search_card_runs(work->index, page, false, run->method).content;
  if (!all && anchor)
    links = search_card_runs(work->index, page, true, run->method).content;
  *out = (rank_lengths){{card->title, body, links},
                        {0, card->words - body, card->anchor_words - links}};
  return true;
}

/* The phrases of the page at hand that rank: all, or those in `room`. */
static rank_phrase *
list_ranked(query_work *work, rank_phrase room[PHRASES_MOST], size_t *count)
{
  *count = work->q->phrase_count;
  if (work->all_rank)
    return work->here;
  *count = 0;
  for (uint32_t p = 0; p < work->q->phrase_count; p++)
    if (work->q->phrases[p].ranks)
      room[(*count)++] = work->here[p];
  return room;
}

/* The score of the page at hand; 0 when it cannot reach `least`. */
static double
score_page(query_work *work, uint32_t page, double least)
{
  rank_lengths lengths;
  rank_phrase room[PHRASES_MOST];
  size_t count;
  rank_phrase *ranked = list_ranked(work, room, &count);
  if (rank_most(&work->run, ranked, count) < least)
    return 0;
  if (!find_lengths(work, page, &lengths))
    return 0;
  return rank_page(&work->run, ranked, count, &lengths, least);
}

/* Lengths are weighted as words are: boilerplate at the weight of the run. */
static void
set_averages(query_work *work, const search_run *run)
{
  const index_totals *totals = &work->index->store.totals;
  work->run.run = run;
  work->run.pages = (double)totals->pages;
  for (unsigned f = 0; f < SEARCH_FIELDS; f++) {
    double all = (double)totals->words[f];
    double content =
        f == SEARCH_TITLE ? all : (double)totals->content[f][run->method];
    double words = content + run->weight * (all - content);
    work->run.average[f] = words > 0 ? words / work->run.pages : 1;
  }
}

/* What can be said of the query before any page is looked at. */
static void
look_at_query(query_work *work)
{
  work->any = true;
  work->all_rank = true;
  for (uint32_t i = 0; i < work->q->step_count; i++) {
    query_kind kind = work->q->steps[i].kind;
    work->any = work->any && (kind == QUERY_PHRASE || kind == QUERY_OR ||
                              kind == QUERY_PASSED);
  }
  for (uint32_t p = 0; p < work->q->phrase_count; p++) {
    work->all_rank = work->all_rank && work->q->phrases[p].ranks;
    count_pages(work, p);
  }
}

/* Pages that cannot reach the worst of the best are not scored; rank_most()
 * is a bound that never errs on the low side. */
static exit_code
answer_query(query_work *work, uint32_t depth, search_hits *out)
{
  size_t pages = search_index_pages(work->index);
  uint32_t page;
  if (depth > pages)
    depth = (uint32_t)pages;
  out->items = need(depth, sizeof *out->items);
  look_at_query(work);
  start_cursors(work);
  while ((page = next_page(work)) != 0 && work->code == EXIT_FINE) {
    gather(work, page);
    if (!is_wanted(work))
      continue;
    out->total++;
    bool full = depth > 0 && out->count == depth;
    double least = full ? out->items[0].score : 0;
    double score = score_page(work, page, least);
    if (score > 0)
      keep_hit(work, out, depth, (search_hit){page, score});
  }
  /* The heap becomes a list, the best first: heap sort, which needs no memory
   * beside the hits. */
  item_heap hits = worst_first(work, out);
  for (size_t left = out->count; left > 1;) {
    search_hit worst = out->items[0];
    out->items[0] = out->items[--left];
    out->items[left] = worst;
    heap_sink(&hits, left);
  }
  return work->code;
}

/* Begin or end to read. Nothing can be lost by an end that fails: whatever made
 * it fail was reported by what came before. */
static void
step_once(search_index *index, int statement)
{
  sqlite3_step(index->made[statement]);
  sqlite3_reset(index->made[statement]);
}

/* Everything is read in one transaction, so that an index which is being
 * written gives one answer. */
static exit_code
run_query(search_index *index, const query *q, const search_run *run,
          uint32_t depth, search_hits *out)
{
  query_work *work = need(1, sizeof *work);
  exit_code code = EXIT_ENVIRONMENT;
  if (run->method < index->store.method_count) {
    work->index = index;
    work->q = q;
    work->found = index->lists;
    set_averages(work, run);
    index_store_rest(&index->store);
    step_once(index, ASK_BEGIN);
    code = q->phrase_count > 0 ? query_collect_all(index->lists, q, run)
                               : EXIT_FINE;
    if (code == EXIT_FINE && q->phrase_count > 0)
      code = answer_query(work, depth, out);
    step_once(index, ASK_END);
    for (uint32_t p = 0; p < PHRASES_MOST; p++)
      free(work->joined[p]);
  }
  free(work);
  if (code != EXIT_FINE)
    search_hits_done(out);
  return code;
}

/* Plain words, as topics are: no operators, every word wanted. */
exit_code
search_index_words(search_index *index, const char *text, size_t len,
                   const search_run *run, uint32_t depth, search_hits *out)
{
  query q;
  query_tools tools = {index->stems, index->store.totals.languages};
  *out = (search_hits){NULL, 0, 0};
  query_plain(&tools, text, len, &q);
  exit_code code = run_query(index, &q, run, depth, out);
  query_done(&q);
  return code;
}

/* The query language (query_parse.h). What is wrong with a query is a
 * message, not an empty result. */
exit_code
search_index_query(search_index *index, const char *text, size_t len,
                   const search_run *run, uint32_t depth, search_hits *out)
{
  query q;
  const char *why;
  query_tools tools = {index->stems, index->store.totals.languages};
  exit_code code = EXIT_INPUT;
  *out = (search_hits){NULL, 0, 0};
  if (query_parse(&tools, text, len, &q, &why))
    code = run_query(index, &q, run, depth, out);
  else
    message("bad query: %s", why);
  query_done(&q);
  return code;
}

/* Safe for the hits of a query that failed. */
void
search_hits_done(search_hits *hits)
{
  free(hits->items);
  *hits = (search_hits){NULL, 0, 0};
}
