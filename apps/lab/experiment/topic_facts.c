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
#include "lab/experiment/experiment_work.h"

#include "common/system/fnv.h"
#include "common/system/sorted.h"

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
  return fnv_add(fnv_add(hash, data, len), "\x1F", 1);
}

/* The key of the next word of a text of stems, at a site; false at the end. */
static bool
next_key(const char **stems, const survey_page *page, uint64_t *key)
{
  *stems += strspn(*stems, " ");
  size_t len = strcspn(*stems, " ");
  *key = mix(mix(FNV_START, page->site, strlen(page->site)), *stems, len);
  *stems += len;
  return len > 0;
}

/* The words of topic number `n`, asked of the site of one relevant page. Keys
 * are kept twice: sorted for counting, in the order of topics for the answer.
 */
static void
add_place(facts_work *work, size_t n, const char *text, const survey_page *page)
{
  char *stems =
      search_index_stems(work->index, text, strlen(text), page->language);
  const char *at = stems;
  uint64_t key;
  topic_site *place = NEED_ITEM(work, places, place_count, place_capacity);
  *place = (topic_site){n, work->key_count, work->key_count};
  while (next_key(&at, page, &key)) {
    *NEED_ITEM(&work->words, items, count, capacity) = (site_word){key, 0, 0};
    *NEED_ITEM(work, keys, key_count, key_capacity) = key;
  }
  place->to = work->key_count;
  free(stems);
}

/* Each key once; the counts are 0 so far. */
static void
sort_words(word_table *words)
{
  size_t kept = 0;
  if (words->count > 0)
    qsort(words->items, words->count, sizeof *words->items, order_uint64);
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
                                     sizeof *words->items, order_uint64);
}

/* Count the words of one piece of boilerplate. */
static void
count_words(facts_work *work, const survey_page *page, const char *text,
            size_t len)
{
  char *stems = search_index_stems(work->index, text, len, page->language);
  const char *at = stems;
  uint64_t key;
  while (next_key(&at, page, &key)) {
    site_word *word = find_word(&work->words, key);
    if (word && word->page != page->number) {
      word->page = page->number;
      word->pages++;
    }
  }
  free(stems);
}

/* A word counts once a page, however often it occurs. The runs that cut by the
 * first method stand for all. */
static exit_code
count_page(facts_work *work, const survey_page *page)
{
  search_page read;
  search_span *spans = NULL;
  size_t count = 0;
  TRY(search_page_read(work->index, page->number, &read));
  exit_code code =
      search_page_spans(work->index, page->number, 0, &spans, &count);
  for (size_t i = 0; code == EXIT_FINE && i < count; i++)
    if (spans[i].boilerplate && spans[i].text_to <= read.len[SEARCH_BODY])
      count_words(work, page, read.text[SEARCH_BODY] + spans[i].text_from,
                  spans[i].text_to - spans[i].text_from);
  if (code == EXIT_FINE)
    free(spans);
  search_page_done(&read);
  return code;
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

/* First the words that topics ask for, then one pass over all pages. */
exit_code
topic_facts_find(experiment *of)
{
  const experiment_survey *survey = &of->survey;
  facts_work work = {.index = of->index};
  exit_code code = EXIT_FINE;
  of->facts = need(of->topics.count, sizeof *of->facts);
  for (size_t n = 0; n < of->topics.count; n++) {
    const topic *asked = &of->topics.items[n];
    const survey_page *first = NULL;
    size_t count;
    const judgement *rows =
        judgement_table_find(&of->judged, asked->id, &count);
    for (size_t i = 0; i < count; i++) {
      const survey_page *page =
          rows[i].grade > 0 ? survey_find_name(survey, rows[i].document) : NULL;
      if (page)
        add_place(&work, n, asked->text, page);
      first = first ? first : page;
    }
    find_language(asked->text, first, &of->facts[n]);
  }
  sort_words(&work.words);
  for (size_t i = 0; i < survey->count && code == EXIT_FINE; i++)
    code = count_page(&work, &survey->pages[i]);
  settle(&work, of->facts);
  free(work.words.items);
  free(work.keys);
  free(work.places);
  return code;
}
