/*
 * HTML, "initial": a doctype, which decides the document mode, or
 * its absence, which means quirks.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/insert.h"
#include "html/tree/document_mode.h"
#include "html/tree/text_space.h"

/* A record for a slice that lies in the text or in the pool. Addresses are
 * compared as integers: comparing pointers into different arrays is undefined
 * in C. */
static pith_attr
record_of(const pith_store *store, pith_slice slice)
{
  pith_attr record = {0, 0, 0, 0, (uint32_t)slice.len};
  if (slice.len == 0)
    return record;
  uintptr_t at = (uintptr_t)slice.data;
  uintptr_t text = (uintptr_t)store->text;
  if (at >= text && at < text + store->text_len)
    record.value = (uint32_t)(at - text);
  else
    record.value = (uint32_t)(at - (uintptr_t)store->pool) | PITH_POOLED;
  return record;
}

/* The parts are kept as records, because the pool may move. */
static void
keep_doctype(pith_builder *b)
{
  pith_tree *tree = b->tree;
  const pith_doctype *doctype = &b->token.doctype;
  tree->doctype[0] = record_of(&tree->store, doctype->name);
  tree->doctype[1] = record_of(&tree->store, doctype->public_id);
  tree->doctype[2] = record_of(&tree->store, doctype->system_id);
  tree->doctype_has[0] = doctype->has_name;
  tree->doctype_has[1] = doctype->has_public_id;
  tree->doctype_has[2] = doctype->has_system_id;
  tree->doctype_force_quirks = doctype->force_quirks;
  pith__store_keep(&tree->store);
}

/* The doctype is a node, and its parts are kept beside the tree. This is the
 * only mode that takes a doctype; all others ignore it. */
static void
insert_doctype(pith_builder *b)
{
  const pith_token *token = &b->token;
  uint32_t node = pith__node_new(b);
  pith_tree_node slot = {.end = pith__leaf_end(b, node),
                         .from = token->from,
                         .open_to = token->from,
                         .close_from = token->to,
                         .close_to = token->to,
                         .kind = PITH_NODE_DOCTYPE};
  b->nodes[node] = slot;
  pith__attach_to_document(b, node);
  keep_doctype(b);
  b->tree->quirks = pith__quirks_of(&token->doctype);
}

/* Without a doctype the page is in quirks mode. 2 is quirks, as in
 * pith_page_quirks(). */
pith_step
pith__mode_initial(pith_builder *b)
{
  switch (b->token.kind) {
  case PITH_TOKEN_TEXT:
    if (!pith__text_drop_space(b))
      return PITH_DONE;
    break;
  case PITH_TOKEN_COMMENT:
    pith__insert_comment_last(b, 0);
    return PITH_DONE;
  case PITH_TOKEN_DOCTYPE:
    insert_doctype(b);
    b->mode = PITH_MODE_BEFORE_HTML;
    return PITH_DONE;
  default:
    break;
  }
  b->tree->quirks = 2;
  b->mode = PITH_MODE_BEFORE_HTML;
  return PITH_AGAIN;
}
