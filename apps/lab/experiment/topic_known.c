/* topic_known.c: topics for a collection that nobody has judged.
 *
 * Known-item search: somebody knows that a page is there and asks for it. The
 * question is what the page's title says of it alone (topic_title.h), or what
 * a link on another page of the index calls it; the one relevant document is
 * the page. Left out are
 *   - questions of fewer than 2 or more than 20 words (stems),
 *   - questions that are the same for two pages, whatever their order of words:
 *     "next", "read more", copies of a page,
 *   - the second of two questions for one page with the same words,
 *   - dates ("July 2015"), and link texts that are the name of the site: what
 *     titles repeat.
 * Of what is left, `wanted` are drawn by a seed. The same index, number and
 * seed give the same topics on every machine.
 *
 *   pages ──► candidates (title, link texts) ──► by their words: the same ones
 *   dropped ──► shuffled by the seed ──► the first n, in the order of the pages
 */
#include "lab/experiment/experiment_work.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"
#include "lab/experiment/topic_date.h"
#include "lab/experiment/topic_title.h"

#include "lab/eval/metrics/random_source.h"
#include "common/system/sorted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One word finds too much, more than twenty are a sentence somebody copied. */
enum { LEAST_WORDS = 2, MOST_WORDS = 20, ANCHORS_MOST = 64 };

/* Where a question comes from. */
typedef enum known_kind { KNOWN_TITLE, KNOWN_ANCHOR } known_kind;

/* A question that could be asked for a page. */
typedef struct candidate {
  const survey_page *page; /* lent */
  known_kind kind;
  pith_slice text; /* lent by the page */
  char *words;     /* owned: its stems in order, which is what it is known by */
  size_t drawn;    /* when it came in the drawing */
} candidate;

/* All of them, in changing orders. */
typedef struct candidate_list {
  candidate *items; /* owned */
  size_t count;
  size_t capacity;
} candidate_list;

/* Sort the words of a text of stems, each once, in place: the questions "часы
 * ремонт" and "ремонт часов" are one. Returns how many there are, 0 when that
 * is too many. */
static size_t
sort_stems(char *stems)
{
  char *words[MOST_WORDS + 1];
  size_t count = 0;
  char *copy = needed(strdup(stems));
  char *rest = copy;
  char *word;
  while ((word = strtok_r(rest, " ", &rest)) != NULL) {
    if (count > MOST_WORDS)
      break;
    words[count++] = word;
  }
  if (count > MOST_WORDS) {
    free(copy);
    return 0;
  }
  qsort(words, count, sizeof *words, order_texts);
  char *to = stems;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && strcmp(words[i], words[i - 1]) == 0)
      continue;
    size_t len = strlen(words[i]);
    if (kept++ > 0)
      *to++ = ' ';
    memcpy(to, words[i], len);
    to += len;
  }
  *to = '\0';
  free(copy);
  return kept;
}

/* Add a question unless it is a date or has too few words or too many. */
static void
consider(search_index *index, candidate_list *list, const survey_page *page,
         known_kind kind, pith_slice text)
{
  candidate item = {page, kind, text, NULL, 0};
  if (topic_is_date(text))
    return;
  item.words = search_index_stems(index, text.data, text.len, page->language);
  if (sort_stems(item.words) >= LEAST_WORDS)
    *NEED_ITEM(list, items, count, capacity) = item;
  else
    free(item.words);
}

/* Only equality matters: pages of a site come together. */
static int
compare_sites(const void *a, const void *b)
{
  const survey_page *const *one = a;
  const survey_page *const *two = b;
  return strcmp((*one)->site, (*two)->site);
}

/* Whether a link says nothing but what titles of the site repeat. */
static bool
is_site_name(const title_ends *ends, const survey_page *page, pith_slice text,
             size_t pages)
{
  char *line = needed(strndup(text.data, text.len));
  bool found = title_own_part(ends, page->site, line, pages).len == 0;
  free(line);
  return found;
}

/* What a site repeats in its titles is known only when all of them were
 * seen. The texts of links to a page are a line each. */
static void
consider_site(search_index *index, candidate_list *list,
              const survey_page *const *pages, size_t count)
{
  title_ends ends = {NULL, 0, 0};
  for (size_t i = 0; i < count; i++)
    title_ends_add(&ends, pages[i]->site, pages[i]->title);
  title_ends_sort(&ends);
  for (size_t i = 0; i < count; i++) {
    pith_slice anchors = text_slice(pages[i]->anchors), line;
    consider(index, list, pages[i], KNOWN_TITLE,
             title_own_part(&ends, pages[i]->site, pages[i]->title, count));
    for (size_t k = 0; k < ANCHORS_MOST && text_cut(&anchors, '\n', &line); k++)
      if (!is_site_name(&ends, pages[i], line, count))
        consider(index, list, pages[i], KNOWN_ANCHOR, line);
  }
  title_ends_done(&ends);
}

/* All questions that could be asked, site by site. */
static void
find_candidates(search_index *index, const experiment_survey *survey,
                candidate_list *list)
{
  size_t count = survey->count;
  const survey_page **sorted = need(count, sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    sorted[i] = &survey->pages[i];
  qsort(sorted, count, sizeof *sorted, compare_sites);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i;
         end < count && strcmp(sorted[end]->site, sorted[i]->site) == 0;)
      end++;
    consider_site(index, list, sorted + i, end - i);
  }
  free(sorted);
}

