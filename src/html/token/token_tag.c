/*
 * Start and end tags with their attributes (WHATWG HTML, "Tag open state" to
 * "Self-closing start tag state").
 *
 *   <a  href = "x" disabled data-y='z' />
 *     │ └name┘   └value┘
 *     └ before attribute name: white space and '/' mean nothing here
 *
 * Attribute records go straight to the end of the store; the tree keeps them
 * by moving a mark. An end tag's attributes are read and dropped. Values
 * without '&', NUL and CR stay where they are in the text.
 */
#include "base/scan.h"
#include "base/slice.h"
#include "html/token/clean.h"
#include "html/token/parts.h"

/* A 64-bit filter over the hashes seen in this tag: a name whose bit is not
 * set is surely new, which spares the comparison with all the others. */
typedef struct tag_reader {
  pith_tokenizer *tokenizer;
  uint64_t seen;
  uint32_t count;
  bool failed; /* memory ended */
} tag_reader;

static const char *
skip_spaces(const char *p, const char *end)
{
  while (p < end && pith__is_space(*p))
    p++;
  return p;
}

/* HTML, "Attribute name state": of several attributes of one name the first
 * one counts. Only called when the filter says that the name may be there. */
static bool
is_duplicate(const tag_reader *reader, uint16_t hash, pith_slice name)
{
  const pith_store *store = reader->tokenizer->store;
  uint32_t first = store->attr_count - reader->count;
  return pith__attr_find_hashed(store, first, reader->count, hash, name) !=
         NULL;
}

/* Copy a name into the pool, folded to lower case, NUL as U+FFFD. */
static uint32_t
pool_name(tag_reader *reader, const char *p, uint32_t len)
{
  pith_store *store = reader->tokenizer->store;
  pith_span span = {pith__offset(reader->tokenizer, p),
                    pith__offset(reader->tokenizer, p) + len};
  uint32_t offset = 0;
  if (!pith__pool_new(store, span, len, &offset))
    reader->failed = true;
  for (uint32_t i = 0; i < len && !reader->failed; i++) {
    char folded[3];
    size_t size = pith__name_fold(p + i, 1, folded);
    if (!pith__pool_append(store, &offset, folded, (uint32_t)size))
      reader->failed = true;
  }
  return offset;
}

/* Copy a value into the pool with references, CR and NUL resolved. */
static uint32_t
pool_value(tag_reader *reader, pith_span span, uint32_t *len)
{
  pith_store *store = reader->tokenizer->store;
  uint32_t offset = 0;
  pith_clean_rules rules = {true, true, PITH_NUL_REPLACE};
  if (!pith__pool_new(store, span, span.to - span.from, &offset) ||
      !pith__clean_append(store, span, rules, &offset)) {
    reader->failed = true;
    return 0;
  }
  *len = (uint32_t)pith__pool_slice(store, offset).len;
  return offset | PITH_POOLED;
}

/* The value at p, behind '='. HTML, "Before attribute value state" and the
 * three after it. Returns where reading goes on. */
static const char *
read_value(tag_reader *reader, const char *p, pith_span *span, unsigned *seen)
{
  const pith_tokenizer *tokenizer = reader->tokenizer;
  const char *end = tokenizer->end;
  if (p < end && (*p == '"' || *p == '\'')) {
    char quote = *p++;
    const char *close = quote == '"' ? pith__scan(p, end, '"', seen)
                                     : pith__scan(p, end, '\'', seen);
    span->from = pith__offset(tokenizer, p);
    span->to = pith__offset(tokenizer, close);
    return close < end ? close + 1 : end;
  }
  const char *start = p;
  for (; p < end && *p != '>' && !pith__is_space(*p); p++)
    *seen |= *p == '&' || *p == '\0';
  span->from = pith__offset(tokenizer, start);
  span->to = pith__offset(tokenizer, p);
  return p;
}

/* The lower-case form of an attribute's name instead of `*text`: from the table
 * or the pool. Returns what the record holds about its place. */
static uint32_t
fold_name(tag_reader *reader, uint16_t hash, pith_slice *text)
{
  const char *p = text->data;
  if (pith__attr_known(*text, hash, text))
    return pith__offset(reader->tokenizer, p) | PITH_CAPITALS;
  uint32_t pooled = pool_name(reader, p, (uint32_t)text->len);
  if (!reader->failed)
    *text = pith__pool_slice(reader->tokenizer->store, pooled);
  return pooled | PITH_POOLED;
}

/* Write the record. Dropped when it is a duplicate or one too many; the
 * limit is reported once a page. */
