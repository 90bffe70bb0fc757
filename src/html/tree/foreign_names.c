/*
 * Attributes of foreign elements (WHATWG HTML, "adjust SVG attributes",
 * "adjust MathML attributes", "adjust foreign attributes"). The store keeps
 * names in lower case as they were read; the other spelling is looked up when
 * it is needed.
 */
#include "html/tree/foreign.h"

#include "base/slice.h"
#include "tables/foreign_attributes.h"

/* As strcmp() would order them. */
static int
compare(pith_slice name, const char *written)
{
  pith_slice other = pith__slice_of(written);
  size_t shorter = name.len < other.len ? name.len : other.len;
  int order = memcmp(name.data, other.data, shorter);
  if (order != 0)
    return order;
  return name.len < other.len ? -1 : name.len > other.len;
}

/* Binary search; the table is sorted by the written name. */
static const pith_foreign_attribute_row *
find_row(pith_slice name)
{
  size_t low = 0;
  size_t high = PITH_FOREIGN_ATTRIBUTES;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(name, pith__foreign_attributes[middle].written);
    if (order == 0)
      return &pith__foreign_attributes[middle];
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void
pith__foreign_attribute(pith_namespace space, pith_slice *prefix,
                        pith_slice *name)
{
  const pith_foreign_attribute_row *row =
      space == PITH_NAMESPACE_HTML ? NULL : find_row(*name);
  if (!row || !(row->spaces & 1u << space))
    return;
  *prefix = pith__slice_of(row->prefix);
  *name = pith__slice_of(row->name);
}
