/*
 * Names of tags and attributes: where they end, their hash, their tag.
 *
 * A name is read in steps of 16 bytes as two little-endian words, folded to
 * lower case and padded with zeros; hash and table look-up work on these
 * words, so a name that is at most 16 bytes long, as nearly all are, costs a
 * load, two multiplications and a comparison.
 */
#ifndef PITH_HTML_TOKEN_NAME_H
#define PITH_HTML_TOKEN_NAME_H

#include "base/simd_name.h"
#include "base/slice.h"
#include "tables/tags.h"

/* What was read. `len` counts source bytes; the name goes on in the source
 * as long as no delimiter was met. */
typedef struct pith_name {
  uint32_t len;
  uint32_t hash; /* of the lower-case name, NUL read as U+FFFD */
  uint64_t low;  /* the first 16 bytes in lower case, zero-padded */
  uint64_t high;
  bool changed; /* the lower-case name differs from the source */
} pith_name;

/* Mix 16 more bytes into a hash; the name hash is the top half. */
static PITH_ALWAYS_INLINE uint64_t
pith__name_mix(uint64_t hash, uint64_t low, uint64_t high)
{
  return (hash << 23 | hash >> 41) + low * PITH_NAME_FACTOR_LOW +
         high * PITH_NAME_FACTOR_HIGH;
}

/* pith__name_read() for names that are odd, or near the end of the page. */
pith_name pith__name_read_slow(const char *p, const char *end, bool attribute);

/* pith__name_read() for the rest of a name of 16 bytes or more. */
pith_name pith__name_read_long(const char *p, const char *end, bool attribute);

/* Read a name at p up to white space, '/', '>' or the end; up to '=' as well
 * when `attribute` is set, but never as its first byte. */
static PITH_ALWAYS_INLINE pith_name
pith__name_read(const char *p, const char *end, bool attribute)
{
  if (PITH_UNLIKELY(end - p <= 16))
    return pith__name_read_slow(p, end, attribute);
  pith_name16 start = pith__name16(p, attribute);
  if (PITH_UNLIKELY(start.len == 16))
    return pith__name_read_long(p, end, attribute);
  char stop = p[start.len];
  if (PITH_UNLIKELY(start.len == 0 || (stop < ' ' && !pith__is_space(stop))))
    return pith__name_read_slow(p, end, attribute);
  uint64_t hash = pith__name_mix(0, start.low, start.high);
  pith_name name = {start.len, (uint32_t)(hash >> 32), start.low, start.high,
                    start.upper};
  return name;
}

/* Write the lower-case form of `len` source bytes to `out` with NUL as U+FFFD;
 * returns its length, at most 3 * len. */
size_t pith__name_fold(const char *p, size_t len, char *out);

/* The tag of a name just read, PITH_TAG_UNKNOWN if it has none. The slot is
 * the only candidate; the words prove it, for all but a few long names. */
static PITH_ALWAYS_INLINE pith_tag
pith__name_tag(const char *p, const pith_name *name)
{
  pith_tag tag =
      (pith_tag)pith__tag_slots[name->hash >> (32 - PITH_TAG_SLOT_BITS)];
  const pith_tag_row *row = &pith__tag_rows[tag];
  uint64_t low;
  uint64_t high;
  memcpy(&low, row->name, 8);
  memcpy(&high, row->name + 8, 8);
  if (low != name->low || high != name->high || row->len != name->len)
    return PITH_TAG_UNKNOWN;
  if (PITH_LIKELY(name->len <= 16))
    return tag;
  pith_slice rest = {p, name->len};
  pith_slice known = {row->name, row->len};
  return pith__slice_equal_folded(rest, known) ? tag : PITH_TAG_UNKNOWN;
}

/* The hash of a lower-case name; equal names have equal hashes. */
uint32_t pith__name_hash(pith_slice lower_case_name);

/* The 16 bits of it that an attribute record keeps. */
static inline uint16_t
pith__name_hash_short(uint32_t hash)
{
  return (uint16_t)(hash ^ hash >> 16);
}

/* The tag of a lower-case name. */
pith_tag pith__tag_find(pith_slice lower_case_name);

#endif
