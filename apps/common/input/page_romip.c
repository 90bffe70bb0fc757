/* page_romip.c: see the header.
 *
 *   file ──► unpacked ──► tags ──► page_item: where the document is
 *                           └────► a nameless file, when it was packed
 *
 * A document is in memory from its first tag to its last; one that is longer
 * than its page can be is forgotten at once, as page_lines.c does with lines.
 */
#include "common/input/page_romip.h"

#include "common/packing/byte_source.h"
#include "common/input/loose_markup.h"
#include "common/json/json_scan.h"
#include "common/input/page_stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A collection on its way. */
typedef struct collection {
  page_stream stream;
  uint64_t base;    /* in the unpacked file, of data[0] */
  uint64_t kept;    /* bytes in the spill file */
  size_t number;    /* of the document, from 1 */
  size_t at;        /* in the data: the tags before it are done */
  bool open;        /* within a document ... */
  size_t from;      /* ... that begins here in the data */
  bool has_content; /* its content has ended */
} collection;

/* The parts of a document, lent by it. */
typedef struct document {
  pith_slice id;
  pith_slice url;
  pith_slice content;
  bool has_content;
  bool base64;
} document;

/* One document is left out, the others are used. */
static void
refuse(collection *c, const char *why)
{
  message("%s: document %zu: %s; it is left out", c->stream.in->path, c->number,
          why);
  c->stream.list->failed++;
}

/* Find the parts of a document. */
static document
read_document(const char *data, size_t len)
{
  document out = {.has_content = false};
  loose_markup in = {data, len, 0, false};
  loose_tag tag;
  pith_slice value;
  size_t content = 0; /* where it begins */
  while (loose_markup_next(&in, &tag)) {
    if (loose_tag_is(&tag, "content") && tag.end && content > 0) {
      out.content = (pith_slice){data + content, tag.from - content};
      out.has_content = true;
    } else if (tag.end || tag.closed) {
      continue;
    } else if (loose_tag_is(&tag, "docID")) {
      out.id = loose_text_after(&in);
    } else if (loose_tag_is(&tag, "docURL")) {
      out.url = loose_text_after(&in);
    } else if (loose_tag_is(&tag, "content") && content == 0) {
      content = tag.to;
      out.base64 = !loose_tag_attribute(&tag, "encoding", &value) ||
                   (value.len == 6 && memcmp(value.data, "base64", 6) == 0);
    }
  }
  return out;
}

/* A text as a string of its own. */
static char *
copy_text(pith_slice text)
{
  char *copy = malloc(text.len + 1);
  if (copy)
    copy[loose_text_decode(text, copy)] = '\0';
  return copy;
}

/* Whether a docURL is base64: an address has a ':' or a '.', which is none of
 * its characters, and base64 comes in fours. */
static bool
is_base64(pith_slice text)
{
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (c == ':' || c == '.' || c == '&')
      return false;
    count += c != '\n' && c != '\r' && c != ' ' && c != '\t';
  }
  return count > 0 && count % 4 == 0;
}

/* An address goes into records and messages, so it is no bytes at random. */
static bool
is_printable(const char *text, size_t len)
{
  for (size_t i = 0; i < len; i++)
    if ((unsigned char)text[i] <= ' ' || (unsigned char)text[i] >= 0x7F)
      return false;
  return len > 0;
}

/* The address of a document as a string of its own. */
static char *
copy_url(pith_slice url)
{
  char *copy = malloc(url.len + 1);
  size_t len = 0;
  if (!copy)
    return NULL;
  if (is_base64(url) &&
      json_base64_decode((json_text){url.data, url.len}, copy, &len) &&
      is_printable(copy, len)) {
    copy[len] = '\0';
    return copy;
  }
  copy[loose_text_decode(url, copy)] = '\0';
  return copy;
}

/* "FILE: document 12", for messages and for documents without a name. */
static char *
place_of(const collection *c)
{
  size_t room = strlen(c->stream.in->path) + 40;
  char *place = malloc(room);
  if (place)
    snprintf(place, room, "%s: document %zu", c->stream.in->path, c->number);
  return place;
}

/* Its id is the name of a page, else its address, else its place. The list
 * takes the texts; on failure they are released here. */
static exit_code
add_item(collection *c, const document *found, size_t len)
{
  page_item item = {.store = c->stream.store,
                    .kind = PAGE_DOCUMENT,
                    .len = (uint32_t)len,
                    .from = c->stream.spill ? c->kept : c->base + c->from};
  item.path = place_of(c);
  item.url = found->url.len > 0 ? copy_url(found->url) : NULL;
  item.name = found->id.len > 0 ? copy_text(found->id)
              : item.url        ? strdup(item.url)
                                : place_of(c);
  bool done = item.path && item.name && (found->url.len == 0 || item.url);
  if (done && page_list_append(c->stream.list, &item))
    return EXIT_FINE;
  free(item.path);
  free(item.url);
  free(item.name);
  return report_out_of_memory_for(c->stream.in->path);
}

