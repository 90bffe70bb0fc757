/* topic_known.c: see the header.
 *
 *   pages ──► candidates (title, link texts) ──► by their words: the same ones
 *   dropped ──► shuffled by the seed ──► the first n, in the order of the pages
 */
#include "lab/experiment/topic_known.h"

#include "common/system/grow.h"
#include "lab/experiment/topic_title.h"

#include "lab/eval/metrics/random_source.h"

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

/* By bytes. */
static int
compare_words(const void *a, const void *b)
{
  const char *const *one = a;
  const char *const *two = b;
  return strcmp(*one, *two);
}

/* Sort the words of a text of stems, each once, in place: the questions "часы
 * ремонт" and "ремонт часов" are one. Returns how many there are, 0 when that
 * is too many. */
static size_t
sort_stems(char *stems)
{
  char *words[MOST_WORDS + 1];
  size_t count = 0;
  char *copy = strdup(stems);
  char *rest = copy;
  char *word;
  while (copy && (word = strtok_r(rest, " ", &rest)) != NULL) {
    if (count > MOST_WORDS)
      break;
    words[count++] = word;
  }
  if (!copy || count > MOST_WORDS) {
    free(copy);
    return 0;
  }
  qsort(words, count, sizeof *words, compare_words);
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

/* Takes the words of the candidate. */
static bool
append(candidate_list *list, const candidate *item)
{
  if (!GROW(list->items, list->capacity, list->count + 1))
    return false;
  list->items[list->count++] = *item;
  return true;
}

/* Add a question unless it has too few words or too many. False when memory
 * ends. */
static bool
consider(search_index *index, candidate_list *list, const survey_page *page,
         known_kind kind, pith_slice text)
{
  candidate item = {page, kind, text, NULL, 0};
  item.words = search_index_stems(index, text.data, text.len, page->language);
  if (!item.words)
    return false;
  size_t words = sort_stems(item.words);
  if (words >= LEAST_WORDS && append(list, &item))
    return true;
  free(item.words);
  return words < LEAST_WORDS;
}

/* The texts of links to a page, a line each. */
static bool
consider_anchors(search_index *index, candidate_list *list,
                 const survey_page *page)
{
  const char *at = page->anchors;
  for (size_t i = 0; *at && i < ANCHORS_MOST; i++) {
    size_t len = strcspn(at, "\n");
    if (!consider(index, list, page, KNOWN_ANCHOR, (pith_slice){at, len}))
      return false;
    at += len + (at[len] == '\n');
  }
  return true;
}

/* Only equality matters: pages of a site come together. */
static int
compare_sites(const void *a, const void *b)
{
  const survey_page *const *one = a;
  const survey_page *const *two = b;
  return strcmp((*one)->site, (*two)->site);
}

/* The pages from `from` on that are of one site. */
static size_t
pages_of_site(const survey_page *const *sorted, size_t count, size_t from)
{
  size_t end = from;
  while (end < count && strcmp(sorted[end]->site, sorted[from]->site) == 0)
    end++;
  return end - from;
}

/* What a site repeats in its titles is known only when all of them were
 * seen. */
static bool
consider_site(search_index *index, candidate_list *list,
              const survey_page *const *pages, size_t count)
{
  title_ends ends = {NULL, 0, 0};
  bool fine = true;
  for (size_t i = 0; fine && i < count; i++)
    fine = title_ends_add(&ends, pages[i]->site, pages[i]->title);
  title_ends_sort(&ends);
  for (size_t i = 0; fine && i < count; i++) {
    pith_slice own =
        title_own_part(&ends, pages[i]->site, pages[i]->title, count);
    fine = consider(index, list, pages[i], KNOWN_TITLE, own) &&
           consider_anchors(index, list, pages[i]);
  }
  title_ends_done(&ends);
  return fine;
}

/* All questions that could be asked, site by site. */
static bool
find_candidates(search_index *index, const experiment_survey *survey,
                candidate_list *list)
{
  const survey_page **sorted = malloc((survey->count + 1) * sizeof *sorted);
  bool fine = sorted != NULL;
  for (size_t i = 0; fine && i < survey->count; i++)
    sorted[i] = &survey->pages[i];
  if (fine)
    qsort(sorted, survey->count, sizeof *sorted, compare_sites);
  for (size_t i = 0, pages; fine && i < survey->count; i += pages) {
    pages = pages_of_site(sorted, survey->count, i);
    fine = consider_site(index, list, sorted + i, pages);
  }
  free(sorted);
  return fine;
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
  text_out_bytes(topics, "", 1); /* the room for one more */
  text_out_bytes(judged, "", 1);
}

/* Hand both texts over to their tables. */
static exit_code
take_lines(text_out *topic_lines, text_out *judged_lines, topic_list *topics,
           judgement_table *judged)
{
  if (topic_lines->error || judged_lines->error) {
    text_out_done(topic_lines);
    text_out_done(judged_lines);
    return report_out_of_memory();
  }
  exit_code code = topic_list_take(topic_lines->data, topic_lines->len - 1,
                                   "topics", topics);
  if (code != EXIT_FINE) {
    text_out_done(judged_lines);
    return code;
  }
  code = judgement_table_take(judged_lines->data, judged_lines->len - 1,
                              "judgements", judged);
  if (code != EXIT_FINE)
    topic_list_done(topics);
  return code;
}

/* Known items need no judges: the page a question was made from is the
 * relevant one. */
exit_code
topic_known_make(search_index *index, const experiment_survey *survey,
                 size_t wanted, uint64_t seed, topic_list *topics,
                 judgement_table *judged)
{
  candidate_list list = {NULL, 0, 0};
  text_out topic_lines;
  text_out judged_lines;
  text_out_init(&topic_lines, -1);
  text_out_init(&judged_lines, -1);
  exit_code code = find_candidates(index, survey, &list)
                       ? EXIT_FINE
                       : report_out_of_memory();
  if (code == EXIT_FINE) {
    drop_same(&list);
    draw(&list, wanted, seed);
    write_lines(&list, &topic_lines, &judged_lines);
    code = take_lines(&topic_lines, &judged_lines, topics, judged);
  }
  for (size_t i = 0; i < list.count; i++)
    free(list.items[i].words);
  free(list.items);
  return code;
}
