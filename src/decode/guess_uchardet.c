/*
 * A second opinion from libuchardet, in builds that have it. It is called only
 * when no language we know fits the bytes, so that builds with and without it
 * agree on ordinary pages.
 */
#include "decode/guess.h"

#include "base/slice.h"
#include "decode/label.h"
#include "decode/step.h"

#ifdef PITH_HAVE_UCHARDET
#include <uchardet/uchardet.h>

/* As much as it needs; its state machines are not the fastest. */
#define FED_BYTES (UINT32_C(1) << 17)

/* A verdict that turns bytes into U+FFFD is no verdict. */
static bool
decodes_cleanly(pith_encoding encoding, pith_slice sample)
{
  const unsigned char *at = (const unsigned char *)sample.data;
  const unsigned char *end = at + sample.len;
  pith_stepper stepper;
  pith__stepper_init(&stepper, encoding);
  while (end - at > 4) { /* the sample may end inside a character */
    pith_step_input input = {at, end};
    pith_step step = stepper.step(&stepper, input);
    if (step.first == 0xFFFD)
      return false;
    at += step.consumed;
  }
  return true;
}

bool
pith__guess_uchardet(pith_slice bytes, pith_slice sample, pith_encoding *out)
{
  pith_encoding found;
  uchardet_t detector = uchardet_new();
  if (!detector)
    return false;
  size_t len = bytes.len < FED_BYTES ? bytes.len : FED_BYTES;
  bool fed = uchardet_handle_data(detector, bytes.data, len) == 0;
  uchardet_data_end(detector);
  bool known =
      fed && pith__encoding_find(pith__slice_of(uchardet_get_charset(detector)),
                                 &found);
  uchardet_delete(detector);
  if (!known || !pith__encoding_is_ascii(found) || found == PITH_DECODE_UTF_8 ||
      !decodes_cleanly(found, sample))
    return false;
  *out = found;
  return true;
}

#else

bool
pith__guess_uchardet(pith_slice bytes, pith_slice sample, pith_encoding *out)
{
  (void)bytes;
  (void)sample;
  (void)out;
  return false;
}

#endif
