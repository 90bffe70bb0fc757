/*
 * Features of a block by the names of the elements around it and by its words,
 * as far as a model has values for them. docs/formats/blocks.md has the rules,
 * which a trainer follows too: its tables differ from fold to fold.
 */
#include "method/auto/feature.h"

enum { LEVELS = 8 }; /* inside the block, and seven boxes */

enum {
  TOKEN_PATH,
  TOKEN_PATH_ALL = LEVELS,
  TOKEN_PATH_LEAST,
  TOKEN_PATH_MOST,
  TOKEN_WORDS_MEAN,
  TOKEN_WORDS_LEAST,
  TOKEN_WORDS_MOST,
  TOKEN_HEADING_WORDS,
  TOKEN_PATH_ADDED,
  TOKEN_WORDS_ADDED,
  TOKEN_ADDED,
  TOKEN_COUNT
};

static const char *const names[TOKEN_COUNT] = {
    "path_0",
    "path_1",
    "path_2",
    "path_3",
    "path_4",
    "path_5",
    "path_6",
    "path_7",
    [TOKEN_PATH_ALL] = "path_all",
    [TOKEN_PATH_LEAST] = "path_least",
    [TOKEN_PATH_MOST] = "path_most",
    [TOKEN_WORDS_MEAN] = "words_mean",
    [TOKEN_WORDS_LEAST] = "words_least",
    [TOKEN_WORDS_MOST] = "words_most",
    [TOKEN_HEADING_WORDS] = "heading_words",
    [TOKEN_PATH_ADDED] = "path_added",
    [TOKEN_WORDS_ADDED] = "words_added",
    [TOKEN_ADDED] = "added",
};

/* The least and the greatest value, 0 when nothing is known. */
static void
put_ends(uint8_t *out, int least, const pith_token_sum *sum)
{
  bool known = sum->count > 0;
  pith__put(out, least, (uint8_t)(known ? 128 + sum->least : 0));
  pith__put(out, least + 1, (uint8_t)(known ? 128 + sum->most : 0));
}

/* Gives what all names add. */
static int32_t
fill_path(const pith_feature_source *source, uint32_t n, uint8_t *out)
{
  const pith_block_list *list = source->context->list;
  pith_token_sum all = source->tokens->inner[n];
  pith__put(out, TOKEN_PATH, pith__token_mean(&all));
  uint32_t box = list->blocks[n].box;
  for (int level = 1; level < LEVELS; level++) {
    if (box == PITH_BOX_OUTSIDE) {
      pith__put(out, TOKEN_PATH + level, 0);
      continue;
    }
    const pith_token_sum *sum = &source->tokens->boxes[box];
    pith__put(out, TOKEN_PATH + level, pith__token_mean(sum));
    pith__token_sum_add(&all, sum);
    box = list->boxes[box].parent;
  }
  pith__put(out, TOKEN_PATH_ALL, pith__token_mean(&all));
  put_ends(out, TOKEN_PATH_LEAST, &all);
  return all.added;
}

/* The words of the last heading count too: under "Related" nothing is content.
 */
static void
fill_words(const pith_feature_source *source, uint32_t n, uint8_t *out)
{
  const pith_token_sum *words = source->tokens->words;
  uint32_t heading = source->context->blocks[n].heading;
  pith__put(out, TOKEN_WORDS_MEAN, pith__token_mean(&words[n]));
  put_ends(out, TOKEN_WORDS_LEAST, &words[n]);
  pith__put(out, TOKEN_HEADING_WORDS,
            heading == UINT32_MAX ? 0 : pith__token_mean(&words[heading]));
}

/* What names and words add together is a column of its own, since trees add
 * badly. */
static void
fill_added(int32_t path, int32_t words, uint8_t *out)
{
  pith__put(out, TOKEN_PATH_ADDED, pith__token_added(path));
  pith__put(out, TOKEN_WORDS_ADDED, pith__token_added(words));
  pith__put(out, TOKEN_ADDED, pith__token_added(path + words));
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  for (uint32_t i = 0; i < run->count; i++) {
    int32_t path = fill_path(source, run->from + i, run->out + i);
    fill_words(source, run->from + i, run->out + i);
    fill_added(path, source->tokens->words[run->from + i].added, run->out + i);
  }
}

const pith_feature_group pith__features_token = {names, TOKEN_COUNT, fill};
