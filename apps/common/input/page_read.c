/* page_read.c: see the header. A file of many pages named where one is wanted
 * is refused here too. */
#include "common/input/page_read.h"

#include "common/input/page_saved.h"
#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

/* All of it, and not a byte more than is allowed: a packed bomb stops here. */
exit_code
page_source_bytes(byte_source *in, size_t most, input_bytes *out)
{
  *out = (input_bytes){NULL, 0, 0, in->path};
  for (;;) {
    if (!GROW_UP_TO(out->data, out->capacity, out->len + BLOCK, SIZE_MAX)) {
      message("%s: out of memory after %zu bytes", out->name, out->len);
      return EXIT_ENVIRONMENT;
    }
    ptrdiff_t got =
        byte_source_read(in, out->data + out->len, out->capacity - out->len);
    if (got < 0 && (in->packed == 0 || out->len == 0))
      return EXIT_INPUT;
    if (got <= 0)
      return EXIT_FINE; /* what came before a damaged place is a page too */
    out->len += (size_t)got;
    if (out->len > most) {
      message("%s: more than %zu bytes%s; raise --max-bytes to read it",
              out->name, most, in->packed ? " when unpacked" : "");
      return EXIT_INPUT;
    }
  }
}

/* The front of a WARC with a dictionary cannot be unpacked here, but is
 * known by the frame of the dictionary. */
input_kind
page_source_kind(const byte_source *in, const char **what)
{
  static const unsigned char dictionary[] = {0x5D, 0x2A, 0x4D, 0x18};
  pith_slice packed = byte_source_packed_front(in);
  if (packed.len >= 4 && memcmp(packed.data, dictionary, 4) == 0)
    return INPUT_WARC;
  return input_kind_find(byte_source_front(in), what);
}

/* One message, one failure: exit code 1, the other inputs are read. */
static exit_code
refuse(const byte_source *in, const char *what)
{
  message("%s: %s", in->path, what);
  return EXIT_INPUT;
}

/* A saved page may be larger than the page in it, by its images. */
exit_code
page_read_source(byte_source *in, size_t most, input_bytes *out, char **url)
{
  const char *what = NULL;
  *out = (input_bytes){NULL, 0, 0, in->path};
  *url = NULL;
  input_kind kind = page_source_kind(in, &what);
  exit_code code = EXIT_FINE;
  if (kind == INPUT_REFUSED)
    code = refuse(in, what);
  else if (kind == INPUT_ZIP || kind == INPUT_WARC)
    code = refuse(in, "an archive and no page");
  else
    code = page_source_bytes(in, kind == INPUT_PAGE ? most : most * 2, out);
  if (code == EXIT_FINE && (kind == INPUT_MHTML || kind == INPUT_WEBARCHIVE))
    code = page_saved_unwrap(kind, out, url);
  byte_source_close(in);
  if (code != EXIT_FINE)
    input_bytes_done(out);
  return code;
}

/* For commands that want a page and not its address. */
exit_code
page_read(const char *path, size_t most, input_bytes *out)
{
  byte_source in;
  char *url = NULL;
  *out = (input_bytes){NULL, 0, 0, path};
  exit_code code = byte_source_open(path ? path : "-", &in);
  if (code == EXIT_FINE)
    code = page_read_source(&in, most, out, &url);
  free(url);
  return code;
}
