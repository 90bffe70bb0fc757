/*
 * Unlabelled bytes in, the likeliest encoding out.
 *
 * Every candidate reads the same bytes and counts what they cost, in bits of
 * information, for a reader of its language (guess_letters.c,
 * guess_characters.c). All costs are on one scale, so the cheapest reading
 * wins; nothing else is compared. Candidates and languages are tables
 * (encoding_frequency.h), made of counts over real pages.
 *
 * Costs are sums of small integers: the answer is the same on every machine.
 */
#include "decode/guess.h"

#include "base/slice.h"
#include "decode/guess_sample.h"
#include "decode/label.h"
#include "tables/encoding_frequency.h"

/* A reading that costs more than so many quarter bits for each non-ASCII byte
 * is not of the language it is taken for; a few bytes can always be odd. */
#define UNSURE_COST  44
#define UNSURE_BYTES 16

/* Fewer bytes than this show no pattern; the first zero comes soon if any. */
#define UTF16_LEAST      32
#define UTF16_FIRST_ZERO 1024

/* How far the zeros of UTF-16 and the escapes of ISO-2022-JP are looked for. */
#define LOOK_BYTES (UINT32_C(1) << 17)

/* Only with enough non-ASCII bytes: a few can always be odd. */
static bool
is_unsure(pith_slice sample, uint32_t cost)
{
  uint32_t high = 0;
  for (size_t i = 0; i < sample.len; i++)
    high += (unsigned char)sample.data[i] >> 7;
  return high >= UNSURE_BYTES && cost > high * UNSURE_COST;
}

/* Shifts to JIS X 0208 and back, in nothing but ASCII. */
static bool
has_escapes(pith_slice bytes)
{
  size_t shifts = 0, returns = 0;
  if (bytes.len > LOOK_BYTES)
    bytes.len = LOOK_BYTES;
  const char *end = bytes.data + bytes.len;
  const char *at = bytes.data;
  while ((at = memchr(at, 0x1B, (size_t)(end - at))) && end - at >= 3) {
    shifts += at[1] == '$' && (at[2] == 'B' || at[2] == '@');
    returns += at[1] == '(' && (at[2] == 'B' || at[2] == 'J');
    at++;
  }
  return shifts > 0 && returns > 0;
}

/* Markup is ASCII, so every other byte of it is zero; which half shows the
 * byte order. */
bool
pith__guess_utf16(pith_slice bytes, pith_encoding *out)
{
  size_t zeros[2] = {0, 0}; /* at even and at odd places */
  size_t len = bytes.len < LOOK_BYTES ? bytes.len : LOOK_BYTES;
  if (len < UTF16_LEAST ||
      !memchr(bytes.data, '\0',
              len < UTF16_FIRST_ZERO ? len : UTF16_FIRST_ZERO))
    return false;
  for (size_t i = 0; i < len; i++)
    zeros[i & 1] += bytes.data[i] == '\0';
  *out = zeros[0] > zeros[1] ? PITH_DECODE_UTF_16BE : PITH_DECODE_UTF_16LE;
  size_t most = zeros[0] > zeros[1] ? zeros[0] : zeros[1];
  size_t least = zeros[0] + zeros[1] - most;
  return most >= len / 16 && least <= most / 32;
}

/* Each candidate is stopped as soon as it costs more than the best so far. */
bool
pith__guess(pith_slice bytes, pith_encoding *out, bool *unsure)
{
  pith_guess_sample taken;
  *unsure = false;
  pith__guess_sample_take(&taken, bytes);
  if (taken.len == 0) {
    *out = PITH_DECODE_ISO_2022_JP;
    return has_escapes(bytes);
  }
  pith_slice sample = pith__slice(taken.bytes, taken.len);
  uint32_t least = UINT32_MAX;
  for (unsigned i = 0; i < PITH_LETTER_CODING_COUNT; i++) {
    uint32_t cost = pith__guess_letter_cost(i, sample, least);
    if (cost < least) {
      least = cost;
      *out = pith__letter_codings[i].encoding;
    }
  }
  for (unsigned i = 0; i < PITH_CHARACTER_CODING_COUNT; i++) {
    uint32_t cost = pith__guess_character_cost(i, sample, least);
    if (cost < least) {
      least = cost;
      *out = pith__character_codings[i].encoding;
    }
  }
  *unsure = is_unsure(sample, least);
  if (*unsure)
    pith__guess_uchardet(bytes, sample, out);
  return true;
}
