/*
 * See name_tokens.h. The meaning of a class is remembered; the other names
 * seldom come twice.
 */
#include "page/element/name_tokens.h"

#include "base/slice.h"

#include <string.h>

typedef struct name_kind {
  const char *name;
  uint32_t seed; /* keeps its names apart from those of other kinds */
} name_kind;

/* By the length of the name; two have the same. */
enum { LENGTHS = 12 };

static const name_kind kinds[LENGTHS] = {
    [2] = {"id", 0},           [4] = {"role", 0x5BD1E995},
    [5] = {"class", 0},        [8] = {"itemprop", 0x9747B28C},
    [11] = {"data-testid", 0},
};
static const name_kind type_kind = {"itemtype", 0x9747B28C};
static const name_kind *const class_kind = &kinds[5];

/* By length: the table has one name for each, so most attributes are passed
 * over without reading their name. */
static const name_kind *
kind_of(const pith_store *store, const pith_attr *attr)
{
  if (attr->name_len >= LENGTHS || !kinds[attr->name_len].name)
    return NULL;
  const name_kind *kind = &kinds[attr->name_len];
  pith_slice name = pith__attr_name(store, attr);
  if (name.len != attr->name_len)
    return NULL;
  if (memcmp(name.data, kind->name, name.len) == 0)
    return kind;
  return name.len == 8 && memcmp(name.data, type_kind.name, 8) == 0 ? &type_kind
                                                                    : NULL;
}

/* Hashes of a class that were made for another element. */
static uint32_t
copy_tokens(const pith_class *class, uint32_t *out, uint32_t room)
{
  uint32_t count = class->count < room ? class->count : room;
  memcpy(out, class->tokens, count * sizeof *out);
  return count;
}

uint32_t
pith__name_tokens(pith_class_memo *memo, const pith_tree *tree, uint32_t node,
                  uint32_t *out, uint32_t room)
{
  const pith_tree_node *at = &tree->nodes[node];
  uint32_t count = 0;
  for (uint32_t i = 0; i < at->attributes && count < room; i++) {
    const pith_attr *attr = &tree->store.attrs[at->data + i];
    const name_kind *kind = kind_of(&tree->store, attr);
    if (!kind)
      continue;
    pith_slice value = pith__attr_value(&tree->store, attr);
    if (kind == class_kind)
      count +=
          copy_tokens(pith__class_look(memo, value), out + count, room - count);
    else
      count += pith__name_parts(value, kind->seed, out + count, room - count);
  }
  return count;
}
