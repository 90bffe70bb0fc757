/*
 * How large text is, 1 to 7 as `<font size>` counts, 3 being normal: the
 * paper's headings are larger than the text below them.
 *
 *     <font size=5>   size=+1          the attribute
 *     <p style="font-size: 24px">      the declaration of a style attribute
 */
#ifndef PITH_PAPERS_SENTENCE_FONT_SIZE_H
#define PITH_PAPERS_SENTENCE_FONT_SIZE_H

#include "base/slice.h"

#include <stdint.h>

#define PITH_FONT_NORMAL 3
#define PITH_FONT_MOST   7

/* The nearest size that there is. */
uint32_t pith__font_size_clamp(int32_t size);

/* The value of `size` of `font`; `around` when it is no size. */
uint32_t pith__font_size_of_attribute(pith_slice value, uint32_t around);

/* The `font-size` of a style attribute; 0 when it has none. `around` is the
 * size of the text outside, for relative values. */
uint32_t pith__font_size_of_style(pith_slice style, uint32_t around);

#endif
