/*
 * CRC32 as IEEE 802.3 and zlib have it: reflected polynomial EDB88320, all ones
 * at the start, inverted at the end. "123456789" gives CBF43926.
 *
 * The tables (16 KB) are made at run time and belong to the caller, who keeps
 * them as long as there is something to hash: the library has no globals.
 */
#ifndef PITH_BASE_CRC32_H
#define PITH_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

#define PITH_CRC32_STEP 16 /* bytes taken at once */

/* steps[n][b]: what byte b does to the sum when n more bytes follow it in the
 * same step. */
typedef struct pith_crc32 {
  uint32_t steps[PITH_CRC32_STEP][256];
} pith_crc32;

void pith__crc32_init(pith_crc32 *crc);

uint32_t pith__crc32(const pith_crc32 *crc, const char *data, size_t len);

#endif
