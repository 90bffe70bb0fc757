/* query_words.c: see the header.
 *
 * A word is stemmed as each language of the index would do it; where they
 * differ the phrase has several words at one place. All languages cut a text at
 * the same places, so their words can be laid over each other.
 */
#include "lab/search/query/query_words.h"

#include "common/system/need.h"

#include "lab/search/words/token_fts5.h"
#include "lab/search/words/token_words.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES_MOST = 32, STEMS_MOST = 8 };

/* A word in the form the index has. */
typedef struct stem {
  char text[WORD_BYTES_MOST];
  size_t len;
} stem;

/* The words of a phrase, place by place. */
typedef struct phrase_work {
  stem stems[PLACES_MOST][STEMS_MOST];
  unsigned counts[PLACES_MOST];
  unsigned places;
  unsigned place; /* of the next word of the language at hand */
  bool part;
  bool stop_word; /* the last word was one */
} phrase_work;

/* The same place may get several stems, one for each language that differs. */
static bool
take_stem(void *state, const token_word *word)
{
  phrase_work *work = state;
  if (work->place == PLACES_MOST)
    return false;
  unsigned place = work->place++;
  unsigned *count = &work->counts[place];
  if (work->place > work->places)
    work->places = work->place;
  work->part |= word->part;
  work->stop_word = token_is_stop_word(word->whole, word->whole_len);
  for (unsigned i = 0; i < *count; i++)
    if (work->stems[place][i].len == word->len &&
        memcmp(work->stems[place][i].text, word->text, word->len) == 0)
      return true;
  if (*count < STEMS_MOST) {
    stem *to = &work->stems[place][(*count)++];
    memcpy(to->text, word->text, word->len);
    to->len = word->len;
  }
  return true;
}

/* In the form of index_cut_words(), so that phrases and pages match byte by
 * byte. */
static void
write_phrase(const phrase_work *work, text_out *out)
{
  char mark = CUT_BEGIN;
  text_out_bytes(out, &mark, 1);
  for (unsigned p = 0; p < work->places; p++)
    for (unsigned i = 0; i < work->counts[p]; i++) {
      mark = CUT_SAME;
      if (i > 0)
        text_out_bytes(out, &mark, 1);
      text_out_bytes(out, work->stems[p][i].text, work->stems[p][i].len);
      mark = CUT_END;
      text_out_bytes(out, &mark, 1);
    }
}

/* Two spellings with the same stems are one phrase. */
static void
keep_phrase(query *q, const phrase_work *work, phrase_made *out)
{
  size_t from = q->text.len;
  write_phrase(work, &q->text);
  need_all(!q->text.error);
  size_t len = q->text.len - from;
  /* The number of a phrase that is there already, or their count. */
  uint32_t number = 0;
  for (; number < q->phrase_count; number++)
    if (q->phrases[number].len == len &&
        q->phrases[number].part == work->part &&
        memcmp(q->text.data + q->phrases[number].from, q->text.data + from,
               len) == 0)
      break;
  if (number < q->phrase_count || number == PHRASES_MOST) {
    q->text.len = from;
    out->too_many = number == PHRASES_MOST;
  } else {
    q->phrases[q->phrase_count++] = (query_phrase){
        .from = from, .len = len, .words = work->places, .part = work->part};
  }
  out->phrase = number;
}

/* A star at the end of the last word means all words that begin so. The work is
 * large (all places of all languages), so it lives on the heap. */
void
query_add_phrase(const query_tools *tools, query *q, const char *text,
                 size_t len, phrase_made *out)
{
  *out = (phrase_made){UINT32_MAX, false, false};
  phrase_work *work = need(1, sizeof *work);
  work->part = len > 1 && text[len - 1] == '*';
  /* Cut the text as every language of the pages does, and as none. */
  for (unsigned i = 0; token_language_code(i); i++) {
    if (i != LANGUAGE_UNKNOWN && !(tools->languages >> i & 1))
      continue;
    work->place = 0;
    token_words_cut(tools->stems, i, FOR_QUERY, text, len, take_stem, work);
  }
  if (work->places > 0)
    keep_phrase(q, work, out);
  out->stop_word = work->places == 1 && work->stop_word && !work->part;
  free(work);
}

/* --- where words are ------------------------------------------------------ */

/* Who wants to know where words are. */
typedef struct range_target {
  range_sink sink;
  void *state;
} range_target;

/* Hands on where a word is, without the word. */
static bool
take_range(void *state, const token_word *word)
{
  const range_target *target = state;
  return target->sink(target->state, word->from, word->to);
}

bool
query_each_word(const query_tools *tools, const char *text, size_t len,
                range_sink sink, void *state)
{
  range_target target = {sink, state};
  return token_words_cut(tools->stems, LANGUAGE_UNKNOWN, FOR_QUERY, text, len,
                         take_range, &target);
}
