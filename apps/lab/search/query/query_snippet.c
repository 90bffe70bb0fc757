/* query_snippet.c: see the header.
 *
 * The words of the page are cut once more. A window of a few dozen words moves
 * over those that the query has, and the one with the most different ones wins;
 * the earliest of several.
 */
#include "lab/search/query/query_snippet.h"

#include "lab/search/search_open.h"
#include "common/system/need.h"
#include "lab/search/words/token_fts5.h"
#include "lab/search/words/token_words.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 32, BEFORE = 6, STEMS_MOST = 256 };

/* A word of the query; `part`: words that begin with it count too. */
typedef struct wanted_stem {
  const char *text;
  size_t len;
  bool part;
} wanted_stem;

/* A word of the query on the page. */
typedef struct match {
  uint32_t word;
  uint32_t from;
  uint32_t to;
  uint16_t stem;
  bool light; /* boilerplate */
} match;

/* A page on its way into a snippet. */
typedef struct snippet_work {
  wanted_stem stems[STEMS_MOST];
  size_t stem_count;
  word_runs runs; /* by the method of the run */
  uint32_t run;
  double weight; /* of boilerplate, in this run */
  uint32_t word;
  match *matches; /* owned */
  size_t match_count;
  size_t match_room;
  uint32_t *starts; /* owned: where every word begins, and ends */
  uint32_t *ends;
  uint32_t room; /* for words */
} snippet_work;

/* The words of the phrases that are wanted. */
static void
list_stems(const query *q, snippet_work *work)
{
  for (uint32_t p = 0; p < q->phrase_count; p++) {
    const query_phrase *phrase = &q->phrases[p];
    const char *at = q->text.data + phrase->from + 1;
    const char *end = q->text.data + phrase->from + phrase->len;
    while (phrase->ranks && at < end && work->stem_count < STEMS_MOST) {
      at += *at == CUT_SAME;
      const char *to = memchr(at, CUT_END, (size_t)(end - at));
      if (!to)
        break;
      work->stems[work->stem_count++] =
          (wanted_stem){at, (size_t)(to - at), phrase->part};
      at = to + 1;
    }
  }
}

/* Linear: a query has few words, and most pages have few of them. */
static size_t
find_stem(const snippet_work *work, const token_word *word)
{
  for (size_t i = 0; i < work->stem_count; i++) {
    const wanted_stem *stem = &work->stems[i];
    if ((word->len == stem->len || (stem->part && word->len > stem->len)) &&
        memcmp(word->text, stem->text, stem->len) == 0)
      return i;
  }
  return STEMS_MOST;
}

/* Words come in rising order, so the run at hand only moves on. */
static bool
is_light(snippet_work *work, uint32_t word)
{
  while (work->run < work->runs.count && work->runs.ends[work->run] <= word)
    work->run++;
  return work->run < work->runs.count && work->run % 2 == 1;
}

/* Called for every word of the page. */
static bool
take_word(void *state, const token_word *word)
{
  snippet_work *work = state;
  if (word->same_place)
    return true;
  if (work->word == work->room) /* only a damaged index promises too few */
    return false;
  work->starts[work->word] = (uint32_t)word->from;
  work->ends[work->word] = (uint32_t)word->to;
  uint32_t number = work->word++;
  size_t stem = find_stem(work, word);
  if (stem < STEMS_MOST)
    *NEED_ITEM(work, matches, match_count, match_room) =
        (match){number, (uint32_t)word->from, (uint32_t)word->to,
                (uint16_t)stem, is_light(work, number)};
  return true;
}

/* What the window that begins with a match is worth: 16 for a word that is new
 * in it, 8 in boilerplate that counts less, 1 for a repetition. A window has at
 * most 32 words, so looking at all of them is linear in the matches. */
static unsigned
weigh_window(const snippet_work *work, size_t first)
{
  unsigned char seen[STEMS_MOST] = {0};
  unsigned sum = 0;
  if (work->weight == 0 && work->matches[first].light)
    return 0;
  for (size_t i = first;
       i < work->match_count &&
       work->matches[i].word < work->matches[first].word + WINDOW;
       i++) {
    const match *here = &work->matches[i];
    bool light = here->light && work->weight < 1;
    if (light && work->weight == 0)
      continue;
    unsigned worth = light ? 8 : 16;
    sum += seen[here->stem] ? 1 : worth;
    seen[here->stem] = 1;
  }
  return sum;
}

/* The words that may be shown around word `at`: all, or in a run that counts
 * content only the run of content that it is in. Without a match that is the
 * first one that is not empty. */
