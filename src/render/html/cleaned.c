/*
 * Cleaned HTML: the bytes of the page minus ranges (docs/formats/cleaned.md).
 *
 *     text      <nav>Home</nav><p onclick="x()">Tea</p>
 *     removed   ^^^^^^^^^^^^^^^
 *     output    <p onclick="x()">Tea</p>
 *
 * A pass sets bits in a mask over the text for what verdicts remove; the rest
 * is copied. So the output is always the input minus something, in the encoding
 * of the page, and no rule can add a byte. It is as dangerous as the page was:
 * taking bytes out can even join the two sides to a tag. safe_html.c makes what
 * may be shown.
 */
#include "render/html/cleaned.h"

#include "render/html/insertion_point.h"

#include <string.h>

/* Copy bytes [from, to) of the page. */
static void
copy(const pith_cleaner *cleaner, uint32_t from, uint32_t to, pith_buffer *out)
{
  if (to > from)
    pith__buffer_append(out, cleaner->decoded->bytes.data + from, to - from);
}

/* ISO-2022-JP: two escapes in a row are an error (Encoding, "ISO-2022-JP
 * decoder"). The first is dropped when what was between them has gone. */
static void
drop_escape(const pith_cleaner *cleaner, uint32_t next, pith_buffer *out)
{
  const pith_slice *bytes = &cleaner->decoded->bytes;
  if (cleaner->unit == PITH_UNIT_SHIFTED && next < bytes->len &&
      bytes->data[next] == 0x1B && out->len >= 3 &&
      out->data[out->len - 3] == 0x1B)
    out->len -= 3;
}

/* Copy all that is not removed. Text offsets become byte offsets here. What
 * cannot be taken out without changing the meaning of other bytes
 * (ISO-2022-JP between two escapes) stays. */
static void
write_rest(const pith_cleaner *cleaner, pith_buffer *out)
{
  uint32_t copied = 0, len = cleaner->removed_bytes.len;
  for (uint32_t at = 0, end; at < len; at = end) {
    uint32_t from, to;
    end = pith__byte_mask_run(&cleaner->removed_bytes, at);
    if (pith__byte_mask_has(&cleaner->removed_bytes, at) &&
        pith__insertion_point(cleaner->decoded, at, &from) &&
        pith__insertion_point(cleaner->decoded, end, &to) && from >= copied &&
        to > from) {
      copy(cleaner, copied, from, out);
      copied = to;
      drop_escape(cleaner, copied, out);
    }
  }
  copy(cleaner, copied, (uint32_t)cleaner->decoded->bytes.len, out);
}

/* Three blocks of memory, each as long as the page or its nodes. */
static bool
start(pith_cleaner *cleaner, const pith_render_page *page, pith_region *region)
{
  const pith_tree *tree = page->tree;
  cleaner->tree = tree;
  cleaner->decoded = page->decoded;
  cleaner->unit = pith__code_unit_of(page->decoded->encoding);
  pith__removed_init(&cleaner->removed, page->verdicts);
  cleaner->facts = pith__region_take_zeros(region, tree->count, 1);
  return cleaner->facts &&
         pith__moved_nodes_init(&cleaner->places, tree, region) &&
         pith__byte_mask_init(&cleaner->removed_bytes, region,
                              tree->store.text_len);
}

/* Without verdicts this is a copy of the page. */
pith_status
pith__render_cleaned(const pith_render_page *page, pith_buffer *out)
{
  pith_cleaner cleaner;
  pith_region region;
  pith__region_init(&region, page->memory);
  bool room = start(&cleaner, page, &region);
  if (room) {
    if (cleaner.removed.count > 0) {
      pith__cleaner_facts(&cleaner);
      pith__cleaner_remove(&cleaner);
    }
    write_rest(&cleaner, out);
  }
  pith__region_done(&region);
  return room && !out->failed ? PITH_OK : pith__memory_status(page->memory);
}
