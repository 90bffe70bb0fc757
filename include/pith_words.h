/*
 * pith_words.h - words of a text, for whoever counts or compares them.
 *
 * A word is a run of letters, digits and underscores of any script, as the
 * expression \w+ of Python finds it, by Unicode 14. Scripts without spaces give
 * long words. Texts are UTF-8; a byte that is no part of it stands between
 * words and is kept as it is.
 */
#ifndef PITH_WORDS_H
#define PITH_WORDS_H

#include "pith.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How many bytes a text of `len` bytes may have in lower case. */
#define PITH_LOWER_ROOM(len) ((len) + (len) / 2 + 1)

/**
 * Write a text in lower case to `out`, which has room for
 * PITH_LOWER_ROOM(text.len) bytes; gives how many it wrote. The mapping is the
 * full one of Unicode: U+0130 becomes two characters, and a capital sigma at
 * the end of a word a final one. No language is asked for.
 */
PITH_API size_t pith_text_lower(pith_slice text, char *out);

/**
 * The next word at or behind *at, lent by the text; *at moves behind it. False
 * when there is none. Start with *at = 0.
 */
PITH_API bool pith_word_next(pith_slice text, size_t *at, pith_slice *word);

#ifdef __cplusplus
}
#endif

#endif /* PITH_WORDS_H */
