/*
 * A page in, a small sample out.
 *
 *   <li>caf\xE9 &bull; na\xEFve</li>     gives     f\xE9 &  a\xEFve
 *
 * A phrase begins with a non-ASCII byte and ends before two ASCII bytes in a
 * row, or before one that no multi-byte character can end with. It is taken
 * with one byte of context before it and two behind. Trail bytes that are
 * ASCII stay inside, so multi-byte readings keep in step.
 *
 * A phrase counts once, however often it is on the page: a hundred pound signs
 * in a price list prove no more than one, and would outvote the text. For the
 * comparison its surroundings are only letter, digit or other.
 */
#include "decode/guess_sample.h"

#include "base/slice.h"
#include "base/utf8_validate.h"

#include <string.h>

#define CONTEXT_BEHIND 2

/* Not ASCII. */
static bool
is_high(char c)
{
  return (unsigned char)c >= 0x80;
}

/* The trail bytes of all encodings start with the digits of gb18030. */
static bool
may_be_trail(char c)
{
  return pith__is_digit(c) || (unsigned char)c >= '@';
}

/* Where the phrase that starts at `from` ends: behind its last high byte, or
 * behind the ASCII byte after that if it may be a trail. */
static size_t
phrase_end(pith_slice bytes, size_t from)
{
  size_t i = from;
  while (i < bytes.len && i - from < PITH_SAMPLE_BYTES) {
    if (is_high(bytes.data[i]))
      i++;
    else if (may_be_trail(bytes.data[i]) && i + 1 < bytes.len &&
             is_high(bytes.data[i + 1]))
      i += 2;
    else
      break;
  }
  return i;
}

/* FNV-1a: short keys, and no protection needed. */
static uint32_t
add_to_hash(uint32_t hash, char c)
{
  return (hash ^ (unsigned char)c) * UINT32_C(16777619);
}

/* What is around a phrase counts only by its kind. */
static char
kind_of(char c)
{
  return pith__is_letter(c) ? 'a' : pith__is_digit(c) ? '0' : ' ';
}

/* The same phrase in the same kind of place is one. */
static uint32_t
phrase_hash(pith_slice bytes, size_t from, size_t to)
{
  uint32_t hash = UINT32_C(2166136261);
  hash = add_to_hash(hash, from ? kind_of(bytes.data[from - 1]) : ' ');
  for (size_t i = from; i < to; i++)
    hash = add_to_hash(hash, bytes.data[i]);
  hash = add_to_hash(hash, to < bytes.len ? kind_of(bytes.data[to]) : ' ');
  return hash | 1; /* 0 is an empty slot */
}

/* True when the phrase is new; it is not any more after this. A full table
 * takes everything for new. */
static bool
is_new(pith_guess_sample *sample, uint32_t hash)
{
  for (uint32_t probe = 0; probe < 8; probe++) {
    uint32_t *slot = &sample->seen[((hash >> 1) + probe) % PITH_SAMPLE_SLOTS];
    if (*slot == hash)
      return false;
    if (*slot == 0) {
      *slot = hash;
      return true;
    }
  }
  return true;
}

/* The phrase with its context, as much as there is room for. */
static void
add_phrase(pith_guess_sample *sample, pith_slice bytes, size_t from, size_t to)
{
  size_t end = to;
  while (end < bytes.len && end < to + CONTEXT_BEHIND &&
         !is_high(bytes.data[end]))
    end++;
  if (sample->len < PITH_SAMPLE_BYTES)
    sample->bytes[sample->len++] = from ? bytes.data[from - 1] : ' ';
  size_t room = PITH_SAMPLE_BYTES - sample->len;
  size_t len = end - from < room ? end - from : room;
  memcpy(sample->bytes + sample->len, bytes.data + from, len);
  sample->len += len;
}

/* From the whole page, not its beginning: menus come first. */
void
pith__guess_sample_take(pith_guess_sample *sample, pith_slice bytes)
{
  size_t i = 0;
  sample->len = 0;
  memset(sample->seen, 0, sizeof(sample->seen));
  while (i < bytes.len && sample->len < PITH_SAMPLE_BYTES) {
    i += pith__ascii_prefix(bytes.data + i, bytes.len - i);
    if (i == bytes.len)
      break;
    size_t end = phrase_end(bytes, i);
    if (is_new(sample, phrase_hash(bytes, i, end)))
      add_phrase(sample, bytes, i, end);
    i = end;
  }
}
