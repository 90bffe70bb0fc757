/*
 * The attributes and the changed strings of one page.
 *
 *   text   the decoded page, borrowed; most names and values point into it
 *   attrs  one record of 16 bytes an attribute, in source order
 *   pool   strings that could not stay in the text: values with character
 *          references, names in upper case, text with CR LF or NUL
 *
 * A pool string is a record:
 *
 *     from:4  to:4  len:4  capacity:4  bytes[capacity]
 *     └── span in the text ┘
 *
 * and is named by the offset of its first byte of contents. Offsets, never
 * pointers, because the pool moves when it grows.
 *
 * The tokenizer writes attributes and strings at the end of the store; they
 * are thrown away at the next token unless the tree keeps them.
 */
#ifndef PITH_HTML_TOKEN_STORE_H
#define PITH_HTML_TOKEN_STORE_H

#include "base/memory.h"

/* Set in pith_attr.name and .value when the offset is one of the pool. */
#define PITH_POOLED 0x80000000u

/* Set in pith_attr.name, when not pooled: the text has capitals, and the
 * lower-case name is in tables/attribute_names.h. Old pages write most of their
 * names so, and would fill the pool with them. */
#define PITH_CAPITALS 0x40000000u

/* Offsets in the text leave these two bits alone. */
#define PITH_TEXT_MOST (PITH_CAPITALS - 1)

typedef struct pith_attr {
  uint32_t name;      /* offset in the text (maybe | PITH_CAPITALS), or
                         PITH_POOLED | pool offset */
  uint16_t name_len;  /* longer names are dropped and reported as a limit */
  uint16_t hash;      /* pith__name_hash() of the lower-case name, folded */
  uint32_t value;     /* as name */
  uint32_t value_len; /* bytes */
} pith_attr;

typedef struct pith_store {
  pith_memory *memory; /* borrowed */
  const char *text;    /* borrowed */
  uint32_t text_len;

  pith_attr *attrs;
  uint32_t attr_count;
  uint32_t attr_capacity;
  uint32_t attrs_kept; /* what is below this outlives the token */

  char *pool;
  uint32_t pool_len;
  uint32_t pool_capacity;
  uint32_t pool_kept;
} pith_store;

void pith__store_init(pith_store *store, pith_memory *memory);
void pith__store_done(pith_store *store);

/* Forget the last page, keep the memory, look at `text` (borrowed). */
void pith__store_reset(pith_store *store, pith_slice text);

/* Throw away what the last token left unless it was kept. */
static inline void
pith__store_drop(pith_store *store)
{
  store->attr_count = store->attrs_kept;
  store->pool_len = store->pool_kept;
}

/* The attributes and strings so far belong to the tree now. */
static inline void
pith__store_keep(pith_store *store)
{
  store->attrs_kept = store->attr_count;
  store->pool_kept = store->pool_len;
}

/* Append a record; NULL when memory ends. Lent until the next append. */
pith_attr *pith__store_attr(pith_store *store);

/* Make room for a pool string of up to `capacity` bytes that stands for
 * [from, to) of the text; its length is 0 so far. False when memory ends. */
bool pith__pool_new(pith_store *store, pith_span span, uint32_t capacity,
                    uint32_t *offset);

/* Append to a pool string. When it is full it moves to the end of the pool
 * with twice the room, and *offset changes, so that n appends cost O(n) even
 * when they alternate between strings. */
bool pith__pool_append(pith_store *store, uint32_t *offset, const char *data,
                       uint32_t len);

/* For whoever writes byte by byte: room for `more` bytes behind the contents
 * of a pool string, lent until the pool grows; NULL when memory ends. What was
 * written counts when pith__pool_wrote() has said so. */
char *pith__pool_room(pith_store *store, uint32_t *offset, uint32_t more);
void pith__pool_wrote(pith_store *store, uint32_t offset, uint32_t more);

/* Give back the room that a string at the end of the pool did not need. */
void pith__pool_trim(pith_store *store, uint32_t offset);

/* Contents of a pool string, lent until the pool grows; and its source. */
pith_slice pith__pool_slice(const pith_store *store, uint32_t offset);
pith_span pith__pool_span(const pith_store *store, uint32_t offset);

/* The lower-case form of a name in capitals, if the table has it; lent for the
 * life of the program. `hash` is its short hash. */
bool pith__attr_known(pith_slice source, uint16_t hash, pith_slice *name);

/* A name or value, wherever it is; lent until the pool grows. */
pith_slice pith__attr_name(const pith_store *store, const pith_attr *attr);
pith_slice pith__attr_value(const pith_store *store, const pith_attr *attr);

/* How many bytes can be read from the beginning of a string of the page on, be
 * they its own or not: what is behind it in the text. For whoever reads by
 * sixteen bytes. */
static inline size_t
pith__store_room(const pith_store *store, pith_slice string)
{
  size_t at = (size_t)((uintptr_t)string.data - (uintptr_t)store->text);
  return at < store->text_len ? store->text_len - at : string.len;
}

/* Where they are in the text. */
pith_span pith__attr_name_span(const pith_store *store, const pith_attr *attr);
pith_span pith__attr_value_span(const pith_store *store, const pith_attr *attr);

/* Find `name` (lower case) among `count` records from `first`; NULL if not. */
const pith_attr *pith__attr_find(const pith_store *store, uint32_t first,
                                 uint32_t count, pith_slice name);

/* The short hash of a lower-case name: pith_attr.hash. */
uint16_t pith__attr_hash(pith_slice name);

/* The same when the short hash of the name is known already. */
const pith_attr *pith__attr_find_hashed(const pith_store *store, uint32_t first,
                                        uint32_t count, uint16_t hash,
                                        pith_slice name);

#endif
