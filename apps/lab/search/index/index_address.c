/* index_address.c: see the header. */
#include "lab/search/index/index_address.h"

#include <stdlib.h>
#include <string.h>

static char
small(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static int
hex_digit(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  c = small(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte at `at`, decoded; moves behind it. */
static unsigned char
next_byte(pith_slice text, size_t *at)
{
  const char *here = text.data + *at;
  if (*here == '%' && *at + 2 < text.len && hex_digit(here[1]) >= 0 &&
      hex_digit(here[2]) >= 0) {
    *at += 3;
    return (unsigned char)(hex_digit(here[1]) * 16 + hex_digit(here[2]));
  }
  *at += 1;
  return (unsigned char)*here;
}

static pith_slice
drop_front(pith_slice text, size_t count)
{
  pith_slice rest = {text.data + count, text.len - count};
  return rest;
}

/* What is behind "http://" or "//". */
static pith_slice
drop_scheme(pith_slice text)
{
  for (size_t i = 0; i + 1 < text.len; i++) {
    if (text.data[i] == '/' && text.data[i + 1] == '/')
      return drop_front(text, i + 2);
    if (!(text.data[i] == ':' || hex_digit(text.data[i]) >= 0 ||
          (small(text.data[i]) >= 'a' && small(text.data[i]) <= 'z')))
      break;
  }
  return text;
}

static bool
ends_with(pith_slice text, const char *end)
{
  size_t len = strlen(end);
  return text.len >= len && memcmp(text.data + text.len - len, end, len) == 0;
}

/* Without the fragment and the name of a folder's own page. */
static pith_slice
drop_end(pith_slice text)
{
  static const char *const names[] = {"/index.html", "/index.htm", "/index.php",
                                      "/default.htm"};
  const char *fragment = memchr(text.data, '#', text.len);
  if (fragment)
    text.len = (size_t)(fragment - text.data);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ends_with(text, names[i])) {
      text.len -= strlen(names[i]) - 1;
      break;
    }
  return text;
}

uint64_t
address_key(pith_slice address)
{
  uint64_t hash = 0xCBF29CE484222325u;
  bool in_host = true;
  pith_slice rest = drop_end(drop_scheme(address));
  for (size_t at = 0; at < rest.len;) {
    unsigned char c = next_byte(rest, &at);
    in_host = in_host && c != '/';
    if (in_host)
      c = (unsigned char)small((char)c);
    hash = (hash ^ c) * 0x100000001B3u;
  }
  hash ^= hash >> 32;
  hash *= 0xFF51AFD7ED558CCDu;
  hash ^= hash >> 29;
  return hash ? hash : 1;
}

char *
address_make(const char *site, const char *path)
{
  static const char digits[] = "0123456789ABCDEF";
  static const char start[] = "http://";
  size_t host = strlen(site);
  char *made = malloc(sizeof start + host + 8 + strlen(path) * 3);
  if (!made)
    return NULL;
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
