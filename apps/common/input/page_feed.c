/* page_feed.c: see the header.
 *
 *     tags ──► entry opens ──► fields, each up to its own end tag ──► closes
 *
 * No XML parser: feeds in the wild are broken, and the tags of HTML inside of
 * a CDATA section must not be taken for those of the feed.
 */
#include "common/input/page_feed.h"

#include "common/input/loose_markup.h"
#include "common/input/page_read.h"
#include "common/input/page_store.h"
#include "common/output/text_out.h"
#include "common/system/ascii_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- pages of entries ----------------------------------------------------- */

/* For text and for attributes. */
static void
write_escaped(text_out *out, pith_slice text)
{
  for (size_t i = 0; i < text.len; i++)
    switch (text.data[i]) {
    case '<':
      text_out_text(out, "&lt;");
      break;
    case '&':
      text_out_text(out, "&amp;");
      break;
    case '"':
      text_out_text(out, "&quot;");
      break;
    default:
      text_out_bytes(out, text.data + i, 1);
    }
}

/* As a browser would be given it: what is known is declared, the rest is the
 * body. */
static void
write_page(text_out *out, const feed_entry *entry)
{
  text_out_text(out, "<!doctype html><html><head><title>");
  write_escaped(out, entry->title);
  text_out_text(out, "</title>");
  if (entry->date.len > 0) {
    text_out_text(out, "<meta property=\"article:published_time\" content=\"");
    write_escaped(out, entry->date);
    text_out_text(out, "\">");
  }
  text_out_text(out, "</head><body><article>");
  if (entry->title.len > 0) {
    text_out_text(out, "<h1>");
    write_escaped(out, entry->title);
    text_out_text(out, "</h1>\n");
  }
  text_out_bytes(out, entry->body.data, entry->body.len);
  if (entry->body.len == 0 && entry->title.len == 0) {
    text_out_text(out, "<p>");
    write_escaped(out, entry->url);
    text_out_text(out, "</p>");
  }
  text_out_text(out, "</article></body></html>\n");
}

/* "FILE: entry 12". */
static char *
place_of(const char *path, size_t number)
{
  size_t room = strlen(path) + 40;
  char *place = malloc(room);
  if (place)
    snprintf(place, room, "%s: entry %zu", path, number);
  return place;
}

/* The transport's label is where an encoding that is not ours goes. */
static page_origin *
make_origin(const feed_entry *entry)
{
  size_t len = entry->charset ? strlen(entry->charset) : 0;
  page_origin *out = malloc(sizeof *out + len + 1);
  if (!out)
    return NULL;
  char *charset = (char *)(out + 1);
  memcpy(charset, entry->charset ? entry->charset : "", len + 1);
  *out =
      (page_origin){.date = "", .record = "", .type = "", .charset = charset};
  return out;
}

/* The list takes the texts; on failure they are released here. */
exit_code
page_entry_add(page_list *list, const char *path, size_t number,
               const feed_entry *entry)
{
  text_out page;
  page_item item = {.store = -1, .utf8 = !entry->charset};
  item.path = place_of(path, number);
  item.url = entry->url.len > 0 ? text_copy(entry->url) : NULL;
  item.name = item.url ? strdup(item.url) : place_of(path, number);
  item.origin = make_origin(entry);
  text_out_init(&page, -1);
  write_page(&page, entry);
  exit_code code;
  if (!item.path || !item.name || !item.origin || page.error ||
      (entry->url.len > 0 && !item.url)) {
    page_item_done(&item);
    code = report_out_of_memory_for(path);
  } else {
    code = page_list_keep(list, &item, (pith_slice){page.data, page.len});
  }
  text_out_done(&page);
  return code;
}

/* --- the feed ------------------------------------------------------------- */

enum { TEXT_TITLE, TEXT_URL, TEXT_DATE, TEXT_BODY, TEXTS };

typedef struct feed {
  feed_sink sink;
  void *state;
  const char *path;
  char charset[32]; /* "": UTF-8 */
  bool open;        /* within an entry */
  pith_slice texts[TEXTS];
} feed;

/* Fields by their names without prefix. Of two for one text the later row of a
 * higher rank wins, which is only the case for bodies: the longest counts. */
static const struct {
  const char *name;
  int text;
} fields[] = {{"title", TEXT_TITLE},      {"link", TEXT_URL},
              {"loc", TEXT_URL},          {"pubdate", TEXT_DATE},
              {"published", TEXT_DATE},   {"date", TEXT_DATE},
              {"updated", TEXT_DATE},     {"lastmod", TEXT_DATE},
              {"description", TEXT_BODY}, {"summary", TEXT_BODY},
              {"encoded", TEXT_BODY},     {"content", TEXT_BODY}};

/* -1: a field of no use. */
static int
find_field(const loose_tag *tag)
{
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (text_is_word(tag->name, fields[i].name))
      return fields[i].text;
  return -1;
}

/* Of RSS, Atom, sitemaps and indexes of sitemaps. */
static bool
is_entry(const loose_tag *tag)
{
  return loose_tag_is(tag, "item") || loose_tag_is(tag, "entry") ||
         loose_tag_is(tag, "url") || loose_tag_is(tag, "sitemap");
}

/* The content of a field: up to the end tag of its name, and not within
 * CDATA.
 *
 *     <description><![CDATA[<p>a</description> b]]></description>
 *
 * A field without an end tag is given up at the end of its entry. */
