/*
 * The state of making a flow, shared by the files that know the elements:
 *
 *   flow_build.c    the walk over the tree
 *   flow_element.c  what an element begins: blocks, lists, styles, links
 *   flow_media.c    images and embedded media
 *   flow_table.c    rows and cells
 *   flow_code.c     preformatted text
 */
#ifndef PITH_RENDER_FLOW_FLOW_BUILD_H
#define PITH_RENDER_FLOW_FLOW_BUILD_H

#include "page/element/display.h"
#include "render/removed.h"
#include "render/flow/headline.h"
#include "render/flow/flow_writer.h"
#include "render/flow/table_kind.h"

/* What is to be done when an element ends. */
typedef enum pith_frame_kind {
  PITH_FRAME_INLINE,    /* nothing but going back to the style before */
  PITH_FRAME_EDGE,      /* perhaps a blank */
  PITH_FRAME_APART,     /* a blank */
  PITH_FRAME_BORDER,    /* a block ends */
  PITH_FRAME_CONTAINER, /* a container ends */
  PITH_FRAME_IMPLIED,   /* an item ends, and the list implied for it */
  PITH_FRAME_SIGN,      /* a closing quote or bracket is written */
  PITH_FRAME_CODE,      /* the end of preformatted text */
  PITH_FRAME_LINE,      /* inside of it: a line ends */
  PITH_FRAME_TABLE,
  PITH_FRAME_CELL
} pith_frame_kind;

/* An element that is open and matters, and how things were before it. */
typedef struct pith_frame {
  uint32_t end; /* the node behind its last descendant */
  uint32_t link;
  uint8_t kind; /* pith_frame_kind */
  uint8_t style;
  uint8_t heading;
  bool keep_lines;
  const char *sign; /* of PITH_FRAME_SIGN */
} pith_frame;

/* The data table that is open. */
typedef struct pith_open_table {
  bool active;       /* there is one */
  bool opened;       /* its first row is written */
  uint32_t op;       /* where */
  uint32_t ops;      /* operations before it ... */
  size_t words;      /* ... and words */
  pith_flow_op last; /* the last operation, which may have been taken back */
  pith_flow_writer
      before; /* the writer before it: a table without a word is undone */
} pith_open_table;

typedef struct pith_flow_builder {
  const pith_tree *tree;               /* borrowed */
  const pith_render_settings *options; /* borrowed */
  pith_flow *flow;                     /* borrowed */
  pith_flow_writer writer;
  pith_removed removed;
  bool removes; /* some verdict removes something */
  pith_table_kinds kinds;
  uint32_t next_table; /* its index in kinds */

  pith_frame *frames; /* owned; a stack */
  uint32_t depth;
  uint32_t capacity;

  pith_headline headline; /* node 0: it is where the verdicts leave it */

  pith_open_table table;

  bool code;          /* inside preformatted text */
  bool code_line;     /* a line is to end before the next text */
  uint32_t code_node; /* the element */
  size_t code_from;   /* where its text starts in the words */

  pith_buffer scratch; /* text of a node that is removed in part */
} pith_flow_builder;

/* Push a frame for `node` that keeps the writer's state of now. */
void pith__builder_push(pith_flow_builder *builder, uint32_t node,
                        pith_frame_kind kind);

/* Begin an element. Returns the node to go on with: the next one, or the one
 * behind the element when there is nothing to see in it. */
uint32_t pith__builder_element(pith_flow_builder *builder, uint32_t node);

/* A formula: a run of its own. */
void pith__builder_formula(pith_flow_builder *builder, uint32_t node,
                           pith_slice tex);

/* Images, video, audio and frames. Returns the node behind the element. */
uint32_t pith__builder_replaced(pith_flow_builder *builder, uint32_t node);

/* Tables. The first three begin an element as pith__builder_element does. */
uint32_t pith__builder_table(pith_flow_builder *builder, uint32_t node);
uint32_t pith__builder_table_part(pith_flow_builder *builder, uint32_t node,
                                  pith_display display);
void pith__builder_table_end(pith_flow_builder *builder);

/* Preformatted text. */
void pith__builder_code(pith_flow_builder *builder, uint32_t node);
void pith__builder_code_text(pith_flow_builder *builder, pith_slice text);
void pith__builder_code_border(pith_flow_builder *builder);
void pith__builder_code_end(pith_flow_builder *builder);
uint32_t pith__builder_code_element(pith_flow_builder *builder, uint32_t node);

#endif
