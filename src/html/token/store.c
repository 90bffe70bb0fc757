/*
 * See store.h for the layout. Pool offsets stay below 2^31, so that the top
 * bit separates pool offsets from text offsets; the memory ceiling of a page
 * is far below that.
 *
 *     pool   [head: from to len capacity][bytes ....][head][bytes ..]
 *                                         ^offset
 */
#include "html/token/store.h"

#include "base/slice.h"
#include "html/token/name.h"
#include "tables/attribute_names.h"

#define POOL_CEILING (PITH_POOLED - 1)

/* What is in front of the bytes of a pool string. */
typedef struct pool_head {
  uint32_t from, to;
  uint32_t len;
  uint32_t capacity;
} pool_head;

/* Copied, not pointed to: the pool has no alignment. */
static pool_head
read_head(const pith_store *store, uint32_t offset)
{
  pool_head head;
  memcpy(&head, store->pool + offset - sizeof head, sizeof head);
  return head;
}

static void
write_head(pith_store *store, uint32_t offset, pool_head head)
{
  memcpy(store->pool + offset - sizeof head, &head, sizeof head);
}

/* Room for `extra` more bytes behind the last string. */
static bool
reserve_pool(pith_store *store, uint64_t extra)
{
  uint64_t need = store->pool_len + extra;
  if (need > POOL_CEILING) {
    store->memory->refused = true;
    return false;
  }
  return PITH_GROW(store->memory, store->pool, store->pool_capacity,
                   (uint32_t)need, POOL_CEILING);
}

void
pith__store_init(pith_store *store, pith_memory *memory)
{
  memset(store, 0, sizeof *store);
  store->memory = memory;
}

void
pith__store_done(pith_store *store)
{
  PITH_FREE_ITEMS(store->memory, store->attrs, store->attr_capacity);
  pith__memory_free(store->memory, store->pool, store->pool_capacity);
  pith__store_init(store, store->memory);
}

/* The memory of the last page is kept and used again. */
void
pith__store_reset(pith_store *store, pith_slice text)
{
  store->text = text.data;
  store->text_len = (uint32_t)text.len;
  store->attrs_kept = 0;
  store->pool_kept = 0;
  pith__store_drop(store);
}

/* A record behind the last one; NULL when there is no memory. It counts only
 * when the tree keeps it. */
pith_attr *
pith__store_attr(pith_store *store)
{
  if (!PITH_GROW(store->memory, store->attrs, store->attr_capacity,
                 store->attr_count + 1, UINT32_MAX))
    return NULL;
  return &store->attrs[store->attr_count++];
}

/* A string for the source [span.from, span.to), still empty. */
bool
pith__pool_new(pith_store *store, pith_span span, uint32_t capacity,
               uint32_t *offset)
{
  if (!reserve_pool(store, sizeof(pool_head) + (uint64_t)capacity))
    return false;
  pool_head head = {span.from, span.to, 0, capacity};
  *offset = store->pool_len + (uint32_t)sizeof head;
  write_head(store, *offset, head);
  store->pool_len = *offset + capacity;
  return true;
}

/* Room for `need` bytes in the string at *offset: in place when it is the
 * last of the pool, else in a new place of twice its length, so that
 * appending stays linear. */
static bool
make_room(pith_store *store, uint32_t *offset, uint32_t need)
{
  pool_head head = read_head(store, *offset);
  if (*offset + head.capacity == store->pool_len) {
    if (!reserve_pool(store, need - head.capacity))
      return false;
    store->pool_len += need - head.capacity;
    head.capacity = need;
    write_head(store, *offset, head);
    return true;
  }
  uint32_t moved;
  pith_span span = {head.from, head.to};
  if (need > POOL_CEILING / 2 || !pith__pool_new(store, span, need * 2, &moved))
    return false;
  memcpy(store->pool + moved, store->pool + *offset, head.len);
  head.capacity = need * 2;
  write_head(store, moved, head);
  *offset = moved;
  return true;
}

char *
pith__pool_room(pith_store *store, uint32_t *offset, uint32_t more)
{
  pool_head head = read_head(store, *offset);
  if (more > POOL_CEILING - head.len)
    return NULL;
  if (head.len + more > head.capacity &&
      !make_room(store, offset, head.len + more))
    return NULL;
  return store->pool + *offset + head.len;
}

void
pith__pool_wrote(pith_store *store, uint32_t offset, uint32_t more)
{
  pool_head head = read_head(store, offset);
  head.len += more;
  write_head(store, offset, head);
}

