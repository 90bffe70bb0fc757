/*
 * Labels in, encodings out (WHATWG Encoding, "get an encoding"), and back to
 * the name. A label is looked up by halving the sorted table.
 */
#include "decode/label.h"

#include "base/slice.h"
#include "tables/encoding_single.h"

#include <string.h>

/* Binary search; the table is sorted by label. */
static bool
find_row(const char *label, pith_encoding *out)
{
  size_t low = 0, high = PITH_LABEL_COUNT;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = strcmp(label, pith__label_rows[middle].label);
    if (order == 0) {
      *out = pith__label_rows[middle].encoding;
      return true;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return false;
}

/* Single-byte encodings are neighbours in the enumeration. */
bool
pith__encoding_is_single(pith_encoding encoding)
{
  return encoding >= PITH_SINGLE_FIRST && encoding <= PITH_SINGLE_LAST;
}

bool
pith__encoding_is_ascii(pith_encoding encoding)
{
  return encoding != PITH_DECODE_UTF_16BE && encoding != PITH_DECODE_UTF_16LE &&
         encoding != PITH_DECODE_ISO_2022_JP &&
         encoding != PITH_DECODE_REPLACEMENT;
}

bool
pith__encoding_find(pith_slice label, pith_encoding *out)
{
  char lower[PITH_LABEL_LONGEST + 1];
  label = pith__slice_trim(label); /* "get an encoding", step 1 */
  if (label.len == 0 || label.len > PITH_LABEL_LONGEST)
    return false;
  for (size_t i = 0; i < label.len; i++) {
    if (label.data[i] == '\0')
      return false; /* it would end the key early */
    lower[i] = pith__lower(label.data[i]);
  }
  lower[label.len] = '\0';
  return find_row(lower, out);
}

const char *
pith__encoding_name(pith_encoding encoding)
{
  return pith__encoding_names[encoding];
}

/* HTML, "prescan a byte stream": a meta that could be read cannot be in
 * UTF-16, and x-user-defined means windows-1252. */
pith_encoding
pith__encoding_for_meta(pith_encoding encoding)
{
  switch (encoding) {
  case PITH_DECODE_UTF_16BE:
  case PITH_DECODE_UTF_16LE:
    return PITH_DECODE_UTF_8;
  case PITH_DECODE_X_USER_DEFINED:
    return PITH_DECODE_WINDOWS_1252;
  default:
    return encoding;
  }
}