static pith_slice
read_content(loose_markup *in, const loose_tag *field)
{
  static const char open[] = "<![CDATA[";
  const char *from = in->data + field->to;
  pith_slice rest = text_trim((pith_slice){from, in->len - field->to});
  loose_tag tag;
  if (in->data[field->to - 2] == '/')
    return (pith_slice){NULL, 0}; /* <link/> */
  if (rest.len > sizeof open && memcmp(rest.data, open, sizeof open - 1) == 0)
    for (const char *at = rest.data, *end = in->data + in->len;
         (at = memchr(at, ']', (size_t)(end - at))); at++)
      if (end - at >= 3 && memcmp(at, "]]>", 3) == 0) {
        in->at = (size_t)(at + 3 - in->data);
        break;
      }
  while (loose_markup_next(in, &tag))
    if (tag.end && text_is_word(tag.name, "item"))
      break;
    else if (tag.end && tag.name.len == field->name.len &&
             memcmp(tag.name.data, field->name.data, tag.name.len) == 0)
      return (pith_slice){from, tag.from - field->to};
  return (pith_slice){NULL, 0};
}

/* Atom has the address in an attribute, and other links beside it. */
static pith_slice
read_link(loose_markup *in, const loose_tag *tag)
{
  pith_slice value, kind;
  if (!loose_tag_attribute(tag, "href", &value))
    return read_content(in, tag);
  bool other = loose_tag_attribute(tag, "rel", &kind) &&
               !text_is_word(kind, "alternate");
  return other ? (pith_slice){NULL, 0} : value;
}

/* The first one counts, but for bodies: a summary often comes before the text.
 * */
static void
take_field(feed *f, loose_markup *in, const loose_tag *tag)
{
  int text = find_field(tag);
  if (text < 0)
    return;
  pith_slice value =
      text == TEXT_URL ? read_link(in, tag) : read_content(in, tag);
  if (f->texts[text].len == 0 ||
      (text == TEXT_BODY && value.len > f->texts[text].len))
    f->texts[text] = value;
}

/* An XHTML body is markup already; all others are text in which markup was
 * escaped. */
static pith_slice
decode(pith_slice text, char **room)
{
  pith_slice out = {*room, 0};
  if (text.len == 0)
    return out;
  out.len = loose_text_decode(text_trim(text), *room);
  *room += out.len;
  return text_trim(out);
}

/* An entry that another one follows without its end tag ends too. */
static exit_code
end_entry(feed *f)
{
  size_t room = 1;
  for (int i = 0; i < TEXTS; i++)
    room += f->texts[i].len;
  char *texts = malloc(room), *at = texts;
  if (!texts)
    return report_out_of_memory_for(f->path);
  feed_entry entry = {.charset = *f->charset ? f->charset : NULL};
  entry.title = decode(f->texts[TEXT_TITLE], &at);
  entry.url = decode(f->texts[TEXT_URL], &at);
  entry.date = decode(f->texts[TEXT_DATE], &at);
  entry.body = decode(f->texts[TEXT_BODY], &at);
  f->open = false;
  exit_code code = f->sink(f->state, &entry);
  free(texts);
  return code;
}

/* <?xml version="1.0" encoding="windows-1251"?>
 *
 * The bytes stay as they are and the pages inherit the label: decoding is the
 * business of the library. */
static void
read_encoding(feed *f, pith_slice text)
{
  static const char key[] = "encoding=";
  const char *end = memchr(text.data, '>', text.len);
  size_t head = end ? (size_t)(end - text.data) : 0;
  for (size_t i = 0; i + sizeof key < head; i++) {
    if (memcmp(text.data + i, key, sizeof key - 1) != 0)
      continue;
    size_t from = i + sizeof key, len = 0;
    while (from + len < head && !strchr("'\"", text.data[from + len]))
      len++;
    if (len < sizeof f->charset &&
        !text_is_word((pith_slice){text.data + from, len}, "utf-8")) {
      memcpy(f->charset, text.data + from, len);
      f->charset[len] = '\0';
    }
    return;
  }
}

/* An entry is handed over when the next tag of an entry comes, its own end tag
 * or the start of another one, so that feeds without end tags are read too. The
 * last entry of a feed that is cut off is lost: it may be half. */
exit_code
page_feed_each(pith_slice bytes, const char *path, feed_sink sink, void *state)
{
  loose_tag tag;
  exit_code code = EXIT_FINE;
  feed f = {.sink = sink, .state = state, .path = path};
  read_encoding(&f, bytes);
  loose_markup in = {bytes.data, bytes.len, 0, false};
  while (code == EXIT_FINE && loose_markup_next(&in, &tag)) {
    if (is_entry(&tag) && f.open)
      code = end_entry(&f);
    if (is_entry(&tag) && !tag.end) {
      f.open = true;
      memset(f.texts, 0, sizeof f.texts);
    } else if (f.open && !tag.end) {
      take_field(&f, &in, &tag);
    }
  }
  return code;
}

/* --- into a list ---------------------------------------------------------- */

/* Entries are numbered from 1, for those without an address. */
typedef struct listing {
  page_list *list;
  const char *path;
  size_t number;
} listing;

/* A sink of page_feed_each(). */
static exit_code
list_entry(void *state, const feed_entry *entry)
{
  listing *to = state;
  to->number++;
  return page_entry_add(to->list, to->path, to->number, entry);
}

/* In memory as a whole: feeds are short, and sitemaps have a limit of their
 * own. */
exit_code
page_feed_add(page_list *list, byte_source *source)
{
  input_bytes bytes;
  listing to = {list, source->path, 0};
  exit_code code = page_source_bytes(source, list->most_bytes, &bytes);
  if (code != EXIT_FINE) {
    list->failed++;
    input_bytes_done(&bytes);
    return code == EXIT_INPUT ? EXIT_FINE : code;
  }
  code = page_feed_each((pith_slice){bytes.data, bytes.len}, to.path,
                        list_entry, &to);
  input_bytes_done(&bytes);
  if (code == EXIT_FINE && to.number == 0) {
    message("%s: a feed without entries", to.path);
    list->failed++;
  }
  return code;
}
