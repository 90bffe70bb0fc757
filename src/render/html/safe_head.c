/*
 * The beginning of a safe document: that it is UTF-8, its language, its title,
 * and the metadata that say what page it is. No `base`, no style, no address
 * that is loaded; a `meta` is written with `name` or `property` and `content`
 * only, so it can neither reload the page nor change its policy.
 */
#include "render/html/safe_html.h"

#include "base/slice.h"
#include "page/element/address.h"
#include "page/element/attribute.h"

/* Names of metadata that say something about the page, and nothing to the
 * browser (`referrer`, `viewport`, `theme-color` do). */
static bool
is_about_page(pith_slice name)
{
  static const char *const names[] = {"author", "date", "description",
                                      "keywords"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (pith__slice_is(name, names[i]))
      return true;
  return pith__slice_starts(name, "og:") ||
         pith__slice_starts(name, "article:");
}

/* An address in metadata is text; one that is a script is left out all the
 * same, because pages are made from metadata. */
static void
write_meta(pith_safe_writer *writer, uint32_t node)
{
  static const char *const keys[] = {"name", "property"};
  pith_slice name, content;
  if (!pith__attribute_get(writer->tree, node, "content", &content) ||
      pith__address_is_script(content))
    return;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (pith__attribute_get(writer->tree, node, keys[i], &name) &&
        is_about_page(name)) {
      pith__buffer_append(writer->out, "<meta", 5);
      pith__safe_attribute(writer->out, keys[i], name);
      pith__safe_attribute(writer->out, "content", content);
      pith__buffer_append(writer->out, ">\n", 2);
      return;
    }
}

/* `title` is text with references to the tokenizer: with every '<' escaped
 * nothing in it can end it. */
static void
write_title(pith_safe_writer *writer, uint32_t node)
{
  const pith_tree *tree = writer->tree;
  uint32_t end = tree->nodes[node].end;
  pith__buffer_append(writer->out, "<title>", 7);
  for (uint32_t n = node + 1; n < end; n++)
    if (tree->nodes[n].kind == PITH_NODE_TEXT)
      pith__safe_text(writer->out, pith__slice_trim(pith__tree_text(tree, n)));
  pith__buffer_append(writer->out, "</title>\n", 9);
}

/* The canonical address; nothing is loaded from it. */
static void
write_link(pith_safe_writer *writer, uint32_t node)
{
  pith_slice href;
  size_t start = writer->out->len;
  if (!pith__attribute_has_word(writer->tree, node, "rel", "canonical") ||
      !pith__attribute_get(writer->tree, node, "href", &href))
    return;
  pith__buffer_append(writer->out, "<link rel=\"canonical\"", 21);
  if (pith__safe_address(writer, "href", href))
    pith__buffer_append(writer->out, ">\n", 2);
  else
    writer->out->len = start;
}

static void
write_metadata(pith_safe_writer *writer, uint32_t head)
{
  const pith_tree *tree = writer->tree;
  bool titled = false;
  uint32_t end = tree->nodes[head].end;
  for (uint32_t n = head + 1; n < end; n = tree->nodes[n].end) {
    unsigned tag = tree->nodes[n].kind == PITH_NODE_ELEMENT ? tree->nodes[n].tag
                                                            : PITH_TAG_UNKNOWN;
    if (tag == PITH_TAG_TITLE && !titled) {
      write_title(writer, n);
      titled = true;
    } else if (tag == PITH_TAG_META) {
      write_meta(writer, n);
    } else if (tag == PITH_TAG_LINK) {
      write_link(writer, n);
    }
  }
}

/* The first child of a node that is an element of that tag; 0: none. */
static uint32_t
find_child(const pith_tree *tree, uint32_t node, pith_tag tag)
{
  uint32_t end = tree->nodes[node].end;
  for (uint32_t n = node + 1; n < end; n = tree->nodes[n].end)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT && tree->nodes[n].tag == tag)
      return n;
  return 0;
}

/* Without a language and a title where the tree is that of a fragment. */
void
pith__safe_head(pith_safe_writer *writer)
{
  static const char start[] = "<!DOCTYPE html>\n";
  static const char charset[] = "\n<head>\n<meta charset=\"utf-8\">\n";
  static const pith_safe_rule root = {PITH_SAFE_KEEP, false, PITH_SAFE_OF_ALL,
                                      0, "html"};
  uint32_t html = find_child(writer->tree, 0, PITH_TAG_HTML);
  uint32_t head = html ? find_child(writer->tree, html, PITH_TAG_HEAD) : 0;
  pith__buffer_append(writer->out, start, sizeof start - 1);
  if (html)
    pith__safe_start_tag(writer, html, &root, -1);
  else
    pith__buffer_append(writer->out, "<html>", 6);
  pith__buffer_append(writer->out, charset, sizeof charset - 1);
  if (head)
    write_metadata(writer, head);
  pith__buffer_append(writer->out, "</head>\n<body>", 14);
}
