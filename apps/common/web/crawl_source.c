/* crawl_source.c: see the header.
 *
 *     address ──► queue ──► fetched ──┬── sitemap, feed ──► entries ──► sink
 *                   ▲                 ├── index of sitemaps ──┐
 *                   │                 └── page: its feeds ────┤
 *                   └──────────────────────────────────────────┘
 *
 * The queue has a ceiling, so a site cannot keep us in indexes of indexes.
 */
#include "common/web/crawl_source.h"

#include "common/input/input_kind.h"
#include "common/input/page_feed.h"
#include "common/packing/unpack.h"
#include "common/system/ascii_text.h"
#include "common/web/page_links.h"

#include <stdlib.h>
#include <string.h>

enum { LISTS_MOST = 200, UNPACKED_MOST = 50 << 20 };

typedef struct source_walk {
  const source_request *request;
  web_url *lists; /* owned: sitemaps and feeds to read */
  size_t count;
  web_url at;   /* the one that is read */
  bool index;   /* which is an index of sitemaps */
  size_t found; /* addresses, wanted or not */
  bool no_memory;
} source_walk;

/* Each list once; one too many is left out. Compared one by one: there are few,
 * and a site that names one twice is usual. */
static void
add_list(source_walk *walk, const web_url *url)
{
  for (size_t i = 0; i < walk->count; i++)
    if (strcmp(walk->lists[i].text, url->text) == 0)
      return;
  if (walk->count < LISTS_MOST)
    walk->lists[walk->count++] = *url;
}

/* A sitemap may speak of its own host only (sitemaps.org); a feed may lead
 * anywhere. */
static exit_code
take_entry(void *state, const feed_entry *entry)
{
  source_walk *walk = state;
  const source_request *request = walk->request;
  pith_slice base = {walk->at.text, walk->at.len};
  web_url url;
  if (!web_url_resolve(entry->url, base, &url) ||
      (request->kind == SOURCE_SITEMAP && !web_url_same_host(&walk->at, &url)))
    return EXIT_FINE;
  if (walk->index) {
    add_list(walk, &url);
    return EXIT_FINE;
  }
  walk->found++;
  if (crawl_filter_wants(request->filter, url.text) &&
      crawl_filter_is_recent(request->filter, entry->date) &&
      !request->sink(request->state, &url))
    return EXIT_ENVIRONMENT;
  return EXIT_FINE;
}

/* --- packed sitemaps ------------------------------------------------------ */

typedef struct memory_feed {
  pith_slice left;
} memory_feed;

/* As byte_feed.read. */
static ptrdiff_t
read_memory(void *state, char *out, size_t room)
{
  pith_slice *left = &((memory_feed *)state)->left;
  size_t len = left->len < room ? left->len : room;
  memcpy(out, left->data, len);
  *left = (pith_slice){left->data + len, left->len - len};
  return (ptrdiff_t)len;
}

/* The bytes of a .xml.gz, up to a limit; what is damaged behind is left out.
 * Gives *room, or NULL when nothing was packed. */
static pith_slice
unpack_list(pith_slice bytes, char **room)
{
  memory_feed from = {bytes};
  const unpacker *gzip = unpack_gzip();
  *room = NULL;
  if (bytes.len < 2 || memcmp(bytes.data, "\x1F\x8B", 2) != 0 || !gzip)
    return bytes;
  unpack_stream *stream =
      unpack_stream_new(gzip, (byte_feed){read_memory, &from});
  size_t len = 0, capacity = 0;
  /* Doubled as it grows: sitemaps of 50 MB are allowed, and bombs are not. */
  ptrdiff_t got = stream ? 1 : 0;
  while (got > 0 && len < UNPACKED_MOST) {
    if (len == capacity) {
      char *more = realloc(*room, capacity ? 2 * capacity : UNPACK_BLOCK);
      if (!more)
        break;
      *room = more;
      capacity = capacity ? 2 * capacity : UNPACK_BLOCK;
    }
    got = unpack_stream_read(stream, *room + len, capacity - len);
    len += got > 0 ? (size_t)got : 0;
  }
  unpack_stream_free(stream);
  return *room ? (pith_slice){*room, len} : bytes;
}

/* --- lists ---------------------------------------------------------------- */

/* <sitemapindex> has other sitemaps; whatever else is in front is short. */
static bool
is_index(pith_slice bytes)
{
  static const char name[] = "<sitemapindex";
  size_t most = bytes.len < 2048 ? bytes.len : 2048;
  for (size_t i = 0; i + sizeof name < most; i++)
    if (memcmp(bytes.data + i, name, sizeof name - 1) == 0)
      return true;
  return false;
}

/* The lines "Sitemap: URL" of a robots.txt, whatever the group. */
static void
read_robots(source_walk *walk, pith_slice bytes)
{
  static const char key[] = "sitemap:";
  while (bytes.len > 0) {
    const char *end = memchr(bytes.data, '\n', bytes.len);
    size_t len = end ? (size_t)(end - bytes.data) : bytes.len;
    pith_slice line = text_trim((pith_slice){bytes.data, len});
    web_url url;
    bool named = line.len > sizeof key;
    for (size_t i = 0; named && i < sizeof key - 1; i++)
      named = text_lower(line.data[i]) == key[i];
    if (named &&
        web_url_parse(text_trim((pith_slice){line.data + sizeof key - 1,
                                             line.len - sizeof key + 1}),
                      &url))
      add_list(walk, &url);
    len += end != NULL;
    bytes = (pith_slice){bytes.data + len, bytes.len - len};
  }
}

