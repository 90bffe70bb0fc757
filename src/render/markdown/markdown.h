/*
 * The state of writing Markdown, shared by its files:
 *
 *   markdown.c         blocks
 *   markdown_inline.c  runs, links and images of a block
 *   markdown_spans.c   where emphasis can begin and end
 *   markdown_escape.c  characters that must not mean anything
 *   markdown_table.c   pipe tables
 */
#ifndef PITH_RENDER_MARKDOWN_MARKDOWN_H
#define PITH_RENDER_MARKDOWN_MARKDOWN_H

#include "render/flow/grid.h"
#include "render/flow/lines.h"

/* Where inline operations are written. */
typedef enum pith_markdown_place {
  PITH_PLACE_PARAGRAPH, /* breaks are a backslash and a line end */
  PITH_PLACE_HEADING,   /* one line; it has no breaks */
  PITH_PLACE_CELL,      /* one line: breaks are <br>; '|' ends it */
  PITH_PLACE_SIMPLE     /* a cell of a table that is written as lines */
} pith_markdown_place;

/* A range of the words that is set in one style. */
typedef struct pith_styled {
  uint32_t from, to;
  bool math; /* verbatim: a formula, not code */
} pith_styled;

/* Ranges of one style in one stretch of text, in rising order. */
typedef struct pith_styled_list {
  pith_styled *items; /* owned */
  uint32_t count;
  uint32_t capacity;
  uint32_t at; /* the next to be begun */
} pith_styled_list;

/* The lists of a stretch. The first three nest in this order. */
enum {
  PITH_LIST_DELETED,
  PITH_LIST_STRONG,
  PITH_LIST_EM,
  PITH_LIST_VERBATIM, /* code and formulas: nothing in them is Markdown */
  PITH_LIST_KINDS
};

typedef struct pith_markdown {
  const pith_flow *flow;               /* borrowed */
  const pith_tree *tree;               /* borrowed */
  const pith_render_settings *options; /* borrowed */
  pith_buffer *out;                    /* borrowed */
  pith_lines lines;
  pith_grid grid;
  pith_buffer base;    /* the base of addresses */
  pith_buffer address; /* the one being written */
  pith_styled_list lists[PITH_LIST_KINDS];

  pith_markdown_place place;
  bool line_start; /* nothing is on the line yet */
  uint32_t after;  /* the character behind the stretch; '!': a link, image or
                      code, which begin with a sign */
  bool many_lines; /* the block has breaks */
  bool failed;

  /* The list that was just closed, for one that would run into it. */
  bool after_list;
  bool last_ordered;
  bool last_alternate;
  bool apart; /* the next block needs a blank line before it */
} pith_markdown;

/* Write the inline operations from `at` on; returns the first that is not. */
uint32_t pith__markdown_inline(pith_markdown *markdown, uint32_t at);

/* Find the styled ranges of the runs [first, end): text, and only text that
 * hangs together. `before` and `after` are the characters on both sides in the
 * output, ' ' at the end of a line. */
void pith__markdown_spans(pith_markdown *markdown, pith_span ops,
                          uint32_t before, uint32_t after);

/* Append words [from, to) so that they mean themselves. They are a part of the
 * stretch `whole`, which shows what is around them. */
void pith__markdown_escape(pith_markdown *markdown, pith_styled part,
                           pith_styled whole);

/* Append code as a code span; as escaped text where it cannot be one. */
void pith__markdown_code(pith_markdown *markdown, pith_slice code);

/* The longest run of ticks in code: a fence must be longer. */
size_t pith__markdown_ticks(pith_slice code);

/* Append `count` ticks. */
void pith__markdown_fence(pith_buffer *out, size_t count);

/* Append an address as the destination of a link. */
void pith__markdown_destination(pith_markdown *markdown, pith_slice address);

/* Append the alternative text of an image. */
void pith__markdown_label(pith_markdown *markdown, pith_slice text);

/* Write the table that opens at operation `open`. */
void pith__markdown_table(pith_markdown *markdown, uint32_t open);

#endif
