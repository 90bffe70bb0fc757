/* page_layout.c: see the header. Three passes over the nodes in document order:
 * down for regions and links, up for sums, down for boxes. A node is only ever
 * looked at together with its parent, so nothing depends on the depth.
 */
#include "watch/page_layout.h"

#include "common/web/page_links.h"
#include "common/system/ascii_text.h"
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
region_of(const page_layout *layout, pith_node node, uint64_t above)
{
  char folded[NAME_MOST];
  pith_slice names, name = pith_node_name(layout->page, node);
  uint64_t hash = fnv_add(fnv_add(above, ">", 1), name.data, name.len);
  if (!pith_node_attribute_find(layout->page, node, "class", &names) &&
      !pith_node_attribute_find(layout->page, node, "id", &names))
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

/* Whether a text contains a word, case ignored. */
static bool
has_text(pith_slice text, const char *word)
{
  for (; text.len > 0; text.data++, text.len--)
    if (text_begins(text, word))
      return true;
  return false;
}

/* Whether a link is paid for, as far as it shows. */
static bool
is_paid(const pith_page *page, pith_node node, pith_slice href)
{
  static const char *const signs[] = {
      "utm_",      "gclid=",    "doubleclick", "adclick",    "/ads/",
      "/adserver", "affiliate", "aff_id=",     "partnerid=", "clickid="};
  pith_slice rel;
  if (pith_node_attribute_find(page, node, "rel", &rel) &&
      has_text(rel, "sponsored"))
    return true;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (has_text(href, signs[i]))
      return true;
  return false;
}

/* Where a link leads. Links inside the page, and broken ones, lead nowhere.
 * On the page of a folder no link is a sibling: all of them are what that
 * page lists. */
static uint8_t
links_of(const page_layout *layout, pith_node node)
{
  web_url url;
  pith_slice href, rel, base = {layout->base.text, layout->base.len};
  if (!pith_node_attribute_find(layout->page, node, "href", &href) ||
      (href.len > 0 && href.data[0] == '#'))
    return 0;
  uint8_t paid = is_paid(layout->page, node, href) ? LINK_PAID : 0;
  if (!web_url_resolve(href, base, &url))
    return paid;
  if (pith_node_attribute_find(layout->page, node, "rel", &rel) &&
      page_links_are_unwanted(rel))
    return paid | LINK_AWAY;
  /* Sub-domains count as the same site. */
  pith_slice one = site_name(&layout->address), two = site_name(&url);
  if (!(one.len == two.len && memcmp(one.data, two.data, one.len) == 0))
    return paid | LINK_AWAY;
  if (!layout->front && url_same_layer(&layout->address, &url))
    return paid | LINK_INWARD | LINK_SIBLING;
  return paid | LINK_INWARD;
}

/* --- the passes ----------------------------------------------------------- */

/* Region, link and control of a node; its parent was read before. */
static void
enter(page_layout *layout, pith_node node)
{
  pith_node parent = pith_node_parent(layout->page, node);
  layout_node *at = &layout->items[node];
  const layout_node top = {.region = FNV_START, .link = PITH_NODE_NONE};
  const layout_node *above =
      parent == PITH_NODE_NONE ? &top : &layout->items[parent];
  at->region = above->region;
  at->link = above->link;
  at->control = above->control;
  at->box = PITH_NODE_NONE;
  if (pith_node_get_kind(layout->page, node) != PITH_NODE_ELEMENT)
    return;
  pith_slice name = pith_node_name(layout->page, node);
  at->region = region_of(layout, node, at->region);
  at->control =
      at->control || text_is(name, "button") || text_is(name, "noscript");
  if (text_is(name, "a")) {
    at->links = links_of(layout, node);
    at->link = node;
  }
}

bool
page_layout_open(const pith_page *page, const web_url *address,
                 page_layout *out)
{
  uint32_t count = pith_page_node_count(page);
  out->page = page;
  out->address = *address;
  /* Whether an address is that of a folder: /news/, /news/index.html. */
  static const char index[] = "index.";
  size_t from = address->query;
  while (from > address->origin && address->text[from - 1] != '/')
    from--;
  out->front = from == address->query ||
               strncmp(address->text + from, index, sizeof index - 1) == 0;
  page_links_base(page, address, &out->base);
  out->items = calloc((size_t)count + 1, sizeof *out->items);
  for (pith_node n = 0; out->items && n < count; n++)
    enter(out, n);
  return out->items != NULL;
}

void
page_layout_done(page_layout *layout)
{
  free(layout->items);
  layout->items = NULL;
}

/* Marking stops at the first ancestor that is marked, so all blocks together
 * visit each element once. */
void
page_layout_add(page_layout *layout, const pith_text_block *block, size_t bytes,
                size_t linked)
{
  layout->items[block->first].text = (uint32_t)bytes;
  layout->items[block->first].linked = (uint32_t)linked;
  for (pith_node n = block->element;
       n != PITH_NODE_NONE && !layout->items[n].block;
       n = pith_node_parent(layout->page, n))
    layout->items[n].block = true;
}

/* Children come after their parents, so one loop backwards adds everything up.
 * Then, from the top, the first block that is small enough becomes the box of
 * all that is in it. */
void
page_layout_close(page_layout *layout)
{
  const pith_page *page = layout->page;
  uint32_t count = pith_page_node_count(page);
  for (pith_node n = count; n-- > 1;) {
    pith_node parent = pith_node_parent(page, n);
    if (parent == PITH_NODE_NONE)
      continue;
    layout_node *above = &layout->items[parent];
    above->text += layout->items[n].text;
    above->linked += layout->items[n].linked;
    above->links |= layout->items[n].links;
  }
  for (pith_node n = 1; n < count; n++) {
    pith_node parent = pith_node_parent(page, n);
    layout_node *at = &layout->items[n];
    if (parent != PITH_NODE_NONE && layout->items[parent].box != PITH_NODE_NONE)
      at->box = layout->items[parent].box;
    else if (at->block && at->text <= BOX_MOST &&
             at->text <= layout->items[0].text / 4)
      at->box = n;
  }
}
