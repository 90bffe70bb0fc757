/*
 * The display class of an element: the table by tag, then the few attributes
 * that change it. Most elements have no such attribute, so all of them are
 * looked for in one pass over the attributes, by length first.
 */
#include "page/element/display.h"

#include "base/slice.h"
#include "page/element/attribute.h"

/* The attributes that matter, as one pass finds them. */
typedef struct looks {
  bool some;    /* there may be one of them */
  bool hidden;  /* `hidden`, unless it can be found by searching */
  bool popover; /* shown by script only */
  bool open;    /* of a dialog */
  pith_slice style;
  pith_slice display; /* its value in the style; empty: none */
  pith_slice visibility;
} looks;

/* CSS and HTML compare these words without regard to case. */
static bool
is(pith_slice text, const char *word)
{
  return pith__slice_equal_folded(text, pith__slice_of(word));
}

/* Whether length and first letter are those of a name we look for. Most names
 * are distinguished by that, and a name is slow to get at. */
static bool
may_matter(const pith_store *store, const pith_attr *attr)
{
  static const char firsts[] = {[4] = 'o', [5] = 's', [6] = 'h', [7] = 'p'};
  if (attr->name_len < 4 || attr->name_len >= sizeof firsts)
    return false;
  return (attr->name & PITH_POOLED) ||
         pith__lower(store->text[attr->name & PITH_TEXT_MOST]) ==
             firsts[attr->name_len];
}

/* The last declaration of either property is the one that counts. */
static void
note_style(pith_slice style, looks *seen)
{
  pith_slice name, value;
  seen->style = style;
  for (size_t at = 0; pith__declaration_next(style, &at, &name, &value);)
    if (is(name, "display"))
      seen->display = pith__declaration_value(value);
    else if (is(name, "visibility"))
      seen->visibility = pith__declaration_value(value);
}

static void
note_attribute(const pith_store *store, const pith_attr *attr, looks *seen)
{
  if (!may_matter(store, attr))
    return;
  seen->some = true;
  pith_slice name = pith__attr_name(store, attr);
  if (is(name, "style"))
    note_style(pith__attr_value(store, attr), seen);
  else if (is(name, "hidden"))
    seen->hidden = !is(pith__attr_value(store, attr), "until-found");
  else if (is(name, "popover"))
    seen->popover = true;
  else if (is(name, "open"))
    seen->open = true;
}

/* Attributes that cannot matter cost one comparison each. */
static looks
read_attributes(const pith_tree *tree, const pith_tree_node *node)
{
  looks seen = {.hidden = false};
  for (uint32_t i = 0; i < node->attributes; i++)
    note_attribute(&tree->store, &tree->store.attrs[node->data + i], &seen);
  return seen;
}

/* The value of `display:`, where that matters to text. */
static pith_display
styled_display(pith_slice value, pith_display display)
{
  if (value.len == 0 || display == PITH_DISPLAY_REPLACED)
    return display;
  if (is(value, "none"))
    return PITH_DISPLAY_NONE;
  if (display == PITH_DISPLAY_INLINE || display == PITH_DISPLAY_INLINE_BLOCK) {
    if (is(value, "block") || is(value, "flex") || is(value, "grid") ||
        is(value, "table") || is(value, "list-item"))
      return PITH_DISPLAY_BLOCK;
    if (is(value, "inline-block") || is(value, "inline-flex"))
      return PITH_DISPLAY_INLINE_BLOCK;
  } else if (display == PITH_DISPLAY_BLOCK) {
    if (is(value, "inline"))
      return PITH_DISPLAY_INLINE;
    if (is(value, "inline-block") || is(value, "inline-flex"))
      return PITH_DISPLAY_INLINE_BLOCK;
  }
  return display;
}

/* All ways in which the page itself hides an element; see display.h. */
static bool
is_hidden(pith_tag tag, const looks *seen)
{
  if (seen->hidden || seen->popover || (tag == PITH_TAG_DIALOG && !seen->open))
    return true;
  return is(seen->display, "none") || is(seen->visibility, "hidden") ||
         is(seen->visibility, "collapse");
}

/* What the caller's view lets pass. */
static bool
stays_hidden(pith_display display, pith_display_view view)
{
  return view == PITH_VIEW_SHOWN ||
         (view == PITH_VIEW_CLASSIFIED && !pith__display_is_block(display));
}

pith_display_hashes
pith__display_hashes(void)
{
  static const char *const names[] = {"style", "hidden", "popover", "open"};
  pith_display_hashes hashes = {0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    hashes.bits |= (uint64_t)1
                   << (pith__attr_hash(pith__slice_of(names[i])) & 63);
  return hashes;
}

pith_display
pith__display_of(const pith_tree *tree, uint32_t node, pith_display_view view)
{
  pith_slice style;
  return pith__display_styled(tree, node, view, &style);
}

/* The two early returns are the common cases: no attributes, and none that
 * matters. */
pith_display
pith__display_styled(const pith_tree *tree, uint32_t node,
                     pith_display_view view, pith_slice *style)
{
  const pith_tree_node *at = &tree->nodes[node];
  pith_tag tag = (pith_tag)at->tag;
  pith_display display = pith__display_default(at);
  style->data = NULL;
  style->len = 0;
  if ((at->attributes == 0 && tag != PITH_TAG_DIALOG) ||
      display == PITH_DISPLAY_NONE)
    return display;
  looks seen = read_attributes(tree, at);
  if (!seen.some && tag != PITH_TAG_DIALOG)
    return display;
  *style = seen.style;
  if (is_hidden(tag, &seen) && tag != PITH_TAG_HTML && tag != PITH_TAG_BODY)
    return stays_hidden(display, view) ? PITH_DISPLAY_NONE : display;
  return styled_display(seen.display, display);
}
