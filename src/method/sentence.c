/*
 * The door of the sentence method; see sentence.h.
 */
#include "method/sentence.h"

pith_status
pith__sentence_judge(const pith_method_call *call, pith_verdicts *verdicts)
{
  return pith__sentence_compat(call, verdicts);
}
