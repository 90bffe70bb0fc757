/* page_links.c: see the header. The tree is read in document order, without
 * recursion. `link` elements count only as steps (rel=next), `a` and `area`
 * always.
 */
#include "common/web/page_links.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <string.h>

/* Words of rel are separated by spaces; some pages use commas. */
static bool
is_separator(char c)
{
  return (unsigned char)c <= ' ' || c == ',';
}

/* Whether a list of words, as rel has it, holds one of `words`. */
static bool
has_any(pith_slice list, const char *const *words)
{
  size_t i = 0;
  while (i < list.len) {
    size_t from = i;
    while (i < list.len && !is_separator(list.data[i]))
      i++;
    pith_slice one = {list.data + from, i - from};
    for (const char *const *word = words; *word; word++)
      if (text_is_word(one, *word))
        return true;
    i++;
  }
  return false;
}

/* An element of HTML; SVG has an `a` too. */
static bool
is_element(const pith_page *page, pith_node node, const char *name)
{
  return pith_node_get_kind(page, node) == PITH_NODE_ELEMENT &&
         pith_node_namespace(page, node) == PITH_NAMESPACE_HTML &&
         text_is_word(pith_node_name(page, node), name);
}

pith_status
page_links_parse(pith_context *context, pith_slice html, const char *charset,
                 pith_page **out)
{
  pith_options options;
  pith_options_default(&options);
  options.max_bytes = 1000000000;
  options.transport_encoding = charset && *charset ? charset : NULL;
  return pith_page_parse(context, html, &options, out, NULL);
}

/* <meta name=robots content="noindex, nofollow"> */
static bool
forbids_links(const pith_page *page)
{
  static const char *const names[] = {"robots", "pith", NULL};
  static const char *const values[] = {"nofollow", "none", NULL};
  pith_slice name, content;
  for (pith_node n = 0; n < pith_page_node_count(page); n++)
    if (is_element(page, n, "meta") &&
        pith_node_attribute_find(page, n, "name", &name) &&
        has_any(name, names) &&
        pith_node_attribute_find(page, n, "content", &content) &&
        has_any(content, values))
      return true;
  return false;
}

/* The first `base` with an address counts, as in browsers. */
void
page_links_base(const pith_page *page, const web_url *address, web_url *out)
{
  pith_slice href, from = {address->text, address->len};
  for (pith_node n = 0; n < pith_page_node_count(page); n++)
    if (is_element(page, n, "base") &&
        pith_node_attribute_find(page, n, "href", &href) &&
        web_url_resolve(href, from, out))
      return;
  *out = *address;
}

/* The first bytes of a link's text without white space, in lower case. A longer
 * text is cut, and no paging word is that long. */
static pith_slice
short_text(const pith_page *page, pith_node node, char room[32])
{
  size_t len = 0;
  for (pith_node n = node; n < pith_node_end(page, node); n++) {
    pith_slice text = pith_node_text(page, n);
    if (pith_node_get_kind(page, n) != PITH_NODE_TEXT)
      continue;
    for (size_t i = 0; i < text.len; i++)
      if ((unsigned char)text.data[i] > ' ' && len < 31)
        room[len++] = text_lower(text.data[i]);
  }
  room[len] = '\0';
  return (pith_slice){room, len};
}

/* "2", "next", and the like in some languages; white space is left out. */
static bool
is_paging_text(pith_slice text)
{
  static const char *const words[] = {
      "next",       "previous", "prev",      "nextpage", "previouspage",
      "older",      "newer",    "weiter",    "zurück",   "olderposts",
      "newerposts", "suivant",  "siguiente", "anterior", "précédent",
      "далее",      "назад",    "下一页",    "上一页",   "»",
      "«",          ">",        "<",         ">>",       "<<"};
  uint64_t page;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (text_is_word(text, words[i]))
      return true;
  return number_read_bytes(text.data, text.len, 999, &page) && text.len <= 3;
}

/* Whether its ending is that of a file that is no page. */
static bool
is_other_file(const web_url *url)
{
  static const char *const endings[] = {
      ".jpg", ".jpeg", ".png", ".gif",  ".svg",   ".webp", ".ico", ".css",
      ".js",  ".json", ".xml", ".rss",  ".atom",  ".pdf",  ".doc", ".docx",
      ".xls", ".xlsx", ".ppt", ".pptx", ".odt",   ".zip",  ".gz",  ".bz2",
      ".xz",  ".zst",  ".7z",  ".rar",  ".tar",   ".exe",  ".dmg", ".iso",
      ".apk", ".mp3",  ".mp4", ".m4a",  ".avi",   ".mov",  ".mkv", ".webm",
      ".ogg", ".wav",  ".flv", ".woff", ".woff2", ".ttf",  ".epub"};
  pith_slice path = {url->text + url->origin, url->query - url->origin};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (path.len > strlen(endings[i]) && text_ends(path, endings[i]))
      return true;
  return false;
}

/* Links that the author does not vouch for. */
bool
page_links_are_unwanted(pith_slice rel)
{
  static const char *const unwanted[] = {"nofollow", "sponsored", NULL};
  return has_any(rel, unwanted);
}

/* `base` and the meta element are looked for first, wherever they are in the
 * page. */
void
page_links_each(const pith_page *page, const web_url *address, link_sink sink,
                void *state)
{
  static const char *const steps[] = {"next", "prev", "previous", NULL};
  web_url base, url;
  if (forbids_links(page))
    return;
  page_links_base(page, address, &base);
  for (pith_node n = 0; n < pith_page_node_count(page); n++) {
    pith_slice href, rel;
    char room[32];
    if (!is_element(page, n, "a") && !is_element(page, n, "area") &&
        !is_element(page, n, "link"))
      continue;
    bool related = pith_node_attribute_find(page, n, "rel", &rel);
    bool step = related && has_any(rel, steps);
    if ((is_element(page, n, "link") && !step) ||
        (related && page_links_are_unwanted(rel)) ||
        !pith_node_attribute_find(page, n, "href", &href) ||
        !web_url_resolve(href, (pith_slice){base.text, base.len}, &url) ||
        is_other_file(&url))
      continue;
    bool paging = step || is_paging_text(short_text(page, n, room));
    if (!sink(state, &url, paging))
      return;
  }
}