/* By words; of the same words by page, titles before links, then by text, so
 * that the order does not depend on how it is sorted. */
static int
compare_candidates(const void *a, const void *b)
{
  const candidate *one = a;
  const candidate *two = b;
  int order = strcmp(one->words, two->words);
  if (order == 0)
    order = strcmp(one->page->name, two->page->name);
  if (order == 0)
    order = (int)one->kind - (int)two->kind;
  if (order == 0) {
    size_t len = one->text.len < two->text.len ? one->text.len : two->text.len;
    order = memcmp(one->text.data, two->text.data, len);
  }
  return order ? order
               : (one->text.len > two->text.len) -
                     (one->text.len < two->text.len);
}

/* Titles before links, then in the order of the drawing. */
static int
compare_pages(const void *a, const void *b)
{
  const candidate *one = a;
  const candidate *two = b;
  int order = strcmp(one->page->name, two->page->name);
  if (order == 0)
    order = (int)one->kind - (int)two->kind;
  return order ? order : (one->drawn > two->drawn) - (one->drawn < two->drawn);
}

/* Keep a question of each set of words that is about one page only. */
static void
drop_same(candidate_list *list)
{
  size_t kept = 0;
  if (list->count > 0)
    qsort(list->items, list->count, sizeof *list->items, compare_candidates);
  for (size_t i = 0, end; i < list->count; i = end) {
    bool one_page = true;
    for (end = i + 1; end < list->count &&
                      strcmp(list->items[end].words, list->items[i].words) == 0;
         end++) {
      one_page = one_page && list->items[end].page == list->items[i].page;
      free(list->items[end].words);
    }
    if (one_page)
      list->items[kept++] = list->items[i];
    else
      free(list->items[i].words);
  }
  list->count = kept;
}

/* Fisher and Yates, by our own generator: the same topics on every machine. */
static void
shuffle(candidate_list *list, random_source *random)
{
  for (size_t i = list->count; i > 1; i--) {
    size_t other = random_source_below(random, (uint32_t)i);
    candidate held = list->items[i - 1];
    list->items[i - 1] = list->items[other];
    list->items[other] = held;
  }
}

/* One question of each kind for a page: the one that was drawn first, so that
 * a page with many links is not asked for more often than another. */
static void
keep_one_a_page(candidate_list *list)
{
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++)
    list->items[i].drawn = i;
  if (list->count > 0)
    qsort(list->items, list->count, sizeof *list->items, compare_pages);
  for (size_t i = 0; i < list->count; i++) {
    const candidate *last = kept > 0 ? &list->items[kept - 1] : NULL;
    if (last && last->page == list->items[i].page &&
        last->kind == list->items[i].kind)
      free(list->items[i].words);
    else
      list->items[kept++] = list->items[i];
  }
  list->count = kept;
}

/* Shuffled twice: first to choose one question of each page, then to choose
 * among pages. */
static void
draw(candidate_list *list, size_t wanted, uint64_t seed)
{
  random_source random;
  random_source_init(&random, seed);
  shuffle(list, &random);
  keep_one_a_page(list);
  shuffle(list, &random);
  for (size_t i = wanted; i < list->count; i++)
    free(list->items[i].words);
  if (list->count > wanted)
    list->count = wanted;
  else if (list->count < wanted)
    message("the collection has %zu questions, not %zu: short titles and those "
            "of two pages are left out",
            list->count, wanted);
  if (list->count > 0)
    qsort(list->items, list->count, sizeof *list->items, compare_pages);
}

/* The questions as lines of topics, and their judgements. */
static void
write_lines(const candidate_list *list, text_out *topics, text_out *judged)
{
  char name[40];
  for (size_t i = 0; i < list->count; i++) {
    const candidate *item = &list->items[i];
    int len = snprintf(name, sizeof name, "%s-%zu",
                       item->kind == KNOWN_TITLE ? "title" : "anchor", i + 1);
    topic_line_write(topics, name, (size_t)len, item->text.data,
                     item->text.len);
    text_out_print(judged, "%s 0 %s 1\n", name, item->page->name);
  }
}

/* Known items need no judges: the page a question was made from is the
 * relevant one. */
exit_code
topic_known_make(experiment *work)
{
  candidate_list list = {NULL, 0, 0};
  text_out topic_lines, judged_lines;
  text_out_init(&topic_lines, -1);
  text_out_init(&judged_lines, -1);
  find_candidates(work->index, &work->survey, &list);
  drop_same(&list);
  draw(&list, work->options->known_item, work->options->seed);
  write_lines(&list, &topic_lines, &judged_lines);
  for (size_t i = 0; i < list.count; i++)
    free(list.items[i].words);
  free(list.items);
  char *text = need_text(&judged_lines);
  exit_code code = topic_list_take(need_text(&topic_lines), topic_lines.len,
                                   "topics", &work->topics);
  if (code == EXIT_FINE)
    return judgement_table_take(text, judged_lines.len, "judgements",
                                &work->judged);
  free(text);
  return code;
}
