/*
 * Contexts and the workspaces they keep. An allocator comes in; what is kept
 * between pages goes out to page.c and tokens.c.
 *
 * What surprises: a page that is released keeps its buffers for the next one,
 * and its account starts with them. A page could then be refused memory that
 * a fresh one would have got; page.c empties the workspace and tries again
 * when that happens, so the outcome does not depend on the pages before.
 */
#include "api/workspace.h"

/* An idle workspace with more than this is released: one enormous page must
 * not fix the size of a process for ever. */
#define IDLE_BYTES ((size_t)64 * 1000 * 1000)

/* The workspace itself is on the account of its context, all that it holds on
 * an account of its own, which has no room until a page takes it. */
static pith_workspace *
make_workspace(pith_context *context)
{
  pith_workspace *work =
      pith__memory_resize(&context->memory, NULL, 0, sizeof *work);
  if (!work)
    return NULL;
  memset(work, 0, sizeof *work);
  work->context = context;
  pith__memory_init(&work->memory, &context->memory.allocator, 0);
  pith__decode_init(&work->decoded, &work->memory);
  pith__tree_init(&work->tree, &work->memory);
  pith__recovery_init(&work->recovery, &work->memory);
  pith__verdicts_init(&work->verdicts, &work->memory);
  pith__verdicts_init(&work->byte_verdicts, &work->memory);
  pith__buffer_init(&work->rendered, &work->memory);
  pith__buffer_init(&work->record, &work->memory);
  pith__buffer_init(&work->shell.html, &work->memory);
  pith__page_model_init(&work->model, &work->memory, &work->tree);
  pith__metadata_init(&work->metadata, &work->memory);
  work->page.work = work;
  work->stream.work = work;
  return work;
}

/* Warnings that a caller has added go too: they were about the verdicts. */
void
pith__workspace_unclassify(pith_workspace *work)
{
  pith__verdicts_clear(&work->verdicts);
  pith__verdicts_clear(&work->byte_verdicts);
  work->hidden_classified = false;
  work->emptied = false;
  work->empty = false;
  work->shell.source = NULL;
  work->shell.scripts = false;
  work->shell.frameset = false;
  work->method = NULL;
  work->cluster = UINT32_MAX;
  work->warning_count = 0;
}

/* What a page before may have left behind, and what becomes of it:
 *
 *     text, tree             overwritten by the next parse
 *     page model, metadata   forgotten here; most memory is kept
 *     verdicts, warnings     emptied here */
pith_workspace *
pith__workspace_take(pith_context *context, size_t ceiling)
{
  pith_workspace *work = context->spare;
  context->spare = NULL;
  if (!work)
    work = make_workspace(context);
  if (!work)
    return NULL;
  if (work->memory.used > ceiling)
    pith__workspace_empty(work);
  pith__page_model_forget(&work->model);
  pith__workspace_unclassify(work);
  pith__metadata_clear(&work->metadata);
  work->marks_present = false;
  work->memory.ceiling = ceiling;
  work->memory.peak = work->memory.used;
  work->memory.refused = false;
  return work;
}

/* The page model points into the tree and goes before it. */
static void
release_buffers(pith_workspace *work)
{
  pith__blocks_drop(work);
  pith__metadata_done(&work->metadata);
  pith__buffer_done(&work->rendered);
  pith__buffer_done(&work->record);
  pith__buffer_done(&work->shell.html);
  pith__verdicts_done(&work->verdicts);
  pith__verdicts_done(&work->byte_verdicts);
  pith__page_model_done(&work->model);
  pith__tree_done(&work->tree);
  pith__recovery_done(&work->recovery);
  pith__decode_done(&work->decoded);
}

/* Only the parser's parts are set up again: the others leave their done
 * function ready for use. */
void
pith__workspace_empty(pith_workspace *work)
{
  release_buffers(work);
  pith__decode_init(&work->decoded, &work->memory);
  pith__tree_init(&work->tree, &work->memory);
  work->memory.refused = false;
}

void
pith__workspace_free(pith_workspace *work)
{
  release_buffers(work);
  pith__memory_free(&work->context->memory, work, sizeof *work);
}

/* One spare is enough for a caller who works page by page. Whoever has several
 * pages at once pays for the others anew. */
void
pith__workspace_return(pith_workspace *work)
{
  if (work->context->spare || work->memory.used > IDLE_BYTES)
    pith__workspace_free(work);
  else
    work->context->spare = work;
}

/* The account moves into the context that it has paid for, and back out of it
 * in pith_context_free(). */
pith_status
pith_context_new(const pith_allocator *allocator, pith_context **out)
{
  *out = NULL;
  pith_memory memory;
  pith__memory_init(&memory, allocator, SIZE_MAX);
  pith_context *context =
      pith__memory_resize(&memory, NULL, 0, sizeof *context);
  if (!context)
    return PITH_NOMEM;
  context->memory = memory;
  context->spare = NULL;
  *out = context;
  return PITH_OK;
}

/* Pages and streams must be released before: their workspaces are not listed
 * anywhere. */
void
pith_context_free(pith_context *context)
{
  if (!context)
    return;
  if (context->spare)
    pith__workspace_free(context->spare);
  pith_memory memory = context->memory;
  pith__memory_free(&memory, context, sizeof *context);
}
