/*
 * Between pen.c and pen_words.c: words are about to be written.
 */
#ifndef PITH_RENDER_FLOW_PEN_WORDS_H
#define PITH_RENDER_FLOW_PEN_WORDS_H

#include "render/flow/pen.h"

#include <string.h>

/* Make the leaf that the next words go to: containers, block, break. */
void pith__pen_begin(pith_pen *pen);

#endif
