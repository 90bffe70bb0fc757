/*
 * See auto_hidden.h. Only the nearest hidden element around a block is looked
 * at, and of that no more than its first attributes: work is linear in the
 * blocks.
 */
#include "method/auto/auto_hidden.h"

#include "base/slice.h"

/* Words that a page shows and keeps, which make it a page of its own; and one
 * part of how many of all that is kept. */
enum { SHOWN_LEAST = 30, SHOWN_PART = 5 };

/* Of an element: attributes, and bytes of a name, that are looked at. */
enum { ATTRIBUTES_MOST = 32, NAME_MOST = 120 };

/* Parts of classes and ids of what opens and closes; and of formulas that
 * MediaWiki hides because it shows a picture of each. */
static const char *const folding_names[] = {
    "accord", "collaps", "expand", "toggle", "faq",  "answer", "panel",
    "tab-",   "tabs",    "tab_",   "-tab",   "_tab", "more",   "mwe-math"};

static bool
is_folding_name(pith_slice value)
{
  if (value.len > NAME_MOST)
    value.len = NAME_MOST;
  for (size_t i = 0; i < sizeof folding_names / sizeof folding_names[0]; i++) {
    pith_slice part = pith__slice_of(folding_names[i]);
    for (size_t at = 0; at + part.len <= value.len; at++)
      if (pith__slice_equal_folded(pith__slice(value.data + at, part.len),
                                   part))
        return true;
  }
  return false;
}

/* An id S:1 is a part that React sends late, for a script to put in its
 * place. */
static bool
says_folding(const pith_store *store, const pith_attr *attr)
{
  pith_slice name = pith__attr_name(store, attr);
  pith_slice value = pith__attr_value(store, attr);
  if (pith__slice_equal(name, pith__slice("role", 4)))
    return pith__slice_equal_folded(value, pith__slice("tabpanel", 8));
  if (pith__slice_equal(name, pith__slice("aria-labelledby", 15)))
    return true;
  if (pith__slice_equal(name, pith__slice("id", 2)))
    return is_folding_name(value) ||
           pith__slice_has_at(value, 0, pith__slice("S:", 2));
  return pith__slice_equal(name, pith__slice("class", 5)) &&
         is_folding_name(value);
}

static bool
is_folding(const pith_tree *tree, uint32_t n)
{
  const pith_tree_node *node = &tree->nodes[n];
  for (uint32_t i = 0; i < node->attributes && i < ATTRIBUTES_MOST; i++)
    if (says_folding(&tree->store, &tree->store.attrs[node->data + i]))
      return true;
  return false;
}

/* Whether a block is in something hidden that nothing unfolds. */
static bool
is_never_shown(const pith_block_context *context, uint32_t i)
{
  const pith_list_box *boxes = context->list->boxes;
  const pith_list_box *box = &boxes[context->list->blocks[i].box];
  if (box->near[PITH_NEAR_HIDDEN] == 0)
    return false;
  while (box->near[PITH_NEAR_HIDDEN] != 1)
    box = &boxes[box->parent];
  return !is_folding(context->tree, box->node);
}

void
pith__auto_drop_hidden(const pith_block_context *context,
                       pith_auto_choice *choice)
{
  const pith_block_list *list = context->list;
  uint32_t hidden = 0;
  for (uint32_t i = 0; i < list->count; i++)
    if (choice->kept[i] && is_never_shown(context, i))
      hidden += list->blocks[i].tally.words;
  uint32_t shown = choice->words_kept - hidden;
  if (hidden == 0 || shown < SHOWN_LEAST ||
      shown < choice->words_kept / SHOWN_PART)
    return;
  for (uint32_t i = 0; i < list->count; i++)
    if (choice->kept[i] && is_never_shown(context, i))
      choice->kept[i] = false;
  choice->words_kept -= hidden;
}
