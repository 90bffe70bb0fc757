/*
 * See font_size.h. Lengths become pixels, and pixels the size that browsers
 * show them at: HTML maps the sizes 1 to 7 to 10, 13, 16, 18, 24, 32 and 48
 * pixels, CSS maps its keywords to the same steps.
 */
#include "papers/sentence/font_size.h"

#include "base/slice.h"

/* Tenths of a pixel; the last is also for all above it. */
static const uint32_t pixels[] = {100, 130, 160, 180, 240, 320, 480};
#define NUMBER_MOST 100000 /* so that no product overflows */

uint32_t
pith__font_size_clamp(int32_t size)
{
  return size < 1 ? 1 : size > PITH_FONT_MOST ? PITH_FONT_MOST : (uint32_t)size;
}

/* HTML, "rules for parsing a legacy font size": a sign makes the number
 * relative to the normal size. */
uint32_t
pith__font_size_of_attribute(pith_slice value, uint32_t around)
{
  size_t at = 0;
  int32_t number = 0, digits = 0;
  while (at < value.len && pith__is_space(value.data[at]))
    at++;
  char sign = at < value.len ? value.data[at] : '\0';
  if (sign == '+' || sign == '-')
    at++;
  for (; at < value.len && digits < 3 && pith__is_digit(value.data[at]); at++) {
    number = number * 10 + (value.data[at] - '0');
    digits++;
  }
  if (digits == 0)
    return around;
  if (sign == '+')
    return pith__font_size_clamp(PITH_FONT_NORMAL + number);
  return pith__font_size_clamp(sign == '-' ? PITH_FONT_NORMAL - number
                                           : number);
}

/* The size that is nearest to a length: the borders are half-way. */
static uint32_t
size_of_pixels(uint32_t tenths)
{
  uint32_t size = 1;
  while (size < PITH_FONT_MOST && tenths * 2 > pixels[size - 1] + pixels[size])
    size++;
  return size;
}

/* A number in tenths, and how many bytes of the text it is. */
static uint32_t
read_tenths(pith_slice text, size_t *len)
{
  uint32_t tenths = 0;
  size_t at = 0;
  for (; at < text.len && pith__is_digit(text.data[at]); at++)
    if (tenths < NUMBER_MOST)
      tenths = tenths * 10 + (uint32_t)(text.data[at] - '0');
  tenths *= 10;
  if (at + 1 < text.len && text.data[at] == '.' &&
      pith__is_digit(text.data[at + 1])) {
    tenths += (uint32_t)(text.data[at + 1] - '0');
    for (at++; at < text.len && pith__is_digit(text.data[at]);)
      at++;
  }
  *len = at;
  return tenths;
}

/* `1.5em`, `24px`, `18pt`, `120%`. 0 for a unit that is not known. */
static uint32_t
size_of_length(pith_slice value, uint32_t around)
{
  size_t len;
  uint32_t tenths = read_tenths(value, &len);
  pith_slice unit =
      pith__slice_trim(pith__slice(value.data + len, value.len - len));
  uint32_t outside = pixels[around - 1];
  if (len == 0)
    return 0;
  if (pith__slice_is(unit, "px"))
    return size_of_pixels(tenths);
  if (pith__slice_is(unit, "pt"))
    return size_of_pixels(tenths * 4 / 3);
  if (pith__slice_is(unit, "rem"))
    return size_of_pixels(tenths * 16);
  if (pith__slice_is(unit, "em"))
    return size_of_pixels(tenths * outside / 10);
  return pith__slice_is(unit, "%") ? size_of_pixels(tenths * outside / 1000)
                                   : 0;
}

/* A keyword, or a length. 0 when it is neither. */
static uint32_t
size_of_value(pith_slice value, uint32_t around)
{
  static const char *const words[PITH_FONT_MOST] = {
      "x-small", "small",    "medium",   "large",
      "x-large", "xx-large", "xxx-large"};
  for (uint32_t i = 0; i < PITH_FONT_MOST; i++)
    if (pith__slice_is(value, words[i]))
      return i + 1;
  if (pith__slice_is(value, "xx-small"))
    return 1;
  if (pith__slice_is(value, "larger"))
    return pith__font_size_clamp((int32_t)around + 1);
  if (pith__slice_is(value, "smaller"))
    return pith__font_size_clamp((int32_t)around - 1);
  return size_of_length(value, around);
}

/* The last declaration wins, as in CSS. What follows the value, such as
 * `!important`, is dropped. */
uint32_t
pith__font_size_of_style(pith_slice style, uint32_t around)
{
  static const char name[] = "font-size";
  uint32_t size = 0;
  for (size_t at = 0; at < style.len;) {
    size_t end = at;
    while (end < style.len && style.data[end] != ';')
      end++;
    pith_slice one = pith__slice_trim(pith__slice(style.data + at, end - at));
    at = end + 1;
    if (!pith__slice_starts(one, name))
      continue;
    one = pith__slice_trim(
        pith__slice(one.data + sizeof name - 1, one.len - (sizeof name - 1)));
    if (one.len == 0 || one.data[0] != ':')
      continue;
    one = pith__slice_trim(pith__slice(one.data + 1, one.len - 1));
    for (size_t i = 0; i < one.len; i++)
      if (one.data[i] == '!')
        one = pith__slice_trim(pith__slice(one.data, i));
    uint32_t found = size_of_value(one, around);
    size = found ? found : size;
  }
  return size;
}