/* Give back what the last string did not use. */
void
pith__pool_trim(pith_store *store, uint32_t offset)
{
  pool_head head = read_head(store, offset);
  if (offset + head.capacity != store->pool_len)
    return;
  head.capacity = head.len;
  write_head(store, offset, head);
  store->pool_len = offset + head.len;
}

bool
pith__pool_append(pith_store *store, uint32_t *offset, const char *data,
                  uint32_t len)
{
  char *room = pith__pool_room(store, offset, len);
  if (!room)
    return false;
  memcpy(room, data, len);
  pith__pool_wrote(store, *offset, len);
  return true;
}

pith_slice
pith__pool_slice(const pith_store *store, uint32_t offset)
{
  return pith__slice(store->pool + offset, read_head(store, offset).len);
}

pith_span
pith__pool_span(const pith_store *store, uint32_t offset)
{
  pool_head head = read_head(store, offset);
  pith_span span = {head.from, head.to};
  return span;
}

/* Binary search by hash in the table of known attribute names: a name in
 * capitals then needs no copy. */
bool
pith__attr_known(pith_slice source, uint16_t hash, pith_slice *name)
{
  uint32_t low = 0;
  uint32_t high = PITH_ATTRIBUTE_COUNT;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (pith__attribute_rows[middle].hash < hash)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == PITH_ATTRIBUTE_COUNT)
    return false;
  const pith_attribute_row *row = &pith__attribute_rows[low];
  pith_slice found = pith__slice(row->name, row->len);
  if (!pith__slice_equal_folded(source, found))
    return false;
  *name = found;
  return true;
}

/* In lower case, wherever it is kept: pool, table or text. */
pith_slice
pith__attr_name(const pith_store *store, const pith_attr *attr)
{
  if (attr->name & PITH_POOLED)
    return pith__pool_slice(store, attr->name & ~PITH_POOLED);
  if (attr->name & PITH_CAPITALS) {
    pith_slice name = {"", 0};
    const char *source = store->text + (attr->name & ~PITH_CAPITALS);
    pith__attr_known(pith__slice(source, attr->name_len), attr->hash, &name);
    return name;
  }
  return pith__slice(store->text + attr->name, attr->name_len);
}

pith_slice
pith__attr_value(const pith_store *store, const pith_attr *attr)
{
  if (attr->value & PITH_POOLED)
    return pith__pool_slice(store, attr->value & ~PITH_POOLED);
  return pith__slice(store->text + attr->value, attr->value_len);
}

/* Where the name is in the source, also when its text is in the pool. */
pith_span
pith__attr_name_span(const pith_store *store, const pith_attr *attr)
{
  if (attr->name & PITH_POOLED)
    return pith__pool_span(store, attr->name & ~PITH_POOLED);
  uint32_t from = attr->name & ~PITH_CAPITALS;
  pith_span span = {from, from + attr->name_len};
  return span;
}

pith_span
pith__attr_value_span(const pith_store *store, const pith_attr *attr)
{
  if (attr->value & PITH_POOLED)
    return pith__pool_span(store, attr->value & ~PITH_POOLED);
  pith_span span = {attr->value, attr->value + attr->value_len};
  return span;
}

/* Hashes have 16 bits, so an equal hash is followed by a comparison. */
const pith_attr *
pith__attr_find_hashed(const pith_store *store, uint32_t first, uint32_t count,
                       uint16_t hash, pith_slice name)
{
  for (uint32_t i = first; i < first + count; i++) {
    const pith_attr *attr = &store->attrs[i];
    if (attr->hash == hash &&
        pith__slice_equal(pith__attr_name(store, attr), name))
      return attr;
  }
  return NULL;
}

uint16_t
pith__attr_hash(pith_slice name)
{
  return pith__name_hash_short(pith__name_hash(name));
}

/* Whether the name may be as long as that: a pooled one has another length than
 * in the page where it held a NUL. */
static bool
may_have_len(const pith_attr *attr, size_t len)
{
  return attr->name_len == len || (attr->name & PITH_POOLED);
}

/* Without a hash: lengths rule out most. */
const pith_attr *
pith__attr_find(const pith_store *store, uint32_t first, uint32_t count,
                pith_slice name)
{
  for (uint32_t i = first; i < first + count; i++) {
    const pith_attr *attr = &store->attrs[i];
    if (may_have_len(attr, name.len) &&
        pith__slice_equal(pith__attr_name(store, attr), name))
      return attr;
  }
  return NULL;
}
