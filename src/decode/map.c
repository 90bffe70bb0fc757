/*
 * A text offset in, the byte offset it came from out.
 *
 * For text that is the input itself, that is an addition. Otherwise the last
 * checkpoint before the offset is found by halving, and the way from there is
 * counted (single-byte encodings: one character, one byte) or decoded again.
 * Callers mostly ask for rising offsets, so the place where the last look-up
 * ended is tried first.
 *
 * Two offsets deserve a word. An escape of ISO-2022-JP gives no text: the
 * offset between the characters around it maps to the byte after it, so that
 * the escape stays with the text it ends. And the second code point of the four
 * Big5 pairs that give two maps to the start of the pair.
 */
#include "decode/decode.h"

#include "base/utf8.h"
#include "decode/label.h"
#include "decode/step.h"

/* From how far back the last look-up is still the best start. */
#define NEAR 1024

/* The last checkpoint at or before `text_offset`. The first one is at 0. */
static pith_checkpoint
find_checkpoint(const pith_decoded *decoded, uint32_t text_offset)
{
  uint32_t low = 0, high = decoded->checkpoint_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (decoded->checkpoints[middle].text <= text_offset)
      low = middle;
    else
      high = middle;
  }
  return decoded->checkpoints[low];
}

static bool
is_continuation(char c)
{
  return ((unsigned char)c & 0xC0) == 0x80;
}

/* In a single-byte encoding each character of the text came from one byte. */
static uint32_t
count_characters(const char *text, uint32_t len)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < len; i++)
    count += !is_continuation(text[i]);
  return count;
}

/* Bytes of text that a step gave. */
static uint32_t
step_text_length(const pith_step *step)
{
  char unused[4];
  uint32_t length = 0;
  if (step->count > 0)
    length += (uint32_t)pith__utf8_encode(step->first, unused);
  if (step->count > 1)
    length += (uint32_t)pith__utf8_encode(step->second, unused);
  return length;
}

/* Over bytes that are text already, at most to `text_offset`. True when there
 * were any. */
static bool
walk_run(const pith_decoded *decoded, const pith_stepper *stepper,
         pith_checkpoint *place, uint32_t text_offset)
{
  const unsigned char *at =
      (const unsigned char *)decoded->bytes.data + place->byte;
  size_t limit = decoded->bytes.len - place->byte;
  if (limit > text_offset - place->text)
    limit = text_offset - place->text;
  uint32_t run = (uint32_t)pith__stepper_run(stepper, at, at + limit);
  place->text += run;
  place->byte += run;
  return run > 0;
}

/* Decode again from `place` until the text at `text_offset` begins. */
static void
walk(const pith_decoded *decoded, pith_checkpoint *place, uint32_t text_offset)
{
  const unsigned char *start = (const unsigned char *)decoded->bytes.data;
  pith_stepper stepper;
  pith__stepper_init(&stepper, decoded->encoding);
  stepper.state = place->state;
  while (place->byte < decoded->bytes.len) {
    if (walk_run(decoded, &stepper, place, text_offset))
      continue;
    pith_step_input input = {start + place->byte, start + decoded->bytes.len};
    pith_step step = stepper.step(&stepper, input);
    uint32_t length = step_text_length(&step);
    if (place->text + length > text_offset)
      break;
    place->text += length;
    place->byte += step.consumed;
    place->state = stepper.state;
  }
}

uint32_t
pith__decode_offset(pith_decoded *decoded, uint32_t text_offset)
{
  if (text_offset >= decoded->text.len)
    return (uint32_t)decoded->bytes.len;
  if (decoded->identity || text_offset == 0)
    return text_offset + decoded->mark;

  pith_checkpoint place = decoded->cursor;
  if (place.text > text_offset || text_offset - place.text > NEAR)
    place = find_checkpoint(decoded, text_offset);
  if (pith__encoding_is_single(decoded->encoding)) {
    uint32_t way = text_offset - place.text;
    place.byte += count_characters(decoded->text.data + place.text, way);
    place.text = text_offset;
  } else {
    walk(decoded, &place, text_offset);
  }
  decoded->cursor = place;
  return place.byte;
}

/* A text offset whose byte is at or before `byte_offset`: where the last
 * look-up ended if that is near, else a checkpoint. */
static uint32_t
start_before(pith_decoded *decoded, uint32_t byte_offset)
{
  pith_checkpoint last = decoded->cursor;
  if (last.byte <= byte_offset && byte_offset - last.byte <= NEAR &&
      last.text < decoded->text.len &&
      !is_continuation(decoded->text.data[last.text]))
    return last.text;
  uint32_t low = 0, high = decoded->checkpoint_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    uint32_t text = decoded->checkpoints[middle].text;
    if (pith__decode_offset(decoded, text) <= byte_offset)
      low = middle;
    else
      high = middle;
  }
  return decoded->checkpoints[low].text;
}

/* Characters are looked at one by one from the nearest known place; there is
 * no table in this direction, because it is rarely needed. */
uint32_t
pith__decode_text_offset(pith_decoded *decoded, uint32_t byte_offset)
{
  uint32_t len = (uint32_t)decoded->text.len;
  if (byte_offset >= decoded->bytes.len)
    return len;
  if (byte_offset <= decoded->mark)
    return 0;
  if (decoded->identity) {
    uint32_t text = byte_offset - decoded->mark;
    while (text > 0 && is_continuation(decoded->text.data[text]))
      text--;
    return text;
  }
  uint32_t text = start_before(decoded, byte_offset);
  for (uint32_t next = text; next < len; text = next) {
    do
      next++;
    while (next < len && is_continuation(decoded->text.data[next]));
    if (next == len || pith__decode_offset(decoded, next) > byte_offset)
      break;
  }
  return text;
}
