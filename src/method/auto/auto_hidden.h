/*
 * What the page hides is not content, but for parts that wait to be
 * unfolded:
 *
 *     <div role=tabpanel hidden>       a reader opens it: as the forest decides
 *     <div class=faq__answer hidden>   likewise
 *     <div style="display: none">      nobody ever sees it: it goes
 *
 * A page that would lose nearly all its text keeps it: a script shows it.
 */
#ifndef PITH_METHOD_AUTO_AUTO_HIDDEN_H
#define PITH_METHOD_AUTO_AUTO_HIDDEN_H

#include "method/auto/auto_choice.h"

/* Take what is hidden out of what is kept. */
void pith__auto_drop_hidden(const pith_block_context *context,
                            pith_auto_choice *choice);

#endif
