/*
 * Popping: one by one, down to an entry, out of the middle, by implication,
 * because of the depth limit, and all at the end (WHATWG HTML, "The stack of
 * open elements", "Closing elements that have implied end tags"). Questions
 * are in scope.c.
 */
#include "html/tree/open_elements.h"

#include "html/tree/formatting.h"
#include "html/tree/selected_content.h"
#include "html/tree/template_modes.h"

#include <string.h>

bool
pith__open_reserve(pith_builder *b)
{
  if (!PITH_GROW(b->tree->memory, b->open, b->open_capacity, b->open_count + 1,
                 UINT32_MAX)) {
    pith__builder_fail(b);
    return false;
  }
  return true;
}

/* The contents of a template end where it ends. */
static void
close_contents(pith_builder *b, uint32_t template)
{
  const pith_tree_node *element = &b->nodes[template];
  pith_tree_node *contents = &b->nodes[template + 1];
  if (template + 1 >= b->count)
    return;
  contents->close_from = element->close_from;
  contents->close_to = element->close_from;
  if (!b->linked)
    contents->end = b->count;
}

/* What few elements need when they close. */
void
pith__open_closed_late(pith_builder *b, const pith_open *entry)
{
  if (entry->bits & PITH_OPEN_FOREIGN)
    b->foreign_open--;
  else if (entry->tag == PITH_TAG_TEMPLATE)
    close_contents(b, entry->node);
  else if (b->shown.select != PITH_NODE_NONE)
    pith__selected_content_update(b, entry->node);
}

/* An element that its own end tag closes ends behind that tag, others before
 * the token. */
void
pith__pop_through(pith_builder *b, uint32_t index)
{
  while (b->open_count > index + 1)
    pith__pop(b);
  if (b->open_count != index + 1)
    return;
  if (b->token.kind == PITH_TOKEN_END_TAG &&
      pith__open_is_named(b, pith__current(b)))
    pith__pop_by_end_tag(b);
  else
    pith__pop(b);
}

/* The count of open elements of a tag saves the walk when there is none. */
void
pith__pop_until(pith_builder *b, pith_tag tag)
{
  if (!pith__has_open(b, tag))
    return;
  uint32_t index = pith__open_find(b, tag, 0);
  if (index != PITH_OPEN_NONE)
    pith__pop_through(b, index);
}

static bool
is_table_body(pith_tag tag)
{
  return tag == PITH_TAG_TBODY || tag == PITH_TAG_TFOOT ||
         tag == PITH_TAG_THEAD;
}

/* HTML, "clear the stack back to a table context", and the same for a table
 * body and a row. */
void
pith__pop_to_context(pith_builder *b, pith_tag tag)
{
  for (;;) {
    pith_tag current = (pith_tag)pith__current(b)->tag;
    if (current == PITH_TAG_TEMPLATE || current == PITH_TAG_TABLE ||
        b->open_count == 1)
      return;
    if (tag == PITH_TAG_UNKNOWN ? is_table_body(current) : current == tag)
      return;
    pith__pop(b);
    b->steps--;
  }
}

/* Take an entry out of the middle: what is inside stays open. */
void
pith__open_take(pith_builder *b, uint32_t index, uint32_t close_to)
{
  const pith_open *entry = &b->open[index];
  pith_tree_node *node = &b->nodes[entry->node];
  node->close_from = b->token.from;
  node->close_to = close_to;
  b->tags_open[entry->tag]--;
  if (entry->bits & PITH_OPEN_FOREIGN)
    b->foreign_open--;
  memmove(&b->open[index], &b->open[index + 1],
          (b->open_count - index - 1) * sizeof *b->open);
  b->steps -= b->open_count - index;
  b->open_count--;
  b->widen = true; /* what is still open inside will end after it */
}

void
pith__open_remove(pith_builder *b, uint32_t index)
{
  bool by_end_tag = b->token.kind == PITH_TOKEN_END_TAG &&
                    pith__open_is_named(b, &b->open[index]);
  if (index + 1 == b->open_count)
    pith__pop_through(b, index);
  else
    pith__open_take(b, index, by_end_tag ? b->token.to : b->token.from);
}

/* HTML, "generate implied end tags". */
void
pith__imply_end_tags(pith_builder *b, pith_tag except)
{
  for (;;) {
    const pith_open *current = pith__current(b);
    if (!(current->bits & PITH_PROPERTY_IMPLIED_END) || current->tag == except)
      return;
    pith__pop(b);
    b->steps--;
  }
}

void
pith__imply_end_tags_thoroughly(pith_builder *b)
{
  while (pith__current(b)->bits & PITH_PROPERTY_THOROUGH_END) {
    pith__pop(b);
    b->steps--;
  }
}

/* HTML, "close a p element". */
void
pith__close_p_slow(pith_builder *b)
{
  uint32_t index = pith__open_find(b, PITH_TAG_P, PITH_IN_BUTTON_SCOPE);
  if (index != PITH_OPEN_NONE)
    pith__pop_through(b, index);
}

/* The limit pops an element no rule would have popped, so what belongs to it
 * goes as well: formatting elements inside of it, its template mode, and,
 * after the token, the insertion mode it stands for. */
void
pith__open_make_room(pith_builder *b)
{
  pith_open entry = *pith__current(b);
  b->tree->limits_hit |= PITH_LIMIT_DEPTH;
  pith__pop(b);
  if (entry.bits & PITH_PROPERTY_MARKER)
    pith__formatting_clear(b);
  if (entry.tag == PITH_TAG_TEMPLATE)
    pith__template_mode_pop(b);
  if (entry.bits & PITH_PROPERTY_STRUCTURE)
    b->attention |= PITH_RESET_MODE;
}

/* Pop an element that is open at the end. */
static void
close_last(pith_builder *b, uint32_t at)
{
  const pith_open *entry = pith__current(b);
  const pith_tree_node *node = &b->nodes[entry->node];
  uint32_t sealed_end = b->sealed && !b->linked ? node->end : 0;
  if (b->body_ended && entry->tag == PITH_TAG_BODY)
    pith__pop_at(b, node->close_from, node->close_to);
  else
    pith__pop_at(b, at, at);
  if (sealed_end != 0)
    b->nodes[b->open[b->open_count].node].end = sealed_end;
}

/* What is open inside an element that has ended, ended there at the latest. */
static uint32_t
end_of_contents(const pith_builder *b, uint32_t at)
{
  if (b->body_ended && b->open_count > 1)
    return b->nodes[b->open[1].node].close_from;
  return b->html_ended ? b->nodes[b->open[0].node].close_from : at;
}

/* Elements inside the body end with it, if `</body>` was seen. */
void
pith__open_close_all(pith_builder *b, uint32_t at)
{
  uint32_t inside = end_of_contents(b, at);
  while (b->open_count > 1)
    close_last(b, inside);
  pith_tree_node *root = &b->nodes[b->open[0].node];
  if (!b->html_ended && root->kind == PITH_NODE_ELEMENT) {
    root->close_from = at;
    root->close_to = at;
  }
  if (!b->linked && root->end == 0)
    root->end = b->count;
  b->open_count = 0;
}