static void
add_attribute(tag_reader *reader, const char *p, const pith_name *name,
              pith_span value, unsigned seen)
{
  pith_tokenizer *tokenizer = reader->tokenizer;
  if (PITH_UNLIKELY(reader->count >= tokenizer->max_attributes ||
                    name->len > UINT16_MAX)) {
    tokenizer->limits_hit |= PITH_LIMIT_ATTRIBUTES;
    return;
  }
  pith_store *store = tokenizer->store;
  uint16_t hash = pith__name_hash_short(name->hash);
  uint32_t name_offset = pith__offset(tokenizer, p);
  pith_slice text = {p, name->len};
  if (PITH_UNLIKELY(name->changed)) {
    name_offset = fold_name(reader, hash, &text);
    if (reader->failed)
      return;
  }
  uint64_t bit = (uint64_t)1 << (hash & 63);
  if (PITH_UNLIKELY(reader->seen & bit) && is_duplicate(reader, hash, text))
    return;
  reader->seen |= bit;

  uint32_t value_len = value.to - value.from;
  uint32_t value_offset = value.from;
  if (PITH_UNLIKELY(seen))
    value_offset = pool_value(reader, value, &value_len);
  pith_attr *attr = pith__store_attr(store);
  if (PITH_UNLIKELY(!attr)) {
    reader->failed = true;
    return;
  }
  attr->name = name_offset;
  attr->name_len = (uint16_t)name->len;
  attr->hash = hash;
  attr->value = value_offset;
  attr->value_len = value_len;
  reader->count++;
}

/* One attribute whose name starts at p; returns where reading goes on. White
 * space around '=' is rare, so it is tested before it is skipped. */
static const char *
read_attribute(tag_reader *reader, const char *p)
{
  const char *end = reader->tokenizer->end;
  pith_name name = pith__name_read(p, end, true);
  const char *after = p + name.len;
  pith_span value = {pith__offset(reader->tokenizer, after),
                     pith__offset(reader->tokenizer, after)};
  unsigned seen = 0;
  if (after < end && pith__is_space(*after))
    after = skip_spaces(after, end);
  if (after < end && *after == '=') {
    after++;
    if (after < end && pith__is_space(*after))
      after = skip_spaces(after, end);
    after = read_value(reader, after, &value, &seen);
  }
  add_attribute(reader, p, &name, value, seen);
  return after;
}

/* HTML, "Before attribute name state" to "Self-closing start tag state".
 * Returns the byte after '>', or NULL when the page ends first. */
static const char *
read_attributes(tag_reader *reader, const char *p, bool *self_closing)
{
  const char *end = reader->tokenizer->end;
  while (p < end && !reader->failed) {
    if (*p == '>')
      return p + 1;
    if (*p == '/') {
      if (p + 1 < end && p[1] == '>') {
        *self_closing = true;
        return p + 2;
      }
      p++;
    } else if (pith__is_space(*p)) {
      p++;
    } else {
      p = read_attribute(reader, p);
    }
  }
  return NULL;
}

/* Fill in the name. A known one needs no copy, whatever its case. */
static bool
set_name(tag_reader *reader, const char *p, const pith_name *name,
         pith_token *out)
{
  out->tag = pith__name_tag(p, name);
  out->name_hash = name->hash;
  out->name_pooled = false;
  out->name_offset = pith__offset(reader->tokenizer, p);
  out->name = pith__slice(p, name->len);
  if (PITH_LIKELY(out->tag != PITH_TAG_UNKNOWN)) {
    out->name.data = pith__tag_rows[out->tag].name;
  } else if (PITH_UNLIKELY(name->changed)) {
    out->name_offset = pool_name(reader, p, name->len);
    out->name_pooled = true;
    if (!reader->failed)
      out->name = pith__pool_slice(reader->tokenizer->store, out->name_offset);
  }
  return !reader->failed;
}

/* A tag that the page ends in is dropped (PITH_TOKEN_NOTHING), as the
 * standard has it at "eof-in-tag". */
pith_status
pith__read_tag(pith_tokenizer *tokenizer, bool is_end, pith_token *out)
{
  tag_reader reader = {tokenizer, 0, 0, false};
  const char *start = tokenizer->at;
  const char *p = start + (is_end ? 2 : 1);
  pith_name name = pith__name_read(p, tokenizer->end, false);
  bool self_closing = false;
  if (!set_name(&reader, p, &name, out))
    return pith__memory_status(tokenizer->store->memory);

  p += name.len;
  if (PITH_LIKELY(p < tokenizer->end && *p == '>'))
    p++;
  else
    p = read_attributes(&reader, p, &self_closing);
  if (PITH_UNLIKELY(reader.failed))
    return pith__memory_status(tokenizer->store->memory);

  out->kind = is_end ? PITH_TOKEN_END_TAG : PITH_TOKEN_START_TAG;
  out->flags = self_closing ? PITH_TAG_SELF_CLOSING : 0;
  out->first_attr = tokenizer->store->attrs_kept;
  out->attr_count = reader.count;
  if (PITH_UNLIKELY(!p)) {
    out->kind = PITH_TOKEN_NOTHING;
    p = tokenizer->end;
  }
  out->from = pith__offset(tokenizer, start);
  out->to = pith__offset(tokenizer, p);
  tokenizer->at = p;
  if (out->name_pooled) /* the pool may have moved under the attributes */
    out->name = pith__pool_slice(tokenizer->store, out->name_offset);
  return PITH_OK;
}
