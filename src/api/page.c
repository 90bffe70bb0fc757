/*
 * Bytes in, a page out: decode, build the tree, and once more when a `meta`
 * that is too far down for the prescan names another encoding (WHATWG
 * HTML, "Changing the encoding while parsing").
 *
 * What surprises: the standard changes the encoding in the middle of a page.
 * A parser that holds all bytes can finish first and look at the result, which
 * costs nothing for the pages, nearly all, that need no change.
 */
#include "api/workspace.h"

#include "api/explain.h"
#include "base/slice.h"

#include <inttypes.h>

/* The message for a failure of decode or tree. A status has one cause at this
 * stage, so the status alone selects the message: what to change is in it. */
static pith_status
explain_failure(pith_error *error, pith_status status,
                const pith_options *options)
{
  if (status == PITH_LIMIT)
    return pith__explain(error, status,
                         "the page needs more than %zu bytes of memory; raise "
                         "max_memory",
                         options->max_memory);
  if (status == PITH_CHARSET)
    return pith__explain(error, status,
                         "unknown encoding '%.60s'; use a label of the WHATWG "
                         "Encoding standard, such as utf-8",
                         options->encoding);
  if (status == PITH_USAGE)
    return pith__explain(
        error, status,
        "'%.60s' is not an element that can hold a fragment; write it "
        "as td, svg path or math mi",
        options->fragment_context);
  return pith__explain(error, status, "%s", pith_status_text(status));
}

/* Looked at where a stage begins, so that no inner loop pays for it. */
bool
pith__is_cancelled(const pith_options *options)
{
  return options->cancel && __atomic_load_n(options->cancel, __ATOMIC_RELAXED);
}

/* The tree borrows the decoded text, or the recovery's copy of it; all live in
 * the workspace. */
static pith_status
build_tree(pith_workspace *work, const pith_options *options)
{
  if (pith__is_cancelled(options))
    return PITH_CANCELLED;
  pith_tree_options tree_options = {
      .limits = pith__tree_limits(options),
      .fragment_context = {NULL, 0},
      .scripting = options->scripting,
  };
  if (options->fragment_context) {
    tree_options.fragment_context = pith__slice_of(options->fragment_context);
    if (tree_options.fragment_context.len == 0)
      return PITH_USAGE; /* to the tree, no name means a whole document */
  }
  pith__recovery_clear(&work->recovery);
  pith_status status =
      pith__tree_build(&work->tree, work->decoded.text, &tree_options);
  if (status == PITH_OK && options->recover && !options->fragment_context)
    status = pith__recover(&work->recovery, &work->tree, &tree_options);
  return status;
}

/* The list is of the decoded text while the tree is built, which may happen
 * twice; callers want bytes. */
static void
map_repairs(pith_workspace *work)
{
  pith_recovery *recovery = &work->recovery;
  for (uint32_t i = 0; i < recovery->count; i++)
    recovery->repairs[i].offset =
        pith__decode_offset(&work->decoded, recovery->repairs[i].offset);
}

/* Decode again by a `meta` that the tree has found. The tree is built anew only
 * when the text is another one: an ASCII page stays as it is. A `meta` that
 * repeats the encoding only makes it certain. */
static pith_status
change_encoding(pith_workspace *work, pith_slice html, pith_encoding encoding,
                const pith_options *options)
{
  pith_decode_hints hints = {NULL, options->transport_encoding,
                             pith__encoding_name(encoding)};
  if (work->decoded.encoding == encoding) {
    work->decoded.source = PITH_ENCODING_META;
    return PITH_OK;
  }
  bool was_identity = work->decoded.identity;
  pith_status status = pith__decode(&work->decoded, html, &hints);
  if (status != PITH_OK || (was_identity && work->decoded.identity))
    return status;
  return build_tree(work, options);
}

/* At most two passes: the encoding of the second is certain, so no `meta` is
 * looked up again. */
static pith_status
parse(pith_workspace *work, pith_slice html, const pith_options *options)
{
  pith_encoding encoding;
  pith_decode_hints hints = {options->encoding, options->transport_encoding,
                             NULL};
  pith_status status = pith__is_cancelled(options)
                           ? PITH_CANCELLED
                           : pith__decode(&work->decoded, html, &hints);
  if (status == PITH_OK)
    status = build_tree(work, options);
  if (status == PITH_OK && pith__decode_is_tentative(&work->decoded) &&
      pith__late_meta(&work->tree, &encoding))
    status = change_encoding(work, html, encoding, options);
  return status;
}

pith_status
pith_page_parse(pith_context *context, pith_slice html,
                const pith_options *options, pith_page **out, pith_error *error)
{
  pith_options mine;
  *out = NULL;
  pith__options_read(options, &mine);
  if (html.len > mine.max_bytes)
    return pith__explain(error, PITH_LIMIT,
                         "the input has %zu bytes, more than %" PRIu32
                         "; raise max_bytes",
                         html.len, mine.max_bytes);
  pith_workspace *work = pith__workspace_take(context, mine.max_memory);
  if (!work)
    return explain_failure(error, PITH_NOMEM, &mine);

  /* Buffers of earlier pages count on the account; only they can make a page
   * fail that a fresh workspace would hold. */
  bool reused = work->memory.used > 0;
  pith_status status = parse(work, html, &mine);
  if (status == PITH_LIMIT && reused) {
    pith__workspace_empty(work);
    status = parse(work, html, &mine);
  }
  if (status != PITH_OK) {
    pith__workspace_free(work);
    return explain_failure(error, status, &mine);
  }
  work->parsed_with = pith__options_digest(&mine);
  map_repairs(work);
  *out = &work->page;
  return PITH_OK;
}

void
pith_page_free(pith_page *page)
{
  if (page)
    pith__workspace_return(page->work);
}

unsigned
pith_page_limits_hit(const pith_page *page)
{
  return page->work->tree.limits_hit;
}

const pith_repair *
pith_page_repairs(const pith_page *page, uint32_t *count)
{
  *count = page->work->recovery.count;
  return page->work->recovery.repairs;
}

pith_slice
pith_page_text(const pith_page *page)
{
  return page->work->decoded.text;
}

int
pith_page_quirks(const pith_page *page)
{
  return page->work->tree.quirks;
}
