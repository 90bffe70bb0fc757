/*
 * Addresses for those who follow links (pith.h, section 12): the resolver of
 * the renderers, with its result in the caller's memory.
 */
#include "base/slice.h"
#include "render/address.h"

pith_status
pith_url_resolve(pith_slice address, pith_slice base, char *room, size_t size,
                 pith_slice *out)
{
  pith_memory memory;
  pith_buffer made;
  pith_status status = PITH_OK;
  *out = pith__slice(room, 0);
  pith__memory_init(&memory, NULL, 4 * (size_t)PITH_URL_ROOM);
  pith__buffer_init(&made, &memory);
  bool useful = pith__address_resolve(address, base, &made);
  if (made.failed)
    status = PITH_NOMEM;
  else if (useful && made.len > size)
    status = PITH_LIMIT;
  else if (useful && made.len > 0) {
    memcpy(room, made.data, made.len);
    out->len = made.len;
  }
  pith__buffer_done(&made);
  return status;
}
