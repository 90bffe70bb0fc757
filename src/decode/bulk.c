/*
 * Bytes in any encoding in; UTF-8 text and checkpoints out.
 *
 *   bytes  |  block 0   |  block 1   |  block 2   | ...   256 bytes each
 *   text   |  276       |  301        |  256      | ...   whatever they give
 *          ^ checkpoint ^ checkpoint  ^ checkpoint
 *
 * The page is worked off in blocks, and a checkpoint is where a block
 * starts, so a look-up never decodes more than a block again. At the start of
 * a block there is room for the most that it can become (three bytes for one);
 * inside it nothing is checked. Bytes that are text already (ASCII, and valid
 * sequences on a damaged page of UTF-8) are copied, the rest goes through the
 * steps of decode/step.h. Single-byte encodings, whose pages are
 * many, have a loop of their own that looks up the UTF-8 of each byte.
 */
#include "decode/bulk.h"

#include "base/utf8.h"
#include "base/utf8_validate.h"
#include "decode/label.h"
#include "decode/step.h"

#include <string.h>

#define BLOCK 256

/* The most text a block gives: every byte U+FFFD, the last step reaching a few
 * bytes over the end of the block, and the fourth byte of the last store. */
#define BLOCK_ROOM (3 * BLOCK + 32)

/* More checkpoints than any page has: the input is at most 1 GB. */
#define CHECKPOINTS_CEILING (UINT32_C(1) << 23)

/* The UTF-8 of one byte, for a single-byte encoding. */
typedef struct spelling {
  char bytes[3];
  uint8_t len;
} spelling;

typedef struct bulk_work {
  pith_decoded *decoded;
  pith_stepper stepper;
  const unsigned char *start; /* of all the bytes, mark included */
  const unsigned char *at;
  const unsigned char *end;
  spelling spellings[256]; /* of a single-byte encoding */
} bulk_work;

/* Decode each of the 256 bytes once. */
static void
fill_spellings(bulk_work *bulk)
{
  for (unsigned byte = 0; byte < 256; byte++) {
    unsigned char one = (unsigned char)byte;
    pith_step_input input = {&one, &one + 1};
    pith_step step = bulk->stepper.step(&bulk->stepper, input);
    char encoded[4] = {0};
    bulk->spellings[byte].len = (uint8_t)pith__utf8_encode(step.first, encoded);
    memcpy(bulk->spellings[byte].bytes, encoded, 3);
  }
}

/* Eight bytes of nothing but ASCII? */
static bool
are_ascii(const unsigned char *at)
{
  uint64_t word;
  memcpy(&word, at, 8);
  return (word & 0x8080808080808080u) == 0;
}

/* Exact: the sum of the lengths of all spellings. */
static size_t
single_length(const bulk_work *bulk)
{
  const unsigned char *at = bulk->at;
  size_t sum = 0;
  for (; bulk->end - at >= 8; at += 8) {
    if (are_ascii(at)) {
      sum += 8;
      continue;
    }
    for (unsigned i = 0; i < 8; i++)
      sum += bulk->spellings[at[i]].len;
  }
  for (; at < bulk->end; at++)
    sum += bulk->spellings[*at].len;
  return sum;
}

/* Halves of surrogate pairs count two bytes each; one alone takes three. */
static size_t
utf16_length(const bulk_work *bulk)
{
  size_t upper = bulk->stepper.big_endian ? 0 : 1, sum = 0;
  for (const unsigned char *at = bulk->at; bulk->end - at >= 2; at += 2) {
    unsigned unit = (unsigned)at[upper] << 8 | at[1 - upper];
    size_t surrogate = unit >= 0xD800 && unit <= 0xDFFF;
    sum += (size_t)1 + (unit >= 0x80) + (unit >= 0x800) - surrogate;
  }
  return sum;
}

/* Non-ASCII bytes, of which most are halves of two-byte characters. */
static size_t
count_high(const bulk_work *bulk)
{
  size_t count = 0;
  for (const unsigned char *at = bulk->at; at < bulk->end; at++)
    count += *at >> 7;
  return count;
}

/* How long the text will be, so that the buffer is neither moved nor much too
 * large: exact for single-byte encodings and UTF-16, a good guess for the
 * others, where most characters are two bytes that become three. */
