/*
 * Options: the defaults, and what becomes of the caller's struct. The limits
 * come out in ranges that the other layers may rely on, so that no later
 * stage has to ask whether a ceiling makes sense.
 */
#include "api/workspace.h"

/* Offsets of the text share 32 bits with one flag, and a byte can become
 * three: 1 GB in is 3 GB at most. */
#define MOST_BYTES  1000000000u
#define LEAST_NODES 16u
#define MOST_NODES  1000000000u
#define LEAST_DEPTH 16u
/* A node counts its attributes in 10 bits. */
#define MOST_ATTRIBUTES  1023u
#define LEAST_FORMATTING 1u

static uint32_t
clamp(uint32_t value, uint32_t least, uint32_t most)
{
  if (value < least)
    return least;
  return value > most ? most : value;
}

static void
clamp_limits(pith_limits *limits)
{
  limits->bytes = clamp(limits->bytes, 0, MOST_BYTES);
  limits->nodes = clamp(limits->nodes, LEAST_NODES, MOST_NODES);
  limits->depth = clamp(limits->depth, LEAST_DEPTH, MOST_NODES);
  limits->attributes = clamp(limits->attributes, 0, MOST_ATTRIBUTES);
  limits->formatting = clamp(limits->formatting, LEAST_FORMATTING, MOST_NODES);
}

void
pith__options_read(const pith_options *given, pith_options *out)
{
  pith_options_default(out);
  if (given) {
    size_t size = given->size < sizeof *out ? given->size : sizeof *out;
    memcpy(out, given, size);
  }
  clamp_limits(&out->limits);
}

void
pith_options_default(pith_options *options)
{
  memset(options, 0, sizeof *options);
  options->size = sizeof *options;
  options->limits.bytes = 20 * 1000 * 1000;
  options->limits.nodes = 1000 * 1000;
  options->limits.depth = 512;
  options->limits.attributes = 256;
  options->limits.formatting = 64;
  options->limits.steps = 0;
  options->limits.memory = (size_t)512 * 1000 * 1000;
}
