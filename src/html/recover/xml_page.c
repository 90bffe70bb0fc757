/*
 * Did an XML serialiser write this page? HTML ignores the slash of `<div/>`;
 * XML closes the element. On a page that means the second, the first makes
 * every empty link and box swallow what follows it.
 *
 *     <br/> <img ... />      all void elements, none without the slash
 *     <a name="x"/> <div/>   some other element, at least one
 *     <div></div>            never: the serialiser would have shortened it
 *
 * Authors who write `<br />` by habit also write `<script src=x></script>`,
 * so nearly every page is decided in its head.
 */
#include "html/recover/recover_parts.h"

#include "base/slice.h"

/* In `src=a/` the slash belongs to the value. */
bool
pith__closes_itself(pith_slice text, pith_span tag)
{
  if (tag.to - tag.from < 4 || text.data[tag.to - 2] != '/')
    return false;
  uint32_t last = tag.to - 3;
  char before = text.data[last];
  if (pith__is_space(before) || before == '"' || before == '\'')
    return true;
  for (uint32_t at = last; at > tag.from; at--) {
    if (pith__is_space(text.data[at]))
      return true;
    if (text.data[at] == '=')
      return false;
  }
  return true;
}

/* What a start tag says. */
typedef enum sign { SIGN_NONE, SIGN_XML, SIGN_HTML } sign;

static sign
read_sign(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *node = &tree->nodes[n];
  pith_slice text = {tree->store.text, tree->store.text_len};
  if (node->open_to == node->from)
    return SIGN_NONE;
  pith_span tag = {node->from, node->open_to};
  bool closes = pith__closes_itself(text, tag);
  if (pith__tag_properties[node->tag] & PITH_PROPERTY_VOID)
    return closes ? SIGN_NONE : SIGN_HTML;
  if (closes)
    return SIGN_XML;
  bool empty_pair =
      node->close_from == node->open_to && node->close_to > node->close_from;
  return empty_pair ? SIGN_HTML : SIGN_NONE;
}

bool
pith__is_xml_page(const pith_tree *tree)
{
  bool found = false;
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind != PITH_NODE_ELEMENT || node->space != PITH_NAMESPACE_HTML)
      continue;
    sign read = read_sign(tree, n);
    if (read == SIGN_HTML)
      return false;
    found |= read == SIGN_XML;
  }
  return found;
}
