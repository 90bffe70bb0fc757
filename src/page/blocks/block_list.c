/*
 * See block_list.h. One loop over the nodes, with a stack of the elements that
 * are open. Boxes are made when the first block in them begins, so elements
 * without text cost nothing. The meaning of classes is remembered, because most
 * elements have one that another has.
 *
 *     frames   html  body  div  a  p  b     the first `boxed` frames have a
 *     boxes     0     1     2   3  4        box; b is inside the block
 */
#include "page/blocks/block_list.h"

#include "base/simd_words.h"
#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/blocks/box_near.h"
#include "page/element/display.h"
#include "page/element/element_sign.h"
#include "page/element/name_tokens.h"

#include <string.h>

typedef struct pith_list_frame {
  uint32_t end; /* the first node that is not in it */
  uint32_t node;
  uint32_t box;
  bool block;   /* no inline element */
  bool noted;   /* its names are among those inside the block */
  bool in_link; /* these three count what is around it too */
  bool bold;
  bool code;
  bool fixed; /* by its own style */
  bool hidden;
} pith_list_frame;

/* The walk. */
typedef struct cutter {
  pith_block_list *list;
  const pith_tree *tree;
  pith_list_block *block; /* the one that goes on, NULL: none */
  uint32_t boxed;         /* frames that have boxes */
  uint32_t breaks;        /* <br> since the last text */
  uint32_t links;         /* what was since the last block, and belongs to */
  uint32_t images;        /* the next one */
  uint32_t elements;
  uint32_t controls;
  bool failed;
  pith_class_memo *memo; /* borrowed */
} cutter;

void
pith__block_list_init(pith_block_list *list, pith_memory *memory)
{
  memset(list, 0, sizeof *list);
  list->memory = memory;
}

void
pith__block_list_done(pith_block_list *list)
{
  pith_memory *memory = list->memory;
  PITH_FREE_ITEMS(memory, list->blocks, list->capacity);
  PITH_FREE_ITEMS(memory, list->boxes, list->box_capacity);
  PITH_FREE_ITEMS(memory, list->words, list->word_capacity);
  PITH_FREE_ITEMS(memory, list->tokens, list->token_capacity);
  PITH_FREE_ITEMS(memory, list->frames, list->frame_capacity);
  pith__block_list_init(list, memory);
}

/* Remember that an array could not grow: the list is then incomplete, and
 * making it ends. `grown` is returned. */
static bool
note_growth(cutter *at, bool grown)
{
  at->failed |= !grown;
  return grown;
}

/* Room for `need` items in an array of the list. */
#define MAKE_ROOM(at, items, capacity, need)                                   \
  note_growth((at), PITH_GROW((at)->list->memory, items, capacity, need,       \
                              UINT32_MAX / 2))

/* The names of an element, at the end of the tokens of the list. */
static uint32_t
add_tokens(cutter *at, uint32_t node, uint32_t room)
{
  pith_block_list *list = at->list;
  if (at->tree->nodes[node].attributes == 0 || room == 0 ||
      !MAKE_ROOM(at, list->tokens, list->token_capacity,
                 list->token_count + room))
    return 0;
  uint32_t count = pith__name_tokens(at->memo, at->tree, node,
                                     list->tokens + list->token_count, room);
  list->token_count += count;
  return count;
}

/* The box of an open element, made when the first block in it begins. Its
 * names and sign are worked out here, once, however many blocks follow. */
static void
add_box(cutter *at, pith_list_frame *frame, uint32_t parent)
{
  pith_block_list *list = at->list;
  if (!MAKE_ROOM(at, list->boxes, list->box_capacity, list->box_count + 1))
    return;
  frame->box = list->box_count++;
  pith_list_box *box = &list->boxes[frame->box];
  const pith_tree_node *node = &at->tree->nodes[frame->node];
  pith_element_sign sign = pith__element_sign(at->memo, at->tree, frame->node);
  memset(box, 0, sizeof *box);
  box->node = frame->node;
  box->parent = parent;
  box->first = list->count;
  box->sign = sign.hash;
  box->tag = node->space == PITH_NAMESPACE_HTML ? (uint8_t)node->tag : 0;
  box->tokens = list->token_count;
  box->token_count = (uint8_t)add_tokens(at, frame->node, PITH_NAME_TOKENS);
  const pith_list_box *above =
      parent == PITH_BOX_OUTSIDE ? NULL : &list->boxes[parent];
  pith__box_near(at->tree, box, above,
                 (pith_box_signs){sign.comments, frame->fixed, frame->hidden});
}

