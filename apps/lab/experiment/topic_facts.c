/* topic_facts.c: the language of each topic, and whether boilerplate answers
 * it.
 *
 *     topics ──► (site, word) pairs, sorted
 *                   │  one pass over the boilerplate of all pages counts them
 *                   ▼
 *     a topic all of whose words are in the boilerplate of two pages of a site
 *     with a relevant page is a topic of boilerplate
 *
 * Pairs are hashes of 64 bits; only those that a topic asks for are kept, so
 * memory grows with the topics, not with the collection.
 */
#include "lab/experiment/topic_facts.h"

#include "lab/experiment/metric_query.h"
#include "pith.h"
#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

/* Boilerplate is what at least two pages share. */
enum { WORD_PAGES = 2 };

/* A word that a topic asks a site for. */
typedef struct site_word {
  uint64_t key;   /* hash of both */
  int64_t page;   /* the last one whose boilerplate had it */
  uint32_t pages; /* how many did */
} site_word;

/* The words that topics ask for, each once when sorted. */
typedef struct word_table {
  site_word *items; /* owned; by key, each once, when sorted */
  size_t count;
  size_t capacity;
} word_table;

/* A topic at a site that has a relevant page: a run of keys. */
typedef struct topic_site {
  size_t topic;
  size_t from; /* in `keys` */
  size_t to;
} topic_site;

/* The topics on their way; everything is by site, since boilerplate is. */
typedef struct facts_work {
  search_index *index;
  uint32_t method;
  const experiment_survey *survey;
  word_table words;
  uint64_t *keys; /* owned: the same keys, in the order of the topics */
  size_t key_count;
  size_t key_capacity;
  topic_site *places; /* owned */
  size_t place_count;
  size_t place_capacity;
} facts_work;

/* --- language ------------------------------------------------------------- */

/* Letters of a query by script. */
typedef struct script_counts {
  size_t latin, cyrillic, han, kana;
} script_counts;

/* The character at `at`, valid UTF-8 or not, and its length. */
static uint32_t
read_character(const unsigned char *at, size_t *len)
{
  uint32_t c = at[0];
  size_t more = c < 0xC0 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
  static const uint32_t bits[] = {0x7F, 0x1F, 0x0F, 0x07};
  c &= more ? bits[more] : 0xFF;
  *len = 1;
  for (; more > 0 && (at[*len] & 0xC0) == 0x80; more--)
    c = c << 6 | (at[(*len)++] & 0x3F);
  return c;
}

