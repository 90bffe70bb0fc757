/*
 * UTF-8 validation, 64 bytes a round with NEON. The same method as
 * utf8_validate_avx2.c with vectors of 16 bytes; see utf8_classes.h.
 */
#include "base/utf8_validate.h"

#if PITH_ARM64

#include "base/utf8_classes.h"

#include <arm_neon.h>

typedef struct block_tables {
  uint8x16_t first_upper;
  uint8x16_t first_lower;
  uint8x16_t second_upper;
} block_tables;

/* Non-zero bytes where `bytes` is wrong, given the 16 bytes before. */
static inline uint8x16_t
errors_in(const block_tables *tables, uint8x16_t bytes, uint8x16_t before)
{
  uint8x16_t back1 = vextq_u8(before, bytes, 15);
  uint8x16_t back2 = vextq_u8(before, bytes, 14);
  uint8x16_t back3 = vextq_u8(before, bytes, 13);

  uint8x16_t lower = vandq_u8(back1, vdupq_n_u8(0x0F));
  uint8x16_t open =
      vandq_u8(vandq_u8(vqtbl1q_u8(tables->first_upper, vshrq_n_u8(back1, 4)),
                        vqtbl1q_u8(tables->first_lower, lower)),
               vqtbl1q_u8(tables->second_upper, vshrq_n_u8(bytes, 4)));

  uint8x16_t third = vqsubq_u8(back2, vdupq_n_u8(0xE0 - 0x80));
  uint8x16_t fourth = vqsubq_u8(back3, vdupq_n_u8(0xF0 - 0x80));
  uint8x16_t expected = vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80));
  return veorq_u8(open, expected);
}

/* Errors of four neighbouring blocks, the first one after `before`. */
static inline uint8x16_t
errors_in_four(const block_tables *tables, const uint8x16_t block[4],
               uint8x16_t before)
{
  uint8x16_t ab = vorrq_u8(errors_in(tables, block[0], before),
                           errors_in(tables, block[1], block[0]));
  uint8x16_t cd = vorrq_u8(errors_in(tables, block[2], block[1]),
                           errors_in(tables, block[3], block[2]));
  return vorrq_u8(ab, cd);
}

size_t
pith__utf8_valid_neon(const char *data, size_t len)
{
  const block_tables tables = {vld1q_u8(first_upper), vld1q_u8(first_lower),
                               vld1q_u8(second_upper)};
  uint8x16_t before = vdupq_n_u8(0);
  bool ascii_before = true;
  size_t i = 0;
  for (; i + 64 <= len; i += 64) {
    const unsigned char *at = (const unsigned char *)data + i;
    const uint8x16_t block[4] = {vld1q_u8(at), vld1q_u8(at + 16),
                                 vld1q_u8(at + 32), vld1q_u8(at + 48)};
    uint8x16_t all =
        vorrq_u8(vorrq_u8(block[0], block[1]), vorrq_u8(block[2], block[3]));
    bool ascii = vmaxvq_u8(all) < 0x80;
    if (!ascii || !ascii_before)
      if (vmaxvq_u8(errors_in_four(&tables, block, before)) != 0)
        break;
    before = block[3];
    ascii_before = ascii;
  }
  size_t restart = pith__utf8_restart(data, i);
  return restart + pith__utf8_valid_portable(data + restart, len - restart);
}

#endif
