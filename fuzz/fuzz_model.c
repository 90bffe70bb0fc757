/*
 * Site models from any bytes. The first byte chooses:
 *
 *   even   the rest is the inside of a model file; length and checksum are put
 *          right, because no fuzzer guesses them. What loads is saved, loaded
 *          and saved again to the same bytes, and a page is classified with it.
 *   odd    the rest is pages, split at byte FF: they are learnt in both
 *          directions, to the same model, and each is used to classify.
 *
 * Every classified page has valid verdicts and keeps some of its words.
 */
#include "base/hash64.h"
#include "base/slice.h"
#include "method/chain/chain_default.h"
#include "site/site_inspect.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 56, PAGES_MOST = 12, PAGE_BYTES_MOST = 4096 };

/* A page, from bytes to its profile; text as it is, for speed. */
typedef struct made_page {
  pith_tree tree;
  pith_page_profile profile;
} made_page;

static void
make_page(made_page *page, pith_memory *memory, pith_slice html)
{
  pith_options options;
  pith_options_default(&options);
  pith_tree_options tree_options = {.limits = pith__tree_limits(&options)};
  pith__tree_init(&page->tree, memory);
  pith__page_profile_init(&page->profile, memory);
  pith_status status = pith__tree_build(&page->tree, html, &tree_options);
  assert(status == PITH_OK);
  status = pith__page_profile_make(&page->profile, &page->tree);
  assert(status == PITH_OK);
}

static void
free_page(made_page *page)
{
  pith__page_profile_done(&page->profile);
  pith__tree_done(&page->tree);
}

static void
classify_page(const pith_site_view *view, pith_memory *memory,
              const made_page *page)
{
  pith_chain_classifier classifier;
  pith_verdicts verdicts;
  pith__verdicts_init(&verdicts, memory);
  pith_status status = pith__chain_classify_init(&classifier, memory, view);
  assert(status == PITH_OK);
  status = pith__chain_default_classify(&classifier, &page->tree,
                                        &page->profile, &verdicts);
  assert(status == PITH_OK);
  assert(pith__verdicts_are_valid(&verdicts, page->tree.store.text_len));
  assert(classifier.boilerplate.words == 0 ||
         classifier.boilerplate.cut < classifier.boilerplate.words);
  pith__chain_classify_done(&classifier);
  pith__verdicts_done(&verdicts);
}

static void
save(const pith_site_sample *model, pith_buffer *out)
{
  pith_status status = pith__site_sample_save(model, out);
  assert(status == PITH_OK);
}

/* Saved, loaded and saved again: the same bytes. */
static void
check_file(const pith_site_sample *model, pith_memory *memory)
{
  pith_buffer once, twice;
  pith_site_sample loaded;
  pith__buffer_init(&once, memory);
  pith__buffer_init(&twice, memory);
  pith__site_sample_init(&loaded, memory, 0);
  save(model, &once);
  pith_status status =
      pith__site_sample_load(&loaded, pith__buffer_slice(&once));
  assert(status == PITH_OK);
  save(&loaded, &twice);
  assert(once.len == twice.len && memcmp(once.data, twice.data, once.len) == 0);
  pith__site_sample_done(&loaded);
  pith__buffer_done(&once);
  pith__buffer_done(&twice);
}

static void
look_into(const pith_site_view *view, pith_memory *memory)
{
  pith_region region;
  pith_texts_request request = {PITH_INDEX_NONE, 2, 9};
  pith_shared_text *texts;
  pith_site_model_cluster *clusters;
  uint32_t count;
  pith__region_init(&region, memory);
  pith_status status =
      pith__site_shared_texts(view, &request, &region, &texts, &count);
  assert(status == PITH_OK);
  status = pith__site_clusters(view, &region, &clusters, &count);
  assert(status == PITH_OK && count <= view->model->count);
  pith__region_done(&region);
}

static void
put_number(char *at, uint64_t number)
{
  for (int i = 0; i < 8; i++)
    at[i] = (char)(number >> 8 * i & 0xFF);
}

