/* search_index.h: an index of pages, opened to be asked.
 *
 *     pith search index  ──►  INDEX (one SQLite file)  ──► search_index_query()
 *
 * One index answers for every run. The words of a page are in it once, in the
 * order of the page; for each method there is beside them which runs of words
 * it calls boilerplate. A run says what a word of the boilerplate counts:
 *
 *     basic         1   all text of the page (BasicLine)
 *     cut           0   the content only (CutNav)
 *     weighted:W    W   in between; the default W is 0.2
 *
 * How many pages have a word and how long pages are follows from the same
 * weight, so basic is weighted:1 and cut is weighted:0, bit for bit
 * (docs/lab/search.md has the formula). An index belongs to one thread at a
 * time; a second thread opens it again.
 *
 * Functions say on stderr what went wrong: EXIT_INPUT when the file is no index
 * or damaged, or the query is no query; EXIT_ENVIRONMENT for memory and disk.
 */
#ifndef SEARCH_SEARCH_INDEX_H
#define SEARCH_SEARCH_INDEX_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct search_index search_index;

/* Open the index `path`, which is lent, read-only. Gives it: release it by
 * search_index_close(). */
exit_code search_index_open(const char *path, search_index **out);
void search_index_close(search_index *index);

/* --- what is in it -------------------------------------------------------- */

/* How many pages there are, and the number of the page behind `before`, in the
 * order they came in; 0 is before the first. Numbers are stable while the index
 * is not written. */
size_t search_index_pages(const search_index *index);
exit_code search_index_next(search_index *index, int64_t before, int64_t *page);

/* The methods whose cuts it holds, by number; NULL beyond the last. -1 for a
 * name that is not there. Lent by the index. */
const char *search_index_method(const search_index *index, uint32_t method);
int search_index_method_find(const search_index *index, const char *name);

/* The parts of a page that words are found in. */
typedef enum search_field {
  SEARCH_TITLE = 0,
  SEARCH_BODY = 1,   /* all visible text, content and boilerplate */
  SEARCH_ANCHOR = 2, /* texts of links to it on other pages of the index */
  SEARCH_FIELDS = 3
} search_field;

/* A page of the index. Texts are UTF-8 with NUL at the end, owned by it and
 * never NULL; unknown is "". */
typedef struct search_page {
  int64_t number;
  char *id; /* unique: a path, or the id of a line */
  char *url;
  char *language;            /* of its words, as declared: "ru" */
  char *text[SEARCH_FIELDS]; /* lines between blocks; one link text a line */
  size_t len[SEARCH_FIELDS]; /* bytes of each */
  uint32_t words[SEARCH_FIELDS];
} search_page;

/* Read a page by its number. Release it by search_page_done(). */
exit_code search_page_read(search_index *index, int64_t number,
                           search_page *out);
void search_page_done(search_page *page);

/* A piece of a page's body that a method has said one thing of. */
typedef struct search_span {
  bool boilerplate;
  float score;   /* how sure the method is, 0..1 */
  uint32_t from; /* bytes of the page as it arrived */
  uint32_t to;
  uint32_t text_from; /* bytes of text[SEARCH_BODY] */
  uint32_t text_to;
  uint32_t word_from; /* words of it */
  uint32_t word_to;
  char reason[33];
} search_span;

/* The pieces of a page's body by one method, in the order of the page; they
 * cover all its words. The list is given, to be released by free(). */
exit_code search_page_spans(search_index *index, int64_t number,
                            uint32_t method, search_span **out, size_t *count);

/* --- asking --------------------------------------------------------------- */

typedef enum search_ranking {
  SEARCH_BM25F = 0,
  SEARCH_TFIDF = 1
} search_ranking;

/* How pages are ranked. Fill it with search_run_default(). */
typedef struct search_run {
  double weight;   /* of boilerplate, 0 to 1; default 0.2 */
  uint32_t method; /* whose boilerplate; default 0 */
  search_ranking ranking;
  double fields[SEARCH_FIELDS]; /* their weights; 0 leaves one out, as if pages
                                   had none. Default 2, 1, 1 */
  double nearness; /* of the term for the distance of words; default 0.5 */
} search_run;

void search_run_default(search_run *run);

/* Set the weight by "basic", "cut", "weighted" or "weighted:W". False after a
 * message. */
bool search_run_read(const char *text, search_run *run);

/* What was found: a page and its score, which is above 0. */
typedef struct search_hit {
  int64_t page;
  double score;
} search_hit;

typedef struct search_hits {
  search_hit *items; /* owned; falling score, then rising id of the page */
  size_t count;
  size_t total; /* pages that were found, of which these are the best */
} search_hits;

/* Find the `depth` best pages for plain words: a page is found that has one of
 * them. Signs, quotes and words such as AND are nothing special; words that
 * say nothing (the, of, и) are passed over unless there are no others. A text
 * without any word, or with none that is known, finds nothing. */
exit_code search_index_words(search_index *index, const char *text, size_t len,
                             const search_run *run, uint32_t depth,
                             search_hits *out);

/* The same for a query as people write it: words, "a phrase", AND, OR, NOT,
 * NEAR(a b, 5), parentheses. EXIT_INPUT after a message when it is none. */
exit_code search_index_query(search_index *index, const char *text, size_t len,
                             const search_run *run, uint32_t depth,
                             search_hits *out);
void search_hits_done(search_hits *hits);

/* The words of a text as the index knows them (stems), parted by blanks, for
 * comparing: the same word has the same stem. The text is given, to be
 * released by free(). */
char *search_index_stems(search_index *index, const char *text, size_t len,
                         const char *language);

#endif
