/*
 * The finished tree of a page: an array of 32-byte nodes in document order.
 *
 *   index   0         1      2      3       4      5
 *         document   html   head   body   <p>    "text"
 *   end     6         6      3      6      6       6
 *
 * The descendants of n are n+1 .. end(n)-1, so a walk is a loop, the first
 * child is n+1, and the next sibling is end(n). Nothing but `parent` and
 * `end` links the nodes.
 *
 * Four offsets in the decoded text record where a node is:
 *
 *        from        open_to           close_from   close_to
 *         │             │                  │           │
 *         ▼             ▼                  ▼           ▼
 *         <p class="x">  what it contains  </p>
 *
 *   element   start tag [from, open_to), end tag [close_from, close_to);
 *             each is empty when the parser made or implied it
 *   comment   the token [from, close_to), its data [open_to, close_from)
 *   text      likewise; the two differ only for a CDATA section
 *   document, doctype, contents of a template: the same span twice
 *
 * A child's [from, close_to) lies inside its parent's.
 */
#ifndef PITH_HTML_TREE_TREE_H
#define PITH_HTML_TREE_TREE_H

#include "html/token/store.h"
#include "tables/tags.h"

typedef struct pith_tree_node {
  uint32_t parent; /* PITH_NODE_NONE for the document */
  uint32_t end;    /* one past the last descendant */
  uint32_t from;
  uint32_t open_to;
  uint32_t close_from;
  uint32_t close_to;
  uint32_t data; /* element: its first attribute in the store;
                    text, comment: pool offset when pooled */
  union {
    struct {
      unsigned tag : 12;        /* pith_tag of an element */
      unsigned kind : 3;        /* pith_node_kind */
      unsigned space : 2;       /* pith_namespace of an element */
      unsigned pooled : 1;      /* text, comment: `data` is a pool string;
                                   element: attribute data - 1 is a record
                                   whose name is the element's (unknown, upper
                                   case) */
      unsigned attributes : 10; /* how many an element has */
    };
    uint32_t word; /* all of these, to be written at once */
  };
} pith_tree_node;

/* The word of a node. Bit-fields fill a word from its low end with every
 * compiler and processor we build for; a test makes sure of it. */
static inline uint32_t
pith__node_word(pith_node_kind kind, pith_tag tag, pith_namespace space,
                bool pooled, uint32_t attributes)
{
  return (uint32_t)tag | (uint32_t)kind << 12 | (uint32_t)space << 15 |
         (uint32_t)pooled << 17 | attributes << 18;
}

typedef struct pith_tree {
  pith_memory *memory; /* borrowed */
  pith_store store;    /* attributes and strings; its text is the page */
  pith_tree_node *nodes;
  uint32_t count;
  uint32_t capacity;
  int quirks; /* 0 none, 1 limited, 2 quirks */

  /* The doctype node's parts: offsets may lie in the pool, hence attrs.
   * value of [0] name, [1] public, [2] system. */
  pith_attr doctype[3];
  bool doctype_has[3];
  bool doctype_force_quirks;

  unsigned limits_hit; /* PITH_LIMIT_* */

  /* Some `meta` has a `charset`, or a `content` that may name one. */
  bool has_meta_encoding;
} pith_tree;

/* Ceilings of a tree; what they mean is in pith.h, at max_nodes and below. */
typedef struct pith_limits {
  uint32_t nodes;
  uint32_t depth;
  uint32_t attributes; /* per tag */
  uint32_t formatting;
  uint64_t steps; /* 0: by input size */
} pith_limits;

/* The ceilings in the options of a page. */
static inline pith_limits
pith__tree_limits(const pith_options *options)
{
  pith_limits limits = {options->max_nodes, options->max_depth,
                        options->max_attributes, options->max_formatting,
                        options->max_steps};
  return limits;
}

/* How to build; a copy of the parts of pith_options that matter here. */
typedef struct pith_tree_options {
  pith_limits limits;
  pith_slice fragment_context; /* "td", "svg path"; empty for a document */
  bool scripting;
  bool close_self;    /* "<p/>" is an empty element, as in XML: not HTML's */
  bool always_linked; /* for tests: the slow way, with the same result */
} pith_tree_options;

void pith__tree_init(pith_tree *tree, pith_memory *memory);
void pith__tree_done(pith_tree *tree);

/* Build the tree of `text` (valid UTF-8, borrowed for the life of the tree).
 * The memory of an earlier page is used again. PITH_NOMEM or PITH_LIMIT when
 * memory ends, PITH_USAGE for a fragment context that is no element. */
pith_status pith__tree_build(pith_tree *tree, pith_slice text,
                             const pith_tree_options *options);

/* The element's name as the tree has it ("foreignObject"). */
pith_slice pith__tree_name(const pith_tree *tree, uint32_t node);

/* The data of text and comments. */
pith_slice pith__tree_text(const pith_tree *tree, uint32_t node);

#endif
