/*
 * The verdicts of a page: kept with it, in bytes as it arrived.
 */
#include "api/workspace.h"

const pith_verdict *
pith_page_verdicts(const pith_page *page, uint32_t *count)
{
  const pith_verdicts *verdicts = &page->work->verdicts;
  *count = verdicts->count;
  return verdicts->items;
}

pith_status
pith_page_set_verdicts(pith_page *page, const pith_verdict *verdicts,
                       uint32_t count)
{
  pith_workspace *work = page->work;
  pith_verdicts fresh;
  pith__verdicts_init(&fresh, &work->memory);
  for (uint32_t i = 0; i < count; i++)
    pith__verdicts_add(&fresh, verdicts[i].span, verdicts[i].label,
                       verdicts[i].score, verdicts[i].reason);
  pith__verdicts_settle(&fresh);
  pith_status status = PITH_OK;
  if (fresh.failed)
    status = pith__memory_status(&work->memory);
  else if (!pith__verdicts_are_valid(&fresh, (uint32_t)work->decoded.bytes.len))
    status = PITH_USAGE;
  if (status != PITH_OK) {
    pith__verdicts_done(&fresh);
    return status;
  }
  pith__verdicts_done(&work->verdicts);
  work->verdicts = fresh;
  return PITH_OK;
}
