/* pack.h: bytes packed at once, for what is in memory as a whole. */
#ifndef COMMON_PACKING_PACK_H
#define COMMON_PACKING_PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "pith.h"

/* A way of packing. */
typedef struct packer {
  const char *name; /* its word in Content-Encoding */

  /* Room that is enough for `len` bytes, packed. */
  size_t (*bound)(size_t len);

  /* Pack to `out`, which has *len bytes of room; *len becomes what was
   * written. False: it cannot be done. */
  bool (*run)(pith_slice in, char *out, size_t *len);
} packer;

enum { PACKERS_MOST = 3 };

/* Those this program was built with, the best first; ends with NULL. */
const packer *const *pack_all(void);

/* Pack `in`. The bytes, *len of them, are the caller's to free. NULL without
 * memory, or where that would save nothing. */
char *pack_bytes(const packer *how, pith_slice in, size_t *len);

#endif
