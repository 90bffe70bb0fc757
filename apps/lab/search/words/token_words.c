/* token_words.c: a text as words: cut, folded, stemmed.
 *
 *     "Die Uhren-Reparatur 東京都"  ──►  die uhr reparatur 東京 京都 都
 *
 * Scripts with blanks are cut at them and stemmed by the page's language; runs
 * of scripts without blanks are pairs of neighbouring characters. Positions
 * count places, so that phrases can be matched.
 */
#include "lab/search/words/token_words.h"

#include <string.h>

/* A text on its way, word by word; the word at hand is built in `word`. */
typedef struct cutter {
  token_stems *stems;
  unsigned language;
  token_purpose purpose;
  const char *text;
  size_t len;
  size_t at;
  token_sink sink;
  void *state;
  char word[WORD_BYTES_MOST + 8]; /* room for two units or a letter more */
} cutter;

/* A character of a script without blanks, and the marks on it. */
typedef struct unit {
  char text[WORD_BYTES_MOST / 2];
  size_t len;
  size_t from;
  size_t to;
} unit;

/* What a word begins with. */
static bool
in_word(token_class class)
{
  return class == CLASS_LETTER || class == CLASS_NUMBER;
}

/* What goes on with it: marks and what is dropped, too. */
static bool
joins_word(token_class class)
{
  return in_word(class) || class == CLASS_MARK || class == CLASS_DROPPED;
}

/* A word as it is: numbers, and scripts that are not stemmed. */
static bool
emit(const cutter *cut, const char *text, size_t len, size_t from, size_t to)
{
  token_word word = {.text = text,
                     .len = len,
                     .whole = text,
                     .whole_len = len,
                     .from = from,
                     .to = to};
  return cut->sink(cut->state, &word);
}

/* A word as its stem, and as it is. */
static bool
emit_stem(const cutter *cut, token_script script, size_t len, size_t from)
{
  token_word word = {
      .whole = cut->word, .whole_len = len, .from = from, .to = cut->at};
  word.text =
      token_stem(cut->stems, cut->language, script, cut->word, len, &word.len);
  if (word.len > WORD_BYTES_MOST)
    word.len = WORD_BYTES_MOST;
  return cut->sink(cut->state, &word);
}

/* --- words between blanks ------------------------------------------------- */

/* A mark over a Latin, Greek or Cyrillic letter: the letter with it if there is
 * one, else the letter by itself. Returns the new length. */
static size_t
join_mark(cutter *cut, size_t len, size_t letter_at, uint32_t letter,
          uint32_t mark)
{
  uint32_t both = token_char_join(letter, mark);
  return both ? letter_at + token_char_write(both, cut->word + letter_at) : len;
}

/* The word that begins here. */
static bool
cut_word(cutter *cut)
{
  size_t from = cut->at;
  size_t len = 0;
  size_t letter_at = 0;
  uint32_t letter = 0;
  bool digits = false;
  token_script script = SCRIPT_OTHER;
  while (cut->at < cut->len) {
    token_char here = token_char_read(cut->text + cut->at, cut->len - cut->at);
    if (!joins_word(here.class))
      break;
    if (here.class == CLASS_DROPPED) {
      if (len < WORD_BYTES_MOST)
        len = join_mark(cut, len, letter_at, letter, here.code);
    } else if (len + 4 <= WORD_BYTES_MOST) {
      if (len == 0)
        script = token_script_of(here.fold);
      digits |= here.class == CLASS_NUMBER;
      letter = here.fold;
      letter_at = len;
      len += token_char_write(here.fold, cut->word + len);
    }
    cut->at += here.bytes;
  }
  return digits ? emit(cut, cut->word, len, from, cut->at)
                : emit_stem(cut, script, len, from);
}

/* --- scripts without blanks ----------------------------------------------- */

/* A character of a script without blanks, with the marks on it. */
static void
read_unit(cutter *cut, unit *out)
{
  out->len = 0;
  out->from = cut->at;
  out->to = cut->at;
  while (cut->at < cut->len) {
    token_char here = token_char_read(cut->text + cut->at, cut->len - cut->at);
    bool mark = here.class == CLASS_MARK || here.class == CLASS_DROPPED;
    if (out->len > 0 ? !mark : here.class != CLASS_UNIT)
      break;
    if (here.class != CLASS_DROPPED && out->len + 4 <= sizeof out->text)
      out->len += token_char_write(here.fold, out->text + out->len);
    cut->at += here.bytes;
    out->to = cut->at;
  }
}

/* The last character by itself: for a page so that it is found as such, for a
 * query only if it is all there is. */
static bool
emit_single(const cutter *cut, const unit *last, bool single)
{
  token_word word = {.text = last->text,
                     .len = last->len,
                     .whole = last->text,
                     .whole_len = last->len,
                     .from = last->from,
                     .to = last->to,
                     .same_place = !single,
                     .part = cut->purpose == FOR_QUERY};
  if (!single && cut->purpose == FOR_QUERY)
    return true;
  return cut->sink(cut->state, &word);
}

/* The run that begins here. */
static bool
cut_run(cutter *cut)
{
  unit units[2];
  unsigned count = 1;
  read_unit(cut, &units[0]);
  for (;; count++) {
    unit *next = &units[count % 2];
    const unit *last = &units[(count - 1) % 2];
    read_unit(cut, next);
    if (next->len == 0)
      return emit_single(cut, last, count == 1);
    /* Neighbours overlap: "ABC" is AB and BC, so that any word of two
     * characters is found. */
    memcpy(cut->word, last->text, last->len);
    memcpy(cut->word + last->len, next->text, next->len);
    if (!emit(cut, cut->word, last->len + next->len, last->from, next->to))
      return false;
  }
}

/* Linear, and without memory of its own; the sink may end it. */
bool
token_words_cut(token_stems *stems, unsigned language, token_purpose purpose,
                const char *text, size_t len, token_sink sink, void *state)
{
  cutter cut = {.stems = stems,
                .language = language,
                .purpose = purpose,
                .text = text,
                .len = len,
                .sink = sink,
                .state = state};
  while (cut.at < cut.len) {
    token_char here = token_char_read(text + cut.at, len - cut.at);
    if (in_word(here.class)) {
      if (!cut_word(&cut))
        return false;
    } else if (here.class == CLASS_UNIT) {
      if (!cut_run(&cut))
        return false;
    } else {
      cut.at += here.bytes;
    }
  }
  return true;
}
