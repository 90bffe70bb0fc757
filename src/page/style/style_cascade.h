/*
 * What every element of a page looks like, without a rendering engine: the
 * defaults of browsers, presentational attributes, the rules of the page's own
 * sheets and its style attributes, in the order of the CSS cascade. External
 * sheets are not there to be read.
 *
 *     <td bgcolor=navy><font size=5>Home</font>
 *
 *     td    cell, background #000080, 16 px
 *     font  inline, background #000080, 24 px
 *
 * Lengths are pixels. All is computed in one walk from the root down, each
 * node with a bounded number of steps.
 */
#ifndef PITH_PAGE_STYLE_STYLE_CASCADE_H
#define PITH_PAGE_STYLE_STYLE_CASCADE_H

#include "page/style/style_sheet.h"
#include "tables/tag_display.h"

typedef enum pith_style_place {
  PITH_PLACE_FLOW = 0, /* where the text before it ends */
  PITH_PLACE_FLOAT,    /* at the left or right, others beside it */
  PITH_PLACE_APART     /* absolute, fixed or sticky: on a layer of its own */
} pith_style_place;

typedef struct pith_style {
  int32_t colour;     /* 0xRRGGBB */
  int32_t background; /* the nearest one that is painted behind it */
  int32_t width;      /* pixels; 0: not set */
  int32_t height;     /* pixels; -1: not set */
  uint16_t font_size; /* pixels */
  uint16_t font_weight;
  int16_t margin_top;
  int16_t margin_bottom;
  int16_t padding_top;
  int16_t padding_bottom;
  uint8_t border_top;
  uint8_t border_bottom;
  uint8_t width_share; /* per cent of the parent's width; 0: not set */
  uint8_t display;     /* pith_display */
  uint8_t place;       /* pith_style_place */
  bool visible;        /* it and all around it are shown */
  bool hidden;         /* by `visibility`, which a child can undo */
  bool row;            /* its children are side by side */
  bool painted;        /* it has a background of its own */
} pith_style;

typedef struct pith_styles {
  pith_memory *memory; /* borrowed */
  pith_style *items;   /* owned; by node. Text has the style of its parent */
  uint32_t count;
  uint64_t steps; /* rules and compounds tried: the cost */
} pith_styles;

/* Compute the styles of a page. Gives them: release with
 * pith__styles_done(). PITH_NOMEM, PITH_LIMIT: nothing is to be done. */
pith_status pith__styles_init(pith_styles *styles, pith_memory *memory,
                              const pith_tree *tree);
void pith__styles_done(pith_styles *styles);

#endif
