/*
 * Edits of the copy. They overwrite and never move a byte, so that the offsets
 * of the new tree are offsets of the page as it arrived.
 *
 *     <iframe src="x"/>   hidden    <!             >
 *     &lt;img src=x&gt;   blanked
 *
 * A hidden tag becomes a comment and not white space: "foo<xmp>bar" stays one
 * word.
 */
#include "html/recover/recover_parts.h"

#include <string.h>

/* The copy is made by the first edit. NULL when memory ends, which the buffer
 * remembers. */
static char *
open_copy(pith_recover_look *look)
{
  pith_buffer *copy = &look->recovery->text;
  if (copy->len == 0)
    pith__buffer_append(copy, look->text.data, look->text.len);
  look->recovery->changed = true;
  return copy->failed ? NULL : copy->data;
}

/* Sorted in: rounds find repairs in an order of their own. */
void
pith__repair_note(pith_recover_look *look, const char *name, uint32_t from)
{
  pith_recovery *recovery = look->recovery;
  if (recovery->count == PITH_REPAIRS_MOST)
    return;
  uint32_t at = recovery->count++;
  for (; at > 0 && recovery->repairs[at - 1].offset > from; at--)
    recovery->repairs[at] = recovery->repairs[at - 1];
  recovery->repairs[at] = (pith_repair){name, from};
}

void
pith__repair_blank(pith_recover_look *look, pith_span span)
{
  char *copy = open_copy(look);
  if (copy)
    memset(copy + span.from, ' ', span.to - span.from);
}

/* `<!` and anything but two dashes is a comment up to the next '>'. */
void
pith__repair_hide(pith_recover_look *look, pith_span span)
{
  char *copy = open_copy(look);
  if (!copy)
    return;
  memset(copy + span.from, ' ', span.to - span.from);
  copy[span.from] = '<';
  copy[span.from + 1] = '!';
  copy[span.to - 1] = '>';
}

void
pith__repair_put(pith_recover_look *look, uint32_t at, const char *bytes)
{
  char *copy = open_copy(look);
  if (copy)
    memcpy(copy + at, bytes, strlen(bytes));
}
