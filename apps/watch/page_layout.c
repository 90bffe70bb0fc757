/* page_layout.c: see the header. Three passes over the nodes in document order:
 * down for regions and links, up for sums, down for boxes. A node is only ever
 * looked at together with its parent, so nothing depends on the depth.
 */
#include "watch/page_layout.h"

#include "common/web/page_links.h"
#include "common/system/fnv.h"
#include "common/web/url_layer.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 64 };

/* The first word of a list of names. */
static pith_slice
first_word(pith_slice names)
{
  size_t from = 0;
  while (from < names.len && (unsigned char)names.data[from] <= ' ')
    from++;
  size_t to = from;
  while (to < names.len && (unsigned char)names.data[to] > ' ' &&
         to - from < NAME_MOST)
    to++;
  return (pith_slice){names.data + from, to - from};
}

/* The region of an element below the region `above`. Digits of class names
 * are folded, since generated names count. */
static uint64_t
region_of(const page_layout *places, pith_node node, uint64_t above)
{
  char folded[NAME_MOST];
  pith_slice names, name = pith_node_name(places->page, node);
  uint64_t hash = fnv_add(fnv_add(above, ">", 1), name.data, name.len);
  if (!pith_node_attribute_find(places->page, node, "class", &names) &&
      !pith_node_attribute_find(places->page, node, "id", &names))
    return hash;
  return fnv_add(fnv_add(hash, ".", 1), folded,
                 name_fold(first_word(names), folded));
}

/* --- links ---------------------------------------------------------------- */

/* The last two labels of a host: "example.org" of "www.example.org". An address
 * in digits stays whole. */
static pith_slice
site_name(const web_url *url)
{
  pith_slice host = web_url_host(url);
  size_t from = host.len, dots = 0;
  bool letters = false;
  for (size_t i = 0; i < host.len && host.data[i] != ':'; i++)
    letters = letters || (host.data[i] >= 'a' && host.data[i] <= 'z');
  while (letters && from > 0 && dots < 2)
    dots += host.data[--from] == '.';
  from = !letters ? 0 : from + (dots == 2);
  return (pith_slice){host.data + from, host.len - from};
}

/* Sub-domains count as the same site. */
static bool
is_same_site(const web_url *a, const web_url *b)
{
  pith_slice one = site_name(a), two = site_name(b);
  return one.len == two.len && memcmp(one.data, two.data, one.len) == 0;
}

static bool
is_link(const pith_page *page, pith_node node)
{
  pith_slice name = pith_node_name(page, node);
  return name.len == 1 && (name.data[0] == 'a' || name.data[0] == 'A');
}

/* Where a link leads. Links inside the page, and broken ones, lead nowhere.
 * On the page of a folder no link is a sibling: all of them are what that
 * page lists. */
static uint8_t
links_of(const page_layout *places, pith_node node)
{
  web_url url;
  pith_slice href, rel, base = {places->base.text, places->base.len};
  if (!pith_node_attribute_find(places->page, node, "href", &href) ||
      (href.len > 0 && href.data[0] == '#') ||
      !web_url_resolve(href, base, &url))
    return 0;
  if (pith_node_attribute_find(places->page, node, "rel", &rel) &&
      page_links_are_unwanted(rel))
    return LINK_AWAY;
  if (!is_same_site(&places->address, &url))
    return LINK_AWAY;
  if (!places->front && url_same_layer(&places->address, &url))
    return LINK_INWARD | LINK_SIBLING;
  return LINK_INWARD;
}

/* --- the passes ----------------------------------------------------------- */

/* Whether an address is that of a folder: /news/, /news/index.html. */
static bool
is_front(const web_url *address)
{
  static const char index[] = "index.";
  size_t from = address->query;
  while (from > address->origin && address->text[from - 1] != '/')
    from--;
  return from == address->query ||
         strncmp(address->text + from, index, sizeof index - 1) == 0;
}

bool
page_layout_open(const pith_page *page, const web_url *address,
                 page_layout *out)
{
  size_t count = pith_page_node_count(page);
  out->page = page;
  out->address = *address;
  out->front = is_front(address);
  page_links_base(page, address, &out->base);
  out->items = calloc(count + 1, sizeof *out->items);
  return out->items != NULL;
}

void
page_layout_done(page_layout *places)
{
  free(places->items);
  places->items = NULL;
}

/* A parent is always entered before its children. */
void
page_layout_enter(page_layout *places, pith_node node)
{
  pith_node parent = pith_node_parent(places->page, node);
  layout_node *at = &places->items[node];
  bool top = parent == PITH_NODE_NONE;
  at->region = top ? FNV_START : places->items[parent].region;
  at->link = top ? PITH_NODE_NONE : places->items[parent].link;
  at->box = PITH_NODE_NONE;
  if (pith_node_get_kind(places->page, node) != PITH_NODE_ELEMENT)
    return;
  at->region = region_of(places, node, at->region);
  if (is_link(places->page, node)) {
    at->links = links_of(places, node);
    at->link = node;
  }
}

void
page_layout_text(page_layout *places, pith_node node, size_t bytes)
{
  layout_node *at = &places->items[node];
  at->text = (uint32_t)bytes;
  at->linked = at->link == PITH_NODE_NONE ? 0 : at->text;
}

/* Children come after their parents, so one loop backwards adds everything
 * up. Then, from the top, the first block that is small enough becomes the
 * box of all that is in it. */
void
page_layout_close(page_layout *places, bool (*is_block)(pith_slice name))
{
  const pith_page *page = places->page;
  uint32_t count = pith_page_node_count(page);
  for (pith_node n = count; n-- > 1;) {
    pith_node parent = pith_node_parent(page, n);
    if (parent == PITH_NODE_NONE)
      continue;
    layout_node *above = &places->items[parent];
    above->text += places->items[n].text;
    above->linked += places->items[n].linked;
    above->links |= places->items[n].links;
  }
  for (pith_node n = 1; n < count; n++) {
    pith_node parent = pith_node_parent(page, n);
    layout_node *at = &places->items[n];
    if (parent != PITH_NODE_NONE && places->items[parent].box != PITH_NODE_NONE)
      at->box = places->items[parent].box;
    else if (at->text <= BOX_MOST && at->text <= places->items[0].text / 4 &&
             is_block(pith_node_name(page, n)))
      at->box = n;
  }
}
