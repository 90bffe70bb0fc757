/* explain_vips.c: see the header. A line for each visual block, parents before
 * their children, indented by depth; leaves show the beginning of their text:
 *
 *     doc  rule  separator  from-to  characters [ * text]
 *
 * Indentation ends at a depth of INDENT_MOST, so that a hostile page cannot
 * make lines of any length. */
#include "pith/extract/explain_vips.h"
#include "pith_experimental.h"

#include <string.h>

enum { WORDS_SHOWN = 60, INDENT_MOST = 40 };

static bool
is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The first characters of a text, white space collapsed; how many were
 * written in all. */
static size_t
write_text(text_out *out, pith_slice text, size_t written)
{
  bool space = written > 0;
  for (size_t i = 0; i < text.len;) {
    size_t len = 1;
    while (i + len < text.len &&
           ((unsigned char)text.data[i + len] & 0xC0) == 0x80)
      len++;
    if (is_space(text.data[i])) {
      space = written > 0;
    } else {
      if (written >= WORDS_SHOWN)
        return written + 1;
      if (space)
        text_out_text(out, " ");
      written += 1 + space;
      space = false;
      if ((unsigned char)text.data[i] < 0x20)
        text_out_text(out, "?");
      else
        text_out_line(out, text.data + i, len);
    }
    i += len;
  }
  return written;
}

/* Whether what is in an element is no text. */
static bool
is_silent(const pith_page *page, pith_node element)
{
  static const char *const silent[] = {"script",   "style",  "textarea",
                                       "template", "select", "noembed"};
  pith_slice name = pith_node_name(page, element);
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (name.len == strlen(silent[i]) &&
        memcmp(name.data, silent[i], name.len) == 0)
      return true;
  return false;
}

/* The beginning of a leaf's text. Nodes are numbered in document order, so the
 * block is the range [first, end), and a silent element is skipped by its end.
 * More than WORDS_SHOWN means that text was left out. */
static void
write_words(text_out *out, const pith_page *page,
            const pith_visual_block *block)
{
  size_t written = 0;
  for (pith_node n = block->first; n < block->end && written <= WORDS_SHOWN;) {
    if (is_silent(page, n)) {
      n = pith_node_end(page, n);
      continue;
    }
    if (pith_node_get_kind(page, n) == PITH_NODE_TEXT)
      written = write_text(out, pith_node_text(page, n), written);
    n++;
  }
  if (written > WORDS_SHOWN)
    text_out_text(out, " ...");
}

static void
write_block(text_out *out, const pith_page *page,
            const pith_visual_block *block)
{
  uint32_t indent = block->depth < INDENT_MOST ? block->depth : INDENT_MOST;
  text_out_repeat(out, ' ', 2 * (size_t)indent);
  text_out_number(out, block->doc, 2);
  text_out_number(out, block->rule, 4);
  text_out_number(out, block->separator, 4);
  text_out_number(out, block->span.from, 8);
  text_out_text(out, "-");
  text_out_number(out, block->span.to, 0);
  text_out_number(out, block->chars, 7);
  if (block->leaf) {
    text_out_text(out, " * ");
    write_words(out, page, block);
  }
  text_out_text(out, "\n");
}

/* The first block is the page itself, so its characters are those of the page.
 */
pith_status
explain_vips(const char *name, pith_page *page, uint32_t pdoc, text_out *out)
{
  const pith_visual_block *blocks;
  uint32_t count, leaves = 0;
  pith_status status = pith_page_vips(page, pdoc, &blocks, &count);
  if (status != PITH_OK)
    return status;
  for (uint32_t b = 0; b < count; b++)
    leaves += blocks[b].leaf;
  text_out_text(out, name);
  text_out_text(out, ": vips, pdoc ");
  text_out_number(out, pdoc > 0 ? pdoc : 5, 0);
  text_out_text(out, ", ");
  text_out_number(out, count, 0);
  text_out_text(out, " blocks, ");
  text_out_number(out, leaves, 0);
  text_out_text(out, " leaves, ");
  text_out_number(out, blocks[0].chars, 0);
  text_out_text(out, " characters\n");
  for (uint32_t b = 0; b < count; b++)
    write_block(out, page, &blocks[b]);
  return PITH_OK;
}
