/*
 * The loop: a token, the rules that apply to it, the next token (WHATWG HTML,
 * "Tree construction").
 *
 * Limits end here too. Steps are counted down wherever a stack or list is
 * walked, and looked at once a token: one token can do only so much.
 */
#include "html/tree/tree.h"

#include "html/tree/foreign.h"
#include "html/tree/fragment.h"
#include "html/tree/insert.h"
#include "html/tree/modes/modes.h"
#include "html/tree/text_space.h"

#include <string.h>

/* Budget of steps when the caller names none. */
#define STEPS_PER_BYTE 64
#define STEPS_AT_LEAST 4000000

/* Slots to start with: most pages have a node for every 30 to 60 bytes. */
#define BYTES_PER_NODE 64
#define FEWEST_NODES   256

/* HTML, "The insertion mode": one function each. */
static const pith_rule modes[PITH_MODE_COUNT] = {
    [PITH_MODE_INITIAL] = pith__mode_initial,
    [PITH_MODE_BEFORE_HTML] = pith__mode_before_html,
    [PITH_MODE_BEFORE_HEAD] = pith__mode_before_head,
    [PITH_MODE_IN_HEAD] = pith__mode_in_head,
    [PITH_MODE_IN_HEAD_NOSCRIPT] = pith__mode_in_head_noscript,
    [PITH_MODE_AFTER_HEAD] = pith__mode_after_head,
    [PITH_MODE_IN_BODY] = pith__mode_in_body,
    [PITH_MODE_TEXT] = pith__mode_text,
    [PITH_MODE_IN_TABLE] = pith__mode_in_table,
    [PITH_MODE_IN_TABLE_TEXT] = pith__mode_in_table_text,
    [PITH_MODE_IN_CAPTION] = pith__mode_in_caption,
    [PITH_MODE_IN_COLUMN_GROUP] = pith__mode_in_column_group,
    [PITH_MODE_IN_TABLE_BODY] = pith__mode_in_table_body,
    [PITH_MODE_IN_ROW] = pith__mode_in_row,
    [PITH_MODE_IN_CELL] = pith__mode_in_cell,
    [PITH_MODE_IN_TEMPLATE] = pith__mode_in_template,
    [PITH_MODE_AFTER_BODY] = pith__mode_after_body,
    [PITH_MODE_IN_FRAMESET] = pith__mode_in_frameset,
    [PITH_MODE_AFTER_FRAMESET] = pith__mode_after_frameset,
    [PITH_MODE_AFTER_AFTER_BODY] = pith__mode_after_after_body,
    [PITH_MODE_AFTER_AFTER_FRAMESET] = pith__mode_after_after_frameset,
};

/* For modes that hand a token on after changing the mode. */
pith_step
pith__mode_run(pith_builder *b)
{
  return modes[b->mode](b);
}

/* HTML, "Stop parsing": all that is still open ends where the page ends. */
pith_step
pith__stop_parsing(pith_builder *b)
{
  pith__open_close_all(b, b->tree->store.text_len);
  pith__builder_stop(b);
  return PITH_DONE;
}

/* Let the tokenizer know whether CDATA sections exist here: only inside
 * foreign elements. */
static void
update_cdata(pith_builder *b)
{
  bool cdata = b->open_count > 0 &&
               pith__adjusted_current(b)->space != PITH_NAMESPACE_HTML;
  if (cdata != b->cdata) {
    b->cdata = cdata;
    pith__tokenizer_allow_cdata(&b->tokenizer, cdata);
  }
  if (b->foreign_open == 0)
    b->attention &= ~(unsigned)PITH_IN_FOREIGN;
}

/* The depth limit closed an element that the mode depends on. Text modes end
 * by themselves. */
static void
update_mode(pith_builder *b)
{
  if (b->mode == PITH_MODE_TEXT || b->mode == PITH_MODE_IN_TABLE_TEXT)
    return;
  b->attention &= ~(unsigned)PITH_RESET_MODE;
  pith__reset_mode(b);
}

/* The newline behind <pre> or <textarea>. False when nothing is left of the
 * token. */
static bool
skip_newline(pith_builder *b)
{
  b->attention &= ~(unsigned)PITH_SKIP_NEWLINE;
  return b->token.kind != PITH_TOKEN_TEXT || pith__text_skip_newline(b);
}

/* HTML, "Tree construction dispatcher". */
static pith_step
run_rules(pith_builder *b)
{
  if (b->foreign_open != 0 && pith__foreign_applies(b))
    return pith__foreign(b);
  return modes[b->mode](b);
}

/* After the token: what the loop needs to know before the next one. */
static void
update(pith_builder *b)
{
  if (b->attention & PITH_IN_FOREIGN)
    update_cdata(b);
  if ((b->attention & PITH_RESET_MODE) && !b->stop)
    update_mode(b);
}

/* The rules, until one is done with the token. */
static void
apply_rules(pith_builder *b, pith_step step)
{
  for (; step == PITH_AGAIN && !b->stop; b->steps--)
    step = run_rules(b);
  update(b);
}

/* XML's meaning of `<p/>`: the end tag follows at once. The rules of the mode
 * see it like any other, so nothing of the element is left on a stack. Void and
 * foreign elements are closed already: the current node is not theirs. */
static void
close_self(pith_builder *b)
{
  pith_token *token = &b->token;
  if (token->kind != PITH_TOKEN_START_TAG || b->open_count == 0 || b->stop ||
      !(token->flags & PITH_TAG_SELF_CLOSING) ||
      b->nodes[pith__current(b)->node].from != token->from)
    return;
  token->kind = PITH_TOKEN_END_TAG;
  token->flags = 0;
  token->from = token->to;
  token->attr_count = 0;
  pith__tokenizer_set_state(&b->tokenizer, PITH_STATE_DATA, token->name);
  apply_rules(b, PITH_AGAIN);
}

