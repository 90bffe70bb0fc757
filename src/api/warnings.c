/*
 * A parsed, classified or rendered page in; warnings by name out. One table:
 * what a warning is called, and whether it holds. docs/formats/json.md has
 * what each means to a reader. Nothing is computed before somebody asks, except
 * what is known only while a stage runs (`limits_hit`, `empty`, `doubtful`).
 */
#include "api/workspace.h"

#include "base/slice.h"

/* --- pages that end too early --------------------------------------------- */

/* Elements left open at the end of a page that has no end tag of its body:
 * authors forget one, a transfer that broke off leaves several. */
enum { OPEN_LEAST = 3 };

/* A tag that begins and does not end. It is the last one, so everything behind
 * the last `<` is looked at, and that is short on pages that end well. */
static bool
ends_in_tag(pith_slice text)
{
  size_t at = text.len;
  while (at > 0 && text.data[at - 1] != '<' && text.data[at - 1] != '>')
    at--;
  if (at == 0 || at == text.len || text.data[at - 1] == '>')
    return false;
  char next = text.data[at];
  return pith__is_letter(next) || next == '!' ||
         (next == '/' && at + 1 < text.len &&
          pith__is_letter(text.data[at + 1]));
}

/* Whether an element without an end tag is a mistake. The end tags of table
 * cells, list items and paragraphs may be left out. */
static bool
needs_end_tag(pith_tag tag)
{
  static const pith_tag tags[] = {
      PITH_TAG_DIV, PITH_TAG_SECTION, PITH_TAG_ARTICLE, PITH_TAG_MAIN,
      PITH_TAG_UL,  PITH_TAG_OL,      PITH_TAG_TABLE,   PITH_TAG_ASIDE,
      PITH_TAG_NAV, PITH_TAG_HEADER,  PITH_TAG_FOOTER,  PITH_TAG_BLOCKQUOTE,
      PITH_TAG_A,   PITH_TAG_SPAN,    PITH_TAG_FIGURE,  PITH_TAG_DL};
  for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
    if (tags[i] == tag)
      return true;
  return false;
}

/* Elements that were open where the page ended: ancestors of its last node. */
static uint32_t
count_open(const pith_tree *tree)
{
  uint32_t open = 0;
  for (uint32_t n = tree->count > 0 ? tree->count - 1 : 0; n > 0;
       n = tree->nodes[n].parent) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind == PITH_NODE_ELEMENT && node->close_from == node->close_to)
      open += needs_end_tag((pith_tag)node->tag);
  }
  return open;
}

/* `</body` or `</html`, anywhere. */
static bool
has_end(pith_slice text)
{
  const char *at = text.data;
  const char *end = text.data + text.len;
  while ((at = memchr(at, '<', (size_t)(end - at)))) {
    pith_slice rest = pith__slice(at, (size_t)(end - at));
    if (pith__slice_starts(rest, "</body") ||
        pith__slice_starts(rest, "</html"))
      return true;
    at++;
  }
  return false;
}

static bool
is_truncated(const pith_workspace *work)
{
  pith_slice text = work->decoded.text;
  return ends_in_tag(text) ||
         (count_open(&work->tree) >= OPEN_LEAST && !has_end(text));
}

/* --- the table ------------------------------------------------------------ */

static bool
hit_limit(const pith_workspace *work)
{
  return work->tree.limits_hit != 0;
}

static bool
is_repaired(const pith_workspace *work)
{
  return work->recovery.count > 0;
}

static bool
is_doubtful(const pith_workspace *work)
{
  return work->decoded.doubtful;
}

static bool
is_shell(const pith_workspace *work)
{
  return work->shell.scripts;
}

static bool
is_frameset(const pith_workspace *work)
{
  return work->shell.frameset;
}

static bool
has_marks(const pith_workspace *work)
{
  return work->marks_present;
}

static bool
is_emptied(const pith_workspace *work)
{
  return work->emptied;
}

static bool
is_empty(const pith_workspace *work)
{
  return work->empty;
}

static const struct {
  const char *name;
  bool (*holds)(const pith_workspace *work);
} rows[] = {
    {"limit-hit", hit_limit},
    {"truncated", is_truncated},
    {"doubtful-encoding", is_doubtful},
    {"repaired", is_repaired},
    {"script-shell", is_shell},
    {"frameset", is_frameset},
    {"marks-present", has_marks},
    {"emptied", is_emptied},
    {"empty", is_empty},
};

/* The library's own first, in the order of the table, then those of the caller
 * in the order of adding. `index` counts down over the ones that hold. */
const char *
pith_page_warning(const pith_page *page, uint32_t index)
{
  const pith_workspace *work = page->work;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].holds(work) && index-- == 0)
      return rows[i].name;
  return index < work->warning_count ? work->warnings[index] : NULL;
}

/* Borrowed, not copied: a literal. Full is a mistake of the caller, since the
 * library adds two at most. */
pith_status
pith_page_add_warning(pith_page *page, const char *warning)
{
  pith_workspace *work = page->work;
  if (work->warning_count == PITH_WARNINGS_MOST || !*warning)
    return PITH_USAGE;
  work->warnings[work->warning_count++] = warning;
  return PITH_OK;
}
