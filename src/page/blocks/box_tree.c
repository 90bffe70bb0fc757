/*
 * See box_tree.h. One loop over the nodes finds boxes and blocks; a second one,
 * over the boxes from the last to the first, sums up; a third finds roles and
 * hands them down. Names are slow to read, so no role is looked up for a box
 * without words or in boilerplate.
 */
#include "page/blocks/box_tree.h"

#include "base/compiler.h"
#include "base/simd_words.h"
#include "base/slice.h"
#include "page/text/sentence_stop.h"

#define BOXES_MOST (UINT32_MAX / 4)

/* A role that would take more than this share of the page's sentences is not
 * believed. */
enum { ROLE_SHARE_MOST = 2 /* a half */ };

typedef struct walk {
  pith_box_tree *out;
  const pith_tree_node *nodes;
  uint32_t box;      /* the one we are in */
  uint32_t box_end;  /* the node behind it */
  uint32_t link_end; /* node behind the link we are in; 0: none */
  uint32_t bold_end;
  bool open; /* a block is being read: the last one */
  bool light;
  uint32_t breaks; /* since its last text */
  uint32_t link_sentence_words;
  pith_sentences text;
  bool failed;
} walk;

/* The sums of the block that was being read. Words of a sentence that are in
 * links are not counted as prose; how many there are is not known, so all that
 * are not plain are taken off. */
static void
end_block(walk *in)
{
  if (!in->open)
    return;
  pith_box_block *block = &in->out->blocks[in->out->block_count - 1];
  pith__sentences_end(&in->text);
  block->sum.words = in->text.words;
  block->sum.sentences = in->text.sentences;
  uint32_t plain = block->sum.words - block->sum.link_words;
  block->sum.sentence_words =
      in->text.sentence_words < plain ? in->text.sentence_words : plain;
  block->bold = !in->light;
  in->open = false;
}

/* A block begins with the first text that is not blank. */
static bool
start_block(walk *in, uint32_t from)
{
  pith_box_tree *out = in->out;
  if (!PITH_GROW(out->memory, out->blocks, out->block_capacity,
                 out->block_count + 1, BOXES_MOST)) {
    in->failed = true;
    return false;
  }
  pith_box_block *block = &out->blocks[out->block_count++];
  memset(block, 0, sizeof *block);
  block->span.from = block->span.to = from;
  block->box = in->box;
  pith__sentences_start(&in->text);
  in->open = true;
  in->light = false;
  return true;
}

/* An element on lines of its own. It ends the block before it; one that turns
 * out empty is dropped when it closes. */
static PITH_ALWAYS_INLINE void
open_box(walk *in, uint32_t node)
{
  pith_box_tree *out = in->out;
  end_block(in);
  if (!PITH_GROW(out->memory, out->boxes, out->box_capacity, out->box_count + 1,
                 BOXES_MOST)) {
    in->failed = true;
    return;
  }
  pith_box *box = &out->boxes[out->box_count];
  memset(box, 0, sizeof *box);
  box->parent = in->box;
  box->node = node;
  box->first = out->block_count;
  in->box = out->box_count++;
  in->box_end = in->nodes[node].end;
}

/* Leave the boxes that end before `node`. One without text is the last of the
 * list then, and forgotten. */
static void
close_boxes(walk *in, uint32_t node)
{
  pith_box_tree *out = in->out;
  while (in->box_end <= node) {
    pith_box *box = &out->boxes[in->box];
    end_block(in);
    box->end = out->block_count;
    if (box->parent == PITH_BOX_NONE)
      return;
    out->box_count -= box->first == box->end;
    in->box = box->parent;
    in->box_end = in->nodes[out->boxes[in->box].node].end;
  }
}

/* The text of a node, and how many bytes can be read from its beginning on. */
static pith_slice
text_of(const pith_store *store, const pith_tree_node *node, size_t *room)
{
  pith_slice text = pith__slice(store->text + node->open_to,
                                node->close_from - node->open_to);
  *room = store->text_len - node->open_to;
  if (node->pooled) {
    text = pith__pool_slice(store, node->data);
    *room = text.len;
  }
  return text;
}

/* Text that begins before the last block's end was moved by the parser, out of
 * a table for instance: it is a block of its own, so that spans keep rising. */