/* The number of frames up to the innermost that is no inline element. */
static uint32_t
count_block_frames(const cutter *at)
{
  uint32_t count = at->list->depth;
  while (count > 1 && !at->list->frames[count - 1].block)
    count--;
  return count;
}

/* Boxes for all frames that hold the block to come. */
static void
make_boxes(cutter *at)
{
  pith_block_list *list = at->list;
  uint32_t count = count_block_frames(at);
  for (; at->boxed < count && !at->failed; at->boxed++) {
    uint32_t parent =
        at->boxed == 0 ? PITH_BOX_OUTSIDE : list->frames[at->boxed - 1].box;
    add_box(at, &list->frames[at->boxed], parent);
  }
}

/* Counts of a block are columns on a logarithmic scale: above 65535 no more is
 * seen. */
static uint16_t
least16(uint32_t number)
{
  return number < UINT16_MAX ? (uint16_t)number : UINT16_MAX;
}

/* The counters since the last block belong to this one, also those of what
 * came before its first text: an image above a caption is part of the
 * caption's block. Hashes of words that were reserved and not used are given
 * back. */
static void
end_block(cutter *at)
{
  pith_list_block *block = at->block;
  if (!block)
    return;
  block->links = least16(at->links);
  block->images = least16(at->images);
  block->elements = least16(at->elements);
  block->controls = least16(at->controls);
  at->links = at->images = at->elements = at->controls = at->breaks = 0;
  at->list->word_count = block->words + block->word_count;
  at->block = NULL;
}

/* Room for all hashes of a block is reserved at once, so that text_tally
 * writes without asking. Pointers into the arrays may move here and nowhere
 * else. */
static void
begin_block(cutter *at, uint32_t node)
{
  pith_block_list *list = at->list;
  make_boxes(at);
  if (at->failed ||
      !MAKE_ROOM(at, list->blocks, list->capacity, list->count + 1) ||
      !MAKE_ROOM(at, list->words, list->word_capacity,
                 list->word_count + PITH_TALLY_HASHES))
    return;
  const pith_list_frame *frame = &list->frames[list->depth - 1];
  at->block = &list->blocks[list->count++];
  memset(at->block, 0, sizeof *at->block);
  at->block->span.from = at->tree->nodes[node].from;
  at->block->node = node;
  at->block->box = list->frames[at->boxed - 1].box;
  at->block->words = list->word_count;
  at->block->tokens = list->token_count;
  at->block->linked = frame->in_link;
  at->block->inner = (uint8_t)at->tree->nodes[frame->node].tag;
}

/* The names of inline elements around the text that are not noted yet. */
static void
note_inner(cutter *at)
{
  pith_list_block *block = at->block;
  for (uint32_t i = at->boxed; i < at->list->depth; i++) {
    pith_list_frame *frame = &at->list->frames[i];
    if (!frame->noted)
      block->token_count += (uint8_t)add_tokens(
          at, frame->node, PITH_NAME_TOKENS - block->token_count);
    frame->noted = true;
  }
}

/* Weights in links, bold and code are differences of the tally before and
 * after, so the text is read once. */
static void
add_text(cutter *at, uint32_t node, pith_slice text)
{
  if (!at->block)
    begin_block(at, node);
  if (at->failed)
    return;
  pith_list_block *block = at->block;
  const pith_list_frame *frame = &at->list->frames[at->list->depth - 1];
  note_inner(at);
  if (at->failed)
    return;
  pith_word_list words = {at->list->words + block->words, block->word_count};
  uint32_t before = pith__text_tally_weight(&block->tally);
  pith__text_tally_add(&block->tally, text,
                       pith__store_room(&at->tree->store, text), &words);
  block->word_count = (uint8_t)words.count;
  uint32_t weight = pith__text_tally_weight(&block->tally) - before;
  block->link_weight += frame->in_link ? weight : 0;
  block->bold_weight += frame->bold ? weight : 0;
  block->code_weight += frame->code ? weight : 0;
  block->node_end = node + 1;
  block->span.to = at->tree->nodes[node].close_to;
  block->breaks = least16(block->breaks + at->breaks);
  at->breaks = 0;
}