/* The document at hand is whole, up to `to`. */
static exit_code
end_document(collection *c, size_t to)
{
  size_t len = to - c->from;
  c->open = false;
  if (len > c->stream.most) {
    refuse(c, "the page is larger than --max-bytes");
    return EXIT_FINE;
  }
  document found = read_document(c->stream.data + c->from, len);
  if (!found.has_content) {
    refuse(c, "it has no content");
    return EXIT_FINE;
  }
  exit_code code = EXIT_FINE;
  if (c->stream.spill)
    code = page_store_write(c->stream.store, c->stream.in->path,
                            c->stream.data + c->from, len);
  if (code == EXIT_FINE)
    code = add_item(c, &found, len);
  c->kept += len;
  return code;
}

/* A document that begins before the last one has ended ends it. */
static exit_code
take_tag(collection *c, const loose_tag *tag)
{
  exit_code code = EXIT_FINE;
  bool document_tag = loose_tag_is(tag, "document") && !tag->closed;
  if (c->open && tag->end && loose_tag_is(tag, "content"))
    c->has_content = true;
  if (c->open && document_tag)
    code = end_document(c, tag->end ? tag->to : tag->from);
  if (document_tag && !tag->end) {
    c->open = true;
    c->has_content = false;
    c->from = tag->from;
    c->number++;
  }
  return code;
}

/* The file has ended; a document may still be open. */
static exit_code
end_collection(collection *c)
{
  if (!c->open)
    return EXIT_FINE;
  if (!c->has_content) {
    refuse(c, "the file ends in the middle of it");
    return EXIT_FINE;
  }
  message("%s: document %zu: its end is missing; the content is whole",
          c->stream.in->path, c->number);
  return end_document(c, c->stream.len);
}

/* Take all tags that are whole, and keep the rest at the front. */
static exit_code
take_tags(void *state, stream_end end)
{
  collection *c = state;
  bool last = end != STREAM_MORE;
  exit_code code = EXIT_FINE;
  loose_markup in = {c->stream.data, c->stream.len, c->at, !last};
  loose_tag tag;
  while (code == EXIT_FINE && loose_markup_next(&in, &tag))
    code = take_tag(c, &tag);
  c->at = in.at;
  if (c->open && c->stream.len - c->from > c->stream.most &&
      code == EXIT_FINE) {
    refuse(c, "the page is larger than --max-bytes");
    c->open = false;
  }
  if (last && code == EXIT_FINE)
    code = end_collection(c);
  /* A document that is open stays in the buffer from its first tag on;
   * otherwise only a tag that is not whole does. All offsets move with the
   * data. */
  size_t used = c->open ? c->from : c->at;
  memmove(c->stream.data, c->stream.data + used, c->stream.len - used);
  c->stream.len -= used;
  c->at -= used;
  c->from -= c->open ? used : 0;
  c->base += used;
  return code;
}

/* Documents that are no pages are reported and counted. */
exit_code
page_romip_add(page_list *list, byte_source *in)
{
  collection c = {.base = 0};
  exit_code code = page_stream_open(&c.stream, list, in);
  if (code == EXIT_FINE)
    code = page_stream_read(&c.stream, take_tags, &c);
  page_stream_close(&c.stream);
  return code;
}

/* The bytes of the page from the document it is in. */
static exit_code
decode_page(const page_item *page, const char *data, size_t most,
            input_bytes *out)
{
  document found = read_document(data, page->len);
  const char *why = NULL;
  if (!found.has_content)
    why = "changed while it was being read";
  else if (!found.base64)
    out->len = loose_text_decode(found.content, out->data);
  else if (!json_base64_decode(
               (json_text){found.content.data, found.content.len}, out->data,
               &out->len))
    why = "its content is no base64";
  if (!why && out->len > most)
    why = "the page is larger than --max-bytes";
  if (why)
    message("%s: %s", page->path, why);
  return why ? EXIT_INPUT : EXIT_FINE;
}

/* Called by threads, by position. */
exit_code
page_romip_read(const page_item *page, size_t most, input_bytes *out)
{
  char *data;
  exit_code code = page_store_read(page, &data, out);
  if (code == EXIT_FINE)
    code = decode_page(page, data, most, out);
  free(data);
  if (code != EXIT_FINE)
    input_bytes_done(out);
  return code;
}
