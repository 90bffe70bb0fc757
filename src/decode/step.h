/*
 * Decoders that take one step at a time: from the bytes at one place to what
 * they decode to, and how many they were.
 *
 * One step is what the standard's decoder does between two places where it
 * holds nothing back: a character, a malformed sequence, or an escape that
 * only changes the state. So a decoder can be set down again at the start of
 * any step with nothing but the state, and that is how the map of text offsets
 * to byte offsets works: it decodes again from a checkpoint. Bulk decoding and
 * the map run the same steps and cannot disagree.
 */
#ifndef PITH_DECODE_STEP_H
#define PITH_DECODE_STEP_H

#include "decode/decode.h"

/* What one step gave. Malformed bytes give U+FFFD. */
typedef struct pith_step {
  uint32_t first;    /* code point, when count is 1 or 2 */
  uint32_t second;   /* code point, when count is 2 (four pairs of Big5) */
  uint32_t count;    /* code points: 0 for an escape of ISO-2022-JP */
  uint32_t consumed; /* bytes, at least 1 */
} pith_step;

/* The bytes from `at` to the end of the page, at least one. */
typedef struct pith_step_input {
  const unsigned char *at;
  const unsigned char *end;
} pith_step_input;

typedef struct pith_stepper pith_stepper;
struct pith_stepper {
  pith_step (*step)(pith_stepper *stepper, pith_step_input input);
  const uint16_t *table; /* of a single-byte encoding, else NULL */
  uint32_t state;        /* of ISO-2022-JP, 0 elsewhere */
  bool big_endian;       /* of UTF-16 */
  /* At the start of a step an ASCII byte stands for itself, so that runs of
   * them can be copied. */
  bool ascii_runs;
};

/* Set up the decoder of `encoding` in its first state. */
void pith__stepper_init(pith_stepper *stepper, pith_encoding encoding);

/* How many bytes from `at` are text already, so that they can be copied: ASCII
 * or, for UTF-8, whatever is valid. At the start of a step only. */
size_t pith__stepper_run(const pith_stepper *stepper, const unsigned char *at,
                         const unsigned char *end);

/* The length of the sequence of UTF-8 at `input`: of the character, or of what
 * is one error, the longest start that could have become a character
 * ("maximal subpart"). At least 1. */
uint32_t pith__utf8_length(pith_step_input input);

/* The decoders; pith__stepper_init() chooses one. */
pith_step pith__step_utf8(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_utf16(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_single(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_user_defined(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_replacement(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_gb18030(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_big5(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_euc_kr(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_euc_jp(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_shift_jis(pith_stepper *stepper, pith_step_input input);
pith_step pith__step_iso_2022_jp(pith_stepper *stepper, pith_step_input input);

/* One code point from `consumed` bytes. */
static inline pith_step
pith__step_gives(uint32_t code, uint32_t consumed)
{
  pith_step step = {code, 0, 1, consumed};
  return step;
}

/* U+FFFD for `consumed` bytes. */
static inline pith_step
pith__step_fails(uint32_t consumed)
{
  return pith__step_gives(0xFFFD, consumed);
}

/* The rule of most two-byte decoders for a pair that means nothing: a trail
 * byte that is ASCII is read again, so that a stray lead byte cannot swallow
 * the `<` of a tag. */
static inline pith_step
pith__step_fails_pair(unsigned char trail)
{
  return pith__step_fails(trail < 0x80 ? 1 : 2);
}

static inline bool
pith__byte_in(unsigned char byte, unsigned first, unsigned last)
{
  return byte >= first && byte <= last;
}

#endif