/* Letters only; digits and signs belong to every script. */
static script_counts
count_scripts(const char *text)
{
  script_counts counts = {0, 0, 0, 0};
  size_t len;
  for (const unsigned char *at = (const unsigned char *)text; *at; at += len) {
    uint32_t c = read_character(at, &len);
    counts.latin += (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    counts.latin += c >= 0xC0 && c < 0x250;
    counts.cyrillic += c >= 0x400 && c < 0x530;
    counts.han += (c >= 0x3400 && c < 0xA000) || (c >= 0x20000 && c < 0x32000);
    counts.kana += c >= 0x3040 && c < 0x3100;
  }
  return counts;
}

/* A page in Russian does not make a Latin query Russian. */
static bool
is_latin_language(const char *code)
{
  static const char *const others[] = {"ru", "zh", "ja", "uk", "be", "bg",
                                       "el", "ko", "ar", "he", "sr", "mk"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strncmp(code, others[i], 2) == 0)
      return false;
  return code[0] != '\0';
}

/* By the script of the query, then by the language of a relevant page. Kana
 * decides between Chinese and Japanese. */
static void
find_language(const char *text, const survey_page *page, topic_facts *out)
{
  script_counts counts = count_scripts(text);
  const char *said = page ? page->language : "";
  const char *code = "en";
  if (counts.kana > 0)
    code = "ja";
  else if (counts.han > 0)
    code = strncmp(said, "ja", 2) == 0 ? "ja" : "zh";
  else if (counts.cyrillic > counts.latin)
    code = "ru";
  else if (is_latin_language(said))
    code = said;
  size_t len = strcspn(code, "-_");
  len = len < sizeof out->language ? len : sizeof out->language - 1;
  memcpy(out->language, code, len);
  out->language[len] = '\0';
}

/* --- boilerplate
 * -------------------------------------------------------------- */

/* The mark at the end keeps "ab" + "c" and "a" + "bc" apart. */
static uint64_t
mix(uint64_t hash, const char *data, size_t len)
{
  for (size_t i = 0; i < len; i++) /* FNV-1a */
    hash = (hash ^ (unsigned char)data[i]) * 0x100000001B3u;
  return (hash ^ 0x1F) * 0x100000001B3u;
}

/* The same for all pages of a site. */
static uint64_t
site_key(const char *site)
{
  return mix(0xCBF29CE484222325u, site, strlen(site));
}

/* Twice: sorted for counting, and in the order of topics for the answer. */
static bool
add_key(facts_work *work, uint64_t key)
{
  word_table *words = &work->words;
  if (!GROW(words->items, words->capacity, words->count + 1))
    return false;
  if (!GROW(work->keys, work->key_capacity, work->key_count + 1))
    return false;
  words->items[words->count++] = (site_word){key, 0, 0};
  work->keys[work->key_count++] = key;
  return true;
}

/* Add a key for each word of a text of stems, at a site. */
static bool
add_keys(facts_work *work, uint64_t site, const char *stems)
{
  for (const char *at = stems; *at;) {
    size_t len = strcspn(at, " ");
    if (len > 0 && !add_key(work, mix(site, at, len)))
      return false;
    at += len + (at[len] == ' ');
  }
  return true;
}

/* The words of topic number `n`, asked of the site of one relevant page. */
static bool
add_place(facts_work *work, size_t n, const char *text, const survey_page *page)
{
  if (!GROW(work->places, work->place_capacity, work->place_count + 1))
    return false;
  char *stems =
      search_index_stems(work->index, text, strlen(text), page->language);
  size_t from = work->key_count;
  bool fine = stems && add_keys(work, site_key(page->site), stems);
  free(stems);
  work->places[work->place_count++] = (topic_site){n, from, work->key_count};
  return fine;
}

static int
compare_keys(const void *a, const void *b)
{
  const site_word *one = a;
  const site_word *two = b;
  return (one->key > two->key) - (one->key < two->key);
}

/* Each key once; the counts are 0 so far. */
static void
sort_words(word_table *words)
{
  size_t kept = 0;
  if (words->count > 0)
    qsort(words->items, words->count, sizeof *words->items, compare_keys);
  for (size_t i = 0; i < words->count; i++)
    if (kept == 0 || words->items[kept - 1].key != words->items[i].key)
      words->items[kept++] = words->items[i];
  words->count = kept;
}

/* NULL for words that no topic asks for, which is most words of a page. */
static site_word *
find_word(const word_table *words, uint64_t key)
{
  site_word wanted = {key, 0, 0};
  return words->count == 0 ? NULL
                           : bsearch(&wanted, words->items, words->count,
                                     sizeof *words->items, compare_keys);
}

/* Count the words of one piece of boilerplate. */
static bool
count_words(facts_work *work, const survey_page *page, const char *text,
            size_t len)
{
  char *stems = search_index_stems(work->index, text, len, page->language);
  uint64_t site = site_key(page->site);
  if (!stems)
    return false;
  for (const char *at = stems; *at;) {
    size_t word_len = strcspn(at, " ");
    site_word *word = find_word(&work->words, mix(site, at, word_len));
    if (word && word->page != page->number) {
      word->page = page->number;
      word->pages++;
    }
    at += word_len + (at[word_len] == ' ');
  }
  free(stems);
  return true;
}

/* A word counts once a page, however often it occurs. */
static exit_code
count_page(facts_work *work, const survey_page *page)
{
  search_page read;
  search_span *spans;
  size_t count;
  exit_code code = search_page_read(work->index, page->number, &read);
  if (code != EXIT_FINE)
    return code;
  code = search_page_spans(work->index, page->number, work->method, &spans,
                           &count);
  bool fine = true;
  for (size_t i = 0; code == EXIT_FINE && fine && i < count; i++)
    if (spans[i].boilerplate && spans[i].text_to <= read.len[SEARCH_BODY])
      fine =
          count_words(work, page, read.text[SEARCH_BODY] + spans[i].text_from,
                      spans[i].text_to - spans[i].text_from);
  if (code == EXIT_FINE)
    free(spans);
  search_page_done(&read);
  return fine ? code : report_out_of_memory();
}

/* Which topics have all their words in the boilerplate of a site. */
static void
settle(const facts_work *work, topic_facts *out)
{
  for (size_t i = 0; i < work->place_count; i++) {
    const topic_site *place = &work->places[i];
    bool all = place->to > place->from;
    for (size_t k = place->from; all && k < place->to; k++) {
      const site_word *word = find_word(&work->words, work->keys[k]);
      all = word && word->pages >= WORD_PAGES;
    }
    out[place->topic].boilerplate = out[place->topic].boilerplate || all;
  }
}

/* Language of topic number `n`, and its words at the sites of its relevant
 * pages. */
static bool
look_at_topic(facts_work *work, size_t n, const char *text,
              const judgement *rows, size_t row_count, topic_facts *out)
{
  const survey_page *first = NULL;
  bool fine = true;
  for (size_t i = 0; fine && i < row_count; i++) {
    const survey_page *page =
        rows[i].grade > 0 ? survey_find_name(work->survey, rows[i].document)
                          : NULL;
    if (page)
      fine = add_place(work, n, text, page);
    first = first ? first : page;
  }
  find_language(text, first, out);
  return fine;
}

exit_code
topic_facts_find(search_index *index, uint32_t method,
                 const experiment_survey *survey, const topic_list *topics,
                 const judgement_table *judged, topic_facts **out)
{
  facts_work work = {.index = index, .method = method, .survey = survey};
  *out = calloc(topics->count + 1, sizeof **out);
  bool fine = *out != NULL;
  for (size_t i = 0; fine && i < topics->count; i++) {
    size_t rows;
    const judgement *first =
        judgement_table_find(judged, topics->items[i].id, &rows);
    fine =
        look_at_topic(&work, i, topics->items[i].text, first, rows, &(*out)[i]);
  }
  sort_words(&work.words);
  exit_code code = fine ? EXIT_FINE : report_out_of_memory();
  for (size_t i = 0; i < survey->count && code == EXIT_FINE; i++)
    code = count_page(&work, &survey->pages[i]);
  if (code == EXIT_FINE)
    settle(&work, *out);
  free(work.words.items);
  free(work.keys);
  free(work.places);
  if (code != EXIT_FINE) {
    free(*out);
    *out = NULL;
  }
  return code;
}
