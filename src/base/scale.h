/*
 * Numbers as bytes, 0 to 255: how a count or a share becomes a feature column.
 */
#ifndef PITH_BASE_SCALE_H
#define PITH_BASE_SCALE_H

#include <stdint.h>

/* A count: its logarithm, eight steps from a number to its double; 0 is 0. */
static inline uint8_t
pith__scale_log(uint32_t number)
{
  if (number == 0)
    return 0;
  uint32_t high = 31u - (uint32_t)__builtin_clz(number);
  uint32_t rest = high >= 3 ? number >> (high - 3) : number << (3 - high);
  uint32_t step = 1 + 8 * high + (rest & 7);
  return (uint8_t)(step < 255 ? step : 255);
}

/* A share of a whole, 1 to 255; 0 when there is no whole. */
static inline uint8_t
pith__scale_share(uint64_t part, uint64_t whole)
{
  if (whole == 0)
    return 0;
  return (uint8_t)(1 + (part >= whole ? 254 : part * 254 / whole));
}

/* A small number as it is. */
static inline uint8_t
pith__scale_plain(uint64_t number)
{
  return (uint8_t)(number < 255 ? number : 255);
}

#endif