/* `data` with the head of a model file, and the right checksum. */
static pith_slice
seal(const uint8_t *data, size_t size)
{
  size_t len = size < 8 ? HEADER : HEADER - 8 + size;
  char *file = calloc(1, len);
  if (!file)
    abort();
  memcpy(file, "PITHSITE\2\0\0\0\7\0\0\0", 16);
  put_number(file + 16, len);
  put_number(file + 40, PITH_PROFILE_REVISION); /* and a key of no bytes */
  size_t counts = size < 8 ? size : 8;          /* of tokens and pages */
  if (size > 0)
    memcpy(file + 32, data, counts);
  if (size > counts)
    memcpy(file + HEADER, data + counts, size - counts);
  uint64_t head = pith__hash64(file, 24, 0x6368656Bu);
  put_number(file + 24, pith__hash64(file + 32, len - 32, head));
  return pith__slice(file, len);
}

static void
try_file(pith_memory *memory, const uint8_t *data, size_t size)
{
  pith_slice file = seal(data, size);
  pith_site_sample model;
  pith__site_sample_init(&model, memory, 0);
  if (pith__site_sample_load(&model, file) == PITH_OK) {
    pith_site_view view;
    made_page page;
    check_file(&model, memory);
    pith_status status = pith__site_view_init(&view, memory, &model);
    assert(status == PITH_OK);
    make_page(&page, memory,
              pith__slice_of("<div class=a><p>one</p><p>two</p></div><b>3"));
    classify_page(&view, memory, &page);
    look_into(&view, memory);
    free_page(&page);
    pith__site_view_done(&view);
  }
  pith__site_sample_done(&model);
  free((void *)(size_t)file.data);
}

/* Split at FF; the tree wants valid UTF-8, so other high bytes become 'x'. */
static uint32_t
split(char *text, size_t size, pith_slice *pages)
{
  uint32_t count = 0;
  size_t from = 0;
  for (size_t i = 0; i <= size; i++) {
    bool end = i == size || (unsigned char)text[i] == 0xFF;
    if (end && count < PAGES_MOST)
      pages[count++] = pith__slice(text + from, i - from);
    if (end)
      from = i + 1;
    else if ((unsigned char)text[i] >= 0x80)
      text[i] = 'x';
  }
  return count;
}

static void
try_pages(pith_memory *memory, char *text, size_t size)
{
  pith_slice slices[PAGES_MOST];
  made_page pages[PAGES_MOST];
  pith_site_sample model, other;
  pith_site_view view;
  uint32_t count = split(text, size, slices);
  pith__site_sample_init(&model, memory, 8);
  pith__site_sample_init(&other, memory, 8);
  for (uint32_t i = 0; i < count; i++) {
    make_page(&pages[i], memory, slices[i]);
    pith_status status = pith__site_sample_add(&model, &pages[i].profile);
    assert(status == PITH_OK);
  }
  for (uint32_t i = count; i-- > 0;) {
    pith_status status = pith__site_sample_add(&other, &pages[i].profile);
    assert(status == PITH_OK);
  }
  pith_buffer a, b;
  pith__buffer_init(&a, memory);
  pith__buffer_init(&b, memory);
  save(&model, &a);
  save(&other, &b);
  assert(a.len == b.len && memcmp(a.data, b.data, a.len) == 0);
  check_file(&model, memory);
  pith_status status = pith__site_view_init(&view, memory, &model);
  assert(status == PITH_OK);
  for (uint32_t i = 0; i < count; i++) {
    classify_page(&view, memory, &pages[i]);
    free_page(&pages[i]);
  }
  look_into(&view, memory);
  pith__site_view_done(&view);
  pith__buffer_done(&a);
  pith__buffer_done(&b);
  pith__site_sample_done(&model);
  pith__site_sample_done(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 1 || size > PAGES_MOST * PAGE_BYTES_MOST)
    return 0;
  pith_memory memory;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  if (data[0] % 2 == 0) {
    try_file(&memory, data + 1, size - 1);
  } else {
    char *text = malloc(size);
    if (!text)
      abort();
    memcpy(text, data + 1, size - 1);
    try_pages(&memory, text, size - 1);
    free(text);
  }
  assert(memory.used == 0);
  return 0;
}
