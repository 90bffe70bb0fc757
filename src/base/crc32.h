/*
 * CRC32 as IEEE 802.3 and zlib have it: reflected polynomial EDB88320, all ones
 * at the start, inverted at the end. "123456789" gives CBF43926.
 *
 * Sums of overlapping parts of a text need not read it more than once. Call the
 * sum without inversions its *state*: state(s, T) after s and the bytes T. It
 * is linear, so for a part P that follows what gave s
 *
 *     state(all ones, P) = state(s, P) ^ state(s ^ all ones, as many zeros)
 *
 * and zeros are quick (pith__crc32_zeros()).
 *
 * The tables (80 KB) are made at run time and belong to the caller, who keeps
 * them as long as there is something to hash: the library has no globals.
 */
#ifndef PITH_BASE_CRC32_H
#define PITH_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

#define PITH_CRC32_ONES  0xFFFFFFFFu
#define PITH_CRC32_STEP  16 /* bytes taken at once */
#define PITH_CRC32_ZEROS 16 /* powers of two of zero bytes taken at once */

typedef struct pith_crc32 {
  uint32_t steps[PITH_CRC32_STEP][256]; /* [n][b]: what byte b comes to when n
                                           more follow it in the same step */
  uint32_t zeros[PITH_CRC32_ZEROS][4][256]; /* [k][i][b]: what byte i of a state
                                               comes to after 2^k zero bytes */
} pith_crc32;

void pith__crc32_init(pith_crc32 *crc);

/* The sum of some bytes. */
uint32_t pith__crc32(const pith_crc32 *crc, const char *data, size_t len);

/* The state after some bytes. */
uint32_t pith__crc32_state(const pith_crc32 *crc, uint32_t state,
                           const char *data, size_t len);

/* The state after `count` zero bytes. */
uint32_t pith__crc32_zeros(const pith_crc32 *crc, uint32_t state, size_t count);

#endif
