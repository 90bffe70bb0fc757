/* trec_name.c: see the header. */
#include "lab/experiment/trec_name.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool
is_plain(unsigned char c)
{
  return c > ' ' && c != 0x7F;
}

char *
trec_name(const char *id)
{
  static const char digits[] = "0123456789ABCDEF";
  char *name = malloc(strlen(id) * 3 + 2);
  char *to = name;
  if (!name)
    return NULL;
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
