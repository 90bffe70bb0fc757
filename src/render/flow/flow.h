/*
 * A page as a flow of blocks: what text and Markdown are written from.
 *
 * Everything that both must agree on is settled here: what is shown, where a
 * block ends, which blanks count, which list an item belongs to. The writers
 * only differ in the signs they put around it. That is why Markdown read back
 * has the same words as the text.
 *
 *     <h2>Tea</h2><ul><li>green <b>tea</b></ul>
 *
 *     HEADING 2 · RUN "Tea" · LIST_OPEN · ITEM_OPEN · PARAGRAPH ·
 *     RUN "green " · RUN strong "tea" · ITEM_CLOSE · LIST_CLOSE
 *
 * Operations of 16 bytes are in one array; the words of all runs are in
 * one text, white space already normal: no blank at either end of a block, no
 * two in a row. Containers and blocks are written only once there is something
 * to show in them, so nothing here is empty.
 */
#ifndef PITH_RENDER_FLOW_FLOW_H
#define PITH_RENDER_FLOW_FLOW_H

#include "base/buffer.h"
#include "render/render.h"

typedef enum pith_flow_kind {
  /* Containers, balanced. */
  PITH_FLOW_QUOTE_OPEN,
  PITH_FLOW_QUOTE_CLOSE,
  PITH_FLOW_INDENT_OPEN, /* what a term of a definition list means */
  PITH_FLOW_INDENT_CLOSE,
  PITH_FLOW_LIST_OPEN, /* bits: PITH_LIST_*; a: number of the first item */
  PITH_FLOW_LIST_CLOSE,
  PITH_FLOW_ITEM_OPEN, /* a: its number */
  PITH_FLOW_ITEM_CLOSE,

  /* Blocks; the first two own the inline operations that follow. */
  PITH_FLOW_PARAGRAPH,
  PITH_FLOW_HEADING, /* bits: level 1-6 */
  PITH_FLOW_CODE,    /* words [a, b), verbatim; c: the `pre` element */
  PITH_FLOW_RULE,

  /* A table: rows of cells, a cell owns the inline operations after it. */
  PITH_FLOW_TABLE_OPEN, /* a: the operation that closes it */
  PITH_FLOW_ROW,        /* bits: 1 in `thead` */
  PITH_FLOW_CELL,       /* bits: 1 for `th`; a, b: columns, rows it spans */
  PITH_FLOW_TABLE_CLOSE,

  /* Inline. */
  PITH_FLOW_RUN,   /* bits: PITH_STYLE_*; words [a, b); c: `a` element or 0 */
  PITH_FLOW_BREAK, /* a new line in the same block */
  PITH_FLOW_IMAGE, /* a: `img` element; c: `a` element or 0 */
  PITH_FLOW_KINDS
} pith_flow_kind;

/* How a run is set. */
typedef enum pith_style {
  PITH_STYLE_EM = 1 << 0,
  PITH_STYLE_STRONG = 1 << 1,
  PITH_STYLE_DELETED = 1 << 2,
  PITH_STYLE_CODE = 1 << 3,
  PITH_STYLE_MATH = 1 << 4 /* TeX, verbatim, without its dollar signs */
} pith_style;

/* Bits of a list. */
typedef enum pith_list_bit {
  PITH_LIST_ORDERED = 1 << 0,
  PITH_LIST_LOOSE = 1 << 1 /* some item has more than one block */
} pith_list_bit;

typedef struct pith_flow_op {
  uint8_t kind; /* pith_flow_kind */
  uint8_t bits;
  uint32_t a, b, c;
} pith_flow_op;

typedef struct pith_flow {
  pith_memory *memory; /* borrowed */
  pith_flow_op *ops;   /* owned */
  uint32_t count;
  uint32_t capacity;
  pith_buffer words;
  bool failed; /* an append found no memory */
} pith_flow;

void pith__flow_init(pith_flow *flow, pith_memory *memory);
void pith__flow_done(pith_flow *flow);

/* Make the flow of a page. `flow` is empty before. */
pith_status pith__flow_build(pith_flow *flow, const pith_render_page *page,
                             const pith_render_settings *options);

/* Append an operation. */
void pith__flow_add(pith_flow *flow, pith_flow_op op);

static inline bool
pith__flow_is_inline(const pith_flow_op *op)
{
  return op->kind >= PITH_FLOW_RUN;
}

/* The words of a run or a code block. */
static inline pith_slice
pith__flow_words(const pith_flow *flow, const pith_flow_op *op)
{
  pith_slice words = {flow->words.data + op->a, op->b - op->a};
  return words;
}

#endif
