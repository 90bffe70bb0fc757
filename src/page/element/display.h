/*
 * How an element is displayed: by default (tables/tag_display.h), and by its
 * own attributes. Style profiles are not read, so this is what a reader without
 * CSS would see, minus what the page itself declares hidden.
 */
#ifndef PITH_PAGE_ELEMENT_DISPLAY_H
#define PITH_PAGE_ELEMENT_DISPLAY_H

#include "base/compiler.h"
#include "html/tree/tree.h"
#include "tables/tag_display.h"

/* Options of pith__display_of(). */
typedef enum pith_display_view {
  PITH_VIEW_SHOWN = 0, /* hidden is hidden */
  PITH_VIEW_ALL = 1,   /* what the page hides is shown: only what is no text at
                          all (scripts, styles, templates) stays away */
  PITH_VIEW_CLASSIFIED = 2 /* hidden blocks are shown, hidden words in a line
                          are not: a method looked at both and kept the first */
} pith_display_view;

/* The display class of an element. PITH_DISPLAY_NONE for one that is hidden by
 * `hidden` (not "until-found"), `display: none` or `visibility: hidden` in its
 * style, `popover`, or being a `dialog` without `open`. `html` and `body` are
 * never hidden: pages that hide them show them by script. `aria-hidden` hides
 * nothing, because people see it. */
pith_display pith__display_of(const pith_tree *tree, uint32_t node,
                              pith_display_view view);

/* The same, and the value of its `style` attribute, empty when it has none,
 * for callers that want to know more of it. */
pith_display pith__display_styled(const pith_tree *tree, uint32_t node,
                                  pith_display_view view, pith_slice *style);

/* The display class of an element, attributes and style aside. */
static inline pith_display
pith__display_default(const pith_tree_node *node)
{
  if (PITH_LIKELY(node->space == PITH_NAMESPACE_HTML))
    return (pith_display)pith__tag_display[node->tag];
  return node->space == PITH_NAMESPACE_SVG ? PITH_DISPLAY_REPLACED
                                           : PITH_DISPLAY_INLINE;
}

/* The attributes that pith__display_of() looks at: a bit for the low six bits
 * of each one's short hash. */
typedef struct pith_display_hashes {
  uint64_t bits;
} pith_display_hashes;

pith_display_hashes pith__display_hashes(void);

/* Whether an attribute may be one of those. */
static inline bool
pith__display_may_depend(const pith_display_hashes *hashes, uint16_t hash)
{
  return hashes->bits >> (hash & 63) & 1;
}

/* Whether it starts and ends on a line of its own. */
static inline bool
pith__display_is_block(pith_display display)
{
  return display >= PITH_DISPLAY_BLOCK;
}

#endif
