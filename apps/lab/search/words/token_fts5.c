/* token_fts5.c: see the header.
 *
 *     plain text              ──► token_words_cut() ──► sink
 *     02 word 1F word 1F ...  ──► read_cut()        ──► sink
 *
 * Calls nothing of SQLite, so that the command and the loadable module can
 * share it.
 */
#include "lab/search/words/token_fts5.h"

#include "lab/search/words/token_words.h"

#include <sqlite3.h>

#include <stdlib.h>
#include <string.h>

/* The xToken callback of FTS5: context, flags, word, its length, and the bytes
 * of the text that it came from. Anything but SQLITE_OK ends the cutting. */
typedef int (*fts5_sink)(void *, int, const char *, int, int, int);

/* What FTS5 holds as Fts5Tokenizer: one for each table and connection, which
 * one thread uses, so the stemmers need no lock. */
typedef struct fts5_cutter {
  token_stems *stems;
  unsigned language;
} fts5_cutter;

/* Where words go. */
typedef struct fts5_target {
  fts5_sink sink;
  void *context;
  int code; /* of SQLite */
} fts5_target;

/* FTS5 calls it once for every cutter that start_cutter() returned. */
static void
end_cutter(Fts5Tokenizer *tokenizer)
{
  fts5_cutter *cutter = (fts5_cutter *)tokenizer;
  token_stems_free(cutter->stems);
  free(cutter);
}

/* One argument at most: the language, as in tokenize = 'pith de'. A language
 * that is not known is an error when the table is made, not words that are
 * silently not stemmed. */
static int
start_cutter(void *context, const char **arguments, int count,
             Fts5Tokenizer **out)
{
  (void)context;
  *out = NULL;
  unsigned language = LANGUAGE_UNKNOWN;
  if (count > 1)
    return SQLITE_ERROR;
  if (count == 1) {
    language = token_language_find(arguments[0], strlen(arguments[0]));
    if (language == LANGUAGE_UNKNOWN)
      return SQLITE_ERROR;
  }
  fts5_cutter *cutter = malloc(sizeof *cutter);
  if (!cutter)
    return SQLITE_NOMEM;
  cutter->language = language;
  cutter->stems = token_stems_new();
  if (!cutter->stems) {
    free(cutter);
    return SQLITE_NOMEM;
  }
  *out = (Fts5Tokenizer *)cutter;
  return SQLITE_OK;
}

/* FTS5 counts places itself: a word is at the next place unless its flags put
 * it at the same one. Lengths fit an int, since FTS5 passed the text as one. */
static bool
take_word(void *state, const token_word *word)
{
  fts5_target *target = state;
  int flags = word->same_place ? FTS5_TOKEN_COLOCATED : 0;
  target->code = target->sink(target->context, flags, word->text,
                              (int)word->len, (int)word->from, (int)word->to);
  return target->code == SQLITE_OK;
}

/* Hand on words that are cut already. */
static int
read_cut(fts5_target *target, const char *text, int len)
{
  for (int at = 1; at < len && target->code == SQLITE_OK;) {
    const char *end = memchr(text + at, CUT_END, (size_t)(len - at));
    int to = end ? (int)(end - text) : len;
    bool same = to > at && text[at] == CUT_SAME;
    int from = at + (same ? 1 : 0);
    if (to > from)
      target->code =
          target->sink(target->context, same ? FTS5_TOKEN_COLOCATED : 0,
                       text + from, to - from, from, to);
    at = to + 1;
  }
  return target->code;
}

/* The first byte decides which of the two forms a text has. A foreign text that
 * begins with CUT_BEGIN only chooses its own words. */
static int
cut_text(Fts5Tokenizer *tokenizer, void *context, int flags, const char *text,
         int len, fts5_sink sink)
{
  const fts5_cutter *cutter = (const fts5_cutter *)tokenizer;
  fts5_target target = {sink, context, SQLITE_OK};
  token_purpose purpose = flags & FTS5_TOKENIZE_QUERY ? FOR_QUERY : FOR_PAGE;
  if (!text || len <= 0)
    return SQLITE_OK;
  if (text[0] == CUT_BEGIN)
    return read_cut(&target, text, len);
  token_words_cut(cutter->stems, cutter->language, purpose, text, (size_t)len,
                  take_word, &target);
  return target.code;
}

/* const in truth; xCreateTokenizer() copies what it is passed. */
void *
token_fts5_functions(void)
{
  static const fts5_tokenizer functions = {start_cutter, end_cutter, cut_text};
  return (void *)&functions;
}
