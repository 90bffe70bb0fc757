/* query_words.h: the part of query_parse.h that makes phrases of words. */
#ifndef SEARCH_QUERY_WORDS_H
#define SEARCH_QUERY_WORDS_H

#include "lab/search/query/query_parse.h"

/* What became of a text. */
typedef struct phrase_made {
  uint32_t phrase; /* its number, UINT32_MAX: there is no word in it */
  bool stop_word;  /* it is one word that says nothing */
  bool too_many;   /* there is no room for it */
} phrase_made;

/* Add a text as a phrase, or find it among those there are. */
void query_add_phrase(const query_tools *tools, query *q, const char *text,
                      size_t len, phrase_made *out);

/* Where the words of a text are in it: calls `sink` with each, in order. */
typedef bool (*range_sink)(void *state, size_t from, size_t to);
bool query_each_word(const query_tools *tools, const char *text, size_t len,
                     range_sink sink, void *state);

#endif