static void
read_text(walk *in, uint32_t number)
{
  const pith_tree_node *node = &in->nodes[number];
  size_t room;
  pith_slice text = text_of(&in->out->tree->store, node, &room);
  if (pith__all_blank(text.data, text.len, room)) {
    if (in->open)
      pith__sentences_blank(&in->text);
    return;
  }
  if (in->open &&
      (in->breaks > 1 ||
       node->from < in->out->blocks[in->out->block_count - 1].span.to))
    end_block(in);
  in->breaks = 0;
  if (!in->open && !start_block(in, node->from))
    return;
  pith_box_block *block = &in->out->blocks[in->out->block_count - 1];
  uint32_t before = in->text.words;
  pith__sentences_read(&in->text, text, room);
  if (number < in->link_end)
    block->sum.link_words += in->text.words - before;
  in->light |= number >= in->bold_end;
  block->span.to = node->close_to;
}

/* A line break is white space; that two of them end a block is seen by the
 * next text. */
static void
read_break(walk *in)
{
  in->breaks++;
  if (in->open)
    pith__sentences_blank(&in->text);
}

/* Something to press: its words are a label. */
static bool
is_link(const walk *in, const pith_tree_node *node, pith_tag tag)
{
  return tag == PITH_TAG_BUTTON ||
         (tag == PITH_TAG_A &&
          pith__attr_find_hashed(&in->out->tree->store, node->data,
                                 node->attributes, in->out->href,
                                 pith__slice_of("href")));
}

/* As pith__display_of(), which is called only where an attribute may matter. */
static pith_display
display_of(const walk *in, uint32_t number)
{
  const pith_tree *tree = in->out->tree;
  const pith_tree_node *node = &tree->nodes[number];
  if (node->tag == PITH_TAG_DIALOG)
    return pith__display_of(tree, number, PITH_VIEW_SHOWN);
  for (uint32_t i = 0; i < node->attributes; i++)
    if (pith__display_may_depend(&in->out->display,
                                 tree->store.attrs[node->data + i].hash))
      return pith__display_of(tree, number, PITH_VIEW_SHOWN);
  return pith__display_default(node);
}

/* Read an element; returns the node to continue with. */
static uint32_t
read_element(walk *in, uint32_t number)
{
  const pith_tree_node *node = &in->nodes[number];
  pith_display display = display_of(in, number);
  if (display == PITH_DISPLAY_NONE || display == PITH_DISPLAY_REPLACED)
    return node->end;
  pith_tag tag = node->space == PITH_NAMESPACE_HTML ? (pith_tag)node->tag
                                                    : PITH_TAG_UNKNOWN;
  if (pith__display_is_block(display))
    open_box(in, number);
  else if (tag == PITH_TAG_BR)
    read_break(in);
  else if (node->end > in->link_end && is_link(in, node, tag))
    in->link_end = node->end;
  else if ((tag == PITH_TAG_B || tag == PITH_TAG_STRONG) &&
           node->end > in->bold_end)
    in->bold_end = node->end;
  return number + 1;
}

/* The loop over the nodes. What is not shown is passed over as a whole
 * subtree, so its cost is that of its first node. */
static void
read_nodes(walk *in)
{
  uint32_t count = in->out->tree->count;
  open_box(in, 0);
  for (uint32_t n = 1; n < count && !in->failed;) {
    close_boxes(in, n);
    if (in->nodes[n].kind == PITH_NODE_ELEMENT) {
      n = read_element(in, n);
      continue;
    }
    if (in->nodes[n].kind == PITH_NODE_TEXT)
      read_text(in, n);
    n++;
  }
  if (!in->failed)
    close_boxes(in, count);
}

/* Counts of words, which a page has fewer of than bytes: 32 bits hold them. */
static void
add_sum(pith_text_sum *to, const pith_text_sum *what)
{
  to->words += what->words;
  to->link_words += what->link_words;
  to->sentences += what->sentences;
  to->sentence_words += what->sentence_words;
}

/* Children have larger numbers than their parents: one pass from the end adds
 * each box to its parent when it is complete. O(blocks + boxes), without a
 * stack. */
