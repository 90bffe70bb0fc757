/* site_address.c: see the header.
 *
 *     item has an address            ──►  that address
 *     base ends with '/'             ──►  base + name of the file, %XX
 *     base is an address of a page   ──►  base, for every page
 */
#include "pith/site/site_address.h"

#include <stdlib.h>
#include <string.h>

/* What stays as it is in the path of an address (RFC 3986, pchar and '/'). */
static bool
is_plain(unsigned char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || (c && strchr("-._~!$&'()*+,;=:@/", c));
}

/* Names of files are bytes; what an address cannot hold is written as %XX. */
static char *
append_name(char *to, const char *name)
{
  static const char digits[] = "0123456789ABCDEF";
  for (; *name; name++) {
    unsigned char c = (unsigned char)*name;
    if (is_plain(c)) {
      *to++ = (char)c;
    } else {
      *to++ = '%';
      *to++ = digits[c >> 4];
      *to++ = digits[c & 15];
    }
  }
  return to;
}

/* Each byte of the name may take three; the room is taken at once. */
char *
site_address(const char *base, const page_item *item)
{
  const char *start = item->url ? item->url : base ? base : "";
  size_t len = strlen(start);
  bool behind = !item->url && len > 0 && start[len - 1] == '/';
  char *address = malloc(len + (behind ? strlen(item->name) * 3 : 0) + 1);
  if (!address)
    return NULL;
  memcpy(address, start, len);
  char *end = behind ? append_name(address + len, item->name) : address + len;
  *end = '\0';
  return address;
}
