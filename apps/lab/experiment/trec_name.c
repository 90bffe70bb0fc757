/* trec_name.c: ids of pages as words of a line.
 *
 *     "switch (4)"  ──►  "switch%20(4)"
 *
 * The name is not decoded again: judgements and runs are compared by names.
 */
#include "lab/experiment/trec_name.h"

#include "common/system/need.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bytes above ASCII are part of names in other scripts. */
static bool
is_plain(unsigned char c)
{
  return c > ' ' && c != 0x7F;
}

/* Three bytes for each at most, and one for an empty id. */
char *
trec_name(const char *id)
{
  static const char digits[] = "0123456789ABCDEF";
  char *name = need(strlen(id) * 3 + 2, 1);
  char *to = name;
  for (const char *at = id; *at; at++) {
    unsigned char c = (unsigned char)*at;
    if (is_plain(c)) {
      *to++ = *at;
      continue;
    }
    *to++ = '%';
    *to++ = digits[c >> 4];
    *to++ = digits[c & 15];
  }
  if (to == name)
    *to++ = '-';
  *to = '\0';
  return name;
}
