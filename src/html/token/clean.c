/*
 * See clean.h. Ordinary bytes are copied block by block; only '&', NUL and CR
 * are looked at one by one.
 *
 * The writer always has room for all source bytes that are left, and a block
 * more, so that copying needs no check. Only where a byte becomes several (NUL
 * becomes U+FFFD, `&nGt;` six bytes) it is checked again.
 */
#include "html/token/clean.h"

#include "base/simd.h"
#include "base/utf8.h"
#include "html/token/charref.h"

/* What one special byte or reference can become: two code points. */
#define MOST_WRITTEN 8
#define SLACK        (PITH_BLOCK_BYTES + MOST_WRITTEN)

typedef struct writer {
  pith_store *store;
  uint32_t *offset; /* the pool string */
  char *start;      /* behind what the string knows of */
  char *at;         /* behind what was written */
  char *limit;
} writer;

/* Record what was written, and make room for `left` source bytes. */
static bool
make_room(writer *out, size_t left)
{
  pith__pool_wrote(out->store, *out->offset, (uint32_t)(out->at - out->start));
  uint32_t room = (uint32_t)left + SLACK;
  out->start = pith__pool_room(out->store, out->offset, room);
  out->at = out->start;
  out->limit = out->start ? out->start + room : NULL;
  return out->start != NULL;
}

/* Copy ordinary bytes; returns where the next special one is, or the end. */
static const char *
copy_run(writer *out, const char *p, const char *end)
{
  for (; end - p >= PITH_BLOCK_BYTES; p += PITH_BLOCK_BYTES) {
    uint64_t hits = pith__block_mask(pith__block_special(pith__block_load(p)));
    memcpy(out->at, p, PITH_BLOCK_BYTES);
    if (hits) {
      out->at += pith__mask_first(hits);
      return p + pith__mask_first(hits);
    }
    out->at += PITH_BLOCK_BYTES;
  }
  while (p < end && *p != '&' && *p != '\0' && *p != '\r')
    *out->at++ = *p++;
  return p;
}

/* Some references are two code points. */
static void
write_codes(writer *out, const uint32_t codes[2])
{
  out->at += pith__utf8_encode(codes[0], out->at);
  if (codes[1] != 0)
    out->at += pith__utf8_encode(codes[1], out->at);
}

/* What becomes of NUL depends on where it is (HTML, the insertion modes):
 * dropped, kept for the tree to decide, or U+FFFD. */
static void
write_nul(writer *out, pith_nul_policy policy)
{
  if (policy == PITH_NUL_KEEP)
    *out->at++ = '\0';
  if (policy != PITH_NUL_REPLACE)
    return;
  memcpy(out->at, PITH_REPLACEMENT_BYTES, 3);
  out->at += 3;
}

/* One special byte at p, or a reference; returns what comes behind it. HTML,
 * "Preprocessing the input stream": CR LF and CR become LF. */
static const char *
write_special(writer *out, const char *p, const char *end,
              pith_clean_rules rules)
{
  if (*p == '\r') {
    *out->at++ = '\n';
    return p + (end - p > 1 && p[1] == '\n' ? 2 : 1);
  }
  if (*p == '\0') {
    write_nul(out, rules.nul);
    return p + 1;
  }
  pith_charref reference = {0, {0, 0}};
  if (rules.references)
    reference = pith__charref_read(p, end, rules.in_attribute);
  if (reference.len == 0) {
    *out->at++ = *p;
    return p + 1;
  }
  write_codes(out, reference.codes);
  return p + reference.len;
}

/* Room is checked once per special byte, never per ordinary byte. */
bool
pith__clean_append(pith_store *store, pith_span span, pith_clean_rules rules,
                   uint32_t *offset)
{
  const char *p = store->text + span.from;
  const char *end = store->text + span.to;
  writer out = {store, offset, NULL, NULL, NULL};
  if (!make_room(&out, (size_t)(end - p)))
    return false;
  while ((p = copy_run(&out, p, end)) < end) {
    p = write_special(&out, p, end, rules);
    if (out.limit - out.at < end - p + SLACK &&
        !make_room(&out, (size_t)(end - p)))
      return false;
  }
  pith__pool_wrote(store, *offset, (uint32_t)(out.at - out.start));
  pith__pool_trim(store, *offset);
  return true;
}

bool
pith__text_clean(pith_store *store, pith_span span, bool references,
                 pith_nul_policy policy, uint32_t *offset)
{
  pith_clean_rules rules = {references, false, policy};
  return pith__clean_append(store, span, rules, offset);
}
