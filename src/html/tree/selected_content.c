/*
 * See selected_content.h. One select is watched at a time, the last that has
 * a selectedcontent: selects do not nest, but for hostile pages, and there
 * the standard shows nothing anyway.
 *
 * An option is the selected one when it is marked so, the last one that is;
 * or, if none is, when it is the first that is not disabled.
 */
#include "html/tree/selected_content.h"

#include "base/slice.h"
#include "html/tree/insert.h"

static bool
is_html(const pith_tree_node *node, pith_tag tag)
{
  return node->kind == PITH_NODE_ELEMENT && node->tag == tag &&
         node->space == PITH_NAMESPACE_HTML;
}

static const pith_attr *
find_attribute(const pith_builder *b, uint32_t node, const char *name)
{
  const pith_tree_node *element = &b->nodes[node];
  return pith__attr_find(&b->tree->store, element->data, element->attributes,
                         pith__slice_of(name));
}

/* HTML, "option element nearest ancestor select", or PITH_NODE_NONE. */
static uint32_t
select_of_option(pith_builder *b, uint32_t option)
{
  bool in_group = false;
  uint32_t node = b->nodes[option].parent;
  for (; node != PITH_NODE_NONE; node = b->nodes[node].parent) {
    const pith_tree_node *element = &b->nodes[node];
    b->steps--;
    if (is_html(element, PITH_TAG_SELECT))
      return node;
    if (is_html(element, PITH_TAG_DATALIST) || is_html(element, PITH_TAG_HR) ||
        is_html(element, PITH_TAG_OPTION))
      return PITH_NODE_NONE;
    bool is_group = is_html(element, PITH_TAG_OPTGROUP);
    if (is_group && in_group)
      return PITH_NODE_NONE;
    in_group = in_group || is_group;
  }
  return PITH_NODE_NONE;
}

/* The select a selectedcontent belongs to; none inside an option, another
 * selectedcontent, or two selects. */
static uint32_t
select_of_content(pith_builder *b, uint32_t content)
{
  uint32_t select = PITH_NODE_NONE;
  uint32_t node = b->nodes[content].parent;
  for (; node != PITH_NODE_NONE; node = b->nodes[node].parent) {
    const pith_tree_node *element = &b->nodes[node];
    bool is_select = is_html(element, PITH_TAG_SELECT);
    b->steps--;
    if ((is_select && select != PITH_NODE_NONE) ||
        is_html(element, PITH_TAG_OPTION) ||
        is_html(element, PITH_TAG_SELECTEDCONTENT))
      return PITH_NODE_NONE;
    if (is_select)
      select = node;
  }
  return select;
}

/* HTML, "concept-option-disabled". */
static bool
is_disabled(const pith_builder *b, uint32_t option)
{
  uint32_t parent = b->nodes[option].parent;
  return find_attribute(b, option, "disabled") != NULL ||
         (is_html(&b->nodes[parent], PITH_TAG_OPTGROUP) &&
          find_attribute(b, parent, "disabled") != NULL);
}

/* Whether the select shows one line, so that something is always selected. */
static bool
is_drop_down(const pith_builder *b)
{
  const pith_attr *size = find_attribute(b, b->shown.select, "size");
  if (!size)
    return true;
  pith_slice value = pith__attr_value(&b->tree->store, size);
  return value.len == 1 && (value.data[0] == '0' || value.data[0] == '1');
}

/* Whether a closed option becomes the selected one. */
static bool
is_selected(pith_builder *b, uint32_t option)
{
  if (find_attribute(b, option, "selected")) {
    b->shown.by_attribute = true;
    return true;
  }
  if (b->shown.by_attribute || b->shown.has_default || is_disabled(b, option) ||
      !is_drop_down(b))
    return false;
  b->shown.has_default = true;
  return true;
}

/* The selected one of the options that were there first. */
static uint32_t
find_selected(pith_builder *b)
{
  uint32_t selected = PITH_NODE_NONE;
  for (uint32_t i = b->shown.select + 1; i < b->count; i++) {
    b->steps--;
    if (is_html(&b->nodes[i], PITH_TAG_OPTION) &&
        select_of_option(b, i) == b->shown.select && is_selected(b, i))
      selected = i;
  }
  return selected;
}

/* Options that came before are looked through once. */
void
pith__selected_content_opened(pith_builder *b, uint32_t node)
{
  uint32_t select = b->stop ? PITH_NODE_NONE : select_of_content(b, node);
  if (select == PITH_NODE_NONE || select == b->shown.select ||
      find_attribute(b, select, "multiple"))
    return;
  b->shown.select = select;
  b->shown.content = node;
  b->shown.by_attribute = false;
  b->shown.has_default = false;
  uint32_t option = find_selected(b);
  if (option != PITH_NODE_NONE)
    pith__copy_children(b, option, node);
}

void
pith__selected_content_update(pith_builder *b, uint32_t option)
{
  if (b->stop || select_of_option(b, option) != b->shown.select ||
      !is_selected(b, option))
    return;
  pith__copy_children(b, option, b->shown.content);
}
