/*
 * Kinds of elements that may be around a block. Each is a column of `auto`, in
 * this order and under this name: the trained weights depend on both.
 */
#ifndef PITH_PAGE_ELEMENT_NEAR_H
#define PITH_PAGE_ELEMENT_NEAR_H

#define PITH_NEAR_KINDS(X)                                                     \
  X(PITH_NEAR_TABLE, "near_table")                                             \
  X(PITH_NEAR_CELL, "near_cell")                                               \
  X(PITH_NEAR_LIST, "near_list")                                               \
  X(PITH_NEAR_ITEM, "near_item")                                               \
  X(PITH_NEAR_ARTICLE, "near_article")                                         \
  X(PITH_NEAR_MAIN, "near_main")                                               \
  X(PITH_NEAR_NAV, "near_nav")                                                 \
  X(PITH_NEAR_ASIDE, "near_aside")                                             \
  X(PITH_NEAR_FORM, "near_form")                                               \
  X(PITH_NEAR_HEADER, "near_header")                                           \
  X(PITH_NEAR_FOOTER, "near_footer")                                           \
  X(PITH_NEAR_SECTION, "near_section")                                         \
  X(PITH_NEAR_FIGURE, "near_figure")                                           \
  X(PITH_NEAR_QUOTE, "near_quote")                                             \
  X(PITH_NEAR_PRE, "near_pre")                                                 \
  X(PITH_NEAR_DEFINITIONS, "near_definitions")                                 \
  X(PITH_NEAR_DETAILS, "near_details")                                         \
  X(PITH_NEAR_NOSCRIPT, "near_noscript")                                       \
  X(PITH_NEAR_HEADING, "near_heading")                                         \
  X(PITH_NEAR_LINK, "near_link")                                               \
  X(PITH_NEAR_BUTTON, "near_button")                                           \
  X(PITH_NEAR_DIALOG, "near_dialog")                                           \
  X(PITH_NEAR_PARAGRAPH, "near_paragraph")                                     \
  X(PITH_NEAR_FIXED, "near_fixed")         /* `position` is fixed or sticky */ \
  X(PITH_NEAR_ARIA_HIDDEN, "near_unheard") /* aria-hidden */                   \
  X(PITH_NEAR_ITEMSCOPE, "near_thing")     /* itemscope */                     \
  X(PITH_NEAR_COMMENTS, "near_comments")                                       \
  X(PITH_NEAR_HIDDEN, "near_hidden") /* not shown until a script shows it */

#define PITH_NEAR_CONSTANT(constant, name) constant,

typedef enum pith_near {
  PITH_NEAR_KINDS(PITH_NEAR_CONSTANT) PITH_NEAR_COUNT
} pith_near;

#endif
