/*
 * See crc32.h. A step takes 16 bytes: the state is folded into the first four,
 * and what each byte comes to after the others have followed it is looked up
 * in a table of its own, so the 16 look-ups do not wait for each other. The
 * rest goes byte by byte.
 *
 * Zero bytes are taken by powers of two: what 2^k of them do to a state is the
 * sum of what they do to its four bytes.
 *
 * Bytes are put together by shifts, not by reading words, so the result does
 * not depend on the order of bytes in the machine; compilers make one load of
 * it where they can.
 */
#include "base/crc32.h"

#define POLYNOMIAL 0xEDB88320u

/* Four bytes, the first one lowest, on every machine. */
static uint32_t
load_word(const unsigned char *p)
{
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
         (uint32_t)p[3] << 24;
}

/* What four bytes come to when `after` more follow the last of them. */
static inline uint32_t
look_up(const pith_crc32 *crc, uint32_t word, unsigned after)
{
  return crc->steps[after + 3][word & 0xFF] ^
         crc->steps[after + 2][word >> 8 & 0xFF] ^
         crc->steps[after + 1][word >> 16 & 0xFF] ^
         crc->steps[after][word >> 24];
}

/* The effect of 2^power zero bytes on a state, byte by byte of the state. */
static inline uint32_t
take_zeros(const pith_crc32 *crc, int power, uint32_t state)
{
  return crc->zeros[power][0][state & 0xFF] ^
         crc->zeros[power][1][state >> 8 & 0xFF] ^
         crc->zeros[power][2][state >> 16 & 0xFF] ^
         crc->zeros[power][3][state >> 24];
}

/* What 2^power zero bytes do to a state, by the tables of lower powers: 2^k
 * zeros are twice 2^(k-1) of them; one zero is a step of one byte. */
static uint32_t
first_zeros(const pith_crc32 *crc, int power, uint32_t state)
{
  if (power == 0)
    return state >> 8 ^ crc->steps[0][state & 0xFF];
  return take_zeros(crc, power - 1, take_zeros(crc, power - 1, state));
}

/* The CRC is linear: the entry of a byte is the sum (XOR) of the entries of
 * its bits, so only powers of two are worked out. */
static void
make_zeros(pith_crc32 *crc)
{
  for (int power = 0; power < PITH_CRC32_ZEROS; power++)
    for (int i = 0; i < 4; i++) {
      uint32_t *table = crc->zeros[power][i];
      table[0] = 0;
      for (uint32_t byte = 1; byte < 256; byte++) {
        uint32_t rest = byte & (byte - 1);
        table[byte] = rest ? table[rest] ^ table[byte ^ rest]
                           : first_zeros(crc, power, byte << (8 * i));
      }
    }
}

/* steps[0] is the classic table of 256 entries; each further table is one
 * more zero byte applied to the one before. */
void
pith__crc32_init(pith_crc32 *crc)
{
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; bit++)
      sum = sum >> 1 ^ (sum & 1 ? POLYNOMIAL : 0);
    crc->steps[0][byte] = sum;
  }
  for (int step = 1; step < PITH_CRC32_STEP; step++)
    for (int byte = 0; byte < 256; byte++) {
      uint32_t sum = crc->steps[step - 1][byte];
      crc->steps[step][byte] = sum >> 8 ^ crc->steps[0][sum & 0xFF];
    }
  make_zeros(crc);
}

/* The sum as zlib computes it. */
uint32_t
pith__crc32(const pith_crc32 *crc, const char *data, size_t len)
{
  return ~pith__crc32_state(crc, PITH_CRC32_ONES, data, len);
}

/* 16 bytes a round while there are as many, then one by one. */
uint32_t
pith__crc32_state(const pith_crc32 *crc, uint32_t state, const char *data,
                  size_t len)
{
  const unsigned char *p = (const unsigned char *)data;
  for (; len >= PITH_CRC32_STEP; len -= PITH_CRC32_STEP) {
    state = look_up(crc, state ^ load_word(p), 12) ^
            look_up(crc, load_word(p + 4), 8) ^
            look_up(crc, load_word(p + 8), 4) ^
            look_up(crc, load_word(p + 12), 0);
    p += PITH_CRC32_STEP;
  }
  for (; len > 0; len--)
    state = state >> 8 ^ crc->steps[0][(state ^ *p++) & 0xFF];
  return state;
}

/* By the binary digits of `count`: at most one look-up for each power. */
uint32_t
pith__crc32_zeros(const pith_crc32 *crc, uint32_t state, size_t count)
{
  const size_t most = (size_t)1 << (PITH_CRC32_ZEROS - 1);
  for (; count >= 2 * most; count -= most)
    state = take_zeros(crc, PITH_CRC32_ZEROS - 1, state);
  for (int k = 0; count > 0; k++, count >>= 1)
    if (count & 1)
      state = take_zeros(crc, k, state);
  return state;
}
