/*
 * Resolving addresses against a base.
 *
 *     scheme://authority/path?query#fragment
 *     └ scheme ┘        │    │
 *     └─── origin ──────┘    │
 *     └─── path end ─────────┘
 *
 * Done on bytes, without decoding or encoding: what the page wrote is what
 * comes out, but for the parts that "." and ".." take away.
 */
#include "page/element/address.h"

#include "base/slice.h"
#include "page/element/attribute.h"

#define ADDRESS_MAX 8192

/* The length of "scheme:" at the start, 0 when there is none. */
static size_t
scheme_length(pith_slice text)
{
  if (text.len == 0 || !pith__is_letter(text.data[0]))
    return 0;
  for (size_t i = 1; i < text.len; i++) {
    char c = text.data[i];
    if (c == ':')
      return i + 1;
    if (!pith__is_letter(c) && !pith__is_digit(c) && c != '+' && c != '-' &&
        c != '.')
      return 0;
  }
  return 0;
}

/* Whether `text` starts with `word` (lower case) when blanks and controls are
 * left out, as browsers do. */
static bool
starts_hidden(pith_slice text, const char *word)
{
  size_t i = 0;
  for (; *word; word++, i++) {
    while (i < text.len && (unsigned char)text.data[i] <= ' ')
      i++;
    if (i >= text.len || pith__lower(text.data[i]) != *word)
      return false;
  }
  return true;
}

bool
pith__address_is_script(pith_slice address)
{
  return starts_hidden(address, "javascript:") ||
         starts_hidden(address, "vbscript:") ||
         starts_hidden(address, "data:text/html");
}

bool
pith__address_is_useful(pith_slice address)
{
  address = pith__slice_trim(address);
  return address.len > 0 && address.len <= ADDRESS_MAX &&
         !pith__address_is_script(address) &&
         !starts_hidden(address, "data:") &&
         !starts_hidden(address, "about:") && !starts_hidden(address, "blob:");
}

/* Offsets into a base address. */
typedef struct base_parts {
  size_t scheme;    /* behind ':' */
  size_t authority; /* behind "//host", or the same as scheme */
  size_t folder;    /* behind the last '/' of the path */
  size_t path;      /* behind the path */
  size_t query;     /* behind the query */
} base_parts;

static size_t
find_any(pith_slice text, size_t from, const char *stops)
{
  while (from < text.len && !strchr(stops, text.data[from]))
    from++;
  return from;
}

static base_parts
split_base(pith_slice base)
{
  base_parts parts;
  parts.scheme = scheme_length(base);
  parts.authority = parts.scheme;
  if (base.len - parts.scheme >= 2 && base.data[parts.scheme] == '/' &&
      base.data[parts.scheme + 1] == '/')
    parts.authority = find_any(base, parts.scheme + 2, "/?#");
  parts.path = find_any(base, parts.authority, "?#");
  parts.query = find_any(base, parts.path, "#");
  parts.folder = parts.path;
  while (parts.folder > parts.authority && base.data[parts.folder - 1] != '/')
    parts.folder--;
  return parts;
}

/* Take "." and ".." out of the path in out->data[from...]. Works in place: the
 * result never grows. */
static void
remove_dots(pith_buffer *out, size_t from)
{
  pith_slice all = {out->data, out->len};
  size_t end = find_any(all, from, "?#"), to = from, i = from;
  while (i < end) {
    size_t next = i + 1;
    while (next < end && out->data[next] != '/')
      next++;
    size_t len = next - i;
    bool dot = len == 2 && out->data[i + 1] == '.';
    bool dots = len == 3 && out->data[i + 1] == '.' && out->data[i + 2] == '.';
    if (dots)
      while (to > from && out->data[--to] != '/')
        continue;
    if (!dot && !dots) {
      memmove(out->data + to, out->data + i, len);
      to += len;
    } else if (next == end) {
      out->data[to++] = '/';
    }
    i = next;
  }
  memmove(out->data + to, out->data + end, out->len - end);
  out->len -= end - to;
}

/* Without the white space that browsers take out of addresses. */
static void
append_clean(pith_slice text, pith_buffer *out)
{
  for (size_t i = 0; i < text.len; i++)
    if (text.data[i] != '\n' && text.data[i] != '\r' && text.data[i] != '\t')
      pith__buffer_append_char(out, text.data[i]);
}

/* What is kept of the base depends on how the address begins: // keeps the
 * scheme, / the host, ? the path, # all but the fragment, anything else the
 * folder. */
static void
append_resolved(pith_slice address, pith_slice base, pith_buffer *out)
{
  base_parts parts = split_base(base);
  size_t start = out->len, keep = parts.folder;
  char first = address.data[0];
  bool slash = first == '/';
  if (slash && address.len > 1 && address.data[1] == '/')
    keep = parts.scheme;
  else if (slash)
    keep = parts.authority;
  else if (first == '#')
    keep = parts.query;
  else if (first == '?')
    keep = parts.path;
  pith__buffer_append(out, base.data, keep);
  if (keep == parts.authority && !slash)
    pith__buffer_append_char(out, '/');
  append_clean(address, out);
  if (!out->failed && keep >= parts.authority && parts.authority > 0 &&
      out->len > start + parts.authority)
    remove_dots(out, start + parts.authority);
}

bool
pith__address_resolve(pith_slice address, pith_slice base, pith_buffer *out)
{
  if (!pith__address_is_useful(address))
    return false;
  address = pith__slice_trim(address);
  if (scheme_length(address) > 0 || scheme_length(base) == 0 ||
      base.len > ADDRESS_MAX)
    append_clean(address, out);
  else
    append_resolved(address, base, out);
  return true;
}

void
pith__address_base(const pith_tree *tree, pith_slice page_url, pith_buffer *out)
{
  pith_slice href;
  for (uint32_t n = 0; n < tree->count; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        tree->nodes[n].tag == PITH_TAG_BASE &&
        pith__attribute_get(tree, n, "href", &href) &&
        pith__address_resolve(href, page_url, out))
      return;
  pith__buffer_append(out, page_url.data, page_url.len);
}
