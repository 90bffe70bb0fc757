/* token_fts5.h: the words of token_words.h as a tokenizer of SQLite's FTS5.
 *
 *     CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'pith');
 *     CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'pith de');
 *
 * A text may also come cut already, which the index does in its own threads:
 *
 *     02  word 1F  word 1F 1E word at the same place 1F ...
 *
 * Whoever writes such bytes into a text only chooses its words, as any text
 * does.
 */
#ifndef SEARCH_TOKEN_FTS5_H
#define SEARCH_TOKEN_FTS5_H

/* The marks of a text that is cut. */
enum { CUT_BEGIN = 0x02, CUT_END = 0x1F, CUT_SAME = 0x1E };

/* The fts5_tokenizer, lent for the life of the program, as a pointer that
 * xCreateTokenizer() takes: its type is SQLite's, whose header comes in two
 * kinds that do not go together. */
void *token_fts5_functions(void);

#endif