/* A token outside of the body, or one that needs a closer look (`step` is
 * PITH_AGAIN), or one that left something to do. */
static PITH_NEVER_INLINE void
process_token(pith_builder *b, pith_step step)
{
  if (b->token.kind == PITH_TOKEN_NOTHING)
    return;
  if ((b->attention & PITH_SKIP_NEWLINE) && step == PITH_AGAIN &&
      !skip_newline(b))
    return;
  apply_rules(b, step);
  if (b->attention & PITH_CLOSE_SELF)
    close_self(b);
}

/* Most tokens are in the body, need nothing special and are done at once. */
static void
read_tokens(pith_builder *b)
{
  while (b->steps >= 0) {
    pith_status status = pith__tokenizer_next(&b->tokenizer, &b->token);
    if (PITH_UNLIKELY(status != PITH_OK)) {
      b->status = status;
      return;
    }
    pith_step step = PITH_AGAIN;
    if (PITH_LIKELY(b->mode == PITH_MODE_IN_BODY && b->attention == 0)) {
      step = pith__mode_in_body(b);
      if (PITH_LIKELY(step == PITH_DONE && b->attention == 0))
        continue;
    }
    process_token(b, step);
  }
  if (!b->stop)
    b->tree->limits_hit |= PITH_LIMIT_STEPS;
}

/* Memory is kept from page to page. */
static void
reset_tree(pith_tree *tree, pith_slice text)
{
  pith__store_reset(&tree->store, text);
  tree->count = 0;
  tree->quirks = 0;
  memset(tree->doctype, 0, sizeof tree->doctype);
  memset(tree->doctype_has, 0, sizeof tree->doctype_has);
  tree->doctype_force_quirks = false;
  tree->limits_hit = 0;
  tree->has_meta_encoding = false;
}

/* Steps bound the time of a page: each walk over a stack or list is charged,
 * so that the total is linear whatever the page nests. */
static void
init_builder(pith_builder *b, pith_tree *tree, const pith_tree_options *options)
{
  const pith_limits *limits = &options->limits;
  memset(b, 0, sizeof *b);
  b->tree = tree;
  b->nodes = tree->nodes;
  b->max_nodes = limits->nodes;
  b->max_depth = limits->depth;
  b->max_formats = limits->formatting;
  b->steps = limits->steps > INT64_MAX ? INT64_MAX : (int64_t)limits->steps;
  if (b->steps == 0)
    b->steps = STEPS_AT_LEAST + (int64_t)tree->store.text_len * STEPS_PER_BYTE;
  b->frameset_ok = true;
  b->scripting = options->scripting;
  b->attention = options->close_self ? PITH_CLOSE_SELF : 0;
  b->head = PITH_NODE_NONE;
  b->form = PITH_NODE_NONE;
  b->shown.select = PITH_NODE_NONE;
  pith__tokenizer_init(&b->tokenizer, &tree->store, limits->attributes);
}

/* Node 0: the document, or the root of a fragment. The first allocation is
 * large enough for most pages. */
static void
insert_document(pith_builder *b)
{
  uint32_t slots = b->tree->store.text_len / BYTES_PER_NODE;
  if (slots < FEWEST_NODES)
    slots = FEWEST_NODES;
  if (slots > b->max_nodes)
    slots = b->max_nodes;
  if (!pith__node_reserve(b, slots))
    return;
  uint32_t node = pith__node_new(b);
  pith_tree_node slot = {.parent = PITH_NODE_NONE,
                         .close_from = b->tree->store.text_len,
                         .close_to = b->tree->store.text_len,
                         .kind = PITH_NODE_DOCUMENT};
  b->nodes[node] = slot;
}

/* In linked mode the nodes are put into document order now; otherwise they
 * are there already. */
static void
finish_tree(pith_builder *b)
{
  if (b->open_count > 0) /* a limit was hit: the tree ends here */
    pith__open_close_all(b, b->token.to);
  if (b->status != PITH_OK)
    return;
  if (b->linked)
    pith__relink(b);
  else if (b->widen)
    pith__widen(b);
  b->nodes[0].end = b->count;
}

static void
free_builder(pith_builder *b)
{
  pith_memory *memory = b->tree->memory;
  PITH_FREE_ITEMS(memory, b->open, b->open_capacity);
  PITH_FREE_ITEMS(memory, b->formats, b->format_capacity);
  pith__memory_free(memory, b->template_modes, b->template_capacity);
  PITH_FREE_ITEMS(memory, b->pending, b->pending_capacity);
  PITH_FREE_ITEMS(memory, b->links, b->link_capacity);
}

/* The tree is valid whatever the status: a page that hits a limit ends
 * early. */
pith_status
pith__tree_build(pith_tree *tree, pith_slice text,
                 const pith_tree_options *options)
{
  if (text.len > PITH_TEXT_MOST)
    return PITH_LIMIT;
  pith_builder b;
  reset_tree(tree, text);
  init_builder(&b, tree, options);
  insert_document(&b);
  if (!b.stop && options->fragment_context.len > 0)
    pith__fragment_begin(&b, options->fragment_context);
  if (b.status == PITH_OK && options->always_linked)
    pith__links_begin(&b, b.count);
  if (b.status == PITH_OK && !b.stop)
    read_tokens(&b);
  finish_tree(&b);
  free_builder(&b);
  tree->count = b.count;
  tree->limits_hit |= b.tokenizer.limits_hit;
  return b.status;
}
