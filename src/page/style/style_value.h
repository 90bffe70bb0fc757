/*
 * Declarations of CSS: `margin: 0 auto 1em` in, numbers out.
 *
 *     margin-top     0 px
 *     margin-bottom  1 em
 *
 * Only what the visual model asks for is read; everything else, and what does
 * not make sense, sets nothing, as in a browser. Numbers are hundredths.
 */
#ifndef PITH_PAGE_STYLE_STYLE_VALUE_H
#define PITH_PAGE_STYLE_STYLE_VALUE_H

#include "base/slice.h"

typedef enum pith_style_property {
  PITH_STYLE_DISPLAY,
  PITH_STYLE_VISIBILITY,
  PITH_STYLE_OPACITY,
  PITH_STYLE_POSITION,
  PITH_STYLE_FLOAT,
  PITH_STYLE_FONT_SIZE,
  PITH_STYLE_FONT_WEIGHT,
  PITH_STYLE_COLOUR,
  PITH_STYLE_BACKGROUND,
  PITH_STYLE_MARGIN_TOP,
  PITH_STYLE_MARGIN_BOTTOM,
  PITH_STYLE_PADDING_TOP,
  PITH_STYLE_PADDING_BOTTOM,
  PITH_STYLE_BORDER_TOP,
  PITH_STYLE_BORDER_BOTTOM,
  PITH_STYLE_WIDTH,
  PITH_STYLE_HEIGHT,
  PITH_STYLE_LEFT,
  PITH_STYLE_TOP,
  PITH_STYLE_INDENT,
  PITH_STYLE_CLIP,
  PITH_STYLE_FLEX_DIRECTION,
  PITH_STYLE_PROPERTIES
} pith_style_property;

typedef enum pith_style_unit {
  PITH_UNIT_WORD,    /* a pith_style_word */
  PITH_UNIT_PIXELS,  /* hundredths */
  PITH_UNIT_EM,      /* hundredths */
  PITH_UNIT_REM,     /* hundredths */
  PITH_UNIT_PERCENT, /* hundredths */
  PITH_UNIT_NUMBER,  /* hundredths */
  PITH_UNIT_COLOUR   /* 0xRRGGBB, or PITH_COLOUR_NONE */
} pith_style_unit;

/* Words that values are made of. */
typedef enum pith_style_word {
  PITH_WORD_OTHER,
  PITH_WORD_NONE,
  PITH_WORD_INLINE,
  PITH_WORD_INLINE_BLOCK,
  PITH_WORD_BLOCK,
  PITH_WORD_LIST_ITEM,
  PITH_WORD_TABLE,
  PITH_WORD_ROW,
  PITH_WORD_ROW_GROUP,
  PITH_WORD_CELL,
  PITH_WORD_FLEX,
  PITH_WORD_GRID,
  PITH_WORD_CONTENTS,
  PITH_WORD_HIDDEN,
  PITH_WORD_VISIBLE,
  PITH_WORD_STATIC,
  PITH_WORD_RELATIVE,
  PITH_WORD_ABSOLUTE,
  PITH_WORD_FIXED,
  PITH_WORD_STICKY,
  PITH_WORD_LEFT,
  PITH_WORD_RIGHT,
  PITH_WORD_AUTO,
  PITH_WORD_INHERIT,
  PITH_WORD_BOLD,
  PITH_WORD_BOLDER,
  PITH_WORD_LIGHTER,
  PITH_WORD_NORMAL,
  PITH_WORD_COLUMN,
  PITH_WORD_SMALLER,
  PITH_WORD_LARGER
} pith_style_word;

/* The colour of what shows what is behind it. */
#define PITH_COLOUR_NONE (-1)

typedef struct pith_style_declaration {
  uint8_t property; /* pith_style_property */
  uint8_t unit;     /* pith_style_unit */
  bool important;
  int32_t value;
} pith_style_declaration;

/* The most that one declaration of a shorthand becomes. */
#define PITH_STYLE_SHORTHAND 2u

/* Read the declarations that begin at `*at`, up to the next that means
 * something: how many it became, 0 at the end of `text`. */
uint32_t pith__style_next(pith_slice text, size_t *at,
                          pith_style_declaration out[PITH_STYLE_SHORTHAND]);

/* A colour by name, #hex, rgb() or rgba(); false when it is none. */
bool pith__style_colour(pith_slice word, int32_t *rgb);

/* The length of a plain number, with its unit; false when it is none. */
bool pith__style_length(pith_slice word, pith_style_declaration *out);

#endif
