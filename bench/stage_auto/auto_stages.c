/*
 * How long each step of the method auto takes on a page.
 *
 *   auto_stages FILE...
 *
 * Prints a JSON line a page: its bytes, the count of its blocks, and for each
 * step the milliseconds of processor time, the best of many rounds:
 *
 *     parse     bytes to tree
 *     blocks    tree to block list
 *     context   what is around them, what names and words are worth
 *     features  the columns
 *     forest    the trees
 *     classify  tree to verdicts by the method itself: all of the above but
 *               parse, and the choice
 *
 * bench/stage_auto/run builds it and finds the pages.
 */
#include "method/auto/feature.h"
#include "method/auto/auto.h"
#include "method/auto/auto_forest.h"
#include "method/auto/auto_weights.h"
#include "unit/render/page_helper.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 15 };

typedef enum step {
  PARSE,
  BLOCKS,
  CONTEXT,
  FEATURES,
  FOREST,
  CLASSIFY,
  STEPS
} step;

static const char *const step_names[STEPS] = {"parse",    "blocks", "context",
                                              "features", "forest", "classify"};

/* What the steps leave for each other. */
typedef struct stages {
  test_page page;
  const pith_block_list *list;       /* of the page model */
  const pith_block_context *context; /* likewise */
  pith_token_context tokens;
  uint8_t *columns;
  double best[STEPS];
} stages;

static double
now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void
need(bool fine)
{
  if (!fine)
    exit(3);
}

static pith_slice
read_file(const char *path)
{
  FILE *file = fopen(path, "rb");
  need(file && fseek(file, 0, SEEK_END) == 0);
  size_t len = (size_t)ftell(file);
  char *data = malloc(len + 1);
  rewind(file);
  need(data && fread(data, 1, len, file) == len);
  fclose(file);
  return pith__slice(data, len);
}

/* The time since `*from`, which becomes now, when it is the least so far. */
static void
note(stages *all, step which, double *from)
{
  double took = now() - *from;
  if (all->best[which] == 0 || took < all->best[which])
    all->best[which] = took;
  *from = now();
}

/* Columns and scores, a run of blocks at a time, as the method has it. */
static void
score(stages *all)
{
  int32_t scores[PITH_FEATURE_CHUNK];
  double features = 0, forest = 0;
  pith_feature_source source = {all->context, &all->tokens, NULL};
  for (uint32_t at = 0; at < all->list->count; at += PITH_FEATURE_CHUNK) {
    uint32_t left = all->list->count - at;
    pith_feature_run run = {
        at, left < PITH_FEATURE_CHUNK ? left : PITH_FEATURE_CHUNK,
        all->columns};
    double start = now();
    pith__features_fill(&source, &run);
    features += now() - start;
    start = now();
    pith__forest_score(&pith__forest_content, all->columns, run.count, scores);
    forest += now() - start;
  }
  double from = now() - features;
  note(all, FEATURES, &from);
  from = now() - forest;
  note(all, FOREST, &from);
}

static void
one_round(stages *all, pith_slice html)
{
  pith_token_values path, words;
  pith_memory *memory = &all->page.memory;
  double from = now();
  need(page_load(&all->page, NULL, html) == PITH_OK);
  note(all, PARSE, &from);
  pith_method_call call = {.page = &all->page.model};
  need(pith__auto_classify(&call, &all->page.verdicts) == PITH_OK);
  note(all, CLASSIFY, &from);
  pith__page_model_forget(&all->page.model);
  need(pith__page_blocks(&all->page.model, &all->list) == PITH_OK);
  note(all, BLOCKS, &from);
  pith__auto_values(&path, &words);
  need(pith__page_context(&all->page.model, &all->context) == PITH_OK &&
       pith__token_context_make(&all->tokens, memory, all->list, &path,
                                &words) == PITH_OK);
  note(all, CONTEXT, &from);
  all->columns = pith__region_take_zeros(
      &all->tokens.region, pith__feature_count(), PITH_FEATURE_CHUNK);
  need(all->columns != NULL);
  score(all);
}

static void
one_page(const char *path)
{
  stages all;
  uint32_t blocks = 0;
  pith_slice html = read_file(path);
  memset(all.best, 0, sizeof all.best);
  for (int i = 0; i < ROUNDS; i++) {
    one_round(&all, html);
    blocks = all.list->count;
    pith__token_context_done(&all.tokens);
    page_done(&all.page);
  }
  printf("{\"file\": \"%s\", \"bytes\": %zu, \"count\": %u", path, html.len,
         blocks);
  for (int i = 0; i < STEPS; i++)
    printf(", \"%s\": %.4f", step_names[i], all.best[i]);
  puts("}");
  free((void *)(size_t)html.data);
}

int
main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    one_page(argv[i]);
  return 0;
}
