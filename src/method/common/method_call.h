/*
 * How a method is called: the model of one page and the caller's options in,
 * verdicts out.
 */
#ifndef PITH_METHOD_COMMON_METHOD_CALL_H
#define PITH_METHOD_COMMON_METHOD_CALL_H

#include "page/page_model.h"
#include "verdict/verdict.h"

/* One page, and the caller's options. */
typedef struct pith_method_call {
  pith_page_model *page; /* borrowed: with the tree and the memory account */
  pith_slice bytes;      /* borrowed: the page as it arrived */
  bool compat;           /* to the letter of the method's source */
  bool comments;         /* what readers wrote is content */
  pith_balance balance;
} pith_method_call;

/* Append verdicts on the page, in any order, to `verdicts`, which is empty and
 * on the same account. PITH_NOMEM, PITH_LIMIT. */
typedef pith_status (*pith_method_classify)(const pith_method_call *call,
                                            pith_verdicts *verdicts);

#endif