static size_t
expected_length(const bulk_work *bulk)
{
  size_t len = (size_t)(bulk->end - bulk->at);
  if (bulk->stepper.table)
    return single_length(bulk);
  if (bulk->stepper.step == pith__step_utf16)
    return utf16_length(bulk);
  if (bulk->stepper.step == pith__step_utf8)
    return len + len / 32;
  /* Some trail bytes are ASCII; in these two encodings many are. */
  bool many = bulk->stepper.step == pith__step_big5 ||
              bulk->stepper.step == pith__step_shift_jis;
  size_t high = count_high(bulk);
  return len + high / 2 + (many ? high / 5 : high / 16);
}

/* Where text and bytes are now, and the decoder's state. */
static bool
add_checkpoint(bulk_work *bulk)
{
  pith_decoded *decoded = bulk->decoded;
  if (!PITH_GROW(decoded->buffer.memory, decoded->checkpoints,
                 decoded->checkpoint_capacity, decoded->checkpoint_count + 1,
                 CHECKPOINTS_CEILING))
    return false;
  pith_checkpoint *checkpoint =
      &decoded->checkpoints[decoded->checkpoint_count++];
  checkpoint->text = (uint32_t)decoded->buffer.len;
  checkpoint->byte = (uint32_t)(bulk->at - bulk->start);
  checkpoint->state = bulk->stepper.state;
  return true;
}

/* Eight bytes at a time: all ASCII are copied together, others are looked up.
 * Every look-up stores a few bytes too many and the next one covers them. */
static char *
decode_single(const spelling spellings[256], const unsigned char *at,
              const unsigned char *end, char *out)
{
  for (; end - at >= 8; at += 8) {
    if (are_ascii(at)) {
      memcpy(out, at, 8);
      out += 8;
      continue;
    }
    for (unsigned i = 0; i < 8; i++) {
      memcpy(out, &spellings[at[i]], 4);
      out += spellings[at[i]].len;
    }
  }
  while (at < end) {
    memcpy(out, &spellings[*at], 4);
    out += spellings[*at++].len;
  }
  return out;
}

/* Runs that are text already are copied; the rest goes character by
 * character. */
static char *
decode_steps(bulk_work *bulk, const unsigned char *block_end, char *out)
{
  bool utf8 = bulk->stepper.step == pith__step_utf8;
  while (bulk->at < block_end) {
    size_t run = 0;
    if (bulk->stepper.ascii_runs && (*bulk->at < 0x80 || utf8))
      run = pith__stepper_run(&bulk->stepper, bulk->at, block_end);
    if (run > 0) {
      memcpy(out, bulk->at, run);
      out += run;
      bulk->at += run;
      continue;
    }
    pith_step_input input = {bulk->at, bulk->end};
    pith_step step = bulk->stepper.step(&bulk->stepper, input);
    if (step.count > 0)
      out += pith__utf8_encode(step.first, out);
    if (step.count > 1)
      out += pith__utf8_encode(step.second, out);
    bulk->at += step.consumed;
  }
  return out;
}

/* Room is reserved once a block, so that the loops below need no test. */
static bool
decode_block(bulk_work *bulk)
{
  pith_buffer *buffer = &bulk->decoded->buffer;
  size_t left = (size_t)(bulk->end - bulk->at);
  const unsigned char *block_end = bulk->at + (left < BLOCK ? left : BLOCK);
  if (!add_checkpoint(bulk) || !pith__buffer_reserve(buffer, BLOCK_ROOM))
    return false;
  char *out = buffer->data + buffer->len;
  if (bulk->stepper.table) {
    out = decode_single(bulk->spellings, bulk->at, block_end, out);
    bulk->at = block_end;
  } else {
    out = decode_steps(bulk, block_end, out);
  }
  buffer->len = (size_t)(out - buffer->data);
  return true;
}

/* The last checkpoint is not at the end: the end is known. */
pith_status
pith__bulk_decode(pith_decoded *decoded)
{
  bulk_work bulk;
  bulk.decoded = decoded;
  bulk.start = (const unsigned char *)decoded->bytes.data;
  bulk.at = bulk.start + decoded->mark;
  bulk.end = bulk.start + decoded->bytes.len;
  pith__stepper_init(&bulk.stepper, decoded->encoding);
  if (bulk.stepper.table)
    fill_spellings(&bulk);

  pith_buffer *buffer = &decoded->buffer;
  pith__buffer_clear(buffer);
  decoded->checkpoint_count = 0;
  bool fine = pith__buffer_reserve(buffer, expected_length(&bulk) + BLOCK_ROOM);
  while (fine && bulk.at < bulk.end)
    fine = decode_block(&bulk);
  if (!fine)
    return pith__memory_status(buffer->memory);
  decoded->text = pith__buffer_slice(buffer);
  decoded->cursor = decoded->checkpoints[0];
  return PITH_OK;
}
