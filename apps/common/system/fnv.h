/* fnv.h: FNV-1a, a hash of bytes that is the same on every machine. It is not
 * made to resist an attacker; where that matters, compare the bytes too.
 */
#ifndef SHARED_FNV_H
#define SHARED_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START 0xCBF29CE484222325u

/* Continue a hash, or begin one from FNV_START. */
static inline uint64_t
fnv_add(uint64_t hash, const char *bytes, size_t len)
{
  for (size_t i = 0; i < len; i++)
    hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001B3u;
  return hash;
}

#endif
