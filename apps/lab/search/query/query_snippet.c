/* query_snippet.c: see the header.
 *
 * The words of the page are cut once more. A window of a few dozen words moves
 * over those that the query has, and the one with the most different ones wins;
 * the earliest of several.
 */
#include "lab/search/query/query_snippet.h"

#include "lab/search/search_open.h"
#include "common/system/grow.h"
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
  bool light; /* boilerplate, in a run where that counts less */
} match;

/* A page on its way into a snippet. */
typedef struct snippet_work {
  wanted_stem stems[STEMS_MOST];
  size_t stem_count;
  word_runs runs; /* none: all words count the same */
  uint32_t run;
  uint32_t word;
  match *matches; /* owned */
  size_t match_count;
  size_t match_room;
  uint32_t *starts; /* owned: where every word begins, and ends */
  uint32_t *ends;
  uint32_t room; /* for words */
  bool failed;
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
  if (work->runs.count == 0)
    return false;
  while (work->run < work->runs.count && work->runs.ends[work->run] <= word)
    work->run++;
  return work->run % 2 == 1;
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
  if (stem == STEMS_MOST)
    return true;
  if (!GROW(work->matches, work->match_room, work->match_count + 1)) {
    work->failed = true;
    return false;
  }
  work->matches[work->match_count++] =
      (match){number, (uint32_t)word->from, (uint32_t)word->to, (uint16_t)stem,
              is_light(work, number)};
  return true;
}

/* What the window that begins with a match is worth: 16 for a word that is new
 * in it, 8 in boilerplate, 1 for a repetition. A window has at most 32 words,
 * so looking at all of them is linear in the matches. */
static unsigned
weigh_window(const snippet_work *work, size_t first)
{
  unsigned char seen[STEMS_MOST] = {0};
  unsigned sum = 0;
  for (size_t i = first;
       i < work->match_count &&
       work->matches[i].word < work->matches[first].word + WINDOW;
       i++) {
    const match *here = &work->matches[i];
    unsigned worth = here->light ? 8 : 16;
    sum += seen[here->stem] ? 1 : worth;
    seen[here->stem] = 1;
  }
  return sum;
}

/* A window begins a few words before its first match, for the reader. */
static void
choose_window(const snippet_work *work, query_snippet *out)
{
  size_t best = 0;
  unsigned most = 0;
  for (size_t i = 0; i < work->match_count; i++) {
    unsigned here = weigh_window(work, i);
    if (here > most) {
      most = here;
      best = i;
    }
  }
  uint32_t first = work->match_count > 0 ? work->matches[best].word : 0;
  first = first > BEFORE ? first - BEFORE : 0;
  uint32_t last = first + WINDOW < work->word ? first + WINDOW : work->word;
  out->from = work->word > 0 ? work->starts[first] : 0;
  out->to = last > 0 ? work->ends[last - 1] : 0;
  for (size_t i = best;
       i < work->match_count &&
       out->mark_count < sizeof out->marks / sizeof *out->marks;
       i++)
    if (work->matches[i].from >= out->from && work->matches[i].to <= out->to)
      out->marks[out->mark_count++] =
          (struct snippet_mark){work->matches[i].from, work->matches[i].to};
}

/* The page was cut into words when it was indexed; it is cut again here,
 * since positions of all words would double the index. */
static bool
find_in(search_index *index, const search_run *run, const search_page *page,
        snippet_work *work, query_snippet *out)
{
  exit_code code = EXIT_FINE;
  const page_card *card = search_card(index, page->number, false, &code);
  size_t room = (size_t)page->words[SEARCH_BODY] + 1;
  work->room = page->words[SEARCH_BODY];
  if (card && run->weight < 1)
    work->runs = search_card_runs(index, page->number, false, run->method);
  work->starts = malloc(room * sizeof *work->starts);
  work->ends = malloc(room * sizeof *work->ends);
  bool fine = card && work->starts && work->ends;
  if (fine) {
    unsigned language =
        token_language_find(page->language, strlen(page->language));
    size_t len = page->len[SEARCH_BODY];
    token_words_cut(index->stems, language, FOR_PAGE, page->text[SEARCH_BODY],
                    len, take_word, work);
    if (!work->failed)
      choose_window(work, out);
  }
  fine = fine && !work->failed;
  free(work->starts);
  free(work->ends);
  free(work->matches);
  return fine;
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
  bool fine = plain ? query_plain(&tools, text, len, &q)
                    : query_parse(&tools, text, len, &q, &why);
  snippet_work *work = fine ? calloc(1, sizeof *work) : NULL;
  if (work) {
    list_stems(&q, work);
    fine = find_in(index, run, page, work, out);
  }
  query_done(&q);
  free(work);
  return fine && work;
}