/* The feeds that a page links to, as its metadata has them: one a line. */
static void
read_page(source_walk *walk, pith_slice bytes, const char *charset)
{
  pith_page *page;
  pith_slice base = {walk->at.text, walk->at.len};
  if (page_links_parse(walk->request->context, bytes, charset, &page) !=
      PITH_OK) {
    walk->no_memory = true;
    return;
  }
  if (pith_page_read_metadata(page, walk->at.text) == PITH_OK) {
    pith_slice feeds = pith_page_metadata(page, PITH_META_FEEDS);
    while (feeds.len > 0) {
      const char *end = memchr(feeds.data, '\n', feeds.len);
      size_t len = end ? (size_t)(end - feeds.data) : feeds.len;
      web_url url;
      if (web_url_resolve((pith_slice){feeds.data, len}, base, &url))
        add_list(walk, &url);
      len += end != NULL;
      feeds = (pith_slice){feeds.data + len, feeds.len - len};
    }
  }
  pith_page_free(page);
}

/* What an answer is decides what is made of it; the name does not. */
static exit_code
take_answer(source_walk *walk, const transfer_answer *answer)
{
  char *room;
  const char *what;
  pith_slice bytes =
      unpack_list((pith_slice){answer->body, answer->len}, &room);
  pith_slice front = {bytes.data,
                      bytes.len < BYTE_FRONT ? bytes.len : BYTE_FRONT};
  input_kind kind = input_kind_find(front, &what);
  exit_code code = EXIT_FINE;
  /* Entries of an index are lists, those of all others are pages. */
  walk->index = kind == INPUT_SITEMAP && is_index(bytes);
  if (kind == INPUT_SITEMAP || kind == INPUT_FEED)
    code = page_feed_each(bytes, walk->at.text, take_entry, walk);
  else if (walk->request->kind == SOURCE_FEED)
    read_page(walk, bytes, answer->charset);
  else if (strstr(walk->at.text, "/robots.txt"))
    read_robots(walk, bytes);
  free(room);
  return code;
}

/* An answer that is none is no failure of the whole: others may come. A site
 * without robots.txt is usual, and not worth a message. */
static exit_code
read_list(source_walk *walk)
{
  fetch_request request = {.url = walk->at, .any_type = true};
  fetch_result result;
  fetch_page(walk->request->network, &request, &result);
  if (result.end == FETCH_INTERRUPTED)
    return EXIT_INTERRUPTED;
  if (result.end == FETCH_NO_MEMORY)
    return report_out_of_memory();
  if (result.end == FETCH_DONE && result.answer.status >= 200 &&
      result.answer.status < 300 && result.answer.len > 0) {
    walk->at = result.final;
    return take_answer(walk, &result.answer);
  }
  if (!strstr(walk->at.text, "/robots.txt"))
    fetch_report_failure(&walk->at, &result, NULL);
  return EXIT_FINE;
}

/* --- where lists are ------------------------------------------------------ */

/* A path at the root of the host of `at`. */
static void
add_root(source_walk *walk, const web_url *at, const char *path)
{
  web_url url;
  if (web_url_resolve(text_slice(path), (pith_slice){at->text, at->len}, &url))
    add_list(walk, &url);
}

/* An address that looks like a list is one; else the places where sites keep
 * theirs. */
static bool
is_list(const web_url *at)
{
  return strstr(at->text, ".xml") || strstr(at->text, "sitemap");
}

/* robots.txt first: what it names is better than a guess, and /sitemap.xml is
 * only tried when it names nothing. Lists are added while the loop runs. */
static exit_code
read_all(source_walk *walk, const web_url *at)
{
  exit_code code = EXIT_FINE;
  bool site = walk->request->kind == SOURCE_SITEMAP && !is_list(at);
  if (site)
    add_root(walk, at, "/robots.txt");
  else
    add_list(walk, at);
  for (size_t i = 0; i < walk->count && code == EXIT_FINE; i++) {
    walk->at = walk->lists[i];
    code = read_list(walk);
    if (i == 0 && site && walk->count == 1)
      add_root(walk, at, "/sitemap.xml");
  }
  return code;
}

/* Entries that the filter refuses count as found: a list that is up to date is
 * no failure. */
exit_code
crawl_source_read(const source_request *request, const web_url *at)
{
  source_walk walk = {.request = request,
                      .lists = calloc(LISTS_MOST, sizeof(web_url))};
  if (!walk.lists)
    return report_out_of_memory();
  exit_code code = read_all(&walk, at);
  free(walk.lists);
  if (walk.no_memory)
    return report_out_of_memory();
  if (code == EXIT_FINE && walk.found == 0) {
    message("%s: lists no pages; name the address of a %s", at->text,
            request->kind == SOURCE_FEED ? "feed" : "sitemap");
    return EXIT_INPUT;
  }
  return code;
}
