/*
 * See layer.h.
 */
#include "method/layer.h"

#include <string.h>

pith_status
pith__layer_judge(const pith_layer_call *call, pith_verdicts *verdicts,
                  pith_layer_report *report)
{
  memset(report, 0, sizeof *report);
  return call->compat ? pith__layer_judge_compat(call, verdicts, report)
                      : pith__layer_judge_default(call, verdicts, report);
}
