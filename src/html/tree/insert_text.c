/*
 * Text (WHATWG HTML, "insert a character"). Adjacent text is one node.
 *
 * Text that needs no change stays in the page, and a node is nothing but its
 * span; text that follows directly on such a node only moves the node's end.
 * Everything else (references, CR LF, NUL, text joined over a gap) is written
 * into the pool.
 */
#include "html/tree/insert.h"

#include <string.h>

/* In raw text NUL is always replaced. */
static pith_nul_policy
policy_for(const pith_piece *piece, pith_nul_policy policy)
{
  return piece->flags & PITH_TEXT_RAW ? PITH_NUL_REPLACE : policy;
}

/* Append the contents of the piece to a pool string. */
static bool
append_piece(pith_builder *b, const pith_piece *piece, pith_nul_policy policy,
             uint32_t *offset)
{
  pith_store *store = &b->tree->store;
  pith_span data = {piece->data_from, piece->data_to};
  if (!(piece->flags & PITH_TEXT_UNCLEAN))
    return pith__pool_append(store, offset, store->text + data.from,
                             data.to - data.from);
  return pith__text_clean(store, data, (piece->flags & PITH_TEXT_AMP) != 0,
                          policy_for(piece, policy), offset);
}

/* Give a text node a pool string, if it has none, with room for `more`. */
static bool
make_pooled(pith_builder *b, pith_tree_node *node, uint32_t more)
{
  pith_store *store = &b->tree->store;
  if (node->pooled)
    return true;
  pith_span span = {node->from, node->close_to};
  uint32_t len = node->close_from - node->open_to;
  uint32_t offset;
  if (!pith__pool_new(store, span, len + more, &offset) ||
      !pith__pool_append(store, &offset, store->text + node->open_to, len))
    return false;
  node->pooled = true;
  node->data = offset;
  return true;
}

/* The node's span grows to `to`; its data is in the pool. */
static void
set_pooled_span(pith_tree_node *node, uint32_t from, uint32_t to)
{
  if (from < node->from)
    node->from = from;
  if (to > node->close_to)
    node->close_to = to;
  node->open_to = node->from;
  node->close_from = node->close_to;
}

/* Text that follows directly on its node and needs no change only moves the
 * node's end: most texts of several tokens cost nothing. */
static void
extend_text(pith_builder *b, uint32_t text, const pith_piece *piece,
            pith_nul_policy policy)
{
  pith_tree_node *node = &b->nodes[text];
  bool touches = node->close_to == piece->from &&
                 node->close_from == node->close_to &&
                 piece->data_from == piece->from;
  if (touches && !node->pooled && !(piece->flags & PITH_TEXT_UNCLEAN)) {
    node->close_from = piece->data_to;
    node->close_to = piece->to;
    return;
  }
  bool done = make_pooled(b, node, piece->data_to - piece->data_from);
  uint32_t offset = node->data;
  if (!done || !append_piece(b, piece, policy, &offset)) {
    pith__builder_fail(b);
    return;
  }
  node->data = offset;
  set_pooled_span(node, piece->from, piece->to);
  pith__store_keep(&b->tree->store);
}

/* Clean the piece into a pool string of its own. True when the result
 * differs from the page; if it does not ("&" that begins nothing), the copy
 * is dropped. */
static bool
clean_piece(pith_builder *b, const pith_piece *piece, pith_nul_policy policy,
            uint32_t *offset)
{
  pith_store *store = &b->tree->store;
  uint32_t pool_len = store->pool_len;
  pith_span span = {piece->from, piece->to};
  uint32_t len = piece->data_to - piece->data_from;
  if (!pith__pool_new(store, span, len, offset) ||
      !append_piece(b, piece, policy, offset)) {
    pith__builder_fail(b);
    return false;
  }
  pith_slice clean = pith__pool_slice(store, *offset);
  if (clean.len == len &&
      memcmp(clean.data, store->text + piece->data_from, len) == 0) {
    store->pool_len = pool_len;
    return false;
  }
  return true;
}