static void
find_bounds(const snippet_work *work, bool found, uint32_t at, uint32_t *low,
            uint32_t *high)
{
  *low = 0;
  *high = work->word;
  if (work->weight > 0)
    return;
  for (uint32_t r = 0, from = 0; r < work->runs.count; r++) {
    uint32_t to = work->runs.ends[r];
    if (found ? to > at : r % 2 == 0 && to > from) {
      *low = from;
      *high = to < work->word ? to : work->word;
      return;
    }
    from = to;
  }
  *high = 0; /* there is no content */
}

/* Pieces of CJK text overlap, since each sign is in two words: what touches the
 * mark before it makes that one longer. */
static void
add_mark(query_snippet *out, const match *here)
{
  struct snippet_mark *last =
      out->mark_count > 0 ? &out->marks[out->mark_count - 1] : NULL;
  if (last && here->from < last->to)
    last->to = here->to > last->to ? here->to : last->to;
  else if (out->mark_count < sizeof out->marks / sizeof *out->marks)
    out->marks[out->mark_count++] = (struct snippet_mark){here->from, here->to};
}

/* A window begins a few words before its first match, for the reader. */
static void
choose_window(const snippet_work *work, query_snippet *out)
{
  size_t best = 0;
  unsigned most = 0;
  uint32_t low, high;
  for (size_t i = 0; i < work->match_count; i++) {
    unsigned here = weigh_window(work, i);
    if (here > most) {
      most = here;
      best = i;
    }
  }
  uint32_t first = most > 0 ? work->matches[best].word : 0;
  find_bounds(work, most > 0, first, &low, &high);
  first = first > low + BEFORE ? first - BEFORE : low;
  uint32_t last = first + WINDOW < high ? first + WINDOW : high;
  if (last <= first)
    return;
  out->from = work->starts[first];
  out->to = work->ends[last - 1];
  for (size_t i = 0; i < work->match_count; i++)
    if (work->matches[i].from >= out->from && work->matches[i].to <= out->to)
      add_mark(out, &work->matches[i]);
}

/* How often each word of the query is there, and where: the reason why the page
 * was found. Different stems of one word count as they were met. */
static void
count_words(const snippet_work *work, query_snippet *out)
{
  uint8_t place[STEMS_MOST] = {0}; /* from 1 on; 0: not met yet */
  size_t most = sizeof out->words / sizeof *out->words;
  for (size_t i = 0; i < work->match_count; i++) {
    const match *here = &work->matches[i];
    if (place[here->stem] == 0 && out->word_count < most) {
      out->words[out->word_count] =
          (struct snippet_word){here->from, here->to, 0, 0};
      place[here->stem] = (uint8_t)++out->word_count;
    }
    if (place[here->stem] == 0)
      continue;
    struct snippet_word *word = &out->words[place[here->stem] - 1];
    *(here->light ? &word->boilerplate : &word->content) += 1;
  }
}

/* The page was cut into words when it was indexed; it is cut again here,
 * since positions of all words would double the index. */
static bool
find_in(search_index *index, const search_run *run, const search_page *page,
        snippet_work *work, query_snippet *out)
{
  exit_code code = EXIT_FINE;
  const page_card *card = search_card(index, page->number, false, &code);
  if (!card)
    return false;
  work->room = page->words[SEARCH_BODY];
  work->runs = search_card_runs(index, page->number, false, run->method);
  work->weight = run->weight;
  work->starts = need(work->room, sizeof *work->starts);
  work->ends = need(work->room, sizeof *work->ends);
  token_words_cut(index->stems,
                  token_language_find(page->language, strlen(page->language)),
                  FOR_PAGE, page->text[SEARCH_BODY], page->len[SEARCH_BODY],
                  take_word, work);
  choose_window(work, out);
  count_words(work, out);
  free(work->starts);
  free(work->ends);
  free(work->matches);
  return true;
}

/* A query that cannot be parsed has no snippet; it was refused before any page
 * was found. The work is large, so it lives on the heap. */
bool
query_snippet_find(search_index *index, const char *text, size_t len,
                   bool plain, const search_run *run, const search_page *page,
                   query_snippet *out)
{
  query q;
  const char *why;
  query_tools tools = {index->stems, index->store.totals.languages};
  memset(out, 0, sizeof *out);
  bool fine = true;
  if (plain)
    query_plain(&tools, text, len, &q);
  else
    fine = query_parse(&tools, text, len, &q, &why);
  if (fine) {
    snippet_work *work = need(1, sizeof *work);
    list_stems(&q, work);
    fine = find_in(index, run, page, work, out);
    free(work);
  }
  query_done(&q);
  return fine;
}
