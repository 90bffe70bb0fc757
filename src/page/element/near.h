/*
 * Kinds of elements that may be around a block. Each is a column of `auto`, in
 * this order: the trained weights depend on it.
 */
#ifndef PITH_PAGE_ELEMENT_NEAR_H
#define PITH_PAGE_ELEMENT_NEAR_H

typedef enum pith_near {
  PITH_NEAR_TABLE,
  PITH_NEAR_CELL,
  PITH_NEAR_LIST,
  PITH_NEAR_ITEM,
  PITH_NEAR_ARTICLE,
  PITH_NEAR_MAIN,
  PITH_NEAR_NAV,
  PITH_NEAR_ASIDE,
  PITH_NEAR_FORM,
  PITH_NEAR_HEADER,
  PITH_NEAR_FOOTER,
  PITH_NEAR_SECTION,
  PITH_NEAR_FIGURE,
  PITH_NEAR_QUOTE,
  PITH_NEAR_PRE,
  PITH_NEAR_DEFINITIONS,
  PITH_NEAR_DETAILS,
  PITH_NEAR_NOSCRIPT,
  PITH_NEAR_HEADING,
  PITH_NEAR_LINK,
  PITH_NEAR_BUTTON,
  PITH_NEAR_DIALOG,
  PITH_NEAR_PARAGRAPH,
  PITH_NEAR_FIXED,       /* `position` is fixed or sticky */
  PITH_NEAR_ARIA_HIDDEN, /* aria-hidden */
  PITH_NEAR_ITEMSCOPE,   /* itemscope */
  PITH_NEAR_COMMENTS,
  PITH_NEAR_HIDDEN, /* not shown until a script shows it */
  PITH_NEAR_COUNT
} pith_near;

#endif
