/* token_words.h: a text cut into the words that a search finds.
 *
 *     "Ёлки, 3D и 北京市"   ──►   елк  3d  и  北京  京市+市
 *
 * A word is a run of letters and digits, small, without marks that some leave
 * out, as its stem (token_stem.h). Scripts that are written without blanks, and
 * Korean, give every pair of neighbours; the last character of such a run is
 * also a word by itself at the place of the last pair, so that a single one is
 * found as the beginning of a word. Places count words: 0, 1, 2 and so on.
 *
 * The same text has the same words whatever is around it. Linear.
 */
#ifndef SEARCH_TOKEN_WORDS_H
#define SEARCH_TOKEN_WORDS_H

#include "lab/search/words/token_stem.h"

typedef struct token_word {
  const char *text;  /* lent until the next word */
  size_t len;        /* 1 to WORD_BYTES_MOST */
  const char *whole; /* before it became a stem; lent likewise */
  size_t whole_len;
  size_t from; /* bytes of the text it was cut from */
  size_t to;
  bool same_place; /* as the word before it */
  bool part;       /* a query for it wants all words that begin so */
} token_word;

/* Longer words are cut off. */
enum { WORD_BYTES_MOST = 96 };

/* Who the words are for. */
typedef enum token_purpose {
  FOR_PAGE,
  FOR_QUERY /* without the single character behind the last pair */
} token_purpose;

/* Takes a word; false stops. */
typedef bool (*token_sink)(void *state, const token_word *word);

/* Cut a text. False when the sink stopped. `stems` and `text` are borrowed for
 * the call. */
bool token_words_cut(token_stems *stems, unsigned language,
                     token_purpose purpose, const char *text, size_t len,
                     token_sink sink, void *state);

/* Whether a word says so little that a query is better off without it: "the",
 * "и". It is small letters, no stem. */
bool token_is_stop_word(const char *word, size_t len);

#endif
