/*
 * See element_sign.h.
 *
 * An id is taken for elements that lay out a page only: sections and headings
 * often have the id of their text, which would make a sign of its own for
 * every page.
 */
#include "page/element/element_sign.h"

#include "base/hash64.h"
#include "base/slice.h"
#include "page/element/name_hints.h"

#include <string.h>

#define SIGN_SEED 0x7369676Eu /* "sign" */
#define ID_SEED   0x69640000u /* "id" */

/* The attributes that matter, as one pass finds them. */
typedef struct names {
  pith_slice class_value;
  pith_slice id;
  bool href;
} names;

/* The three attributes, by length first: reading a name may mean to look it up
 * in the pool. */
static names
read_names(const pith_tree *tree, const pith_tree_node *node)
{
  names found = {{"", 0}, {"", 0}, false};
  const pith_store *store = &tree->store;
  for (uint32_t i = 0; i < node->attributes; i++) {
    const pith_attr *attr = &store->attrs[node->data + i];
    if (attr->name_len != 5 && attr->name_len != 2 && attr->name_len != 4)
      continue;
    pith_slice name = pith__attr_name(store, attr);
    if (name.len == 5 && memcmp(name.data, "class", 5) == 0)
      found.class_value = pith__attr_value(store, attr);
    else if (name.len == 2 && memcmp(name.data, "id", 2) == 0)
      found.id = pith__attr_value(store, attr);
    else if (name.len == 4)
      found.href |= memcmp(name.data, "href", 4) == 0;
  }
  return found;
}

static bool
id_is_layout(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_ASIDE:
  case PITH_TAG_BODY:
  case PITH_TAG_DIV:
  case PITH_TAG_FOOTER:
  case PITH_TAG_FORM:
  case PITH_TAG_HEADER:
  case PITH_TAG_MAIN:
  case PITH_TAG_NAV:
  case PITH_TAG_OL:
  case PITH_TAG_TABLE:
  case PITH_TAG_TD:
  case PITH_TAG_UL:
    return true;
  default:
    return false;
  }
}

/* Elements that a list of comments is made of. A heading is none: <h2
 * id="Comments"> is the title of a chapter about them as often as of theirs. */
static bool
may_hold_comments(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_ARTICLE:
  case PITH_TAG_ASIDE:
  case PITH_TAG_DD:
  case PITH_TAG_DIV:
  case PITH_TAG_DL:
  case PITH_TAG_FOOTER:
  case PITH_TAG_FORM:
  case PITH_TAG_HEADER:
  case PITH_TAG_LI:
  case PITH_TAG_OL:
  case PITH_TAG_SECTION:
  case PITH_TAG_TABLE:
  case PITH_TAG_TBODY:
  case PITH_TAG_TD:
  case PITH_TAG_TR:
  case PITH_TAG_UL:
    return true;
  default:
    return false;
  }
}

/* The hash of the tag is mixed with that of the class, so li.menu and ul.menu
 * differ. Hints of class and id are joined: either may name comments. */
pith_element_sign
pith__element_sign(pith_class_memo *memo, const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *at = &tree->nodes[node];
  pith_tag tag =
      at->space == PITH_NAMESPACE_HTML ? (pith_tag)at->tag : PITH_TAG_UNKNOWN;
  pith_slice name = pith__tree_name(tree, node);
  pith_element_sign sign = {.hash =
                                pith__hash64(name.data, name.len, SIGN_SEED)};
  if (at->attributes == 0)
    return sign;
  names found = read_names(tree, at);
  const pith_class *class = pith__class_look(memo, found.class_value);
  if (class->some)
    sign.hash = pith__hash64_pair(sign.hash, class->first);
  else if (found.id.len > 0 && id_is_layout(tag))
    sign.hash =
        pith__hash64_pair(sign.hash, pith__name_folded(found.id, ID_SEED));
  pith_name_hints id = pith__name_hints(found.id);
  sign.link = found.href && tag == PITH_TAG_A;
  sign.title = class->hints.title || id.title;
  sign.comments =
      may_hold_comments(tag) && (class->hints.comments || id.comments);
  return sign;
}
