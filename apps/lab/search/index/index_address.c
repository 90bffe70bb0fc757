/* index_address.c: addresses as keys, for links between pages of an index.
 *
 *     http://Example.org/a%20b/index.html#top
 *         └─ example.org/a b/                      ──► 64 bits
 *
 * Two addresses with one key are one page. A collision would only give a page
 * the link texts of another one.
 */
#include "lab/search/index/index_address.h"

#include "common/system/need.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <stdlib.h>
#include <string.h>

/* The byte at `at`, decoded; moves behind it. */
static unsigned char
next_byte(pith_slice text, size_t *at)
{
  const char *here = text.data + *at;
  bool escaped = *here == '%' && *at + 2 < text.len;
  int high = escaped ? number_hex_digit(here[1]) : -1;
  int low = escaped ? number_hex_digit(here[2]) : -1;
  if (high >= 0 && low >= 0) {
    *at += 3;
    return (unsigned char)(high * 16 + low);
  }
  *at += 1;
  return (unsigned char)*here;
}

/* What is behind "http://" or "//". */
static pith_slice
drop_scheme(pith_slice text)
{
  for (size_t i = 0; i + 1 < text.len; i++) {
    if (text.data[i] == '/' && text.data[i + 1] == '/')
      return (pith_slice){text.data + i + 2, text.len - i - 2};
    if (text.data[i] != ':' && !text_is_digit(text.data[i]) &&
        !text_is_letter(text.data[i]))
      break;
  }
  return text;
}

/* File names are compared with their case. */
static bool
text_ends_exactly(pith_slice text, const char *end)
{
  size_t len = strlen(end);
  return text.len >= len && memcmp(text.data + text.len - len, end, len) == 0;
}

/* Links spell one page in many ways. The key forgets what does not change
 * the page: the scheme, the case of the host, escapes, the fragment, and the
 * name of a folder's own page. It is never 0, which means "no target" in the
 * index. */
uint64_t
address_key(pith_slice address)
{
  uint64_t hash = 0xCBF29CE484222325u;
  bool in_host = true;
  /* Without the fragment and the name of a folder's own page. */
  pith_slice text = drop_scheme(address);
  static const char *const names[] = {"/index.html", "/index.htm", "/index.php",
                                      "/default.htm"};
  const char *fragment = memchr(text.data, '#', text.len);
  if (fragment)
    text.len = (size_t)(fragment - text.data);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (text_ends_exactly(text, names[i])) {
      text.len -= strlen(names[i]) - 1;
      break;
    }
  pith_slice rest = text;
  for (size_t at = 0; at < rest.len;) {
    unsigned char c = next_byte(rest, &at);
    in_host = in_host && c != '/';
    if (in_host)
      c = (unsigned char)text_lower((char)c);
    hash = (hash ^ c) * 0x100000001B3u;
  }
  hash ^= hash >> 32;
  hash *= 0xFF51AFD7ED558CCDu;
  hash ^= hash >> 29;
  return hash ? hash : 1;
}

/* A page of a folder has no address, but relative links between such pages
 * must resolve. The made address is unique within the index and harmless
 * outside of it. */
char *
address_make(const char *site, const char *path)
{
  static const char digits[] = "0123456789ABCDEF";
  static const char start[] = "http://";
  size_t host = strlen(site);
  char *made = need(sizeof start + host + 8 + strlen(path) * 3, 1);
  memcpy(made, start, sizeof start - 1);
  char *to = made + sizeof start - 1;
  memcpy(to, host > 0 ? site : "local", host > 0 ? host : 5);
  to += host > 0 ? host : 5;
  *to++ = '/';
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    if (c > 32 && c < 127 && !strchr("%?#\"<>\\", c)) {
      *to++ = (char)c;
    } else {
      *to++ = '%';
      *to++ = digits[c >> 4];
      *to++ = digits[c & 15];
    }
  }
  *to = '\0';
  return made;
}

/* The part between "://" and the next slash; empty when the address has no
 * scheme, as relative ones do not. */
pith_slice
address_host(const char *address)
{
  pith_slice host = {address, 0};
  const char *mark = strstr(address, "://");
  if (mark) {
    host.data = mark + 3;
    host.len = strcspn(mark + 3, "/?#");
  }
  return host;
}
