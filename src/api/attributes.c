/*
 * Attributes and doctypes of a finished tree (pith.h, section 6).
 *
 * What surprises: an attribute is stored once, in lower case, as the tokenizer
 * read it. Inside `svg` and `math` the standard gives some of them another
 * spelling or a prefix ("Creating and inserting nodes", adjust foreign
 * attributes); that is done here, at the moment of asking, because hardly
 * anybody asks.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "html/tree/foreign.h"

/* NULL for a number that the page does not have and for a node of another kind:
 * only elements have attributes. */
static const pith_tree_node *
find_element(const pith_page *page, pith_node node)
{
  const pith_tree *tree = &page->work->tree;
  if (node >= tree->count || tree->nodes[node].kind != PITH_NODE_ELEMENT)
    return NULL;
  return &tree->nodes[node];
}

/* The slices are lent by the store of the tree; the spans are computed for each
 * call, since the store keeps offsets of the text and not of the bytes. */
pith_attribute
pith__attribute_view(pith_workspace *work, const pith_attr *attr)
{
  pith_attribute out = {{"", 0}, {"", 0}, {"", 0}, {0, 0}, {0, 0}};
  const pith_store *store = &work->tree.store;
  if (!attr)
    return out;
  pith_span name = pith__attr_name_span(store, attr);
  pith_span value = pith__attr_value_span(store, attr);
  out.name = pith__attr_name(store, attr);
  out.value = pith__attr_value(store, attr);
  out.name_span = pith__map_span(work, name.from, name.to);
  out.value_span = pith__map_span(work, value.from, value.to);
  return out;
}

uint32_t
pith_node_attribute_count(const pith_page *page, pith_node node)
{
  const pith_tree_node *element = find_element(page, node);
  return element ? element->attributes : 0;
}

/* Attributes of an element lie side by side, from `data` on; of two with one
 * name the tokenizer has kept the first. */
pith_attribute
pith_node_attribute(const pith_page *page, pith_node node, uint32_t index)
{
  const pith_tree_node *element = find_element(page, node);
  const pith_attr *attrs = page->work->tree.store.attrs;
  bool has = element && index < element->attributes;
  pith_attribute out = pith__attribute_view(
      page->work, has ? &attrs[element->data + index] : NULL);
  if (has && element->space != PITH_NAMESPACE_HTML)
    pith__foreign_attribute((pith_namespace)element->space, &out.prefix,
                            &out.name);
  return out;
}

/* By the stored name, which is lower case in every namespace: "viewbox" finds
 * what pith_node_attribute() calls "viewBox". */
bool
pith_node_attribute_find(const pith_page *page, pith_node node,
                         const char *name, pith_slice *value)
{
  const pith_tree_node *element = find_element(page, node);
  *value = pith__slice("", 0);
  if (!element)
    return false;
  const pith_store *store = &page->work->tree.store;
  const pith_attr *attr = pith__attr_find(
      store, element->data, element->attributes, pith__slice_of(name));
  if (!attr)
    return false;
  *value = pith__attr_value(store, attr);
  return true;
}

/* A tree has one doctype at most (HTML, "the initial insertion mode"), so its
 * parts are kept with the tree. A part that is missing and one that is empty
 * differ only in their flag. */
pith_doctype
pith_node_doctype(const pith_page *page, pith_node node)
{
  pith_doctype out = {{"", 0}, {"", 0}, {"", 0}, false, false, false, false};
  const pith_tree *tree = &page->work->tree;
  if (node >= tree->count || tree->nodes[node].kind != PITH_NODE_DOCTYPE)
    return out;
  pith_slice *parts[3] = {&out.name, &out.public_id, &out.system_id};
  for (int i = 0; i < 3; i++)
    if (tree->doctype_has[i])
      *parts[i] = pith__attr_value(&tree->store, &tree->doctype[i]);
  out.has_name = tree->doctype_has[0];
  out.has_public_id = tree->doctype_has[1];
  out.has_system_id = tree->doctype_has[2];
  out.force_quirks = tree->doctype_force_quirks;
  return out;
}
