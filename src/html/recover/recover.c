/*
 * See recover.h. Look at the finished tree, edit, build again; until nothing
 * more is found or the rounds are used up.
 *
 * Most pages leave after the first look, so that look is one comparison or two
 * a node: only elements that hide what is in them, long comments and long tags
 * are worth a second one.
 */
#include "html/recover/recover_parts.h"

#include "tables/tag_display.h"

/* A comment, and a tag, that are short cannot hold much. */
enum { COMMENT_LEAST = 16, TAG_LEAST = 64 };

void
pith__recovery_init(pith_recovery *recovery, pith_memory *memory)
{
  pith__buffer_init(&recovery->text, memory);
  pith__recovery_clear(recovery);
}

void
pith__recovery_done(pith_recovery *recovery)
{
  pith__buffer_done(&recovery->text);
}

void
pith__recovery_clear(pith_recovery *recovery)
{
  pith__buffer_clear(&recovery->text);
  recovery->count = 0;
  recovery->rounds = 0;
  recovery->looked = 0;
  recovery->close_self = false;
  recovery->changed = false;
}

/* Whether an element's text is not part of the page: it is where a page can
 * get lost. A `noscript` is, for a reader with scripts. */
static bool
hides_text(const pith_tree_node *node)
{
  uint8_t display = pith__tag_display[node->tag];
  return display == PITH_DISPLAY_REPLACED || display == PITH_DISPLAY_NONE ||
         node->tag == PITH_TAG_NOSCRIPT || node->tag == PITH_TAG_MATH ||
         node->tag == PITH_TAG_XMP || node->tag == PITH_TAG_PLAINTEXT;
}

static void
look_at(pith_recover_look *look)
{
  const pith_tree *tree = look->tree;
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind == PITH_NODE_ELEMENT) {
      if (node->open_to - node->from > TAG_LEAST)
        pith__swallow_tag(look, (pith_span){node->from, node->open_to});
      if (hides_text(node))
        pith__swallow_element(look, n);
    } else if (node->kind == PITH_NODE_COMMENT &&
               node->close_to - node->from > COMMENT_LEAST) {
      pith__swallow_comment(look, n);
    }
  }
  pith__swallow_last_tag(look);
}

/* In the first round only: edits do not change how a page was written. */
static void
look_for_xml(pith_recover_look *look)
{
  pith_recovery *recovery = look->recovery;
  if (recovery->rounds > 0 || !pith__is_xml_page(look->tree))
    return;
  recovery->close_self = true;
  recovery->changed = true;
  pith__repair_note(look, "self-closed", 0);
}

/* A tree that a limit has cut short ends early by itself, and everything in it
 * looks open. */
static bool
is_complete(const pith_tree *tree)
{
  return !(tree->limits_hit & (PITH_LIMIT_NODES | PITH_LIMIT_STEPS));
}

/* With self-closed tags read as XML does, most swallowers are none. So that is
 * found out first, and edits wait for the next round. */
static pith_status
look_once(pith_recovery *recovery, const pith_tree *tree)
{
  pith_recover_look look = {recovery,
                            tree,
                            {tree->store.text, tree->store.text_len},
                            (uint64_t)tree->count * 4};
  recovery->changed = false;
  recovery->looked += tree->count;
  look_for_xml(&look);
  if (!recovery->changed)
    look_at(&look);
  return recovery->text.failed ? pith__memory_status(recovery->text.memory)
                               : PITH_OK;
}

pith_status
pith__recover(pith_recovery *recovery, pith_tree *tree,
              const pith_tree_options *options)
{
  pith_tree_options mine = *options;
  pith_slice text = {tree->store.text, tree->store.text_len};
  while (recovery->rounds < PITH_RECOVER_ROUNDS && is_complete(tree)) {
    pith_status status = look_once(recovery, tree);
    if (status != PITH_OK || !recovery->changed)
      return status;
    if (recovery->text.len > 0)
      text = pith__buffer_slice(&recovery->text);
    mine.close_self = recovery->close_self;
    recovery->rounds++;
    status = pith__tree_build(tree, text, &mine);
    if (status != PITH_OK)
      return status;
  }
  return PITH_OK;
}