/* Controls, the soft hyphen and the byte order mark: nobody sees them, and no
 * output has them. */
static bool
is_unseen(const char *at, size_t len)
{
  unsigned char lead = (unsigned char)at[0];
  unsigned char next = len > 1 ? (unsigned char)at[1] : 0;
  return lead < ' ' || lead == 0x7F ||
         (lead == 0xC2 && (next < 0xA0 || next == 0xAD)) ||
         (len == 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0);
}

/* White space of any script, and characters that show nothing. The quick test
 * for ASCII blanks settles nearly all of them. */
static bool
is_blank(const pith_tree *tree, pith_slice text)
{
  size_t len;
  if (pith__all_blank(text.data, text.len,
                      pith__store_room(&tree->store, text)))
    return true;
  for (size_t i = 0; i < text.len; i += len) {
    pith_character class = pith__character_at(text.data + i, &len);
    if (class != PITH_CHARACTER_SPACE && class != PITH_CHARACTER_MARK &&
        !is_unseen(text.data + i, len))
      return false;
  }
  return true;
}

/* Blank text ends a word but begins no block. */
static void
meet_text(cutter *at, uint32_t node)
{
  pith_slice text = pith__tree_text(at->tree, node);
  if (!is_blank(at->tree, text))
    add_text(at, node, text);
  else if (at->block && text.len > 0)
    pith__text_tally_space(&at->block->tally);
}

/* An overlay stays in place when the page is scrolled. */
static bool
is_fixed(pith_slice style)
{
  pith_slice position = pith__style_value(style, "position");
  return pith__slice_equal(position, pith__slice_of("fixed")) ||
         pith__slice_equal(position, pith__slice_of("sticky"));
}

/* An element without children is never pushed: it can hold no text. `in_link`,
 * `bold` and `code` are handed down here, so that a text looks at the
 * innermost element only. */
static void
push(cutter *at, uint32_t node, bool block, pith_slice style)
{
  pith_block_list *list = at->list;
  if (!MAKE_ROOM(at, list->frames, list->frame_capacity, list->depth + 1))
    return;
  const pith_tree_node *of = &at->tree->nodes[node];
  pith_tag tag = (pith_tag)of->tag;
  pith_list_frame *frame = &list->frames[list->depth];
  pith_list_frame above = {0};
  if (list->depth > 0)
    above = list->frames[list->depth - 1];
  list->depth++;
  *frame = (pith_list_frame){
      .end = of->end,
      .node = node,
      .block = block,
      .in_link = above.in_link || (tag == PITH_TAG_A && of->attributes > 0),
      .bold = above.bold || tag == PITH_TAG_B || tag == PITH_TAG_STRONG,
      .code = above.code || tag == PITH_TAG_CODE || tag == PITH_TAG_PRE,
      .fixed = style.len > 0 && is_fixed(style),
  };
}

/* Things in the text that hold no text of the page. */
static void
count_replaced(cutter *at, pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_IMG:
  case PITH_TAG_VIDEO:
  case PITH_TAG_IFRAME:
    at->images++;
    at->list->images++;
    break;
  case PITH_TAG_INPUT:
  case PITH_TAG_SELECT:
  case PITH_TAG_TEXTAREA:
    at->controls++;
    at->list->controls++;
    break;
  default:
    break;
  }
  if (at->block)
    pith__text_tally_space(&at->block->tally);
}

/* One <br> is white space, a second one ends the block: that is how pages
 * without <p> write paragraphs. */
static void
meet_break(cutter *at)
{
  at->breaks++;
  if (at->block)
    pith__text_tally_space(&at->block->tally);
  if (at->breaks > 1)
    end_block(at);
}

/* An inline element. */
static void
meet_inline(cutter *at, uint32_t node, pith_display display)
{
  pith_tag tag = (pith_tag)at->tree->nodes[node].tag;
  at->elements++;
  at->links += tag == PITH_TAG_A;
  at->controls += tag == PITH_TAG_BUTTON;
  if (at->block && display == PITH_DISPLAY_INLINE_BLOCK)
    pith__text_tally_space(&at->block->tally);
}

