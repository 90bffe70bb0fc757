/*
 * What must hold for safe HTML (docs/formats/html.md), told from the output
 * alone: it is UTF-8 and says so, and parsed with scripting off and on it has
 * no comment, no foreign element, and only elements, attributes and addresses
 * of the lists below. They are lists of their own: a mistake in the renderer's
 * must not be made here, too.
 */
#ifndef PITH_TESTS_GOLDEN_SAFE_ORACLE_H
#define PITH_TESTS_GOLDEN_SAFE_ORACLE_H

#include "base/slice.h"
#include "decode/decode.h"
#include "html/tree/tree.h"

static const char safe_elements[] =
    " html head meta title link body a abbr address article aside audio b bdi "
    "bdo blockquote br caption center cite code dd del details dfn div dl dt "
    "em "
    "fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i "
    "img "
    "ins kbd li main mark menu nav ol p pre q rp rt ruby s samp search section "
    "small span strong sub summary sup table tbody td tfoot th thead time tr u "
    "ul var video wbr ";

static const char safe_attributes[] =
    " lang dir title id alt width height colspan rowspan scope start reversed "
    "type datetime open class href src controls value charset name property "
    "content rel ";

/* Whether a name is a word of a list. */
static bool
safe_lists(const char *list, pith_slice name)
{
  char word[32];
  if (name.len + 3 > sizeof word)
    return false;
  word[0] = ' ';
  memcpy(word + 1, name.data, name.len);
  memcpy(word + 1 + name.len, " ", 2);
  return strstr(list, word) != NULL;
}

/* Whether a browser would follow it to nothing but a page or an image: the
 * scheme is found as the URL standard does, without controls and blanks. */
static bool
safe_leads(pith_slice address)
{
  static const char *const schemes[] = {"http", "https", "mailto", "tel"};
  char scheme[16] = "";
  size_t len = 0, i = 0;
  for (; i < address.len && address.data[i] != ':'; i++) {
    char c = pith__lower(address.data[i]);
    if (strchr("/?#", c) && c)
      return true;
    if ((unsigned char)c > ' ' && len + 1 < sizeof scheme)
      scheme[len++] = c;
  }
  for (size_t k = 0; k < sizeof schemes / sizeof schemes[0]; k++)
    if (strcmp(scheme, schemes[k]) == 0)
      return true;
  return i == address.len;
}

static const char *
safe_attribute_complaint(pith_slice name, pith_slice value)
{
  if (!safe_lists(safe_attributes, name))
    return "an attribute that is not allowed";
  if ((pith__slice_is(name, "href") || pith__slice_is(name, "src")) &&
      !safe_leads(value))
    return "an address that is not allowed";
  if (pith__slice_is(name, "id") && !pith__slice_starts(value, "user-content-"))
    return "an id without its prefix";
  if (pith__slice_is(name, "rel") && !pith__slice_is(value, "canonical"))
    return "a link that may load something";
  return NULL;
}

static const char *
safe_node_complaint(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *node = &tree->nodes[n];
  const char *complaint = NULL;
  if (node->kind == PITH_NODE_COMMENT)
    return "a comment";
  if (node->kind != PITH_NODE_ELEMENT)
    return NULL;
  if (node->space != PITH_NAMESPACE_HTML)
    return "an element that is not of HTML";
  if (!safe_lists(safe_elements, pith__tree_name(tree, n)))
    return "an element that is not allowed";
  for (uint32_t i = 0; i < node->attributes && !complaint; i++) {
    const pith_attr *attr = &tree->store.attrs[node->data + i];
    complaint = safe_attribute_complaint(pith__attr_name(&tree->store, attr),
                                         pith__attr_value(&tree->store, attr));
  }
  return complaint;
}

static const char *
safe_tree_complaint(pith_memory *memory, pith_slice text, bool scripting)
{
  pith_options defaults;
  pith_tree_options how = {.scripting = scripting};
  pith_tree tree;
  const char *complaint = NULL;
  pith_options_default(&defaults);
  how.limits = pith__tree_limits(&defaults);
  pith__tree_init(&tree, memory);
  if (pith__tree_build(&tree, text, &how) != PITH_OK)
    complaint = "no tree";
  for (uint32_t n = 1; !complaint && n < tree.count; n++)
    complaint = safe_node_complaint(&tree, n);
  pith__tree_done(&tree);
  return complaint;
}

/* What is wrong with an output of safe HTML; NULL for nothing. */
static const char *
safe_complaint(pith_slice html)
{
  static const char start[] = "<!DOCTYPE html>\n<html";
  pith_memory memory;
  pith_decoded decoded;
  pith_decode_hints hints = {NULL, NULL, NULL};
  const char *complaint = NULL;
  if (!pith__slice_has_at(html, 0, pith__slice(start, sizeof start - 1)))
    return "no doctype";
  pith__memory_init(&memory, NULL, (size_t)1 << 30);
  pith__decode_init(&decoded, &memory);
  if (pith__decode(&decoded, html, &hints) != PITH_OK ||
      strcmp(pith__encoding_name(decoded.encoding), "utf-8") != 0)
    complaint = "not read as UTF-8";
  for (int scripting = 0; scripting < 2 && !complaint; scripting++)
    complaint = safe_tree_complaint(&memory, decoded.text, scripting);
  pith__decode_done(&decoded);
  return complaint;
}

#endif
