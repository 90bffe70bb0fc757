/*
 * Any bytes through the methods that read raw bytes. The scanner: pieces tile
 * the input, attributes lie in their tags. The chain method: the input is cut
 * into pages at its FF bytes, at most 12 of them, and clusters and ranges must
 * be those of the twin. Bits of the first four bytes choose the options.
 */
#include "../tests/unit/method/chain_compare.h"

#include "papers/raw_scan.h"

enum { PAGES_MOST = 12, SITE_BYTES_MOST = 1 << 14 };

static void
check_attributes(const pith_raw_scan *scan, const pith_raw_piece *tag)
{
  pith_raw_attr attr;
  uint32_t at = tag->name.to, before = at;
  assert(tag->span.from < tag->name.from && tag->name.from < tag->name.to);
  while (pith__raw_attr_next(scan, &at, &attr)) {
    assert(before <= attr.name.from && attr.name.from < attr.name.to);
    assert(attr.name.to <= attr.value.from && attr.value.from <= attr.value.to);
    assert(attr.value.to <= at && at < tag->span.to);
    before = at;
  }
}

static void
check_scan(pith_slice page)
{
  pith_raw_scan scan;
  pith_raw_piece piece;
  uint32_t at = 0;
  pith_status status = pith__raw_scan_init(&scan, page);
  assert(status == PITH_OK);
  for (;;) {
    pith__raw_scan_next(&scan, &piece);
    assert(piece.span.from == at && piece.span.to == scan.at);
    if (piece.kind == PITH_RAW_END)
      break;
    assert(piece.span.to > at && piece.span.to <= page.len);
    at = piece.span.to;
    if (piece.kind == PITH_RAW_START_TAG || piece.kind == PITH_RAW_END_TAG)
      check_attributes(&scan, &piece);
    if (piece.kind == PITH_RAW_START_TAG && page.len < SITE_BYTES_MOST) {
      pith_raw_scan copy = scan;
      pith_raw_element element;
      pith__raw_scan_element(&copy, &piece, &element);
      assert(element.body.from == at && element.body.to <= element.span.to);
      assert(element.span.to == copy.at && copy.at <= page.len);
    }
  }
  assert(at == page.len);
}

static size_t
cut_pages(const char *data, size_t len, pith_slice pages[PAGES_MOST])
{
  size_t count = 0;
  while (count < PAGES_MOST) {
    const char *end = len > 0 ? memchr(data, '\xFF', len) : NULL;
    size_t here = end ? (size_t)(end - data) : len;
    pages[count++] = pith__slice(data, here);
    if (!end)
      break;
    data += here + 1;
    len -= here + 1;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pith_slice pages[PAGES_MOST];
  pith_chain_settings options;
  if (size < 4)
    return 0;
  pith_slice input = pith__slice((const char *)data + 4, size - 4);
  check_scan(input);
  if (input.len > SITE_BYTES_MOST)
    return 0;
  pith__chain_options_default(&options);
  if (data[0] & 1) {
    options.min_tokens_chain = 1 + data[0] / 2 % 8;
    options.dup_limit = data[1] % 101;
    options.min_nav_length = 1 + data[2] % 100;
    options.nav_step = data[2] % 31;
    options.min_cluster = 2 + data[3] % 4;
    options.max_failures = data[3] / 16;
  } else {
    options.dup_limit = 100; /* inputs are made of copies */
  }
  compare_site(pages, cut_pages(input.data, input.len, pages), &options);
  return 0;
}