/* An element that is not shown, and is no block. returns the node to continue
 * with.
 */
static uint32_t
pass_unseen(cutter *at, uint32_t n)
{
  const pith_tree_node *node = &at->tree->nodes[n];
  bool html = node->space == PITH_NAMESPACE_HTML;
  pith_slice value;
  if (html && node->tag == PITH_TAG_TITLE && at->list->title == 0)
    at->list->title = n;
  bool shadow = html && node->tag == PITH_TAG_TEMPLATE &&
                pith__attribute_get(at->tree, n, "shadowrootmode", &value);
  return node->tag == PITH_TAG_HEAD || shadow ? n + 1 : node->end;
}

/* An element. returns the node to continue with. */
static uint32_t
meet_element(cutter *at, uint32_t n)
{
  const pith_tree_node *node = &at->tree->nodes[n];
  pith_slice style;
  pith_display display =
      pith__display_styled(at->tree, n, PITH_VIEW_SHOWN, &style);
  bool html = node->space == PITH_NAMESPACE_HTML;
  if (html && node->tag == PITH_TAG_BR) {
    meet_break(at);
    return n + 1;
  }
  bool hidden = display == PITH_DISPLAY_NONE;
  if (hidden)
    display = pith__display_of(at->tree, n, PITH_VIEW_CLASSIFIED);
  if (display == PITH_DISPLAY_NONE)
    return pass_unseen(at, n);
  if (display == PITH_DISPLAY_REPLACED) {
    count_replaced(at, (pith_tag)node->tag);
    return node->end;
  }
  bool block = pith__display_is_block(display) ||
               (html && node->tag == PITH_TAG_NOSCRIPT);
  if (block)
    end_block(at);
  else
    meet_inline(at, n, display);
  if (node->end > n + 1)
    push(at, n, block, style);
  if (hidden && node->end > n + 1 && !at->failed)
    at->list->frames[at->list->depth - 1].hidden = true;
  return n + 1;
}

/* Close what ends before node `next`. */
static void
close_frames(cutter *at, uint32_t next)
{
  pith_block_list *list = at->list;
  while (list->depth > 0 && list->frames[list->depth - 1].end <= next) {
    const pith_list_frame *frame = &list->frames[--list->depth];
    if (frame->block || list->depth < at->boxed)
      end_block(at);
    if (list->depth < at->boxed) {
      list->boxes[frame->box].end = list->box_count;
      list->boxes[frame->box].last = list->count;
      at->boxed = list->depth;
    }
  }
}

/* Room for what most pages have of each, so that little is moved. */
static void
reserve(cutter *at)
{
  pith_block_list *list = at->list;
  uint32_t nodes = at->tree->count;
  MAKE_ROOM(at, list->blocks, list->capacity, nodes / 10);
  MAKE_ROOM(at, list->boxes, list->box_capacity, nodes / 5);
  MAKE_ROOM(at, list->words, list->word_capacity, nodes);
  MAKE_ROOM(at, list->tokens, list->token_capacity, nodes);
}

/* Arrays of an earlier page are used again. */
static void
begin(cutter *at)
{
  pith_block_list *list = at->list;
  list->count = list->box_count = list->word_count = list->token_count = 0;
  list->depth = list->title = list->images = list->controls = 0;
  pith__class_memo_begin(at->memo);
  reserve(at);
}

pith_status
pith__block_list_make(pith_block_list *list, const pith_tree *tree)
{
  pith_class_memo memo;
  cutter at = {.list = list, .tree = tree, .memo = &memo};
  begin(&at);
  push(&at, 0, true, pith__slice(NULL, 0));
  for (uint32_t n = 1; n < tree->count && !at.failed;) {
    const pith_tree_node *node = &tree->nodes[n];
    close_frames(&at, n);
    if (node->kind == PITH_NODE_ELEMENT) {
      n = meet_element(&at, n);
      continue;
    }
    if (node->kind == PITH_NODE_TEXT)
      meet_text(&at, n);
    n++;
  }
  if (at.failed)
    return pith__memory_status(list->memory);
  close_frames(&at, tree->count);
  return PITH_OK;
}
