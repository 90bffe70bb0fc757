/*
 * Images and players of a flow. Verdicts are about text, so an image belongs
 * to the text beside it:
 *
 *     [removed] img [removed]    removed with it
 *     [kept]    img [kept]       kept
 *     [removed] img [kept]       kept if both are in one container that is no
 *                                menu, header or aside
 *
 * Images of boilerplate are thus gone with its text, and the picture over an
 * article stays.
 */
#include "render/flow/flow_build.h"

#include "base/slice.h"
#include "page/element/address.h"
#include "page/element/attribute.h"
#include "render/flow/media.h"
#include "render/flow/special_content.h"

/* How many nodes before and behind an image are looked at for text. */
#define LOOK_AT 256

/* Whether a node is text that a reader would see: not blank, no script. */
static bool
is_text(const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *at = &tree->nodes[node];
  return at->kind == PITH_NODE_TEXT &&
         pith__display_default(&tree->nodes[at->parent]) != PITH_DISPLAY_NONE &&
         pith__slice_trim(pith__tree_text(tree, node)).len > 0;
}

/* The text nearest to a node, in steps of +1 or -1; 0 when there is none. */
static uint32_t
text_near(const pith_tree *tree, uint32_t node, int step)
{
  uint32_t n = step > 0 ? tree->nodes[node].end : node - 1;
  for (int looked = 0; looked < LOOK_AT && n > 0 && n < tree->count; looked++) {
    if (is_text(tree, n))
      return n;
    n = step > 0 ? n + 1 : n - 1;
  }
  return 0;
}

/* Elements that are never a part of the text beside them. */
static bool
is_apart(pith_tag tag)
{
  return tag == PITH_TAG_NAV || tag == PITH_TAG_ASIDE ||
         tag == PITH_TAG_FOOTER || tag == PITH_TAG_FORM ||
         tag == PITH_TAG_BUTTON;
}

/* Whether image and text are in one container below `body`, and nothing
 * between the image and that container keeps them apart. */
static bool
is_together(const pith_tree *tree, uint32_t image, uint32_t text)
{
  for (uint32_t at = tree->nodes[image].parent; at != PITH_NODE_NONE;
       at = tree->nodes[at].parent) {
    pith_tag tag = (pith_tag)tree->nodes[at].tag;
    if (tag == PITH_TAG_BODY || tag == PITH_TAG_HTML)
      return false;
    if (at < text && text < tree->nodes[at].end)
      return true;
    if (is_apart(tag))
      return false;
  }
  return false;
}

/* Whether the text at a node is kept, by its first character: blanks around it
 * have no verdict. */
static bool
is_kept(pith_flow_builder *builder, uint32_t node)
{
  pith_slice text = pith__tree_text(builder->tree, node);
  uint32_t at = builder->tree->nodes[node].from;
  while (text.len > 0 && pith__is_space(*text.data)) {
    text = pith__slice(text.data + 1, text.len - 1);
    at++;
  }
  return !pith__removed_covers(&builder->removed, at, at + 1);
}

/* Without verdicts that remove something every image is kept. */
static bool
is_beside_content(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree *tree = builder->tree;
  bool kept[2] = {false, false};
  if (!builder->removes)
    return true;
  for (int side = 0; side < 2; side++) {
    uint32_t text = text_near(tree, node, side ? 1 : -1);
    kept[side] = text > 0 && is_kept(builder, text);
    if (kept[side] && is_together(tree, node, text))
      return true;
  }
  return kept[0] && kept[1];
}

/* Whether anybody looks at the answer: plain text only needs to know that an
 * image begins an item. */
static bool
is_unseen(const pith_flow_builder *builder)
{
  return !builder->options->images && !builder->options->alt &&
         builder->writer.leaf;
}

/* `alt` is text only where no image is written. */
static void
write_media(pith_flow_builder *builder, uint32_t node)
{
  const pith_render_settings *options = builder->options;
  pith_flow_writer *writer = &builder->writer;
  pith_media media = pith__media_of(builder->tree, node);
  if (media.address.len > 0 &&
      (pith__media_is_furniture(builder->tree, node, &media) ||
       !is_beside_content(builder, node)))
    return;
  if (!media.is_image && !options->players)
    return;
  if (options->images && media.address.len > 0)
    pith__flow_writer_image(writer, node);
  else if (media.address.len > 0 && media.is_image)
    pith__flow_writer_unseen_image(writer);
  if (options->alt && media.is_image &&
      !(options->images && media.address.len > 0))
    pith__flow_writer_text(writer, media.title);
}

/* Whether text follows soon in the item, or in what encloses the parent, before
 * another box: a box by itself is a switch of the page, not a task. */
static bool
has_label(const pith_tree *tree, uint32_t node)
{
  enum { LABEL_NODES = 16 }; /* of markup between a box and its text */
  uint32_t item = tree->nodes[node].parent;
  if (item > 0 && tree->nodes[item].tag != PITH_TAG_LI)
    item = tree->nodes[item].parent;
  uint32_t end = tree->nodes[item].end;
  if (end > node + LABEL_NODES)
    end = node + LABEL_NODES;
  for (uint32_t n = node + 1; n < end; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    if (at->kind == PITH_NODE_TEXT &&
        pith__slice_trim(pith__tree_text(tree, n)).len > 0)
      return true;
    if (at->tag == PITH_TAG_INPUT || at->tag == PITH_TAG_SCRIPT)
      return false;
  }
  return false;
}

/* A box that is ticked or not, as task lists have them. */
static bool
write_box(pith_flow_builder *builder, uint32_t node)
{
  pith_slice value;
  if (builder->tree->nodes[node].tag != PITH_TAG_INPUT ||
      !pith__attribute_get(builder->tree, node, "type", &value) ||
      !pith__slice_is(value, "checkbox") || builder->writer.depth == 0 ||
      builder->writer.leaf || !has_label(builder->tree, node))
    return false;
  bool ticked = pith__attribute_get(builder->tree, node, "checked", &value);
  pith__flow_writer_text(&builder->writer,
                         pith__slice_of(ticked ? "[x] " : "[ ] "));
  return true;
}

/* In order: a formula, an emoji, a box, media. Other replaced elements only
 * keep words apart. */
uint32_t
pith__builder_replaced(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree_node *at = &builder->tree->nodes[node];
  pith_slice text;
  bool image = at->tag == PITH_TAG_IMG && at->space == PITH_NAMESPACE_HTML;
  if (image && pith__formula_tex(builder->tree, node, &text)) {
    pith__builder_formula(builder, node, text);
    return at->end;
  }
  if (image && pith__image_is_emoji(builder->tree, node, &text)) {
    pith__flow_writer_text(&builder->writer, text);
    return at->end;
  }
  if (write_box(builder, node))
    return at->end;
  pith__flow_writer_blank(&builder->writer);
  if (!is_unseen(builder))
    write_media(builder, node);
  pith__flow_writer_blank(&builder->writer);
  return at->end;
}
