/*
 * Blocks of pith.h: the block list of a page, and their features as rows.
 * The library itself keeps features as columns; a run of blocks is turned
 * around at a time.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "page/blocks/block_context.h"
#include "page/element/display.h"
#include "method/auto/feature.h"
#include "method/auto/auto_weights.h"

struct pith_blocks {
  pith_workspace *work;        /* borrowed */
  const pith_block_list *list; /* of the page model, as the next */
  const pith_block_context *context;
  pith_token_context tokens;
  pith_buffer text;
  pith_block_evidence *evidence; /* NULL: no other page is known */
  uint8_t *columns;              /* of the blocks from `from` on */
  uint8_t *row;
  uint32_t from;
  bool filled;
};

/* One byte for each feature of each block of a run, a column after the other.
 */
static size_t
column_bytes(void)
{
  return (size_t)pith__feature_count() * PITH_FEATURE_CHUNK;
}

/* List and context belong to the page model and are made once for a page; the
 * values of tokens are of this handle, because they depend on the weights. */
static pith_status
make(pith_blocks *blocks)
{
  pith_memory *memory = &blocks->work->memory;
  pith_page_model *page = &blocks->work->model;
  pith_token_values path, words;
  pith__auto_values(&path, &words);
  pith_status status = pith__page_blocks(page, &blocks->list);
  if (status == PITH_OK)
    status = pith__page_context(page, &blocks->context);
  if (status == PITH_OK)
    status = pith__token_context_make(&blocks->tokens, memory, blocks->list,
                                      &path, &words);
  if (status != PITH_OK)
    return status;
  blocks->columns = pith__memory_resize(memory, NULL, 0, column_bytes());
  blocks->row = pith__memory_resize(memory, NULL, 0, pith__feature_count());
  return blocks->columns && blocks->row ? PITH_OK : pith__memory_status(memory);
}

/* What repeats of the blocks on other pages of the site. */
static pith_status
ask_site(pith_blocks *blocks, pith_site *known)
{
  pith_memory *memory = &blocks->work->memory;
  pith_auto_site site;
  pith_status status = pith__site_look(known, &blocks->work->model, &site);
  if (status != PITH_OK)
    return status;
  blocks->evidence = pith__region_take(
      &blocks->tokens.region, blocks->list->count, sizeof *blocks->evidence);
  if (!blocks->evidence)
    return pith__memory_status(memory);
  return pith__auto_evidence(&site, memory, blocks->list, blocks->evidence);
}

/* The memory is on the account of the page, and the handle must be released
 * before the page is. */
pith_status
pith_blocks_new(pith_page *page, pith_site *known, pith_blocks **out)
{
  pith_memory *memory = &page->work->memory;
  *out = NULL;
  pith_blocks *blocks = pith__memory_resize(memory, NULL, 0, sizeof *blocks);
  if (!blocks)
    return pith__memory_status(memory);
  memset(blocks, 0, sizeof *blocks);
  blocks->work = page->work;
  pith__region_init(&blocks->tokens.region, memory);
  pith__buffer_init(&blocks->text, memory);
  pith_status status = make(blocks);
  if (status == PITH_OK && known)
    status = ask_site(blocks, known);
  if (status == PITH_OK)
    *out = blocks;
  else
    pith_blocks_free(blocks);
  return status;
}

/* Also for a handle that is half made: what is not there yet is NULL or empty.
 */
void
pith_blocks_free(pith_blocks *blocks)
{
  if (!blocks)
    return;
  pith_memory *memory = &blocks->work->memory;
  if (blocks->columns)
    pith__memory_free(memory, blocks->columns, column_bytes());
  if (blocks->row)
    pith__memory_free(memory, blocks->row, pith__feature_count());
  pith__buffer_done(&blocks->text);
  pith__token_context_done(&blocks->tokens);
  pith__memory_free(memory, blocks, sizeof *blocks);
}

uint32_t
pith_blocks_count(const pith_blocks *blocks)
{
  return blocks->list->count;
}

/* Offsets go through the map of the page, so the span is in bytes as it
 * arrived. `element` is the box around the block, `first` and `end` the nodes
 * of its text. */
pith_text_block
pith_blocks_get(const pith_blocks *blocks, uint32_t index)
{
  pith_text_block out = {.words = 0};
  if (index >= blocks->list->count)
    return out;
  const pith_list_block *block = &blocks->list->blocks[index];
  const pith_list_box *box = &blocks->list->boxes[block->box];
  out.span = pith__map_span(blocks->work, block->span.from, block->span.to);
  out.element = box->node;
  out.words = block->tally.words;
  out.group = blocks->context->blocks[index].group;
  out.heading = blocks->context->blocks[index].heading;
  out.first = block->node;
  out.end = block->node_end;
  out.comment = box->near[PITH_NEAR_COMMENTS] > 0;
  out.hidden = box->near[PITH_NEAR_HIDDEN] > 0;
  return out;
}

/* Append text with its white space collapsed. Leading blanks are dropped as
 * well; the last one is left to the caller. */
static void
append_collapsed(pith_buffer *out, pith_slice text)
{
  for (size_t i = 0; i < text.len; i++) {
    bool space = pith__is_space(text.data[i]);
    if (space && (out->len == 0 || out->data[out->len - 1] == ' '))
      continue;
    pith__buffer_append_char(out, space ? ' ' : text.data[i]);
  }
}

