/*
 * The verdicts of a page, kept with it in bytes as it arrived, and the methods
 * that judge one page alone.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "method/method.h"

const pith_verdict *
pith_page_verdicts(const pith_page *page, uint32_t *count)
{
  const pith_verdicts *verdicts = &page->work->verdicts;
  *count = verdicts->count;
  return verdicts->items;
}

float
pith_page_confidence(const pith_page *page)
{
  return page->work->verdicts.confidence;
}

const char *
pith_page_type(const pith_page *page)
{
  return page->work->verdicts.page_type;
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
  pith__workspace_unclassify(work);
  work->verdicts = fresh;
  return PITH_OK;
}

uint32_t
pith_method_count(void)
{
  uint32_t count;
  pith__methods(&count);
  return count;
}

pith_method_facts
pith_method_describe(uint32_t index)
{
  uint32_t count;
  const pith_method *methods = pith__methods(&count);
  pith_method_facts facts = {NULL, NULL, false, false, false};
  if (index < count) {
    facts.name = methods[index].name;
    facts.source = methods[index].source;
    facts.one_page = methods[index].classify != NULL;
    facts.whole_sites = methods[index].whole_sites;
    facts.compat = methods[index].compat;
  }
  return facts;
}

const char *
pith_method_default(void)
{
  return pith__method_default()->name;
}

/* A list in order asks the map for rising offsets. Text that has no bytes of
 * its own, such as half of what one code in a legacy charset stands for, drops
 * out. */
void
pith__verdicts_to_bytes(pith_workspace *work, pith_verdicts *verdicts)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < verdicts->count; i++) {
    pith_verdict verdict = verdicts->items[i];
    verdict.span.from = pith__decode_offset(&work->decoded, verdict.span.from);
    verdict.span.to = pith__decode_offset(&work->decoded, verdict.span.to);
    if (verdict.span.from < verdict.span.to)
      verdicts->items[kept++] = verdict;
  }
  verdicts->count = kept;
}

pith_status
pith_page_classify(pith_page *page, const pith_options *given)
{
  pith_workspace *work = page->work;
  pith_verdicts *verdicts = &work->verdicts;
  pith_options style;
  pith__options_read(given, &style);
  pith__workspace_unclassify(work);
  if (pith__is_cancelled(&style))
    return PITH_CANCELLED;
  const pith_method *method =
      style.method ? pith__method_find(pith__slice_of(style.method))
                   : pith__method_default();
  if (!method || !method->classify || (style.compat && !method->compat) ||
      (unsigned)style.balance > PITH_RECALL)
    return PITH_USAGE;
  pith_method_call call = {&work->model, work->decoded.bytes, style.compat,
                           style.comments, style.balance};
  work->hidden_classified = method->classifies_hidden;
  work->method = method->name;
  pith_status status = method->classify(&call, verdicts);
  if (status == PITH_OK) {
    pith__verdicts_settle(verdicts);
    if (verdicts->failed)
      status = pith__memory_status(&work->memory);
  }
  if (status != PITH_OK)
    pith__verdicts_clear(verdicts);
  else if (!(style.compat ? method->compat_counts_bytes : method->counts_bytes))
    pith__verdicts_to_bytes(work, verdicts);
  return status;
}
