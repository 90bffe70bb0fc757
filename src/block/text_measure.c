/*
 * See text_measure.h. One pass over the characters, by their class; the text
 * is copied only when white space has to be collapsed.
 *
 * The classes of other scripts are ranges, not the full Unicode tables: what
 * is told apart is letters, signs, spaces, and the scripts without spaces, and
 * a rare character in the wrong class changes no decision.
 */
#include "block/text_measure.h"

#include "base/hash64.h"
#include "base/slice.h"

#define TEXT_SEED 0x74657874u /* "text" */

/* First bytes of Latin, Greek, Cyrillic and Armenian letters. */
enum { TWO_BYTE_LETTERS = 0xC4, TWO_BYTE_LETTERS_END = 0xD6 };

/* Classes of characters, each by one of them. */
typedef enum character_class {
  SIGN = '-',
  SPACE = ' ',
  LETTER = 'a',
  DIGIT = '0',
  JOINER = '_',    /* part of a word, no letter */
  IDEOGRAPH = 'i', /* of a script without spaces */
  STOP = '.',      /* ends a sentence if a space follows */
  WIDE_STOP = '!', /* ends one whatever follows */
  COMMA = ',',
  CLOSER = ')' /* may stand between a stop and the space behind it */
} character_class;

/* The classes of ASCII, sixteen a row. */
static const char ascii_classes[] = "---------  -  --"
                                    "----------------"
                                    " .)----)-)--,-.-"
                                    "0000000000-,---."
                                    "-aaaaaaaaaaaaaaa"
                                    "aaaaaaaaaaa--)-_"
                                    "-aaaaaaaaaaaaaaa"
                                    "aaaaaaaaaaa-----";

typedef struct code_range {
  uint32_t from, to;
  character_class class;
} code_range;

/* Beyond ASCII, in rising order; what is in no range is a letter. */
static const code_range ranges[] = {
    {0x80, 0x9F, SIGN},          {0xA0, 0xA0, SPACE},
    {0xA1, 0xA9, SIGN},          {0xAB, 0xB4, SIGN},
    {0xB6, 0xB9, SIGN},          {0xBB, 0xBB, CLOSER},
    {0xBC, 0xBF, SIGN},          {0xD7, 0xD7, SIGN},
    {0xF7, 0xF7, SIGN},          {0x60C, 0x60C, COMMA},
    {0x61F, 0x61F, WIDE_STOP},   {0x6D4, 0x6D4, WIDE_STOP},
    {0x964, 0x965, WIDE_STOP},   {0x2000, 0x200A, SPACE},
    {0x200B, 0x2018, SIGN},      {0x2019, 0x201D, CLOSER},
    {0x201E, 0x2025, SIGN},      {0x2026, 0x2026, STOP},
    {0x2027, 0x202E, SIGN},      {0x202F, 0x202F, SPACE},
    {0x2030, 0x2BFF, SIGN},      {0x2E00, 0x2E7F, SIGN},
    {0x2E80, 0x2FFF, IDEOGRAPH}, {0x3000, 0x3000, SPACE},
    {0x3001, 0x3001, COMMA},     {0x3002, 0x3002, WIDE_STOP},
    {0x3003, 0x3004, SIGN},      {0x3005, 0x3007, IDEOGRAPH},
    {0x3008, 0x3020, SIGN},      {0x3021, 0x3029, IDEOGRAPH},
    {0x302A, 0x3030, SIGN},      {0x3031, 0x3035, IDEOGRAPH},
    {0x3036, 0x303F, SIGN},      {0x3040, 0xA4CF, IDEOGRAPH},
    {0xAC00, 0xD7A3, LETTER},    {0xE000, 0xF8FF, SIGN},
    {0xF900, 0xFAFF, IDEOGRAPH}, {0xFE00, 0xFE0F, SIGN},
    {0xFEFF, 0xFEFF, SIGN},      {0xFF01, 0xFF01, WIDE_STOP},
    {0xFF02, 0xFF0B, SIGN},      {0xFF0C, 0xFF0C, COMMA},
    {0xFF0D, 0xFF0F, SIGN},      {0xFF10, 0xFF19, DIGIT},
    {0xFF1A, 0xFF1E, SIGN},      {0xFF1F, 0xFF1F, WIDE_STOP},
    {0xFF20, 0xFF20, SIGN},      {0xFF3B, 0xFF40, SIGN},
    {0xFF5B, 0xFF65, SIGN},      {0xFF66, 0xFF9D, IDEOGRAPH},
    {0x1F000, 0x1FAFF, SIGN},    {0x20000, 0x3FFFF, IDEOGRAPH},
};

