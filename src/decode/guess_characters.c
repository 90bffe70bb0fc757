/*
 * Bytes and a multi-byte encoding in, their cost out, comparable with the
 * costs of guess_letters.c: what a Chinese, Japanese or Korean text costs by
 * the frequency of its characters. Read in the wrong encoding, a text turns
 * into rare characters and malformed pairs.
 *
 * Trail bytes may be ASCII. The single-byte readings get those for free, so
 * here their cost as ordinary ASCII is given back.
 */
#include "decode/guess.h"

#include "base/slice.h"
#include "base/utf8_validate.h"
#include "decode/step.h"
#include "tables/encoding_frequency.h"

/* In quarter bits. */
enum {
  COST_MALFORMED = 24 * 4,
  COST_CUT_OFF = 12 * 4,     /* half a character at the very end */
  COST_PRIVATE = 22 * 4,     /* private use: fonts of one company */
  COST_UNEXPECTED = 3 * 4,   /* unlisted, and of another kind than most */
  COST_AFTER_LETTER = 4 * 4, /* a word of ASCII letters runs into it */
  COST_AFTER_ASCII = 6,
  COST_THEN_ASCII = 10,
  GIVEN_BACK = 5 * 4 /* for an ASCII trail byte */
};

static bool
is_between(uint32_t code, uint32_t first, uint32_t last)
{
  return code >= first && code <= last;
}

/* Binary search in the table of frequent characters. Others cost more, and
 * those outside the ranges of the language's script more again. */
static unsigned
listed_cost(const pith_character_model *model, uint32_t code)
{
  unsigned low = 0, high = model->count;
  while (low < high) {
    unsigned middle = (low + high) / 2;
    if (model->codes[middle] == code)
      return model->costs[middle];
    if (model->codes[middle] < code)
      low = middle + 1;
    else
      high = middle;
  }
  bool usual = is_between(code, 0x4E00, 0x9FFF) || /* ideographs */
               is_between(code, 0xAC00, 0xD7A3);   /* hangul */
  return usual ? model->unlisted : model->unlisted + (unsigned)COST_UNEXPECTED;
}

/* What a character costs by itself: malformed sequences and rare ranges are
 * dear. */
static unsigned
step_cost(const pith_character_model *model, const pith_step *step,
          const unsigned char *at)
{
  if (step->first == 0xFFFD)
    return COST_MALFORMED;
  if (is_between(step->first, 0xE000, 0xF8FF))
    return COST_PRIVATE;
  unsigned cost = listed_cost(model, step->first), back = 0;
  for (uint32_t i = 1; i < step->consumed; i++)
    if (at[i] < 0x80)
      back += GIVEN_BACK;
  return cost > back ? cost - back : 0;
}

/* Stops as soon as the cost passes `limit`. */
uint32_t
pith__guess_character_cost(unsigned coding, pith_slice bytes, uint32_t limit)
{
  const pith_character_coding *characters = &pith__character_codings[coding];
  const pith_character_model *model =
      &pith__character_models[characters->model];
  const unsigned char *at = (const unsigned char *)bytes.data;
  const unsigned char *end = at + bytes.len;
  uint32_t cost = characters->handicap;
  unsigned entry = 0; /* what a character costs more where it is */
  pith_stepper stepper;
  pith__stepper_init(&stepper, characters->encoding);
  while (at < end && cost <= limit) {
    if (*at < 0x80) {
      at += pith__ascii_prefix((const char *)at, (size_t)(end - at));
      cost += entry ? 0 : COST_THEN_ASCII;
      entry =
          pith__is_letter((char)at[-1]) ? COST_AFTER_LETTER : COST_AFTER_ASCII;
      continue;
    }
    pith_step_input input = {at, end};
    pith_step step = stepper.step(&stepper, input);
    bool cut_off = step.consumed == end - at && step.first == 0xFFFD;
    cost += entry + (cut_off ? COST_CUT_OFF : step_cost(model, &step, at));
    entry = 0;
    at += step.consumed;
  }
  return cost;
}
