/*
 * The sentence method (`-m sentence`), after Kuznetsov: a block of a page that
 * holds a sentence is content, and so are the headings above it; all else is
 * framing. One page, no other evidence.
 *
 * Two profiles: to the letter on bytes (sentence_compat.c), and one on the tree
 * that mends what the paper lists as its failures (sentence.c).
 */
#ifndef PITH_METHOD_SENTENCE_H
#define PITH_METHOD_SENTENCE_H

#include "method/method.h"

/* See pith_method_judge. Text offsets; bytes when call->compat. */
pith_status pith__sentence_judge(const pith_method_call *call,
                                 pith_verdicts *verdicts);

/* The profile to the letter: one verdict a block, in order, in bytes, with the
 * reason `sentence`, `heading` or `none`. */
pith_status pith__sentence_compat(const pith_method_call *call,
                                  pith_verdicts *verdicts);

#endif
