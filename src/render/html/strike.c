/*
 * The bits, eight at a time where that is possible.
 */
#include "render/html/strike.h"

#include <string.h>

static size_t
byte_count(uint32_t len)
{
  return (size_t)len / 8 + 1;
}

bool
pith__strike_init(pith_strike *strike, pith_memory *memory, uint32_t len)
{
  strike->memory = memory;
  strike->len = len;
  strike->bits = pith__memory_resize(memory, NULL, 0, byte_count(len));
  if (strike->bits)
    memset(strike->bits, 0, byte_count(len));
  return strike->bits != NULL;
}

void
pith__strike_done(pith_strike *strike)
{
  pith__memory_free(strike->memory, strike->bits, byte_count(strike->len));
  strike->bits = NULL;
}

void
pith__strike_range(pith_strike *strike, uint32_t from, uint32_t to)
{
  while (from < to && from % 8 != 0) {
    strike->bits[from / 8] |= (uint8_t)(1u << from % 8);
    from++;
  }
  if (to > from && to - from >= 8) {
    memset(strike->bits + from / 8, 0xFF, (to - from) / 8);
    from += (to - from) / 8 * 8;
  }
  for (; from < to; from++)
    strike->bits[from / 8] |= (uint8_t)(1u << from % 8);
}

uint32_t
pith__strike_run(const pith_strike *strike, uint32_t from)
{
  bool struck = pith__strike_has(strike, from);
  uint8_t whole = struck ? 0xFF : 0;
  while (from < strike->len && pith__strike_has(strike, from) == struck) {
    if (from % 8 == 0 && strike->bits[from / 8] == whole)
      from += 8;
    else
      from++;
  }
  return from < strike->len ? from : strike->len;
}
