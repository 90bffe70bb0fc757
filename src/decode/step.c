/*
 * The decoders that are a few lines each, and the choice of a decoder for an
 * encoding (WHATWG Encoding, "UTF-8", "Legacy single-byte encodings", "Legacy
 * miscellaneous encodings").
 */
#include "decode/step.h"

#include "base/utf8_validate.h"
#include "decode/label.h"
#include "tables/encoding_single.h"

uint32_t
pith__utf8_length(pith_step_input input)
{
  unsigned char lead = *input.at;
  unsigned first = 0x80, last = 0xBF;
  uint32_t wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (lead < 0xC2 || lead > 0xF4)
    return 1;
  if (lead == 0xE0)
    first = 0xA0;
  else if (lead == 0xED)
    last = 0x9F;
  else if (lead == 0xF0)
    first = 0x90;
  else if (lead == 0xF4)
    last = 0x8F;
  uint32_t length = 1;
  while (length < wanted && input.at + length < input.end &&
         pith__byte_in(input.at[length], first, last)) {
    first = 0x80;
    last = 0xBF;
    length++;
  }
  return length;
}

pith_step
pith__step_utf8(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  const unsigned char *at = input.at;
  unsigned char lead = *at;
  if (lead < 0x80)
    return pith__step_gives(lead, 1);
  uint32_t length = pith__utf8_length(input);
  uint32_t code;
  if (length == 2 && lead < 0xE0)
    code = (lead & 0x1Fu) << 6 | (at[1] & 0x3Fu);
  else if (length == 3 && lead < 0xF0)
    code = (lead & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
  else if (length == 4)
    code = (lead & 0x07u) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6 |
           (at[3] & 0x3Fu);
  else
    return pith__step_fails(length);
  return pith__step_gives(code, length);
}

/* Two bytes in the order of the encoding. */
static uint32_t
read_unit(const pith_stepper *stepper, const unsigned char *at)
{
  return stepper->big_endian ? (uint32_t)at[0] << 8 | at[1]
                             : (uint32_t)at[1] << 8 | at[0];
}

/* "Shared UTF-16 decoder". A half pair gives U+FFFD and the next unit is read
 * afresh; what is left at the end of the page gives one U+FFFD in all. */
pith_step
pith__step_utf16(pith_stepper *stepper, pith_step_input input)
{
  size_t left = (size_t)(input.end - input.at);
  if (left < 2)
    return pith__step_fails(1);
  uint32_t unit = read_unit(stepper, input.at);
  if (unit < 0xD800 || unit > 0xDFFF)
    return pith__step_gives(unit, 2);
  if (unit > 0xDBFF)
    return pith__step_fails(2);
  if (left < 4)
    return pith__step_fails((uint32_t)left);
  uint32_t low = read_unit(stepper, input.at + 2);
  if (low < 0xDC00 || low > 0xDFFF)
    return pith__step_fails(2);
  return pith__step_gives(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00),
                          4);
}

/* Encoding, "Single-byte decoder": ASCII, or a look-up. */
pith_step
pith__step_single(pith_stepper *stepper, pith_step_input input)
{
  unsigned char byte = *input.at;
  if (byte < 0x80)
    return pith__step_gives(byte, 1);
  uint32_t code = stepper->table[byte - 0x80];
  return code ? pith__step_gives(code, 1) : pith__step_fails(1);
}

/* Encoding, "x-user-defined decoder": high bytes go to the private use area. */
pith_step
pith__step_user_defined(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  unsigned char byte = *input.at;
  return pith__step_gives(byte < 0x80 ? byte : 0xF780u + byte - 0x80u, 1);
}

/* All of the page is one error: these encodings are a way to smuggle markup
 * past a filter. */
pith_step
pith__step_replacement(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  return pith__step_fails((uint32_t)(input.end - input.at));
}

/* The step function and what it needs, by encoding. */
void
pith__stepper_init(pith_stepper *stepper, pith_encoding encoding)
{
  static const struct {
    uint8_t encoding;
    pith_step (*step)(pith_stepper *stepper, pith_step_input input);
  } decoders[] = {
      {PITH_DECODE_UTF_8, pith__step_utf8},
      {PITH_DECODE_GBK, pith__step_gb18030},
      {PITH_DECODE_GB18030, pith__step_gb18030},
      {PITH_DECODE_BIG5, pith__step_big5},
      {PITH_DECODE_EUC_JP, pith__step_euc_jp},
      {PITH_DECODE_ISO_2022_JP, pith__step_iso_2022_jp},
      {PITH_DECODE_SHIFT_JIS, pith__step_shift_jis},
      {PITH_DECODE_EUC_KR, pith__step_euc_kr},
      {PITH_DECODE_REPLACEMENT, pith__step_replacement},
      {PITH_DECODE_UTF_16BE, pith__step_utf16},
      {PITH_DECODE_UTF_16LE, pith__step_utf16},
      {PITH_DECODE_X_USER_DEFINED, pith__step_user_defined},
  };
  stepper->step = pith__step_single;
  for (size_t i = 0; i < sizeof(decoders) / sizeof(decoders[0]); i++)
    if (decoders[i].encoding == encoding)
      stepper->step = decoders[i].step;
  stepper->table = pith__encoding_is_single(encoding)
                       ? pith__encoding_single[encoding - PITH_SINGLE_FIRST]
                       : NULL;
  stepper->state = 0;
  stepper->big_endian = encoding == PITH_DECODE_UTF_16BE;
  stepper->ascii_runs = pith__encoding_is_ascii(encoding);
}

/* How many bytes from `at` on are text already. */
size_t
pith__stepper_run(const pith_stepper *stepper, const unsigned char *at,
                  const unsigned char *end)
{
  size_t len = (size_t)(end - at);
  if (stepper->step == pith__step_utf8)
    return pith__utf8_valid_prefix((const char *)at, len);
  if (!stepper->ascii_runs || len == 0 || *at >= 0x80)
    return 0;
  return pith__ascii_prefix((const char *)at, len);
}