/* An element inside a block: what it shows, a break or nothing. */
static uint32_t
pass_element(const pith_tree *tree, uint32_t node, pith_buffer *out)
{
  const pith_tree_node *at = &tree->nodes[node];
  pith_display display = pith__display_of(tree, node, PITH_VIEW_SHOWN);
  bool apart = display == PITH_DISPLAY_INLINE_BLOCK ||
               display == PITH_DISPLAY_REPLACED || at->tag == PITH_TAG_BR;
  if (apart)
    append_collapsed(out, pith__slice(" ", 1));
  bool unseen = display == PITH_DISPLAY_NONE && at->tag != PITH_TAG_BR;
  return unseen || display == PITH_DISPLAY_REPLACED ? at->end : node + 1;
}

/* The boxes of the page model have the roles. Boxes are in document order, so
 * the innermost one around a node is the last that begins at or before it and
 * reaches beyond it. O(log boxes) to find the place and then a climb, bounded
 * by the depth. */
static uint32_t
roles_around(const pith_box_tree *boxes, const pith_tree *tree, uint32_t node)
{
  uint32_t low = 0, high = boxes->box_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (boxes->boxes[middle].node <= node)
      low = middle + 1;
    else
      high = middle;
  }
  uint32_t at = low > 0 ? low - 1 : PITH_BOX_NONE;
  while (at != PITH_BOX_NONE && tree->nodes[boxes->boxes[at].node].end <= node)
    at = boxes->boxes[at].parent;
  return at == PITH_BOX_NONE ? 0 : boxes->boxes[at].inside;
}

pith_status
pith_blocks_roles(pith_blocks *blocks, uint32_t index, uint32_t *out)
{
  pith_box_tree *boxes;
  *out = 0;
  if (index >= blocks->list->count)
    return PITH_OK;
  pith_status status = pith__page_boxes(&blocks->work->model, &boxes);
  if (status == PITH_OK)
    *out = roles_around(boxes, &blocks->work->tree,
                        blocks->list->blocks[index].node);
  return status;
}

/* The text is lent until the next call for this handle. Hidden elements inside
 * the block leave nothing behind, not even a blank. */
pith_status
pith_blocks_text(pith_blocks *blocks, uint32_t index, pith_slice *out)
{
  const pith_tree *tree = &blocks->work->tree;
  *out = pith__slice("", 0);
  pith__buffer_clear(&blocks->text);
  if (index >= blocks->list->count)
    return PITH_OK;
  const pith_list_block *block = &blocks->list->blocks[index];
  for (uint32_t n = block->node; n < block->node_end;) {
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT) {
      n = pass_element(tree, n, &blocks->text);
      continue;
    }
    if (tree->nodes[n].kind == PITH_NODE_TEXT)
      append_collapsed(&blocks->text, pith__tree_text(tree, n));
    n++;
  }
  if (blocks->text.failed)
    return pith__memory_status(&blocks->work->memory);
  *out = pith__buffer_slice(&blocks->text);
  while (out->len > 0 && out->data[out->len - 1] == ' ')
    out->len--;
  return PITH_OK;
}

/* The library fills columns, for a run of blocks at once; callers that go
 * through the blocks in order pay for each run once. The row is lent until the
 * next call.
 *
 *     columns   c0 c0 c0 .. | c1 c1 c1 .. | ..   PITH_FEATURE_CHUNK each
 *     row       c0 c1 c2 ..                      of block `index` */
const uint8_t *
pith_blocks_features(pith_blocks *blocks, uint32_t index)
{
  uint32_t count = blocks->list->count;
  if (index >= count)
    return NULL;
  uint32_t from = index - index % PITH_FEATURE_CHUNK;
  if (!blocks->filled || blocks->from != from) {
    uint32_t left = count - from;
    pith_feature_source source = {blocks->context, &blocks->tokens,
                                  blocks->evidence};
    pith_feature_run run = {
        from, left < PITH_FEATURE_CHUNK ? left : PITH_FEATURE_CHUNK,
        blocks->columns};
    pith__features_fill(&source, &run);
    blocks->from = from;
    blocks->filled = true;
  }
  for (size_t c = 0; c < pith__feature_count(); c++)
    blocks->row[c] = blocks->columns[c * PITH_FEATURE_CHUNK + index - from];
  return blocks->row;
}

/* A part of a list that may not be there at all. */
static uint32_t
lend(const uint32_t *list, uint32_t from, uint32_t count,
     const uint32_t **hashes)
{
  *hashes = count > 0 ? list + from : NULL;
  return count;
}

/* Level 0 are the tokens of the block itself, 1 those of its box, 2 of the box
 * around that, and so on; PITH_BLOCK_WORDS are the words of its text. */
uint32_t
pith_blocks_tokens(const pith_blocks *blocks, uint32_t index, uint32_t level,
                   const uint32_t **hashes)
{
  const pith_block_list *list = blocks->list;
  *hashes = NULL;
  if (index >= list->count || level >= PITH_BLOCK_LEVELS)
    return 0;
  const pith_list_block *block = &list->blocks[index];
  if (level == PITH_BLOCK_WORDS)
    return lend(list->words, block->words, block->word_count, hashes);
  if (level == 0)
    return lend(list->tokens, block->tokens, block->token_count, hashes);
  uint32_t box = block->box;
  for (; level > 1 && box != PITH_BOX_OUTSIDE; level--)
    box = list->boxes[box].parent;
  if (box == PITH_BOX_OUTSIDE)
    return 0;
  return lend(list->tokens, list->boxes[box].tokens,
              list->boxes[box].token_count, hashes);
}

uint32_t
pith_feature_count(void)
{
  return pith__feature_count();
}

const char *
pith_feature_name(uint32_t column)
{
  return pith__feature_name(column);
}
