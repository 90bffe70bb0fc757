/* random_source.c: see the header. rand() would differ from one C library to
 * the next, and a report must come out the same everywhere. */
#include "lab/eval/metrics/random_source.h"

/* splitmix64, which turns any seed into good states. */
static uint64_t
mix(uint64_t *seed)
{
  uint64_t z = *seed += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

/* Never all zeros, which would stay zeros. */
void
random_source_init(random_source *source, uint64_t seed)
{
  for (int i = 0; i < 4; i++)
    source->state[i] = mix(&seed);
}

static uint64_t
rotate(uint64_t x, int by)
{
  return x << by | x >> (64 - by);
}

/* xoshiro256**. */
uint64_t
random_source_next(random_source *source)
{
  uint64_t *s = source->state;
  uint64_t result = rotate(s[1] * 5, 7) * 9;
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return result;
}

/* The high half of a product is even but for the few low halves below
 * 2^32 mod bound, which are drawn again (Lemire 2019). */
uint32_t
random_source_below(random_source *source, uint32_t bound)
{
  uint32_t uneven = (uint32_t)(-bound) % bound;
  uint64_t product;
  do
    product = (random_source_next(source) >> 32) * bound;
  while ((uint32_t)product < uneven);
  return (uint32_t)(product >> 32);
}
