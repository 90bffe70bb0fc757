/* query_snippet.h: a few lines of a page that show why it was found. */
#ifndef SEARCH_QUERY_SNIPPET_H
#define SEARCH_QUERY_SNIPPET_H

#include "lab/search/search_index.h"

/* A piece of a page's text, and the words in it that were asked for. */
typedef struct query_snippet {
  size_t from; /* bytes of the page's text[SEARCH_BODY] */
  size_t to;
  struct snippet_mark {
    size_t from; /* likewise */
    size_t to;
  } marks[24];
  size_t mark_count;
  struct snippet_word { /* why: a word of the query on the page */
    size_t from;        /* the first place it is at; likewise */
    size_t to;
    uint32_t content; /* times in content of the body */
    uint32_t boilerplate;
  } words[16];
  size_t word_count;
} query_snippet;

/* Choose the piece with the most different words of the query: in the content
 * for a run that counts nothing else, there if there is any for one with light
 * boilerplate. Marks do not overlap. `text` is the query,
 * `plain` as for search_index_words(). All is borrowed.
 */
bool query_snippet_find(search_index *index, const char *text, size_t len,
                        bool plain, const search_run *run,
                        const search_page *page, query_snippet *out);

#endif
