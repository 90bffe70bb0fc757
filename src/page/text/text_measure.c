/*
 * See text_measure.h. One pass over the characters, by their class; the text is
 * copied only when white space has to be collapsed, which is seldom.
 *
 * Whether a sentence ends is part of a token's facts in site model files. It is
 * a plain rule on purpose: a stop, closers, then white space or the end; or a
 * stop of a script without spaces. sentence_stop.h has the better one, with
 * abbreviations, and cannot replace it without making old models useless.
 */
#include "page/text/text_measure.h"

#include "base/hash64.h"
#include "base/slice.h"
#include "page/text/text_class.h"

#define TEXT_SEED 0x74657874u /* "text" */

/* What has been seen so far. */
typedef struct walk {
  uint32_t words;
  uint32_t ideographs;
  uint32_t commas;
  bool in_word;
  bool after_stop; /* a stop, and nothing but closers since */
  bool letters;
  bool sentence;
  bool uneven; /* white space that is not a single blank */
} walk;

/* One character. A word is counted where it begins; ideographs are counted one
 * by one and halved at the end. */
static void
note(walk *at, pith_text_class class)
{
  bool in_word = class == PITH_TEXT_LETTER || class == PITH_TEXT_DIGIT ||
                 class == PITH_TEXT_JOINER;
  if (in_word && !at->in_word)
    at->words++;
  at->in_word = in_word;
  at->letters |= class == PITH_TEXT_LETTER || class == PITH_TEXT_IDEOGRAPH;
  at->ideographs += class == PITH_TEXT_IDEOGRAPH;
  at->commas += class == PITH_TEXT_COMMA;
  at->sentence |= class == PITH_TEXT_WIDE_STOP ||
                  (at->after_stop && class == PITH_TEXT_SPACE);
  at->after_stop =
      class == PITH_TEXT_STOP || (at->after_stop && class == PITH_TEXT_CLOSER);
}

/* The text without white space at its ends. */
static pith_slice
trim(pith_slice text)
{
  size_t from = 0, to = text.len, len;
  while (from < to &&
         pith__text_class_at(text.data + from, &len) == PITH_TEXT_SPACE)
    from += len;
  while (to > from) {
    size_t start = to - 1;
    while (start > from && ((unsigned char)text.data[start] & 0xC0) == 0x80)
      start--;
    if (pith__text_class_at(text.data + start, &len) != PITH_TEXT_SPACE)
      break;
    to = start;
  }
  return pith__slice(text.data + from, to - from);
}

/* Letters behind the first one of a word change nothing but `i`, so they are
 * skipped in a tight loop: that is most of most texts. */
static void
walk_text(pith_slice text, walk *at)
{
  bool space = false;
  size_t len;
  for (size_t i = 0; i < text.len;) {
    pith_text_class class = pith__text_class_at(text.data + i, &len);
    note(at, class);
    if (class == PITH_TEXT_SPACE)
      at->uneven |= space || text.data[i] != ' ';
    space = class == PITH_TEXT_SPACE;
    i = class == PITH_TEXT_LETTER ? pith__text_skip_letters(text, i + len)
                                  : i + len;
  }
  at->sentence |= at->after_stop;
}

/* The text with each run of white space as one blank. */
static pith_slice
collapse(pith_slice text, pith_buffer *room)
{
  size_t len, from = 0; /* what was not copied yet */
  pith__buffer_clear(room);
  pith__buffer_reserve(room, text.len);
  for (size_t i = 0; i < text.len;) {
    pith_text_class class = pith__text_class_at(text.data + i, &len);
    if (class != PITH_TEXT_SPACE) {
      i = class == PITH_TEXT_LETTER ? pith__text_skip_letters(text, i + len)
                                    : i + len;
      continue;
    }
    pith__buffer_append(room, text.data + from, i - from);
    pith__buffer_append_char(room, ' ');
    while (i < text.len &&
           pith__text_class_at(text.data + i, &len) == PITH_TEXT_SPACE)
      i += len;
    from = i;
  }
  pith__buffer_append(room, text.data + from, text.len - from);
  return pith__buffer_slice(room);
}

/* Read a number at *at, with the '.' or ':' and blank that may follow it. */
static bool
read_number(pith_slice text, size_t *at, uint32_t *number)
{
  size_t from = *at;
  *number = 0;
  while (*at < text.len && *at - from < 6 && pith__is_digit(text.data[*at]))
    *number = *number * 10 + (uint32_t)(text.data[(*at)++] - '0');
  bool digits = *at > from;
  if (*at < text.len && (text.data[*at] == '.' || text.data[*at] == ':'))
    ++*at;
  if (*at < text.len && text.data[*at] == ' ')
    ++*at;
  else if (*at < text.len)
    return false;
  return digits;
}

/* Line numbers of a listing may be in one text each or all in one: "1 2 3".
 * Only texts without letters are looked at. */
static void
find_counts(pith_text_measure *measure)
{
  size_t at = 0;
  uint32_t number;
  if (!read_number(measure->shown, &at, &number))
    return;
  measure->count_first = number;
  measure->count_last = number;
  while (at < measure->shown.len) {
    if (!read_number(measure->shown, &at, &number) ||
        number != measure->count_last + 1)
      return;
    measure->count_last = number;
  }
  measure->counts = true;
}

bool
pith__text_measure(pith_slice text, pith_buffer *room,
                   pith_text_measure *measure)
{
  pith_slice trimmed = trim(text);
  if (trimmed.len == 0)
    return false;
  walk at = {0};
  walk_text(trimmed, &at);
  pith_text_measure found = {.commas = at.commas,
                             .letters = at.letters,
                             .sentence = at.sentence,
                             .shown = trimmed};
  if (at.uneven)
    found.shown = collapse(trimmed, room);
  uint32_t words = at.words + (at.ideographs + 1) / 2;
  found.words = words < PITH_WORDS_MOST ? words : PITH_WORDS_MOST;
  found.hash = pith__hash64(found.shown.data, found.shown.len, TEXT_SEED);
  if (!found.letters)
    find_counts(&found);
  *measure = found;
  return !(at.uneven && room->failed);
}

/* For comparing a text with the title of its page, where case and punctuation
 * differ. */
void
pith__text_fold(pith_slice text, pith_buffer *out)
{
  bool gap = false;
  size_t len, start = out->len;
  for (size_t i = 0; i < text.len; i += len) {
    pith_text_class class = pith__text_class_at(text.data + i, &len);
    if (class != PITH_TEXT_LETTER && class != PITH_TEXT_DIGIT &&
        class != PITH_TEXT_JOINER && class != PITH_TEXT_IDEOGRAPH) {
      gap = true;
      continue;
    }
    if (gap && out->len > start)
      pith__buffer_append_char(out, ' ');
    gap = false;
    if (len == 1)
      pith__buffer_append_char(out, pith__lower(text.data[i]));
    else
      pith__buffer_append(out, text.data + i, len);
  }
}