/* A node for a text that joins nothing. Text of dropped NULs only makes no
 * node. */
static void
new_text(pith_builder *b, pith_place place, const pith_piece *piece,
         pith_nul_policy policy)
{
  uint32_t offset = 0;
  bool pooled = (piece->flags & PITH_TEXT_UNCLEAN) &&
                clean_piece(b, piece, policy, &offset);
  if (pooled && pith__pool_slice(&b->tree->store, offset).len == 0)
    return;
  if (pooled)
    pith__store_keep(&b->tree->store);
  uint32_t node = pith__node_new(b);
  pith_tree_node *slot = &b->nodes[node];
  slot->parent = place.parent;
  slot->end = pith__leaf_end(b, node);
  slot->from = piece->from;
  slot->open_to = pooled ? piece->from : piece->data_from;
  slot->close_from = pooled ? piece->to : piece->data_to;
  slot->close_to = piece->to;
  slot->data = offset;
  slot->word = pith__node_word(PITH_NODE_TEXT, PITH_TAG_UNKNOWN,
                               PITH_NAMESPACE_HTML, pooled, 0);
  if (PITH_UNLIKELY(b->careful))
    pith__place_node(b, place, node);
}

/* The node in front of the place. In an element that was sealed it is the
 * one before the seal, which saves most pages with a comment behind </body>
 * from linked mode. */
static uint32_t
node_before(const pith_builder *b, pith_place place)
{
  if (b->linked)
    return place.before == PITH_NODE_NONE
               ? pith__link_last(b, place.parent)
               : pith__link_previous(b, place.before);
  uint32_t end = b->nodes[place.parent].end;
  return (b->sealed && end != 0 ? end : b->count) - 1;
}

/* HTML, "insert a character": join the text before the place, or make a
 * node. */
void
pith__insert_piece(pith_builder *b, const pith_piece *piece,
                   pith_nul_policy policy)
{
  pith_place place = {b->parent, PITH_NODE_NONE};
  uint32_t last = b->count - 1;
  if (PITH_UNLIKELY(b->careful)) {
    place = pith__place_for(b, pith__current(b));
    if (place.before != PITH_NODE_NONE)
      pith__links_begin(b, b->count);
    last = node_before(b, place);
  }
  if (last < b->count && b->nodes[last].kind == PITH_NODE_TEXT &&
      b->nodes[last].parent == place.parent)
    extend_text(b, last, piece, policy);
  else
    new_text(b, place, piece, policy);
}

void
pith__insert_text_slow(pith_builder *b, pith_nul_policy policy)
{
  const pith_token *token = &b->token;
  pith_piece piece = {token->from, token->to, token->data_from, token->data_to,
                      token->flags};
  if (piece.data_from < piece.data_to)
    pith__insert_piece(b, &piece, policy);
}

/* Two texts that became neighbours when what was between them moved away. */
void
pith__text_join(pith_builder *b, uint32_t first, uint32_t second)
{
  pith_store *store = &b->tree->store;
  pith_tree_node *node = &b->nodes[first];
  const pith_tree_node *other = &b->nodes[second];
  uint64_t len = pith__tree_text(b->tree, first).len;
  len += pith__tree_text(b->tree, second).len;
  pith_span span = {node->from, other->close_to};
  uint32_t offset;
  if (len > UINT32_MAX ||
      !pith__pool_new(store, span, (uint32_t)len, &offset)) {
    pith__builder_fail(b);
    return;
  }
  /* There is room for both, so the pool does not move under its own bytes. */
  pith_slice one = pith__tree_text(b->tree, first);
  pith_slice more = pith__tree_text(b->tree, second);
  pith__pool_append(store, &offset, one.data, (uint32_t)one.len);
  pith__pool_append(store, &offset, more.data, (uint32_t)more.len);
  node->data = offset;
  node->pooled = true;
  set_pooled_span(node, other->from, other->close_to);
  pith__store_keep(store);
  b->steps -= (int64_t)len;
}
