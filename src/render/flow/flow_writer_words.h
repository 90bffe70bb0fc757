/*
 * Between flow_writer.c and flow_writer_words.c: words are about to be written.
 */
#ifndef PITH_RENDER_FLOW_FLOW_WRITER_WORDS_H
#define PITH_RENDER_FLOW_FLOW_WRITER_WORDS_H

#include "render/flow/flow_writer.h"

#include <string.h>

/* Make the leaf that the next words go to: containers, block, break. */
void pith__flow_writer_begin(pith_flow_writer *writer);

#endif
