/* diff_html.h: two texts as one, with what came and what went marked. */
#ifndef EVAL_DIFF_HTML_H
#define EVAL_DIFF_HTML_H

#include "pith.h"

#include "common/output/text_out.h"

/* Write a <pre> with the gold text; what the other text has not is <del>, what
 * only it has is <ins>. Long pieces are shortened, and after a screen or two
 * it ends. False when memory ends. */
bool diff_html(text_out *out, pith_slice gold, pith_slice text);

#endif
