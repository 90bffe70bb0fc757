/* http_chunks.c: see the header. A machine of eleven places; bytes of data are
 * handed on as slices, all others are looked at one by one.
 *
 *     FIRST ─► SIZE ─► [NAMES] ─► SIZE_LF ─► DATA ─► DATA_CR ─► DATA_LF ─►
 * FIRST │ size 0 ▼ ENDED ◄─ LAST_LF ◄─ LINE ⇄ TRAILER, TRAILER_LF
 */
#include "common/http/http_chunks.h"

enum { DIGITS_MOST = 15, IGNORED_MOST = 8192 };

enum {
  FIRST, /* zero: a body begins here */
  SIZE,
  NAMES, /* extensions behind the size */
  SIZE_LF,
  DATA,
  DATA_CR,
  DATA_LF,
  LINE, /* behind the last chunk: a trailer, or the end */
  TRAILER,
  TRAILER_LF,
  LAST_LF,
  ENDED,
  WRONG
};

/* The value of a hexadecimal digit; -1: it is none. */
static int
digit(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The number of digits is bounded, so the sum cannot overflow. Leading zeros
 * count: nobody sends many of them. */
static int
take_size(http_chunks *chunks, char c)
{
  int value = digit(c);
  if (value >= 0 && chunks->digits < DIGITS_MOST) {
    chunks->left = chunks->left * 16 + (uint64_t)value;
    chunks->digits++;
    return SIZE;
  }
  if (chunks->digits == 0 || value >= 0)
    return WRONG;
  return c == '\r' ? SIZE_LF : c == ';' ? NAMES : WRONG;
}

/* A byte that nobody reads: of an extension, or of a trailer. */
static int
skip(http_chunks *chunks, char c, int behind)
{
  if (c == '\r')
    return behind;
  bool control = (unsigned char)c < ' ' && c != '\t';
  return control || ++chunks->ignored > IGNORED_MOST ? WRONG : chunks->place;
}

/* Where to be after the byte `c`, which is not data. Line ends are two places
 * each, because a piece may end between CR and LF; a bare one of them is
 * refused, since a proxy could have taken it for the end of the line. */
static int
step(http_chunks *chunks, char c)
{
  switch (chunks->place) {
  case FIRST:
    chunks->left = chunks->digits = 0;
    return take_size(chunks, c);
  case SIZE:
    return take_size(chunks, c);
  case NAMES:
    return skip(chunks, c, SIZE_LF);
  case SIZE_LF:
    return c != '\n' ? WRONG : chunks->left > 0 ? DATA : LINE;
  case DATA_CR:
    return c == '\r' ? DATA_LF : WRONG;
  case DATA_LF:
    return c == '\n' ? FIRST : WRONG;
  case LINE:
    if (c == '\r')
      return LAST_LF;
    chunks->place = TRAILER;
    return skip(chunks, c, TRAILER_LF);
  case TRAILER:
    return skip(chunks, c, TRAILER_LF);
  case TRAILER_LF:
    return c == '\n' ? LINE : WRONG;
  case LAST_LF:
    return c == '\n' ? ENDED : WRONG;
  default:
    return WRONG;
  }
}

/* As much of the chunk at hand as is there. */
static void
take_data(http_chunks *chunks, pith_slice *in, pith_slice *data)
{
  size_t len = chunks->left < in->len ? (size_t)chunks->left : in->len;
  *data = (pith_slice){in->data, len};
  in->data += len;
  in->len -= len;
  chunks->left -= len;
  if (chunks->left == 0)
    chunks->place = DATA_CR;
}

/* An empty slice of data is never returned: there are bytes, and a chunk of
 * none is the end. */
http_chunk
http_chunks_next(http_chunks *chunks, pith_slice *in, pith_slice *data)
{
  while (in->len > 0 && chunks->place < ENDED) {
    if (chunks->place == DATA) {
      take_data(chunks, in, data);
      return HTTP_CHUNK_DATA;
    }
    chunks->place = (unsigned char)step(chunks, *in->data);
    in->data++;
    in->len--;
  }
  return chunks->place == WRONG   ? HTTP_CHUNK_BAD
         : chunks->place == ENDED ? HTTP_CHUNK_END
                                  : HTTP_CHUNK_MORE;
}