static character_class
class_of_code(uint32_t code)
{
  size_t low = 0, high = sizeof ranges / sizeof ranges[0];
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (code > ranges[middle].to)
      low = middle + 1;
    else
      high = middle;
  }
  bool inside =
      low < sizeof ranges / sizeof ranges[0] && code >= ranges[low].from;
  return inside ? ranges[low].class : LETTER;
}

/* The class of the character at p, and how many bytes it has. */
static inline character_class
class_at(const char *p, size_t *len)
{
  const unsigned char *b = (const unsigned char *)p;
  if (b[0] < 0x80) {
    *len = 1;
    return (character_class)ascii_classes[b[0]];
  }
  if (b[0] < 0xE0) {
    *len = 2;
    if (b[0] >= TWO_BYTE_LETTERS && b[0] < TWO_BYTE_LETTERS_END)
      return LETTER;
    return class_of_code((b[0] & 0x1Fu) << 6 | (b[1] & 0x3Fu));
  }
  if (b[0] < 0xF0) {
    *len = 3;
    if (b[0] >= 0xE4 && b[0] < 0xEA)
      return IDEOGRAPH;
    return class_of_code((b[0] & 0xFu) << 12 | (b[1] & 0x3Fu) << 6 |
                         (b[2] & 0x3Fu));
  }
  *len = 4;
  return class_of_code((b[0] & 7u) << 18 | (b[1] & 0x3Fu) << 12 |
                       (b[2] & 0x3Fu) << 6 | (b[3] & 0x3Fu));
}

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

static void
note(walk *at, character_class class)
{
  bool in_word = class == LETTER || class == DIGIT || class == JOINER;
  if (in_word && !at->in_word)
    at->words++;
  at->in_word = in_word;
  at->letters |= class == LETTER || class == IDEOGRAPH;
  at->ideographs += class == IDEOGRAPH;
  at->commas += class == COMMA;
  at->sentence |= class == WIDE_STOP || (at->after_stop && class == SPACE);
  at->after_stop = class == STOP || (at->after_stop && class == CLOSER);
}

/* The text without white space at its ends. */
static pith_slice
trim(pith_slice text)
{
  size_t from = 0, to = text.len, len;
  while (from < to && class_at(text.data + from, &len) == SPACE)
    from += len;
  while (to > from) {
    size_t start = to - 1;
    while (start > from && ((unsigned char)text.data[start] & 0xC0) == 0x80)
      start--;
    if (class_at(text.data + start, &len) != SPACE)
      break;
    to = start;
  }
  return pith__slice(text.data + from, to - from);
}

/* Past the letters of a word, of which the first has been noted: the rest of
 * them changes nothing. */
static size_t
skip_letters(pith_slice text, size_t i)
{
  while (i < text.len) {
    unsigned char c = (unsigned char)text.data[i];
    if (c < 0x80 && ascii_classes[c] == LETTER)
      i++;
    else if (c >= TWO_BYTE_LETTERS && c < TWO_BYTE_LETTERS_END)
      i += 2;
    else
      break;
  }
  return i;
}

static void
walk_text(pith_slice text, walk *at)
{
  bool space = false;
  size_t len;
  for (size_t i = 0; i < text.len;) {
    character_class class = class_at(text.data + i, &len);
    note(at, class);
    if (class == SPACE)
      at->uneven |= space || text.data[i] != ' ';
    space = class == SPACE;
    i = class == LETTER ? skip_letters(text, i + len) : i + len;
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
    character_class class = class_at(text.data + i, &len);
    if (class != SPACE) {
      i = class == LETTER ? skip_letters(text, i + len) : i + len;
      continue;
    }
    pith__buffer_append(room, text.data + from, i - from);
    pith__buffer_append_char(room, ' ');
    while (i < text.len && class_at(text.data + i, &len) == SPACE)
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

void
pith__text_fold(pith_slice text, pith_buffer *out)
{
  bool gap = false;
  size_t len, start = out->len;
  for (size_t i = 0; i < text.len; i += len) {
    character_class class = class_at(text.data + i, &len);
    if (class != LETTER && class != DIGIT && class != JOINER &&
        class != IDEOGRAPH) {
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
