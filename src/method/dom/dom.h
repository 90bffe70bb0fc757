/*
 * The dom method (`-m dom`): the best text subtree of one page. It is in
 * for the comparator of Shorkin 2013, "after Lande 2006", which that paper does
 * not describe: text length times (1 - link density) chooses the subtree, its
 * siblings that look alike join it, and lists of links go, as in Crunch.
 */
#ifndef PITH_METHOD_DOM_DOM_H
#define PITH_METHOD_DOM_DOM_H

#include "method/common/method_call.h"

/* See pith_method_classify. Text offsets. */
pith_status pith__dom_classify(const pith_method_call *call,
                               pith_verdicts *verdicts);

#endif
