/*
 * How a method is called: one page and the caller's options in, verdicts out.
 */
#ifndef PITH_METHOD_COMMON_METHOD_CALL_H
#define PITH_METHOD_COMMON_METHOD_CALL_H

#include "page/blocks/box_keep.h"
#include "page/element/display.h"
#include "verdict/verdict.h"

/* One page, and what is wanted of it. */
typedef struct pith_method_call {
  pith_memory *memory;   /* borrowed: the account of the page */
  pith_slice bytes;      /* borrowed: the page as it arrived */
  const pith_tree *tree; /* borrowed: parsed from its decoded text */
  bool compat;           /* to the letter of the method's source */
  bool comments;         /* what readers wrote is content */
  pith_balance balance;
  pith_box_tree *boxes; /* borrowed: on the same account, empty or of another
                           page, to be read and judged in; NULL for methods
                           without boxes */
} pith_method_call;

/* Append what is said of the page to `verdicts`, which is empty and on the same
 * account, in any order. PITH_NOMEM, PITH_LIMIT. */
typedef pith_status (*pith_method_classify)(const pith_method_call *call,
                                            pith_verdicts *verdicts);

#endif
