/*
 * Any bytes as a page, read as the standard says and with recovery. Beyond "no
 * crash": a page without repairs has the standard's tree, repairs are in order
 * and inside the page, and nodes still nest in bytes of the page as it arrived.
 */
#include "pith_experimental.h"

#include <assert.h>

/* Where a node begins and ends. */
static pith_span
whole(const pith_page *page, pith_node node)
{
  return pith_node_span(page, node);
}

static void
check_nodes(const pith_page *page, size_t size)
{
  for (pith_node n = 1; n < pith_page_node_count(page); n++) {
    pith_span inner = whole(page, n);
    pith_span outer = whole(page, pith_node_parent(page, n));
    assert(inner.from <= inner.to && inner.to <= size);
    assert(outer.from <= inner.from && inner.to <= outer.to);
  }
}

static void
check_repairs(const pith_page *page, size_t size)
{
  uint32_t count;
  const pith_repair *repairs = pith_page_repairs(page, &count);
  for (uint32_t i = 0; i < count; i++) {
    assert(repairs[i].name && *repairs[i].name);
    assert(repairs[i].offset <= size);
    assert(i == 0 || repairs[i - 1].offset <= repairs[i].offset);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pith_context *context;
  pith_page *plain, *repaired;
  pith_options options;
  uint32_t repairs;
  pith_slice html = {(const char *)data, size};
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 0;
  pith_options_default(&options);
  pith_status status =
      pith_page_parse(context, html, &options, &repaired, NULL);
  options.recover = false;
  assert(pith_page_parse(context, html, &options, &plain, NULL) == status);
  if (status == PITH_OK) {
    check_nodes(repaired, size);
    check_repairs(repaired, size);
    pith_page_repairs(repaired, &repairs);
    assert(repairs > 0 ||
           pith_page_node_count(repaired) == pith_page_node_count(plain));
  }
  pith_page_free(plain);
  pith_page_free(repaired);
  pith_context_free(context);
  return 0;
}
