/*
 * Which doctypes ask for the errors of old browsers to be repeated (WHATWG
 * HTML, "The initial insertion mode"). The list is in data/quirks.tsv. For
 * the tree it matters in one place only: a table inside a p.
 */
#include "html/tree/document_mode.h"

#include "base/slice.h"
#include "tables/quirks.h"

/* A row of the list compares one identifier, whole or by its beginning. */
static bool
row_fits(const pith_quirks_row *row, const pith_doctype *doctype)
{
  pith_slice id = pith__slice_of(row->id);
  pith_slice part = doctype->public_id;
  bool has = doctype->has_public_id;
  if (row->part == PITH_QUIRKS_SYSTEM) {
    part = doctype->system_id;
    has = doctype->has_system_id;
  }
  if (row->part == PITH_QUIRKS_PUBLIC_PREFIX && part.len > id.len)
    part.len = id.len;
  return has && pith__slice_equal_folded(part, id);
}

/* 0: no quirks, 1: limited quirks, 2: quirks. */
int
pith__quirks_of(const pith_doctype *doctype)
{
  pith_slice html = {"html", 4};
  if (doctype->force_quirks || !pith__slice_equal(doctype->name, html))
    return 2;
  for (size_t i = 0; i < PITH_QUIRKS_ROWS; i++) {
    const pith_quirks_row *row = &pith__quirks_rows[i];
    if (!row_fits(row, doctype))
      continue;
    if (row->mode == PITH_QUIRKS_BY_SYSTEM)
      return doctype->has_system_id ? 1 : 2;
    return row->mode == PITH_QUIRKS_LIMITED ? 1 : 2;
  }
  return 0;
}
