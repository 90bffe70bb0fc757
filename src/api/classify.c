/*
 * The verdicts of a page, kept with it in bytes as it arrived, and the methods
 * that classify one page alone.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "method/method.h"
#include "verdict/reasons.h"

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

/* All or nothing: the new list is built and checked beside the old one, and a
 * list that is refused leaves the page as it was. Spans are bytes of the page
 * as it arrived, up to its length. */
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

/* The facts of a number beyond the last have no name. */
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
    facts.whole_sites = methods[index].evidence != 0;
    facts.compat = methods[index].compat;
  }
  return facts;
}

const char *
pith_reason_name(uint32_t index)
{
  return pith__reason_name(index);
}

const char *
pith_method_default(void)
{
  return pith__method_find(NULL, false)->name;
}

/* A list in order asks the map for rising offsets. Text that has no bytes of
 * its own, such as half of what one code in a legacy charset stands for, drops
 * out. In place, since a list can only become shorter. */
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

/* On any failure the page has no verdicts, not those of an earlier call: a
 * caller who ignores the status shall not render old ones. */
pith_status
pith__classify_begin(pith_workspace *work, const pith_options *given,
                     pith_classify_call *out)
{
  pith_options options;
  pith__options_read(given, &options);
  pith__workspace_unclassify(work);
  memset(out, 0, sizeof *out);
  if (pith__is_cancelled(&options))
    return PITH_CANCELLED;
  out->method = pith__method_find(options.method, options.compat);
  if (!out->method || (unsigned)options.balance > PITH_RECALL)
    return PITH_USAGE;
  out->call =
      (pith_method_call){&work->model, work->decoded.bytes, options.compat,
                         options.comments, options.balance};
  return PITH_OK;
}

/* Settling comes before the map, which is fast only for rising offsets. Where
 * the method has read the bytes itself there is nothing to map. */
pith_status
pith__classify_end(pith_workspace *work, const pith_classify_call *call,
                   pith_status status)
{
  pith_verdicts *verdicts = &work->verdicts;
  if (status == PITH_OK) {
    pith__verdicts_settle(verdicts);
    if (verdicts->failed)
      status = pith__memory_status(&work->memory);
  }
  if (status != PITH_OK) {
    pith__workspace_unclassify(work);
    return status;
  }
  work->method = call->method->name;
  work->hidden_classified = call->method->classifies_hidden;
  if (!(call->call.compat && call->method->compat_counts_bytes))
    pith__verdicts_to_bytes(work, verdicts);
  return PITH_OK;
}

/* A method that needs a site has no `classify`; it is refused here and served
 * by pith_site_classify(). */
pith_status
pith_page_classify(pith_page *page, const pith_options *options)
{
  pith_classify_call how;
  pith_status status = pith__classify_begin(page->work, options, &how);
  if (status == PITH_OK)
    status = how.method->classify
                 ? how.method->classify(&how.call, &page->work->verdicts)
                 : PITH_USAGE;
  return pith__classify_end(page->work, &how, status);
}