static void
sum_up(pith_box_tree *out)
{
  for (uint32_t i = 0; i < out->block_count; i++)
    add_sum(&out->boxes[out->blocks[i].box].sum, &out->blocks[i].sum);
  for (uint32_t i = out->box_count; i-- > 1;) {
    pith_box *parent = &out->boxes[out->boxes[i].parent];
    add_sum(&parent->sum, &out->boxes[i].sum);
  }
}

/* Whether a heading that is called Comments is that of a chapter about them:
 * sentences follow it that are no comments, and in no form for them. */
static bool
is_chapter(const pith_box_tree *in, const pith_box *heading)
{
  if (heading->end >= in->block_count)
    return false;
  const pith_box_block *next = &in->blocks[heading->end];
  uint32_t around = in->boxes[next->box].inside;
  return next->sum.sentences > 0 &&
         !(around & (PITH_ROLE_COMMENTS | PITH_ROLE_FORM));
}

/* Take the headings of chapters out of the comments, when all roles are known,
 * and hand the roles down anew. */
static void
find_chapters(pith_box_tree *out)
{
  const uint32_t both = PITH_ROLE_HEADING | PITH_ROLE_COMMENTS;
  for (uint32_t i = 1; i < out->box_count; i++)
    if ((out->boxes[i].role & both) == both && is_chapter(out, &out->boxes[i]))
      out->boxes[i].role &= ~(uint32_t)PITH_ROLE_COMMENTS;
  for (uint32_t i = 1; i < out->box_count; i++)
    out->boxes[i].inside =
        out->boxes[out->boxes[i].parent].inside | out->boxes[i].role;
}

/* A role that would take most of the page's sentences is a mistake of its
 * author, or a page that is one comment: it is dropped. Roles inside
 * boilerplate change nothing and are not looked up. */
static void
find_roles(pith_box_tree *out)
{
  uint32_t whole = out->boxes[0].sum.sentence_words;
  bool headings = false; /* that are called Comments */
  pith__role_memo_clear(&out->roles);
  for (uint32_t i = 1; i < out->box_count; i++) {
    pith_box *box = &out->boxes[i];
    box->inside = out->boxes[box->parent].inside;
    if (box->sum.words == 0 || (box->inside & PITH_ROLE_FRAMES))
      continue;
    box->role = pith__box_role(&out->roles, out->tree, box->node);
    if (box->sum.sentence_words > whole / ROLE_SHARE_MOST)
      box->role &= ~(uint32_t)(PITH_ROLE_FRAMES | PITH_ROLE_COMMENTS);
    box->inside |= box->role;
    headings |= box->role & PITH_ROLE_HEADING && box->role & PITH_ROLE_COMMENTS;
  }
  if (headings)
    find_chapters(out);
}

void
pith__box_tree_init(pith_box_tree *boxes, pith_memory *memory)
{
  memset(boxes, 0, sizeof *boxes);
  boxes->memory = memory;
  boxes->display = pith__display_hashes();
  boxes->href = pith__attr_hash(pith__slice_of("href"));
  pith__role_memo_init(&boxes->roles);
}

void
pith__box_tree_done(pith_box_tree *boxes)
{
  PITH_FREE_ITEMS(boxes->memory, boxes->boxes, boxes->box_capacity);
  PITH_FREE_ITEMS(boxes->memory, boxes->blocks, boxes->block_capacity);
  pith__memory_free(boxes->memory, boxes->room, boxes->room_size);
  pith__box_tree_init(boxes, boxes->memory);
}

pith_status
pith__box_tree_read(pith_box_tree *boxes, const pith_tree *tree)
{
  boxes->tree = tree;
  boxes->box_count = boxes->block_count = 0;
  walk in = {.out = boxes, .nodes = tree->nodes, .box = PITH_BOX_NONE};
  read_nodes(&in);
  if (in.failed)
    return pith__memory_status(boxes->memory);
  sum_up(boxes);
  find_roles(boxes);
  return PITH_OK;
}

void *
pith__box_tree_room(pith_box_tree *boxes, size_t size)
{
  if (size > boxes->room_size) {
    char *room = pith__memory_resize(boxes->memory, boxes->room,
                                     boxes->room_size, size + size / 2);
    if (!room)
      return NULL;
    boxes->room = room;
    boxes->room_size = size + size / 2;
  }
  return boxes->room;
}
