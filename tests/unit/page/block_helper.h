/* A page from a string with its blocks, context and features, for tests. */
#ifndef PITH_TESTS_UNIT_BLOCK_HELPER_H
#define PITH_TESTS_UNIT_BLOCK_HELPER_H

#include "method/auto/feature.h"
#include "unit/render/page_helper.h"

#include <string.h>

typedef struct block_page {
  test_page page;
  const pith_block_list *list;       /* of the page model */
  const pith_block_context *context; /* likewise */
  pith_token_context tokens;
  uint8_t *columns;
} block_page;

static inline void
block_page_load(block_page *made, const char *html)
{
  memset(made, 0, sizeof *made);
  assert_int_equal(page_load(&made->page, NULL, pith__slice_of(html)), PITH_OK);
  pith_memory *memory = &made->page.memory;
  assert_int_equal(pith__page_blocks(&made->page.model, &made->list), PITH_OK);
  assert_int_equal(pith__page_context(&made->page.model, &made->context),
                   PITH_OK);
  assert_int_equal(
      pith__token_context_make(&made->tokens, memory, made->list, NULL, NULL),
      PITH_OK);
  made->columns = pith__region_take_zeros(
      &made->tokens.region, pith__feature_count(), PITH_FEATURE_CHUNK);
  assert_non_null(made->columns);
  pith_feature_source source = {made->context, &made->tokens, NULL};
  pith_feature_run run = {0, made->list->count, made->columns};
  assert_true(run.count <= PITH_FEATURE_CHUNK);
  pith__features_fill(&source, &run);
}

static inline void
block_page_done(block_page *made)
{
  pith__token_context_done(&made->tokens);
  page_done(&made->page);
}

/* The value of a column, by its name. */
static inline int
block_column(const block_page *made, const char *name, uint32_t block)
{
  for (uint32_t c = 0; c < pith__feature_count(); c++)
    if (strcmp(pith__feature_name(c), name) == 0)
      return made->columns[c * PITH_FEATURE_CHUNK + block];
  fail_msg("no column %s", name);
  return -1;
}

#endif
