/*
 * See text_tally.h. One pass over the characters. Runs of small ASCII letters,
 * most of most texts, are counted as runs.
 *
 * Hashes ignore case by setting the bit in which ASCII letters of both cases
 * differ. Beyond ASCII that brings some letters of both cases together too
 * (all of Latin-1, half of Cyrillic) and few that have nothing in common.
 */
#include "page/text/text_tally.h"

#include "base/hash64.h"
#include "base/simd_words.h"

#define CASE_BITS 0x2020202020202020u

/* 1 to 7 bytes as the low ones of a word; reads may overlap. */
static uint64_t
read_few(const char *p, size_t len)
{
  const unsigned char *b = (const unsigned char *)p;
  if (len >= 4)
    return pith__bytes4(p) | pith__bytes4(p + len - 4) << (8 * len - 32);
  return (uint64_t)b[0] | (uint64_t)b[len / 2] << (8 * (len / 2)) |
         (uint64_t)b[len - 1] << (8 * len - 8);
}

/* The middle of words above 16 bytes does not count; their length does. `room`
 * bytes can be read, at least the word. */
static inline uint32_t
hash_bytes(const char *word, size_t len, size_t room, uint64_t bits)
{
  uint64_t low, high = 0;
  if (len >= 8) {
    low = pith__bytes8(word);
    high = pith__bytes8(word + len - 8) | bits;
  } else if (room >= 8) {
    low = pith__bytes8(word) & UINT64_MAX >> (64 - 8 * len);
  } else {
    low = read_few(word, len);
  }
  uint64_t mixed = pith__hash64_fold((low | bits) ^ PITH_HASH64_A,
                                     high ^ (len * PITH_HASH64_C));
  return (uint32_t)(mixed >> 32 ^ mixed);
}

uint32_t
pith__word_hash(const char *word, size_t len)
{
  return hash_bytes(word, len, len, CASE_BITS);
}

/* The hash of the whole text depends on the order of its words; the list keeps
 * the first ones, which is enough to distinguish blocks. */
static void
add_hash(pith_text_tally *tally, pith_word_list *list, uint32_t hash)
{
  tally->hash = tally->hash * PITH_HASH64_A + hash;
  if (list->count < PITH_TALLY_HASHES)
    list->hashes[list->count++] = hash;
}

/* A run of a script without spaces: each pair of characters is a word. */
static void
add_wide(pith_text_tally *tally, pith_word_list *list, const char *word,
         size_t len)
{
  size_t before = 0, at = 0, n;
  while (at < len) {
    pith__character_at(word + at, &n);
    if (at > 0 || n == len)
      add_hash(tally, list,
               hash_bytes(word + before, at + n - before, at + n - before, 0) ^
                   1);
    before = at;
    at += n;
  }
}

/* Small ASCII letters, many at a time where the text has so many bytes left to
 * read. */
static size_t
skip_small(pith_slice text, size_t room, size_t i)
{
  while (room - i >= PITH_WORD_BYTES) {
    unsigned run = pith__small_run(text.data + i);
    i += run;
    if (run < PITH_WORD_BYTES || i >= text.len)
      return i < text.len ? i : text.len;
  }
  while (i < text.len && (unsigned char)(text.data[i] - 'a') < 26)
    i++;
  return i;
}

/* The run of word characters from `i` on; returns its end. */
static size_t
add_word(pith_text_tally *tally, pith_slice text, size_t room, size_t i,
         pith_character class, size_t len)
{
  for (;;) {
    tally->classes[class]++;
    i += len;
    size_t end = skip_small(text, room, i);
    tally->classes[PITH_CHARACTER_LETTER] += (uint32_t)(end - i);
    tally->last = (uint8_t)(end > i ? PITH_CHARACTER_LETTER : class);
    i = end;
    if (i >= text.len || text.data[i] == ' ')
      return i;
    class = pith__character_at(text.data + i, &len);
    if (!(PITH_CHARACTER_BIT(class) & PITH_CHARACTERS_OF_WORDS))
      return i;
  }
}

/* A stop ends a sentence when it follows something and no word follows it at
 * once, but for scripts without spaces, where it always does. */
static bool
ends_sentence(const pith_text_tally *tally, pith_slice text, size_t i,
              size_t len)
{
  if (!tally->some || tally->last == PITH_CHARACTER_STOP)
    return false;
  if (len > 1 || i + len >= text.len)
    return true;
  size_t next;
  pith_character class = pith__character_at(text.data + i + len, &next);
  return !(PITH_CHARACTER_BIT(class) & PITH_CHARACTERS_OF_WORDS);
}

/* A character that is part of no word. Marks are written over the letter
 * before them and do not end the run of what came before. */
static void
add_sign(pith_text_tally *tally, pith_slice text, size_t i,
         pith_character class, size_t len)
{
  tally->in_word = false;
  tally->classes[class]++;
  if (class == PITH_CHARACTER_SPACE || class == PITH_CHARACTER_MARK)
    return;
  if (class == PITH_CHARACTER_STOP)
    tally->stops += ends_sentence(tally, text, i, len);
  tally->last = (uint8_t) class;
  if (!tally->some)
    tally->first = (uint8_t) class;
  tally->some = true;
}

/* Word and sign take turns. A word that goes on in the next piece counts once
 * but has a hash for each part: the same page always has the same pieces. */
void
pith__text_tally_add(pith_text_tally *tally, pith_slice text, size_t room,
                     pith_word_list *list)
{
  size_t len;
  for (size_t i = 0; i < text.len;) {
    pith_character class = pith__character_at(text.data + i, &len);
    if (!(PITH_CHARACTER_BIT(class) & PITH_CHARACTERS_OF_WORDS)) {
      add_sign(tally, text, i, class, len);
      i += len;
      continue;
    }
    size_t end = add_word(tally, text, room, i, class, len);
    if (PITH_CHARACTER_BIT(class) & PITH_CHARACTERS_WIDE)
      add_wide(tally, list, text.data + i, end - i);
    else
      add_hash(tally, list,
               hash_bytes(text.data + i, end - i, room - i, CASE_BITS));
    if (!tally->some)
      tally->first = (uint8_t) class;
    tally->some = true;
    tally->words += !tally->in_word;
    tally->in_word = true;
    i = end;
  }
}
