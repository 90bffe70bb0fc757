/*
 * See box_near.h. Distances are those of the box above plus one:
 *
 *     <article><div><p>     article 3, paragraph 1
 *
 * They stop growing at FAR_MOST, so that they fit a byte, which is a column of
 * the method auto as it is. Tag and role set the same kinds; an element can be
 * several at once.
 */
#include "page/blocks/box_near.h"

#include "base/slice.h"
#include "page/element/aria_role.h"

#include <string.h>

enum { FAR_MOST = 250 };

/* By tag, the kind plus one; 0: of no kind. */
static const uint8_t kind_of_tag[PITH_TAG_COUNT] = {
    [PITH_TAG_A] = PITH_NEAR_LINK + 1,
    [PITH_TAG_ARTICLE] = PITH_NEAR_ARTICLE + 1,
    [PITH_TAG_ASIDE] = PITH_NEAR_ASIDE + 1,
    [PITH_TAG_BLOCKQUOTE] = PITH_NEAR_QUOTE + 1,
    [PITH_TAG_BUTTON] = PITH_NEAR_BUTTON + 1,
    [PITH_TAG_DETAILS] = PITH_NEAR_DETAILS + 1,
    [PITH_TAG_DIALOG] = PITH_NEAR_DIALOG + 1,
    [PITH_TAG_DL] = PITH_NEAR_DEFINITIONS + 1,
    [PITH_TAG_FIGURE] = PITH_NEAR_FIGURE + 1,
    [PITH_TAG_FOOTER] = PITH_NEAR_FOOTER + 1,
    [PITH_TAG_FORM] = PITH_NEAR_FORM + 1,
    [PITH_TAG_H1] = PITH_NEAR_HEADING + 1,
    [PITH_TAG_H2] = PITH_NEAR_HEADING + 1,
    [PITH_TAG_H3] = PITH_NEAR_HEADING + 1,
    [PITH_TAG_H4] = PITH_NEAR_HEADING + 1,
    [PITH_TAG_H5] = PITH_NEAR_HEADING + 1,
    [PITH_TAG_H6] = PITH_NEAR_HEADING + 1,
    [PITH_TAG_HEADER] = PITH_NEAR_HEADER + 1,
    [PITH_TAG_LI] = PITH_NEAR_ITEM + 1,
    [PITH_TAG_MAIN] = PITH_NEAR_MAIN + 1,
    [PITH_TAG_MENU] = PITH_NEAR_LIST + 1,
    [PITH_TAG_NAV] = PITH_NEAR_NAV + 1,
    [PITH_TAG_NOSCRIPT] = PITH_NEAR_NOSCRIPT + 1,
    [PITH_TAG_OL] = PITH_NEAR_LIST + 1,
    [PITH_TAG_P] = PITH_NEAR_PARAGRAPH + 1,
    [PITH_TAG_PRE] = PITH_NEAR_PRE + 1,
    [PITH_TAG_SECTION] = PITH_NEAR_SECTION + 1,
    [PITH_TAG_TABLE] = PITH_NEAR_TABLE + 1,
    [PITH_TAG_TD] = PITH_NEAR_CELL + 1,
    [PITH_TAG_TH] = PITH_NEAR_CELL + 1,
    [PITH_TAG_UL] = PITH_NEAR_LIST + 1,
};

/* ARIA roles count as the element they stand for. Roles that are not in the
 * table leave the tag's own kind as it is; a role adds to it and never removes.
 */
static void
note_role(pith_slice value, pith_list_box *box)
{
  const pith_aria_role *role = pith__aria_role(value);
  if (role)
    box->near[role->near] = 1;
}

/* Names are compared by length first: reading a name may mean to look it up in
 * the pool. */
static void
note_attribute(const pith_store *store, const pith_attr *attr,
               pith_list_box *box)
{
  if (attr->name_len != 4 && attr->name_len != 9 && attr->name_len != 11)
    return;
  pith_slice name = pith__attr_name(store, attr);
  if (pith__slice_equal(name, pith__slice("role", 4)))
    note_role(pith__attr_value(store, attr), box);
  else if (pith__slice_equal(name, pith__slice("itemscope", 9)))
    box->near[PITH_NEAR_ITEMSCOPE] = 1;
  else if (pith__slice_equal(name, pith__slice("aria-hidden", 11)) &&
           pith__slice_equal_folded(pith__attr_value(store, attr),
                                    pith__slice("true", 4)))
    box->near[PITH_NEAR_ARIA_HIDDEN] = 1;
}

/* A kind that the element has itself is 1, one that nothing around it has is 0.
 * What is above is complete before what is below: boxes come in document order.
 */
void
pith__box_near(const pith_tree *tree, pith_list_box *box,
               const pith_list_box *above, pith_box_signs signs)
{
  const pith_tree_node *node = &tree->nodes[box->node];
  memset(box->near, 0, sizeof box->near);
  box->depth = 0;
  if (above) {
    for (int i = 0; i < PITH_NEAR_COUNT; i++)
      box->near[i] = (uint8_t)(above->near[i] + (above->near[i] > 0 &&
                                                 above->near[i] < FAR_MOST));
    box->depth = (uint16_t)(above->depth + 1);
  }
  if (kind_of_tag[box->tag] > 0)
    box->near[kind_of_tag[box->tag] - 1] = 1;
  if (signs.comments)
    box->near[PITH_NEAR_COMMENTS] = 1;
  if (signs.fixed)
    box->near[PITH_NEAR_FIXED] = 1;
  if (signs.hidden)
    box->near[PITH_NEAR_HIDDEN] = 1;
  for (uint32_t i = 0; i < node->attributes; i++)
    note_attribute(&tree->store, &tree->store.attrs[node->data + i], box);
}
