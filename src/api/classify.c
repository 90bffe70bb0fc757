/*
 * The verdicts of a page, and the methods that classify one page alone.
 *
 * Inside the library verdicts are ranges of the text; callers see bytes of the
 * page as it arrived. Each list is made from the other once, here:
 *
 *     method on the tree ──► verdicts ──────► byte_verdicts ──► callers, record
 *                               │                  ▲
 *                               └──► rendering     │
 *                                                  │ verdicts follow from them
 *     caller, method on bytes ─────────────────────┘
 */
#include "api/shell.h"

#include "base/slice.h"
#include "method/method.h"
#include "verdict/reasons.h"

const pith_verdict *
pith_page_verdicts(const pith_page *page, uint32_t *count)
{
  const pith_verdicts *verdicts = &page->work->byte_verdicts;
  *count = verdicts->count;
  return verdicts->items;
}

const pith_block_match *
pith_page_block_matches(const pith_page *page, uint32_t *count)
{
  const pith_verdicts *verdicts = &page->work->byte_verdicts;
  *count = verdicts->match_count;
  return verdicts->matches;
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

/* Text offset to byte offset, or back. Both are fast only for rising offsets,
 * so `from` is settled. A range that is empty in the other measure drops out:
 * half of what one code of a legacy charset stands for has no bytes. */
typedef uint32_t (*offset_map)(pith_decoded *decoded, uint32_t offset);

static void
map_verdicts(pith_decoded *decoded, const pith_verdicts *from, offset_map map,
             pith_verdicts *to)
{
  for (uint32_t i = 0; i < from->count; i++) {
    const pith_verdict *item = &from->items[i];
    pith_span span;
    span.from = map(decoded, item->span.from);
    span.to = map(decoded, item->span.to);
    pith__verdicts_add(to, span, item->label, item->score, item->reason);
  }
  for (uint32_t i = 0; i < from->match_count; i++) {
    pith_block_match match = from->matches[i];
    match.span.from = map(decoded, match.span.from);
    match.span.to = map(decoded, match.span.to);
    pith__verdicts_add_match(to, &match);
  }
}

/* All or nothing: the new lists are built and checked beside the old ones, and
 * a list that is refused leaves the page as it was. Spans are bytes of the page
 * as it arrived, up to its length, and may begin inside a character. */
pith_status
pith_page_set_verdicts(pith_page *page, const pith_verdict *verdicts,
                       uint32_t count)
{
  pith_workspace *work = page->work;
  pith_verdicts bytes, text;
  pith__verdicts_init(&bytes, &work->memory);
  pith__verdicts_init(&text, &work->memory);
  for (uint32_t i = 0; i < count; i++)
    pith__verdicts_add(&bytes, verdicts[i].span, verdicts[i].label,
                       verdicts[i].score, verdicts[i].reason);
  pith__verdicts_settle(&bytes);
  pith_status status = PITH_OK;
  if (!pith__verdicts_are_valid(&bytes, (uint32_t)work->decoded.bytes.len))
    status = PITH_USAGE;
  else
    map_verdicts(&work->decoded, &bytes, pith__decode_text_offset, &text);
  if (bytes.failed || text.failed)
    status = pith__memory_status(&work->memory);
  if (status != PITH_OK) {
    pith__verdicts_done(&bytes);
    pith__verdicts_done(&text);
    return status;
  }
  pith__verdicts_done(&work->verdicts);
  pith__verdicts_done(&work->byte_verdicts);
  pith__workspace_unclassify(work);
  work->verdicts = text;
  work->byte_verdicts = bytes;
  return PITH_OK;
}

const pith_method_facts *
pith_method_describe(uint32_t index)
{
  uint32_t count;
  const pith_method *methods = pith__methods(&count);
  return index < count ? &methods[index].facts : NULL;
}

const pith_method_facts *
pith_method_find(const char *name)
{
  const pith_method *method = pith__method_find(name, false);
  return method ? &method->facts : NULL;
}

const char *
pith_reason_name(uint32_t index)
{
  return pith__reason_name(index);
}

const char *
pith_method_default(void)
{
  return pith__method_find(NULL, false)->facts.name;
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

/* A method that has read the bytes itself has left its ranges where text
 * offsets belong: the lists change places, what is said of the page stays. */
static void
move_to_bytes(pith_workspace *work)
{
  pith_verdicts found = work->verdicts;
  work->verdicts = work->byte_verdicts;
  work->verdicts.confidence = found.confidence;
  work->verdicts.page_type = found.page_type;
  work->byte_verdicts = found;
}

/* Settle what the method has found and make the other list of it. */
static void
settle(pith_workspace *work, bool counts_bytes)
{
  pith__verdicts_settle(&work->verdicts);
  if (counts_bytes) {
    move_to_bytes(work);
    map_verdicts(&work->decoded, &work->byte_verdicts, pith__decode_text_offset,
                 &work->verdicts);
  } else {
    map_verdicts(&work->decoded, &work->verdicts, pith__decode_offset,
                 &work->byte_verdicts);
  }
}

pith_status
pith__classify_end(pith_workspace *work, const pith_classify_call *call,
                   pith_status status)
{
  if (status == PITH_OK) {
    settle(work, call->call.compat && call->method->compat_counts_bytes);
    if (work->verdicts.failed || work->byte_verdicts.failed)
      status = pith__memory_status(&work->memory);
  }
  if (status == PITH_OK && !call->call.compat)
    status = pith__shell_look(work);
  if (status != PITH_OK) {
    pith__workspace_unclassify(work);
    return status;
  }
  work->method = call->method->facts.name;
  work->hidden_classified = call->method->classifies_hidden;
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
