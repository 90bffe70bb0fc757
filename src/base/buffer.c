/*
 * See buffer.h. Growth is by half, so appending n bytes one by one moves at
 * most 3n bytes in all.
 */
#include "base/buffer.h"

#include "base/utf8.h"

#include <string.h>

void
pith__buffer_init(pith_buffer *buffer, pith_memory *memory)
{
  buffer->memory = memory;
  buffer->data = NULL;
  buffer->len = 0;
  buffer->capacity = 0;
  buffer->failed = false;
}

/* The buffer can be used again afterwards, as after init. */
void
pith__buffer_done(pith_buffer *buffer)
{
  pith__memory_free(buffer->memory, buffer->data, buffer->capacity);
  pith__buffer_init(buffer, buffer->memory);
}

/* Memory is kept: buffers are reused from page to page. */
void
pith__buffer_clear(pith_buffer *buffer)
{
  buffer->len = 0;
  buffer->failed = false;
}

/* Once failed, always failed, until the buffer is cleared: callers check
 * once, at the end. */
bool
pith__buffer_reserve(pith_buffer *buffer, size_t extra)
{
  if (buffer->failed)
    return false;
  if (extra <= buffer->capacity - buffer->len)
    return true;
  size_t wanted = buffer->capacity + buffer->capacity / 2 + 64;
  if (wanted < buffer->len + extra)
    wanted = buffer->len + extra;
  char *moved = pith__memory_resize(buffer->memory, buffer->data,
                                    buffer->capacity, wanted);
  if (!moved) {
    buffer->failed = true;
    return false;
  }
  buffer->data = moved;
  buffer->capacity = wanted;
  return true;
}

/* NULL is allowed with length 0. */
void
pith__buffer_append(pith_buffer *buffer, const char *data, size_t len)
{
  if (len == 0 || !pith__buffer_reserve(buffer, len))
    return;
  memcpy(buffer->data + buffer->len, data, len);
  buffer->len += len;
}

void
pith__buffer_append_char(pith_buffer *buffer, char c)
{
  pith__buffer_append(buffer, &c, 1);
}

void
pith__buffer_append_code_point(pith_buffer *buffer, uint32_t code)
{
  char bytes[4];
  pith__buffer_append(buffer, bytes, pith__utf8_encode(code, bytes));
}
