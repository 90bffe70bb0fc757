/*
 * A growing run of bytes. Failure is sticky: after the first append that
 * could not be done the rest do nothing, and `failed` is checked once at the
 * end. The ceiling is that of the memory account.
 */
#ifndef PITH_BASE_BUFFER_H
#define PITH_BASE_BUFFER_H

#include "base/memory.h"

typedef struct pith_buffer {
  pith_memory *memory; /* borrowed */
  char *data;          /* owned; NULL while capacity is 0 */
  size_t len;
  size_t capacity;
  bool failed;
} pith_buffer;

void pith__buffer_init(pith_buffer *buffer, pith_memory *memory);
void pith__buffer_done(pith_buffer *buffer);

/* Empty it, keep its memory, forget a failure. */
void pith__buffer_clear(pith_buffer *buffer);

/* Room for `extra` more bytes; false (and failed) when there is none. */
bool pith__buffer_reserve(pith_buffer *buffer, size_t extra);

void pith__buffer_append(pith_buffer *buffer, const char *data, size_t len);
void pith__buffer_append_char(pith_buffer *buffer, char c);

/* Append a code point as UTF-8. Surrogates and numbers above U+10FFFF become
 * U+FFFD. */
void pith__buffer_append_code_point(pith_buffer *buffer, uint32_t code);

/* The contents, lent until the next append. */
static inline pith_slice
pith__buffer_slice(const pith_buffer *buffer)
{
  pith_slice slice = {buffer->data, buffer->len};
  return slice;
}

#endif
