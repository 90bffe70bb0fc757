/*
 * See shell.h. A page with a few dozen words is looked at once more:
 *
 *     prose in linked data or state   it is the content; `source` says so
 *     none, and scripts fill it       warning "script-shell", low confidence
 *     frames                          warning "frameset"; the text is elsewhere
 *
 * The prose is HTML of its own. It is parsed when it is rendered, and the tree
 * of the page stays what the bytes are.
 */
#include "api/shell.h"

#include "base/slice.h"
#include "page/declared/shell_text.h"
#include "page/element/display.h"

/* Words of a page that is none; prose must be this many times as much, and at
 * least so much. */
enum { WORDS_MOST = 40, PROSE_TIMES = 2, PROSE_LEAST = 12 };

/* Nothing but a notice, or a few words. */
enum { NOTICE_MOST = 25 };

/* What word F1 to expect of such pages; not measured, only low. */
#define PROSE_CONFIDENCE 0.5f
#define SHELL_CONFIDENCE 0.1f

/* Words of the page, as far as WORDS_MOST: also those in a `noscript`, where
 * forums keep all of it for crawlers. Five letters are a word, for the sake of
 * scripts without spaces. */
static uint32_t
count_words(const pith_block_list *list)
{
  uint64_t weight = 0;
  for (uint32_t i = 0; i < list->count && weight < WORDS_MOST * 10; i++)
    weight += pith__text_tally_weight(&list->blocks[i].tally);
  return (uint32_t)((weight + 9) / 10);
}

static bool
has_element(const pith_tree *tree, pith_tag tag)
{
  for (uint32_t n = 1; n < tree->count; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        tree->nodes[n].tag == (unsigned)tag)
      return true;
  return false;
}

/* Whether all words of the page are for browsers without scripts. */
static bool
is_notice(const pith_tree *tree)
{
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    if (at->kind == PITH_NODE_ELEMENT && at->tag == PITH_TAG_NOSCRIPT)
      n = at->end - 1;
    else if (at->kind == PITH_NODE_TEXT &&
             pith__display_default(&tree->nodes[at->parent]) !=
                 PITH_DISPLAY_NONE &&
             pith__slice_trim(pith__tree_text(tree, n)).len > 0)
      return false;
  }
  return true;
}

static void
lower_confidence(pith_workspace *work, float most)
{
  if (work->verdicts.confidence > most)
    work->verdicts.confidence = most;
  if (work->byte_verdicts.confidence > most)
    work->byte_verdicts.confidence = most;
}

/* The prose counts if it is much more than what is shown. */
static void
decide(pith_workspace *work, uint32_t words, const pith_shell_text *prose)
{
  pith_shell *shell = &work->shell;
  if (prose->source && prose->words >= PROSE_LEAST &&
      prose->words >= words * PROSE_TIMES) {
    shell->source = prose->source;
    lower_confidence(work, PROSE_CONFIDENCE);
    return;
  }
  pith__buffer_clear(&shell->html);
  shell->frameset = has_element(&work->tree, PITH_TAG_FRAMESET);
  shell->scripts = !shell->frameset && words < NOTICE_MOST &&
                   has_element(&work->tree, PITH_TAG_SCRIPT) &&
                   (words == 0 || pith__shell_is_mount(&work->tree) ||
                    is_notice(&work->tree));
  if (shell->frameset || shell->scripts)
    lower_confidence(work, SHELL_CONFIDENCE);
}

/* Methods without a block list, and those of papers, take a page as it is. */
pith_status
pith__shell_look(pith_workspace *work)
{
  const pith_block_list *list;
  if (!work->model.made[PITH_PART_BLOCKS])
    return PITH_OK;
  pith_status status = pith__page_blocks(&work->model, &list);
  uint32_t words = status == PITH_OK ? count_words(list) : WORDS_MOST;
  if (words >= WORDS_MOST)
    return status;
  pith_shell_text prose;
  pith__buffer_clear(&work->shell.html);
  status = pith__shell_text(&work->tree, &work->shell.html, &prose);
  if (status == PITH_OK)
    decide(work, words, &prose);
  return status;
}

pith_status
pith__shell_tree(pith_workspace *work, pith_tree *out)
{
  pith_options options;
  pith_options_default(&options);
  pith_tree_options how = {.limits = pith__tree_limits(&options)};
  pith__tree_init(out, &work->memory);
  return pith__tree_build(out, pith__buffer_slice(&work->shell.html), &how);
}
