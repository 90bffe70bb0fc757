/* index_shape.c: numbers in few bytes, and what a page looks like in them.
 *
 *     300 ──► 0xAC 0x02
 *
 * Most numbers of an index are small: lengths, steps, counts. Reading never
 * goes beyond the bytes and never trusts a count before it has been checked
 * against what is left.
 */
#include "lab/search/index/index_shape.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* At most ten bytes: 64 bits in groups of seven. */
void
packed_number_write(text_out *out, uint64_t number)
{
  char bytes[10];
  size_t len = 0;
  do {
    bytes[len++] = (char)((number & 0x7F) | (number > 0x7F ? 0x80 : 0));
    number >>= 7;
  } while (number > 0);
  text_out_bytes(out, bytes, len);
}

/* Seven bits a byte, the lowest first, the top bit on all but the last byte.
 * Input may be damaged: a number that does not end sets `failed`, after
 * which all reads return 0. */
uint64_t
packed_number_read(number_source *in)
{
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && in->at < in->len; shift += 7) {
    unsigned char byte = in->data[in->at++];
    number |= (uint64_t)(byte & 0x7F) << shift;
    if (!(byte & 0x80))
      return number;
  }
  in->failed = true;
  return 0;
}

/* A number of `most` or more is damage. Where callers can they pass what is
 * left, so that no count is believed that could not fit. */
uint32_t
packed_number_below(number_source *in, uint32_t most)
{
  uint64_t number = packed_number_read(in);
  if (number < most)
    return (uint32_t)number;
  in->failed = true;
  return 0;
}

/* The runs of one method; they must make up all words. */
static void
read_runs(number_source *in, uint32_t words, uint32_t *room, word_runs *out)
{
  uint32_t end = 0;
  out->ends = room;
  out->content = 0;
  out->count = packed_number_below(in, (uint32_t)(in->len - in->at) + 1);
  for (uint32_t i = 0; i < out->count && !in->failed; i++) {
    uint32_t run = packed_number_below(in, words - end + 1);
    end += run;
    room[i] = end;
    if (i % 2 == 0)
      out->content += run;
  }
  if (end != words)
    in->failed = true;
}

bool
word_shape_read(const void *data, size_t len, uint32_t methods, bool title,
                word_shape *out)
{
  number_source in = {data, len, 0, false};
  memset(out, 0, sizeof *out);
  /* Every run takes a byte at least. */
  out->block = need(len + 1, sizeof *out->block);
  out->title = title ? packed_number_below(&in, UINT32_MAX) : 0;
  out->words = packed_number_below(&in, UINT32_MAX);
  uint32_t *room = out->block;
  for (uint32_t m = 0; m < methods && !in.failed; m++) {
    read_runs(&in, out->words, room, &out->runs[m]);
    room += out->runs[m].count;
  }
  if (!in.failed)
    return true;
  word_shape_done(out);
  return false;
}

void
word_shape_done(word_shape *shape)
{
  free(shape->block);
  memset(shape, 0, sizeof *shape);
}
