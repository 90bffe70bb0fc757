/* token_stem.h: words to stems, by the Snowball algorithms of libstemmer.
 *
 * Which algorithm a word gets follows from its script and the language of its
 * page: Latin letters on a Russian page are English, Cyrillic ones on an
 * English page Russian. A language without an algorithm (Polish, Ukrainian)
 * keeps its words as they are. Built without libstemmer, all words stay as they
 * are.
 */
#ifndef SEARCH_TOKEN_STEM_H
#define SEARCH_TOKEN_STEM_H

#include "lab/search/words/token_char.h"

#include <stdbool.h>

/* Languages by number; 0 is "not known". */
enum { LANGUAGE_UNKNOWN = 0, LANGUAGE_MOST = 64 };

/* The number of a language by its code, BCP 47: "de", "pt-BR". */
unsigned token_language_find(const char *code, size_t len);

/* The code of a language, "" for the unknown; NULL beyond the last. */
const char *token_language_code(unsigned language);

/* The script a language is written in; SCRIPT_OTHER for the unknown. */
token_script token_language_script(unsigned language);

/* Stemmers of one thread, made when they are first wanted, and the stems of
 * words met lately. */
typedef struct token_stems token_stems;

token_stems *token_stems_new(void); /* NULL when memory ends */
void token_stems_free(token_stems *stems);

/* The stem of a word in small letters, as a page in `language` has it; lent
 * until the next call. The word itself when there is no algorithm, and when
 * memory ends. *out_len is never 0. */
const char *token_stem(token_stems *stems, unsigned language,
                       token_script script, const char *word, size_t len,
                       size_t *out_len);

#endif
