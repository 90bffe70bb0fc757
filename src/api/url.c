/*
 * Addresses for those who follow links (pith.h, section 12): the resolver of
 * the renderers, with its result in the caller's memory.
 */
#include "base/slice.h"
#include "page/element/address.h"

/* Room for the one block of a buffer that doubles. */
typedef struct url_space {
  char bytes[4 * PITH_URL_ROOM];
} url_space;

/* An allocator with one block: growing in place needs no copy, and the second
 * of two blocks would be the first. A buffer asks for one only. */
static void *
resize_in_space(void *state, void *block, size_t old_size, size_t new_size)
{
  url_space *space = state;
  (void)block;
  (void)old_size;
  return new_size > 0 && new_size <= sizeof space->bytes ? space->bytes : NULL;
}

/* No memory is allocated, so the call cannot fail for lack of it. The result is
 * empty for an address that leads nowhere, such as javascript:. */
pith_status
pith_url_resolve(pith_slice address, pith_slice base, char *room, size_t size,
                 pith_slice *out)
{
  url_space space;
  pith_allocator allocator = {resize_in_space, &space};
  pith_memory memory;
  pith_buffer made;
  pith_status status = PITH_OK;
  *out = pith__slice(room, 0);
  pith__memory_init(&memory, &allocator, sizeof space.bytes);
  pith__buffer_init(&made, &memory);
  bool useful = pith__address_resolve(address, base, &made);
  if (made.failed || (useful && made.len > size))
    status = PITH_LIMIT;
  else if (useful && made.len > 0) {
    memcpy(room, made.data, made.len);
    out->len = made.len;
  }
  pith__buffer_done(&made);
  return status;
}
