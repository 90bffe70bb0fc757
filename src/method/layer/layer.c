/*
 * See layer.h.
 */
#include "method/layer/layer.h"

#include <string.h>

pith_status
pith__layer_classify(const pith_layer_call *call, pith_verdicts *verdicts,
                     pith_layer_report *report)
{
  memset(report, 0, sizeof *report);
  return call->compat ? pith__layer_classify_compat(call, verdicts, report)
                      : pith__layer_classify_default(call, verdicts, report);
}
