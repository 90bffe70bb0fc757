/* page_plist.c: the binary property list of a .webarchive; see page_saved.h.
 *
 *     bplist00 │ objects │ offsets of the objects │ trailer of 32 bytes
 *
 *     top object: {WebMainResource: {WebResourceData: bytes,
 *                                    WebResourceURL: text, ...}, ...}
 *
 * Two look-ups in two dictionaries, so nothing recurses.
 */
#include "common/input/page_saved.h"

#include "common/system/ascii_text.h"

#include <string.h>

typedef struct plist {
  const unsigned char *data;
  size_t len;
  size_t offsets; /* where the table begins */
  size_t count;   /* of objects */
  unsigned offset_bytes, ref_bytes;
} plist;

/* An object: its kind is the upper half of its first byte. */
typedef struct plist_object {
  unsigned kind;
  size_t from; /* of its content */
  size_t len;  /* items, or bytes */
} plist_object;

enum { PLIST_DATA = 4, PLIST_ASCII = 5, PLIST_DICTIONARY = 13 };

/* A number of 1 to 8 bytes; false outside of the file. */
static bool
read_number(const plist *in, size_t at, unsigned bytes, size_t *out)
{
  *out = 0;
  if (bytes > 8 || at > in->len || in->len - at < bytes)
    return false;
  for (unsigned i = 0; i < bytes; i++)
    *out = *out << 8 | in->data[at + i];
  return true;
}

/* The trailer has the sizes of all numbers and where the table is. */
static bool
open_list(pith_slice bytes, plist *out, size_t *top)
{
  *out = (plist){(const unsigned char *)bytes.data, bytes.len, 0, 0, 0, 0};
  if (bytes.len < 40 || memcmp(bytes.data, "bplist00", 8) != 0)
    return false;
  size_t trailer = bytes.len - 32;
  out->offset_bytes = out->data[trailer + 6];
  out->ref_bytes = out->data[trailer + 7];
  return read_number(out, trailer + 8, 8, &out->count) &&
         read_number(out, trailer + 16, 8, top) &&
         read_number(out, trailer + 24, 8, &out->offsets) &&
         out->offset_bytes > 0 && out->ref_bytes > 0;
}

/* Lengths from 15 on are an integer object of their own. Offsets and lengths
 * are checked against the file wherever they are used, because nothing says
 * that they were written by an honest program. */
static bool
read_object(const plist *in, size_t number, plist_object *out)
{
  size_t at;
  if (number >= in->count || number > in->len ||
      !read_number(in, in->offsets + number * in->offset_bytes,
                   in->offset_bytes, &at) ||
      at >= in->len)
    return false;
  out->kind = in->data[at] >> 4;
  out->len = in->data[at] & 15;
  out->from = at + 1;
  if (out->len < 15)
    return true;
  if (out->from >= in->len || in->data[out->from] >> 4 != 1)
    return false;
  unsigned bytes = 1u << (in->data[out->from] & 3);
  bool fine = read_number(in, out->from + 1, bytes, &out->len);
  out->from += 1 + bytes;
  return fine && out->from <= in->len;
}

/* The bytes of a text or data object. */
static pith_slice
object_bytes(const plist *in, const plist_object *object)
{
  if ((object->kind != PLIST_DATA && object->kind != PLIST_ASCII) ||
      object->from > in->len || object->len > in->len - object->from)
    return (pith_slice){NULL, 0};
  return (pith_slice){(const char *)in->data + object->from, object->len};
}

/* Look a key up in a dictionary: keys first, then values, as numbers. */
static bool
find_key(const plist *in, const plist_object *dictionary, const char *key,
         plist_object *out)
{
  size_t number;
  if (dictionary->kind != PLIST_DICTIONARY || dictionary->len > in->count)
    return false;
  for (size_t i = 0; i < dictionary->len; i++) {
    plist_object name;
    size_t at = dictionary->from + i * in->ref_bytes;
    if (read_number(in, at, in->ref_bytes, &number) &&
        read_object(in, number, &name) && text_is(object_bytes(in, &name), key))
      return read_number(in, at + dictionary->len * in->ref_bytes,
                         in->ref_bytes, &number) &&
             read_object(in, number, out);
  }
  return false;
}

/* Frames and images of the archive are not looked at. */
bool
page_plist_find(pith_slice bytes, pith_slice *page, pith_slice *url)
{
  plist in;
  size_t number;
  plist_object top, resource, value;
  *url = (pith_slice){NULL, 0};
  if (!open_list(bytes, &in, &number) || !read_object(&in, number, &top) ||
      !find_key(&in, &top, "WebMainResource", &resource) ||
      !find_key(&in, &resource, "WebResourceData", &value))
    return false;
  *page = object_bytes(&in, &value);
  if (find_key(&in, &resource, "WebResourceURL", &value))
    *url = object_bytes(&in, &value);
  return page->data != NULL;
}
