/*
 * See clean.h. Runs of ordinary bytes are copied whole; only '&', NUL and CR
 * are looked at one by one.
 */
#include "html/token/clean.h"

#include "base/utf8.h"
#include "html/token/charref.h"

static bool
append(pith_store *store, uint32_t *offset, const char *data, size_t len)
{
  return pith__pool_append(store, offset, data, (uint32_t)len);
}

static bool
append_codes(pith_store *store, uint32_t *offset, const uint32_t codes[2])
{
  char bytes[8];
  size_t len = pith__utf8_encode(codes[0], bytes);
  if (codes[1] != 0)
    len += pith__utf8_encode(codes[1], bytes + len);
  return append(store, offset, bytes, len);
}

/* One special byte at p. Sets *p behind what was used. */
static bool
append_special(pith_store *store, uint32_t *offset, const char **p,
               const char *end, pith_clean_rules rules)
{
  const char *at = *p;
  *p = at + 1;
  if (*at == '\r') {
    if (*p < end && **p == '\n')
      ++*p;
    return append(store, offset, "\n", 1);
  }
  if (*at == '\0') {
    if (rules.nul == PITH_NUL_DROP)
      return true;
    return rules.nul == PITH_NUL_KEEP
               ? append(store, offset, at, 1)
               : append(store, offset, PITH_REPLACEMENT_BYTES, 3);
  }
  pith_charref reference = {0, {0, 0}};
  if (rules.references)
    reference = pith__charref_read(at, end, rules.in_attribute);
  if (reference.len == 0)
    return append(store, offset, at, 1);
  *p = at + reference.len;
  return append_codes(store, offset, reference.codes);
}

bool
pith__clean_append(pith_store *store, pith_span span, pith_clean_rules rules,
                   uint32_t *offset)
{
  const char *p = store->text + span.from;
  const char *end = store->text + span.to;
  while (p < end) {
    const char *run = p;
    p = pith__scan_special(p, end);
    if (p > run && !append(store, offset, run, (size_t)(p - run)))
      return false;
    if (p < end && !append_special(store, offset, &p, end, rules))
      return false;
  }
  return true;
}

bool
pith__text_clean(pith_store *store, pith_span span, bool references,
                 pith_nul_policy policy, uint32_t *offset)
{
  pith_clean_rules rules = {references, false, policy};
  return pith__clean_append(store, span, rules, offset);
}
