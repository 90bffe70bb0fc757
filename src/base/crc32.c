/*
 * See crc32.h. A step takes 16 bytes: the sum is folded into the first four,
 * and what each byte comes to after the others have followed it is looked up
 * in a table of its own, so the 16 look-ups do not wait for each other. The
 * rest goes byte by byte.
 *
 * Bytes are put together by shifts, not by reading words, so the result does
 * not depend on the order of bytes in the machine; compilers make one load of
 * it where they can.
 */
#include "base/crc32.h"

#define POLYNOMIAL 0xEDB88320u

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
}

uint32_t
pith__crc32(const pith_crc32 *crc, const char *data, size_t len)
{
  const unsigned char *p = (const unsigned char *)data;
  uint32_t sum = 0xFFFFFFFFu;
  for (; len >= PITH_CRC32_STEP; len -= PITH_CRC32_STEP) {
    sum = look_up(crc, sum ^ load_word(p), 12) ^
          look_up(crc, load_word(p + 4), 8) ^
          look_up(crc, load_word(p + 8), 4) ^
          look_up(crc, load_word(p + 12), 0);
    p += PITH_CRC32_STEP;
  }
  for (; len > 0; len--)
    sum = sum >> 8 ^ crc->steps[0][(sum ^ *p++) & 0xFF];
  return ~sum;
}
