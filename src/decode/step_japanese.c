/*
 * euc-jp, shift_jis and iso-2022-jp: bytes at one place in, a character out
 * (WHATWG Encoding, "Legacy multi-byte Japanese encodings"). All three are
 * different packings of the same 94-column matrix, JIS X 0208.
 *
 * ISO-2022-JP is the only encoding with a state: an escape sequence selects
 * what the bytes after it mean. The state of the stepper holds that mode and,
 * in OUTPUT_FLAG, whether an escape came with no character since the last one
 * (the standard makes a second escape an error then, because empty shifts can
 * hide bytes from a filter).
 */
#include "decode/step.h"

#include "tables/encoding_index.h"

#define ESCAPE 0x1B

enum { ASCII = 0, ROMAN = 1, KATAKANA = 2, DOUBLE = 3, MODE = 3 };
enum { OUTPUT_FLAG = 4 };

/* Half-width katakana start at U+FF61 for 0xA1, or for '!' in seven bits. */
#define KATAKANA_BASE 0xFF61u

static uint32_t
jis0208(uint32_t pointer)
{
  uint32_t row = pointer / PITH_JIS0208_COLUMNS;
  return row < PITH_JIS0208_ROWS
             ? pith__index_jis0208[row][pointer % PITH_JIS0208_COLUMNS]
             : 0;
}

static uint32_t
jis0212(uint32_t row, uint32_t column)
{
  return row < PITH_JIS0212_ROWS ? pith__index_jis0212[row][column] : 0;
}

/* 0x8F, then two bytes of JIS X 0212. */
static pith_step
euc_jp_three_bytes(pith_step_input input)
{
  const unsigned char *at = input.at;
  if (input.end - at < 3)
    return pith__step_fails(2);
  if (!pith__byte_in(at[2], 0xA1, 0xFE))
    return pith__step_fails(at[2] < 0x80 ? 2 : 3);
  uint32_t code = jis0212(at[1] - 0xA1u, at[2] - 0xA1u);
  return code ? pith__step_gives(code, 3) : pith__step_fails(3);
}

/* Encoding, "EUC-JP decoder". */
pith_step
pith__step_euc_jp(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  unsigned char lead = *input.at;
  if (lead < 0x80)
    return pith__step_gives(lead, 1);
  if (!pith__byte_in(lead, 0xA1, 0xFE) && lead != 0x8E && lead != 0x8F)
    return pith__step_fails(1);
  if (input.end - input.at < 2)
    return pith__step_fails(1);
  unsigned char trail = input.at[1];
  if (lead == 0x8E && pith__byte_in(trail, 0xA1, 0xDF))
    return pith__step_gives(KATAKANA_BASE + trail - 0xA1u, 2);
  if (lead == 0x8F && pith__byte_in(trail, 0xA1, 0xFE))
    return euc_jp_three_bytes(input);
  uint32_t code = 0;
  if (lead >= 0xA1 && pith__byte_in(trail, 0xA1, 0xFE))
    code = jis0208((lead - 0xA1u) * PITH_JIS0208_COLUMNS + (trail - 0xA1u));
  return code ? pith__step_gives(code, 2) : pith__step_fails_pair(trail);
}

/* Shift_JIS folds two rows of JIS X 0208 into one lead byte: 188 trail bytes.
 * Ten rows in the middle are for characters that users define. */
static uint32_t
shift_jis_pair(unsigned char lead, unsigned char trail)
{
  if (!pith__byte_in(trail, 0x40, 0x7E) && !pith__byte_in(trail, 0x80, 0xFC))
    return 0;
  uint32_t row = lead - (lead < 0xA0 ? 0x81u : 0xC1u);
  uint32_t pointer = row * 188 + (trail - (trail < 0x7F ? 0x40u : 0x41u));
  if (pointer >= 8836 && pointer <= 10715)
    return 0xE000 - 8836 + pointer;
  return jis0208(pointer);
}

/* Encoding, "Shift_JIS decoder". */
pith_step
pith__step_shift_jis(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  unsigned char lead = *input.at;
  if (lead <= 0x80)
    return pith__step_gives(lead, 1);
  if (pith__byte_in(lead, 0xA1, 0xDF))
    return pith__step_gives(KATAKANA_BASE + lead - 0xA1u, 1);
  if (lead == 0xA0 || lead > 0xFC || input.end - input.at < 2)
    return pith__step_fails(1);
  uint32_t code = shift_jis_pair(lead, input.at[1]);
  return code ? pith__step_gives(code, 2) : pith__step_fails_pair(input.at[1]);
}

/* The mode that the two bytes after ESC ask for, or -1. */
static int
escape_mode(unsigned char first, unsigned char second)
{
  if (first == '(' && second == 'B')
    return ASCII;
  if (first == '(' && second == 'J')
    return ROMAN;
  if (first == '(' && second == 'I')
    return KATAKANA;
  if (first == '$' && (second == '@' || second == 'B'))
    return DOUBLE;
  return -1;
}

/* Encoding, "ISO-2022-JP decoder", escape start and escape states. */
static pith_step
step_escape(pith_stepper *stepper, pith_step_input input)
{
  int mode = -1;
  if (input.end - input.at >= 3)
    mode = escape_mode(input.at[1], input.at[2]);
  if (mode < 0) {
    stepper->state &= MODE;
    return pith__step_fails(1);
  }
  pith_step step = {0xFFFD, 0, (stepper->state & OUTPUT_FLAG) ? 1 : 0, 3};
  stepper->state = (uint32_t)mode | OUTPUT_FLAG;
  return step;
}

/* Lead byte and trail byte state. */
static pith_step
step_double(pith_step_input input)
{
  if (!pith__byte_in(*input.at, 0x21, 0x7E))
    return pith__step_fails(1);
  if (input.end - input.at < 2 || input.at[1] == ESCAPE)
    return pith__step_fails(1);
  if (!pith__byte_in(input.at[1], 0x21, 0x7E))
    return pith__step_fails(2);
  uint32_t code = jis0208((input.at[0] - 0x21u) * PITH_JIS0208_COLUMNS +
                          (input.at[1] - 0x21u));
  return code ? pith__step_gives(code, 2) : pith__step_fails(2);
}

/* ASCII, Roman and katakana states: one byte each. */
static pith_step
step_seven_bits(unsigned char byte, uint32_t mode)
{
  if (mode == KATAKANA)
    return pith__byte_in(byte, 0x21, 0x5F)
               ? pith__step_gives(KATAKANA_BASE + byte - 0x21u, 1)
               : pith__step_fails(1);
  if (byte >= 0x80 || byte == 0x0E || byte == 0x0F)
    return pith__step_fails(1);
  if (mode == ROMAN && byte == '\\')
    return pith__step_gives(0x00A5, 1); /* yen sign */
  if (mode == ROMAN && byte == '~')
    return pith__step_gives(0x203E, 1); /* overline */
  return pith__step_gives(byte, 1);
}

pith_step
pith__step_iso_2022_jp(pith_stepper *stepper, pith_step_input input)
{
  if (*input.at == ESCAPE)
    return step_escape(stepper, input);
  stepper->state &= MODE;
  return stepper->state == DOUBLE ? step_double(input)
                                  : step_seven_bits(*input.at, stepper->state);
}
