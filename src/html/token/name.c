/*
 * The longer ways round for names: 16 bytes at a time for those that have
 * more than 15, one at a time for those with control characters inside or so
 * near the end of the page that 16 bytes cannot be loaded.
 */
#include "html/token/name.h"

#include "base/utf8.h"

/* Bytes of a folded name on their way into the hash, 16 at a time. */
typedef struct hasher {
  uint64_t hash;
  uint64_t first_low;
  uint64_t first_high;
  char chunk[16];
  uint32_t filled;
  uint32_t chunks;
} hasher;

/* Little-endian on every machine, as the SIMD path loads it. */
static uint64_t
load_word(const char *bytes)
{
  uint64_t word = 0;
  for (unsigned i = 0; i < 8; i++)
    word |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
  return word;
}

/* Mix 16 bytes into the hash; the first 16 are kept for comparing short
 * names without reading them again. */
static void
flush(hasher *h)
{
  memset(h->chunk + h->filled, 0, 16 - h->filled);
  uint64_t low = load_word(h->chunk);
  uint64_t high = load_word(h->chunk + 8);
  if (h->chunks++ == 0) {
    h->first_low = low;
    h->first_high = high;
  }
  h->hash = pith__name_mix(h->hash, low, high);
  h->filled = 0;
}

/* One more byte of the folded name. */
static void
feed(hasher *h, char c)
{
  h->chunk[h->filled++] = c;
  if (h->filled == 16)
    flush(h);
}

/* NUL in a name is U+FFFD (HTML, "Tag name state"). */
static void
feed_folded(hasher *h, char c)
{
  if (c != '\0') {
    feed(h, pith__lower(c));
    return;
  }
  for (unsigned i = 0; i < 3; i++)
    feed(h, PITH_REPLACEMENT_BYTES[i]);
}

/* The last bytes, padded with zeros. */
static uint32_t
finish(hasher *h)
{
  if (h->filled > 0)
    flush(h);
  return (uint32_t)(h->hash >> 32);
}

/* HTML, "Tag name state" and "Attribute name state"; '=' may begin a name
 * but not go on in it. */
static bool
ends_name(char c, bool attribute, bool first)
{
  return pith__is_space(c) || c == '/' || c == '>' ||
         (c == '=' && attribute && !first);
}

/* One byte at a time: correct for every input, and what the fast path is
 * tested against. */
pith_name
pith__name_read_slow(const char *p, const char *end, bool attribute)
{
  hasher h = {0};
  pith_name name = {0};
  const char *start = p;
  for (; p < end && !ends_name(*p, attribute, p == start); p++) {
    feed_folded(&h, *p);
    name.changed |= *p == '\0' || (*p >= 'A' && *p <= 'Z');
  }
  name.len = (uint32_t)(p - start);
  name.hash = finish(&h);
  name.low = h.first_low;
  name.high = h.first_high;
  return name;
}

/* Names of 16 bytes and more, in steps of 16. */
pith_name
pith__name_read_long(const char *p, const char *end, bool attribute)
{
  pith_name name = {0};
  uint64_t hash = 0;
  for (;;) {
    if (end - p - name.len <= 16)
      return pith__name_read_slow(p, end, attribute);
    pith_name16 part = pith__name16(p + name.len, attribute);
    if (name.len == 0) {
      name.low = part.low;
      name.high = part.high;
    }
    if (part.len > 0)
      hash = pith__name_mix(hash, part.low, part.high);
    name.len += part.len;
    name.changed |= part.upper;
    if (part.len < 16)
      break;
  }
  char stop = p[name.len];
  if (stop < ' ' && !pith__is_space(stop))
    return pith__name_read_slow(p, end, attribute);
  name.hash = (uint32_t)(hash >> 32);
  return name;
}

/* Up to three bytes are written for each one read. */
size_t
pith__name_fold(const char *p, size_t len, char *out)
{
  size_t written = 0;
  for (size_t i = 0; i < len; i++) {
    if (p[i] == '\0') {
      memcpy(out + written, PITH_REPLACEMENT_BYTES, 3);
      written += 3;
    } else {
      out[written++] = pith__lower(p[i]);
    }
  }
  return written;
}

/* The same hash as reading the name from a page gives. */
uint32_t
pith__name_hash(pith_slice name)
{
  hasher h = {0};
  for (size_t i = 0; i < name.len; i++)
    feed(&h, name.data[i]);
  return finish(&h);
}

/* One slot per hash: the generator chose the table so that no two known
 * names share one. */
pith_tag
pith__tag_find(pith_slice name)
{
  pith_tag tag = (pith_tag)
      pith__tag_slots[pith__name_hash(name) >> (32 - PITH_TAG_SLOT_BITS)];
  pith_slice known =
      pith__slice(pith__tag_rows[tag].name, pith__tag_rows[tag].len);
  return pith__slice_equal(name, known) ? tag : PITH_TAG_UNKNOWN;
}
