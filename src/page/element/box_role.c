/*
 * See box_role.h. The words of names are read by role_name.h, once for all
 * elements that have the same.
 */
#include "page/element/box_role.h"

#include "base/slice.h"
#include "page/element/aria_role.h"

/* Roles that tags have by the HTML standard. */
static uint32_t
role_of_tag(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_NAV:
  case PITH_TAG_MENU:
    return PITH_ROLE_NAVIGATION;
  case PITH_TAG_FOOTER:
    return PITH_ROLE_FOOTER;
  case PITH_TAG_ASIDE:
    return PITH_ROLE_ASIDE;
  case PITH_TAG_DIALOG:
    return PITH_ROLE_NOTICE;
  case PITH_TAG_HEADER:
    return PITH_ROLE_HEADER;
  case PITH_TAG_FORM:
  case PITH_TAG_FIELDSET:
    return PITH_ROLE_FORM;
  case PITH_TAG_ARTICLE:
  case PITH_TAG_MAIN:
    return PITH_ROLE_ARTICLE;
  case PITH_TAG_UL:
  case PITH_TAG_OL:
  case PITH_TAG_DL:
    return PITH_ROLE_LIST;
  case PITH_TAG_TABLE:
    return PITH_ROLE_TABLE;
  case PITH_TAG_PRE:
  case PITH_TAG_XMP:
  case PITH_TAG_LISTING:
    return PITH_ROLE_CODE;
  case PITH_TAG_H1:
  case PITH_TAG_H2:
  case PITH_TAG_H3:
  case PITH_TAG_H4:
  case PITH_TAG_H5:
  case PITH_TAG_H6:
    return PITH_ROLE_HEADING;
  default:
    return 0;
  }
}

/* Where a memo keeps names, of two letters or more: by how long they are, and
 * their two ends. */
static uint32_t
memo_place(pith_slice value)
{
  uint32_t head, tail;
  if (value.len >= sizeof head) {
    memcpy(&head, value.data, sizeof head);
    memcpy(&tail, value.data + value.len - sizeof tail, sizeof tail);
  } else {
    head = (unsigned char)value.data[0];
    tail = (unsigned char)value.data[value.len - 1];
  }
  return (head * 0x9E3779B1u ^ tail * 0x85EBCA6Bu ^
          (uint32_t)value.len * 0xC2B2AE35u) >>
         24;
}

/* The place in the memo holds the last value that came there; a page has few
 * enough for that. */
static uint32_t
remember_role(pith_role_memo *memo, const pith_store *store, pith_slice value)
{
  if (value.len < 2)
    return 0; /* words of one letter mean nothing */
  uint32_t place = memo_place(value);
  if (!pith__slice_equal(memo->seen[place].names, value)) {
    memo->seen[place].names = value;
    memo->seen[place].role = pith__role_of_names(
        &memo->words, value, pith__store_room(store, value));
  }
  return memo->seen[place].role;
}

/* An explicit role adds to that of the tag, it does not replace it. */
static uint32_t
role_of_landmark(pith_slice value)
{
  const pith_aria_role *role = pith__aria_role(value);
  return role ? role->role : 0;
}

void
pith__role_memo_init(pith_role_memo *memo)
{
  memset(memo, 0, sizeof *memo);
  pith__role_words_init(&memo->words);
  memo->names = pith__attr_hash(pith__slice_of("class"));
  memo->name = pith__attr_hash(pith__slice_of("id"));
  memo->landmark = pith__attr_hash(pith__slice_of("role"));
}

void
pith__role_memo_clear(pith_role_memo *memo)
{
  memset(memo->seen, 0, sizeof memo->seen);
}

/* html and body have no role whatever they are called: <body class=sidebar> is
 * about the layout. Attributes are found by their short hash, and compared by
 * name because two names may share one. */
uint32_t
pith__box_role(pith_role_memo *memo, const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *element = &tree->nodes[node];
  if (element->space != PITH_NAMESPACE_HTML)
    return 0;
  pith_tag tag = (pith_tag)element->tag;
  uint32_t role = role_of_tag(tag);
  if (tag == PITH_TAG_HTML || tag == PITH_TAG_BODY)
    return 0;
  for (uint32_t i = 0; i < element->attributes; i++) {
    const pith_attr *attr = &tree->store.attrs[element->data + i];
    if (attr->hash != memo->names && attr->hash != memo->name &&
        attr->hash != memo->landmark)
      continue;
    pith_slice name = pith__attr_name(&tree->store, attr);
    if (pith__slice_equal(name, pith__slice_of("class")) ||
        pith__slice_equal(name, pith__slice_of("id")))
      role |= remember_role(memo, &tree->store,
                            pith__attr_value(&tree->store, attr));
    else if (pith__slice_equal(name, pith__slice_of("role")))
      role |= role_of_landmark(pith__attr_value(&tree->store, attr));
  }
  return role;
}
