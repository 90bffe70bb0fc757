/*
 * The layer method, default profile: a page as the matcher sees it. The line
 * of tokens of a page becomes a tree in an array, as html/tree has it: the
 * nodes in n are n+1 .. end(n)-1.
 *
 *     open ul.menu | open li | text "Home" | close li | close ul
 *
 *     node 1 ul.menu { node 2 li { node 3 "Home" } }      node 0 is the page
 *
 * A node has a label, by which it may be matched (its sign, or its text), and
 * a hash of all that is in it, by which whole subtrees are equal at a glance.
 */
#ifndef PITH_METHOD_LAYER_LAYER_PAGE_H
#define PITH_METHOD_LAYER_LAYER_PAGE_H

#include "page/page_model.h"

#define PITH_LAYER_NONE UINT32_MAX

typedef struct pith_layer_node {
  uint64_t label;  /* sign of an element, hash of a text */
  uint64_t whole;  /* hash of it and all that is in it */
  uint64_t sketch; /* a bit for each text in it, by its hash */
  uint32_t parent; /* PITH_LAYER_NONE for the page */
  uint32_t end;    /* one past the last node in it */
  uint32_t words;  /* in it */
  uint32_t facts;  /* of its token, with LINK, HEADING and COMMENTS of those
                      around it */
  uint32_t node;   /* of the tree */
} pith_layer_node;

typedef struct pith_layer_page {
  pith_memory *memory;   /* borrowed */
  const pith_tree *tree; /* borrowed: that of the page */
  pith_layer_node *nodes;
  uint32_t count;
  uint32_t capacity;
  uint64_t *known; /* hashes of texts and of elements with text; rising */
  uint32_t known_count;
  uint32_t known_capacity;
  uint64_t content; /* the same for pages with the same texts */
} pith_layer_page;

void pith__layer_page_init(pith_layer_page *page, pith_memory *memory);
void pith__layer_page_done(pith_layer_page *page);

/* Make the tree of a page. What `page` held before is overwritten; `model` is
 * borrowed for as long as `page` is used. PITH_NOMEM, PITH_LIMIT: it holds
 * nothing of use. */
pith_status pith__layer_page_read(pith_layer_page *page,
                                  pith_page_model *model);

/* Whether the page has a text or an element with this hash anywhere. */
bool pith__layer_page_has(const pith_layer_page *page, uint64_t whole);

static inline bool
pith__layer_is_text(const pith_layer_node *node)
{
  return pith__profile_kind(node->facts) == PITH_PROFILE_TEXT;
}

#endif
