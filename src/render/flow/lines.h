/*
 * Lines of output with what is before them: the signs of quotes, the marks
 * and indentation of list items. Text and Markdown both write through this.
 *
 *     > - first line of an item in a quote
 *     >   its second line
 *     >
 *     >   its second block
 */
#ifndef PITH_RENDER_FLOW_LINES_H
#define PITH_RENDER_FLOW_LINES_H

#include "base/buffer.h"
#include "render/flow/flow.h"
#include "render/flow/flow_writer.h"

typedef enum pith_level_kind {
  PITH_LEVEL_QUOTE, /* "> " before every line */
  PITH_LEVEL_SPACE, /* blanks before every line */
  PITH_LEVEL_LIST,  /* nothing; decides the gaps between its items */
  PITH_LEVEL_ITEM   /* a mark before the first line, blanks before the rest */
} pith_level_kind;

typedef struct pith_level {
  uint8_t kind;    /* pith_level_kind */
  uint8_t width;   /* columns it takes */
  bool tight;      /* list, item: no blank lines */
  bool due;        /* item: its mark is not written yet */
  bool alternate;  /* list: use the other mark */
  bool ordered;    /* list */
  uint32_t number; /* list: of its next item */
  char mark[12];   /* item: "- ", "12. " */
} pith_level;

/* A list may have an item that is no container of its own. */
#define PITH_LEVELS_MAX (2 * PITH_CONTAINERS_MAX)

typedef struct pith_lines {
  pith_buffer *out; /* borrowed */
  size_t start;     /* where our output begins in it */
  pith_level levels[PITH_LEVELS_MAX];
  uint32_t depth;
  uint32_t common; /* levels that the last block and the next share */
} pith_lines;

void pith__lines_init(pith_lines *lines, pith_buffer *out);

/* Begin a block: end the last one, a blank line between unless both are in a
 * tight list (or `apart` requires one anyway), then what is before the first
 * line. */
void pith__lines_block(pith_lines *lines, bool apart);

/* A new line of the same block. */
void pith__lines_next(pith_lines *lines);

/* An empty line inside a block: code has them. The next line is begun with
 * pith__lines_next(). */
void pith__lines_empty(pith_lines *lines);

/* The end of the output: its last line end. */
void pith__lines_end(pith_lines *lines);

/* Take the first line from `rest`. False when nothing is left; a text of one
 * line without a line end gives that line. */
bool pith__lines_split(pith_slice *rest, pith_slice *line);

/* Follow the operation of a container; false when it is none. Marks of items
 * are "- " or "1. ". */
bool pith__lines_container(pith_lines *lines, const pith_flow_op *op);

#endif
