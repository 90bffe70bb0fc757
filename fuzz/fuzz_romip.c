/*
 * Any bytes as a ROMIP collection: no crash, every document is within the
 * file, and no page is longer than its document. And as twins: the file in
 * small pieces, and as if it came packed, returns the same documents.
 */
#include "memory_file.h"

#include "common/input/page_romip.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_MOST = 4096, PIECES = 23 };

static void
list_done(page_list *list)
{
  for (size_t i = 0; i < list->count; i++) {
    free(list->items[i].name);
    free(list->items[i].path);
    free(list->items[i].url);
  }
  free(list->items);
}

static void
read_list(const memory_file *file, page_list *out)
{
  memset(out, 0, sizeof *out);
  out->most_bytes = PAGE_MOST;
  memory_file_set(file);
  byte_source in;
  exit_code code = byte_source_open("memory.xml", &in);
  if (code == EXIT_FINE)
    code = page_romip_add(out, &in);
  assert(code == EXIT_FINE);
}

/* The bytes of a page; NULL when it has none. */
static char *
read_page(const page_list *list, size_t item, size_t *len)
{
  input_bytes bytes;
  const page_item *page = &list->items[item];
  *len = 0;
  if (page_romip_read(page, PAGE_MOST, &bytes) != EXIT_FINE)
    return NULL;
  assert(bytes.len <= page->len && bytes.len <= PAGE_MOST);
  *len = bytes.len;
  return bytes.data;
}

static void
check_same_text(const char *one, const char *two)
{
  assert((one == NULL) == (two == NULL));
  assert(!one || strcmp(one, two) == 0);
}

static void
check_same(const page_list *one, const page_list *two, bool same_place)
{
  assert(one->count == two->count && one->failed == two->failed);
  for (size_t i = 0; i < one->count; i++) {
    const page_item *a = &one->items[i];
    const page_item *b = &two->items[i];
    size_t len_a;
    size_t len_b;
    check_same_text(a->name, b->name);
    check_same_text(a->url, b->url);
    assert(a->len == b->len && (!same_place || a->from == b->from));
    char *page_a = read_page(one, i, &len_a);
    char *page_b = read_page(two, i, &len_b);
    assert((page_a == NULL) == (page_b == NULL) && len_a == len_b);
    assert(!page_a || memcmp(page_a, page_b, len_a) == 0);
    free(page_a);
    free(page_b);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  page_list whole;
  page_list pieces;
  page_list packed;
  memory_file file = {data, size, SIZE_MAX, false};
  read_list(&file, &whole);
  file.piece = 1 + (size ? data[size - 1] % PIECES : 0);
  read_list(&file, &pieces);
  check_same(&whole, &pieces, true);
  file.packed = true;
  read_list(&file, &packed);
  check_same(&whole, &packed, false);
  list_done(&whole);
  list_done(&pieces);
  list_done(&packed);
  memory_file_done();
  return 0;
}
