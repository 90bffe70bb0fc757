/*
 * The sentence method (`-m sentence`), after Kuznetsov: a block of a page that
 * holds a sentence is content, and so are the headings above it; all else is
 * boilerplate. One page, no other evidence.
 *
 * Two profiles: to the letter on bytes (sentence_compat.c), and one on the tree
 * that mends what the paper lists as its failures (sentence.c).
 */
#ifndef PITH_METHOD_SENTENCE_SENTENCE_H
#define PITH_METHOD_SENTENCE_SENTENCE_H

#include "method/common/method_call.h"

/* See pith_method_classify. Text offsets; bytes when call->compat. */
pith_status pith__sentence_classify(const pith_method_call *call,
                                    pith_verdicts *verdicts);

/* The profile to the letter: one verdict a block, in order, in bytes, with the
 * reason `sentence`, `heading` or `none`. */
pith_status pith__sentence_compat(const pith_method_call *call,
                                  pith_verdicts *verdicts);

#endif
