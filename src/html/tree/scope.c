/*
 * Questions about the open elements (WHATWG HTML, "The stack of open
 * elements", "has a particular element in scope"; "The insertion mode",
 * "reset the insertion mode appropriately").
 *
 * Every walk is charged to the budget of steps: a page may nest 500 elements
 * and then look them up at each of a million tags.
 */
#include "html/tree/open_elements.h"

#include "html/tree/template_modes.h"

/* HTML, "has an element in the specific scope". `ends` are the bits of the
 * elements that end the scope; 0: the whole stack. */
uint32_t
pith__open_find(pith_builder *b, pith_tag tag, uint32_t ends)
{
  uint32_t index = b->open_count;
  while (index-- > 0) {
    const pith_open *entry = &b->open[index];
    if (entry->tag == tag)
      break;
    if (entry->bits & ends) {
      index = PITH_OPEN_NONE;
      break;
    }
  }
  b->steps -= b->open_count - (index == PITH_OPEN_NONE ? 0 : index);
  return index;
}

uint32_t
pith__open_index(pith_builder *b, uint32_t node)
{
  uint32_t index = b->open_count;
  while (index-- > 0)
    if (b->open[index].node == node)
      break;
  b->steps -= b->open_count - (index == PITH_OPEN_NONE ? 0 : index);
  return index;
}

/* Unknown names are compared by hash first, then by bytes. */
bool
pith__open_is_named(const pith_builder *b, const pith_open *entry)
{
  const pith_token *token = &b->token;
  if (entry->space != PITH_NAMESPACE_HTML || entry->tag != token->tag)
    return false;
  if (entry->tag != PITH_TAG_UNKNOWN)
    return true;
  return entry->name_hash == token->name_hash &&
         pith__slice_equal(pith__tree_name(b->tree, entry->node), token->name);
}

/* The mode an open element stands for; PITH_MODE_COUNT: look further out. */
static pith_mode
mode_of(const pith_builder *b, pith_tag tag, bool last)
{
  switch (tag) {
  case PITH_TAG_TD:
  case PITH_TAG_TH:
    return last ? PITH_MODE_IN_BODY : PITH_MODE_IN_CELL;
  case PITH_TAG_TR:
    return PITH_MODE_IN_ROW;
  case PITH_TAG_TBODY:
  case PITH_TAG_THEAD:
  case PITH_TAG_TFOOT:
    return PITH_MODE_IN_TABLE_BODY;
  case PITH_TAG_CAPTION:
    return PITH_MODE_IN_CAPTION;
  case PITH_TAG_COLGROUP:
    return PITH_MODE_IN_COLUMN_GROUP;
  case PITH_TAG_TABLE:
    return PITH_MODE_IN_TABLE;
  case PITH_TAG_TEMPLATE:
    return pith__template_mode(b);
  case PITH_TAG_HEAD:
    return last ? PITH_MODE_IN_BODY : PITH_MODE_IN_HEAD;
  case PITH_TAG_BODY:
    return PITH_MODE_IN_BODY;
  case PITH_TAG_FRAMESET:
    return PITH_MODE_IN_FRAMESET;
  case PITH_TAG_HTML:
    return b->head == PITH_NODE_NONE ? PITH_MODE_BEFORE_HEAD
                                     : PITH_MODE_AFTER_HEAD;
  default:
    return last ? PITH_MODE_IN_BODY : PITH_MODE_COUNT;
  }
}

/* HTML, "reset the insertion mode appropriately". */
void
pith__reset_mode(pith_builder *b)
{
  pith_mode mode = PITH_MODE_COUNT;
  for (uint32_t i = b->open_count; i-- > 0 && mode == PITH_MODE_COUNT;) {
    bool last = i == 0;
    const pith_open *entry = last && b->fragment ? &b->context : &b->open[i];
    mode = mode_of(b, (pith_tag)entry->tag, last);
    b->steps--;
  }
  b->mode = mode;
}
