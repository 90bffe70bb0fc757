/* token_fts5.c: see the header. Calls nothing of SQLite, so that it stands in
 * the command and in the loadable module alike. */
#include "lab/search/words/token_fts5.h"

#include "lab/search/words/token_words.h"

#include <sqlite3.h>

#include <stdlib.h>
#include <string.h>

typedef int (*fts5_sink)(void *, int, const char *, int, int, int);

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

static void
end_cutter(Fts5Tokenizer *tokenizer)
{
  fts5_cutter *cutter = (fts5_cutter *)tokenizer;
  token_stems_free(cutter->stems);
  free(cutter);
}

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

void *
token_fts5_functions(void)
{
  static const fts5_tokenizer functions = {start_cutter, end_cutter, cut_text};
  return (void *)&functions;
}
