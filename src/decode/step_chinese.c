/*
 * gb18030 (and gbk, which decodes alike), big5 and euc-kr: bytes at one place
 * in, a character out (WHATWG Encoding, "Legacy multi-byte Chinese
 * (simplified) encodings" and the sections for traditional Chinese and Korean).
 * Each pair of bytes is a pointer into an index; the indexes are matrices with
 * a row for each lead byte.
 */
#include "decode/step.h"

#include "tables/encoding_index.h"

/* The four-byte pointers that are not in a range: the one the standard names,
 * because the 2005 edition moved its character, and all above U+FFFF. */
enum {
  MOVED_POINTER = 7457,
  MOVED_CODE = 0xE7C7,
  LAST_BMP_POINTER = 39419,
  FIRST_ASTRAL_POINTER = 189000,
  LAST_ASTRAL_POINTER = 1237575
};

/* "Index gb18030 ranges code point"; 0 when there is none. */
static uint32_t
code_in_ranges(uint32_t pointer)
{
  if (pointer >= FIRST_ASTRAL_POINTER)
    return pointer <= LAST_ASTRAL_POINTER
               ? 0x10000 + (pointer - FIRST_ASTRAL_POINTER)
               : 0;
  if (pointer > LAST_BMP_POINTER)
    return 0;
  if (pointer == MOVED_POINTER)
    return MOVED_CODE;
  size_t low = 0, high = PITH_GB18030_RANGE_COUNT;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (pith__gb18030_ranges[middle].pointer <= pointer)
      low = middle;
    else
      high = middle;
  }
  return pith__gb18030_ranges[low].code +
         (pointer - pith__gb18030_ranges[low].pointer);
}

/* Lead byte, digit, lead byte, digit: four bytes in base 126, 10, 126, 10. A
 * failure returns all but the first to the input. */
static pith_step
step_four_bytes(pith_step_input input)
{
  const unsigned char *at = input.at;
  if (input.end - at == 2)
    return pith__step_fails(2);
  if (!pith__byte_in(at[2], 0x81, 0xFE))
    return pith__step_fails(1);
  if (input.end - at == 3)
    return pith__step_fails(3);
  if (!pith__byte_in(at[3], '0', '9'))
    return pith__step_fails(1);
  uint32_t pointer = ((at[0] - 0x81u) * 10 + (at[1] - 0x30u)) * 1260 +
                     (at[2] - 0x81u) * 10 + (at[3] - 0x30u);
  uint32_t code = code_in_ranges(pointer);
  return code ? pith__step_gives(code, 4) : pith__step_fails(4);
}

pith_step
pith__step_gb18030(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  unsigned char lead = *input.at;
  if (lead < 0x80)
    return pith__step_gives(lead, 1);
  if (lead == 0x80)
    return pith__step_gives(0x20AC, 1);
  if (lead == 0xFF || input.end - input.at < 2)
    return pith__step_fails(1);
  unsigned char trail = input.at[1];
  if (pith__byte_in(trail, '0', '9'))
    return step_four_bytes(input);
  if (pith__byte_in(trail, 0x40, 0x7E) || pith__byte_in(trail, 0x80, 0xFE)) {
    unsigned offset = trail < 0x7F ? 0x40 : 0x41;
    uint32_t code = pith__index_gb18030[lead - 0x81][trail - offset];
    if (code)
      return pith__step_gives(code, 2);
  }
  return pith__step_fails_pair(trail);
}

/* Big5 above U+FFFF; 0 when there is none. */
static uint32_t
big5_astral(uint32_t pointer)
{
  size_t low = 0, high = PITH_BIG5_ASTRAL_COUNT;
  while (low < high) {
    size_t middle = (low + high) / 2;
    uint32_t found = pith__big5_astral[middle] >> 16;
    if (found == pointer)
      return 0x20000 + (pith__big5_astral[middle] & 0xFFFF);
    if (found < pointer)
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}

/* Letters that Unicode has only as a letter and a combining accent. */
static pith_step
step_with_accent(uint32_t letter, uint32_t accent)
{
  pith_step step = {letter, accent, 2, 2};
  return step;
}

static pith_step
big5_pair(unsigned char lead, unsigned char trail)
{
  uint32_t row = lead - 0x81u;
  uint32_t column = trail - (trail < 0x7F ? 0x40u : 0x62u);
  uint32_t pointer = row * PITH_BIG5_COLUMNS + column;
  switch (pointer) {
  case 1133:
    return step_with_accent(0x00CA, 0x0304);
  case 1135:
    return step_with_accent(0x00CA, 0x030C);
  case 1164:
    return step_with_accent(0x00EA, 0x0304);
  case 1166:
    return step_with_accent(0x00EA, 0x030C);
  default:
    break;
  }
  uint32_t code = pith__index_big5[row][column];
  if (!code)
    code = big5_astral(pointer);
  return code ? pith__step_gives(code, 2) : pith__step_fails_pair(trail);
}

pith_step
pith__step_big5(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  unsigned char lead = *input.at;
  if (lead < 0x80)
    return pith__step_gives(lead, 1);
  if (lead == 0x80 || lead == 0xFF || input.end - input.at < 2)
    return pith__step_fails(1);
  unsigned char trail = input.at[1];
  if (pith__byte_in(trail, 0x40, 0x7E) || pith__byte_in(trail, 0xA1, 0xFE))
    return big5_pair(lead, trail);
  return pith__step_fails_pair(trail);
}

/* Encoding, "EUC-KR decoder". */
pith_step
pith__step_euc_kr(pith_stepper *stepper, pith_step_input input)
{
  (void)stepper;
  unsigned char lead = *input.at;
  if (lead < 0x80)
    return pith__step_gives(lead, 1);
  if (lead == 0x80 || lead == 0xFF || input.end - input.at < 2)
    return pith__step_fails(1);
  unsigned char trail = input.at[1];
  if (pith__byte_in(trail, 0x41, 0xFE) && lead - 0x81 < PITH_EUC_KR_ROWS) {
    uint32_t code = pith__index_euc_kr[lead - 0x81][trail - 0x41];
    if (code)
      return pith__step_gives(code, 2);
  }
  return pith__step_fails_pair(trail);
}
