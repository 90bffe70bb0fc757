/*
 * Writes a flow: text with all its white space, breaks, block borders and
 * containers in, operations for what a reader sees out.
 *
 * Nothing is written before there is a word for it. A blank, a break, an open
 * list or a block border is remembered and comes out with the next word, or
 * never. So `<ul> <li> <p> </ul>` writes nothing at all, and a blank between
 * two elements is written once, whichever of them it was in.
 */
#ifndef PITH_RENDER_FLOW_FLOW_WRITER_H
#define PITH_RENDER_FLOW_FLOW_WRITER_H

#include "render/flow/flow.h"

/* Deeper containers are not shown as such: every level costs bytes on each of
 * its lines, and a page of a thousand levels must not cost a thousand times
 * its size. */
#define PITH_CONTAINERS_MAX 24

typedef enum pith_container_kind {
  PITH_CONTAINER_QUOTE,
  PITH_CONTAINER_INDENT,
  PITH_CONTAINER_LIST,
  PITH_CONTAINER_ITEM
} pith_container_kind;

typedef struct pith_container {
  uint8_t kind;    /* pith_container_kind */
  bool written;    /* its opening is in the flow */
  bool ordered;    /* list */
  bool implied;    /* list: made for items outside any list */
  bool bare;       /* list: an item is open for what is in no item */
  uint32_t op;     /* list: where its opening is */
  uint32_t number; /* list: of the next item written; item: its own */
  uint32_t due;    /* list: of the next item met, shown or not */
  uint32_t blocks; /* list: blocks in the item that is open */
} pith_container;

/* A blank that may have to be written. */
typedef enum pith_blank {
  PITH_BLANK_NONE,
  PITH_BLANK_EDGE, /* an element that style profiles like to set apart begins or
                      ends: a blank if the words look like two */
  PITH_BLANK_SOFT, /* an element that is not written separates: keep words
                      apart, nothing else */
  PITH_BLANK_SPACE, /* blanks of the source */
  PITH_BLANK_LINE,  /* with a line end: nothing between ideographs */
  PITH_BLANK_SURE   /* written on purpose */
} pith_blank;

typedef struct pith_flow_writer {
  pith_flow *flow; /* borrowed */

  uint8_t heading; /* level of blocks begun now; 0: paragraphs */
  uint8_t style;   /* PITH_STYLE_* of words written now */
  uint32_t link;   /* `a` element of words written now, or 0 */

  bool leaf; /* a paragraph, heading or cell is open */
  bool cell; /* the leaf is a cell: only pith__flow_writer_cell_end() ends it */
  bool content;        /* the leaf has something in it */
  bool keep_lines;     /* a line end of the source is a break */
  pith_blank blank;    /* due before the next words ... */
  uint8_t blank_style; /* ... the style it is in ... */
  uint32_t blank_link; /* ... and the link */
  size_t line_from;    /* where the words of this line begin */
  uint32_t breaks;     /* breaks to write before the next word */

  uint32_t depth;
  pith_container containers[PITH_CONTAINERS_MAX];
} pith_flow_writer;

void pith__flow_writer_init(pith_flow_writer *writer, pith_flow *flow);

/* Words with white space, normalised on the way. */
void pith__flow_writer_text(pith_flow_writer *writer, pith_slice text);

/* Something that is not written, but keeps words apart. */
void pith__flow_writer_blank(pith_flow_writer *writer);

/* An element ends or begins that may be apart or not. */
void pith__flow_writer_edge(pith_flow_writer *writer);

/* A new line in the same block; two in a row end the block. */
void pith__flow_writer_break(pith_flow_writer *writer);

/* A block begins or ends here; in a cell, a line. */
void pith__flow_writer_border(pith_flow_writer *writer);

/* An image; blanks separate it from the words around it. */
void pith__flow_writer_image(pith_flow_writer *writer, uint32_t node);

/* An image that is not to be written. The containers around it are there all
 * the same, so that leaving images out changes nothing else. */
void pith__flow_writer_unseen_image(pith_flow_writer *writer);

/* A block of its own kind: RULE, CODE, TABLE_OPEN. Borders are implied. */
void pith__flow_writer_block(pith_flow_writer *writer, pith_flow_op op);

/* Open a container. False when there are too many; do not close it then. An
 * ITEM outside a list is the caller's mistake. `number` is that of the item,
 * or of the first item of an ordered list. */
bool pith__flow_writer_open(pith_flow_writer *writer, pith_container_kind kind,
                            bool ordered, uint32_t number);

/* Open a list that the page left out, or go on with it. */
bool pith__flow_writer_open_implied(pith_flow_writer *writer);

/* Close the innermost container. */
void pith__flow_writer_close(pith_flow_writer *writer);

/* The innermost container, or NULL. */
static inline pith_container *
pith__flow_writer_top(pith_flow_writer *writer)
{
  return writer->depth > 0 ? &writer->containers[writer->depth - 1] : NULL;
}

/* Cells: the next words belong to a new one; and the end of the last. */
void pith__flow_writer_cell(pith_flow_writer *writer, pith_flow_op op);
void pith__flow_writer_cell_end(pith_flow_writer *writer);

#endif
