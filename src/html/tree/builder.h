/*
 * The state of one parse, shared by the files of this folder and by nobody
 * else.
 *
 *   tokenizer ──► token ──► rules of the insertion mode ──► nodes
 *                              │          ▲
 *                              ▼          │
 *                     open elements, formatting elements
 *
 * Nodes are appended to one array. As long as every node goes to the end of
 * the innermost open element the array is in document order by itself, and
 * that is so for most pages from the first byte to the last. The first
 * operation that breaks it (foster parenting, misnested formatting, text
 * after a comment behind </body> ...) switches to linked mode: from then on
 * siblings are linked (links.h), and the nodes are put in order once, at the
 * end (relink.c).
 *
 * Nothing here returns failure step by step. When memory or the budget of
 * nodes ends, pith__node_new() hands out one spare slot that is never part of
 * the tree, `stop` is set, and the loop in build.c ends after the token.
 */
#ifndef PITH_HTML_TREE_BUILDER_H
#define PITH_HTML_TREE_BUILDER_H

#include "base/compiler.h"
#include "html/token/tokenizer.h"
#include "html/tree/links.h"
#include "html/tree/tree.h"

/* The insertion modes of the standard, in its order. */
typedef enum pith_mode {
  PITH_MODE_INITIAL,
  PITH_MODE_BEFORE_HTML,
  PITH_MODE_BEFORE_HEAD,
  PITH_MODE_IN_HEAD,
  PITH_MODE_IN_HEAD_NOSCRIPT,
  PITH_MODE_AFTER_HEAD,
  PITH_MODE_IN_BODY,
  PITH_MODE_TEXT,
  PITH_MODE_IN_TABLE,
  PITH_MODE_IN_TABLE_TEXT,
  PITH_MODE_IN_CAPTION,
  PITH_MODE_IN_COLUMN_GROUP,
  PITH_MODE_IN_TABLE_BODY,
  PITH_MODE_IN_ROW,
  PITH_MODE_IN_CELL,
  PITH_MODE_IN_TEMPLATE,
  PITH_MODE_AFTER_BODY,
  PITH_MODE_IN_FRAMESET,
  PITH_MODE_AFTER_FRAMESET,
  PITH_MODE_AFTER_AFTER_BODY,
  PITH_MODE_AFTER_AFTER_FRAMESET,
  PITH_MODE_COUNT
} pith_mode;

/* What the rules make of a token. */
typedef enum pith_step {
  PITH_DONE,
  PITH_AGAIN /* "reprocess the token" in the mode that is set now */
} pith_step;

/* Bits of pith_open.bits above those of pith_tag_property. */
typedef enum pith_open_bit {
  PITH_OPEN_HTML_POINT = 1 << 24, /* HTML integration point */
  PITH_OPEN_TEXT_POINT = 1 << 25, /* MathML text integration point */
  PITH_OPEN_FOREIGN = 1 << 26     /* SVG or MathML */
} pith_open_bit;

/* Bits of pith_builder.attention: what a token must not be treated without
 * looking at. */
typedef enum pith_attention {
  PITH_SKIP_NEWLINE = 1 << 0, /* a newline that the token starts with goes */
  PITH_IN_FOREIGN = 1 << 1,   /* a foreign element is open, or just was */
  PITH_RESET_MODE = 1 << 2,   /* the depth limit closed what the mode is for */
  PITH_CLOSE_SELF = 1 << 3    /* "<p/>" is an empty element: set once a page */
} pith_attention;

/* An open element, with all that is looked up again and again. */
typedef struct pith_open {
  uint32_t node;
  uint32_t inside;     /* where its children go: the node itself, or the
                          contents of a template */
  uint32_t name_hash;  /* differs for different unknown names, nearly always */
  uint32_t depth;      /* the node is not deeper than this; html is 1. Grows
                          strictly towards the top of the stack */
  uint32_t bits;       /* pith_tag_property and pith_open_bit */
  uint8_t tag;         /* pith_tag of an HTML element; 0 if foreign */
  uint8_t foreign_tag; /* pith_tag of a foreign element; 0 if HTML */
  uint8_t space;       /* pith_namespace */
} pith_open;

/* An entry of the list of active formatting elements. */
typedef struct pith_active {
  uint32_t node;
  pith_tag tag; /* PITH_TAG_UNKNOWN: a marker */
} pith_active;

/* A text token, or what is left of one. */
typedef struct pith_piece {
  uint32_t from, to;
  uint32_t data_from, data_to;
  unsigned flags; /* pith_token_flag */
} pith_piece;

/* The select with a selectedcontent; see selected_content.h. */
typedef struct pith_shown {
  uint32_t select; /* PITH_NODE_NONE: none */
  uint32_t content;
  bool by_attribute; /* some option had `selected` */
  bool has_default;  /* the first option has been shown */
} pith_shown;

typedef struct pith_builder {
  pith_tree *tree;       /* borrowed */
  pith_tree_node *nodes; /* the tree's; written back when it moves */
  uint32_t count;
  uint32_t room; /* `count` may grow to this without a question */
  uint32_t max_nodes;

  uint32_t parent; /* where a node goes: the current node, or its contents
                      when that is a template */
  bool careful;    /* linked || foster || sealed: not simply at the end */
  bool linked;     /* siblings are linked; `end` is the first child */
  bool foster;     /* foster parenting is enabled */
  bool sealed;     /* an open element has `end` set already */
  bool widen;      /* spans and `end` want a pass over all nodes */

  pith_mode mode;
  pith_mode original_mode; /* of "text" and "in table text" */
  bool stop;               /* finished, or no use going on */
  bool frameset_ok;
  bool body_ended; /* </body> was seen, and nothing in the body after it */
  bool html_ended; /* </html> likewise */
  bool cdata;      /* what the tokenizer knows */
  bool scripting;
  unsigned attention; /* pith_attention */
  pith_status status;

  pith_token token;
  pith_tokenizer tokenizer;

  pith_open *open; /* the stack of open elements; [0] is html */
  uint32_t open_count;
  uint32_t open_capacity;
  uint32_t max_depth;
  uint32_t foreign_open;              /* how many of them are foreign */
  uint32_t tags_open[PITH_TAG_COUNT]; /* how many by HTML tag; [0] others */

  pith_active *formats;
  uint32_t format_count;
  uint32_t format_capacity;
  uint32_t format_elements; /* without markers */
  uint32_t max_formats;

  uint8_t *template_modes; /* the stack of template insertion modes */
  uint32_t template_count;
  uint32_t template_capacity;

  pith_piece *pending; /* texts in a table: so far only white space */
  uint32_t pending_count;
  uint32_t pending_capacity;
  bool pending_is_text; /* something other than white space came */

  pith_link *links; /* one for each node in linked mode */
  uint32_t link_capacity;

  pith_shown shown;

  uint32_t head; /* head element pointer, or PITH_NODE_NONE */
  uint32_t form; /* form element pointer, or PITH_NODE_NONE */

  bool fragment;
  pith_open context; /* the context element of a fragment */

  int64_t steps; /* what is left of the budget; below 0 when stopped */
} pith_builder;

/* Stop after this token. A used-up budget is what the loop looks at. */
static inline void
pith__builder_stop(pith_builder *b)
{
  b->stop = true;
  b->steps = -1;
}

/* Stop for good: memory ended. */
static inline void
pith__builder_fail(pith_builder *b)
{
  b->status = pith__memory_status(b->tree->memory);
  pith__builder_stop(b);
}

#endif
