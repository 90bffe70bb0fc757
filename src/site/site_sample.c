/*
 * See site_sample.h. The pages are an array sorted by content, so that all
 * questions are binary searches; a page is one block of memory with its tokens
 * and its examples.
 */
#include "site/site_sample.h"

#include "base/slice.h"

#include <string.h>

/* `most` bounds memory and time of everything that is made from the sample. */
void
pith__site_sample_init(pith_site_sample *model, pith_memory *memory,
                       uint32_t most)
{
  memset(model, 0, sizeof *model);
  model->memory = memory;
  model->most = most == 0 ? PITH_MODEL_PAGES : most;
  if (model->most > PITH_MODEL_PAGES_MOST)
    model->most = PITH_MODEL_PAGES_MOST;
}

void
pith__site_sample_name(pith_site_sample *model, pith_slice key)
{
  size_t len = key.len < PITH_SITE_KEY_MOST ? key.len : PITH_SITE_KEY_MOST;
  memset(model->key, 0, sizeof model->key);
  if (len > 0)
    memcpy(model->key, key.data, len);
}

pith_status
pith__site_sample_accept(pith_site_sample *model, uint64_t options)
{
  if (model->options == 0)
    model->options = options;
  return options == 0 || model->options == options ? PITH_OK : PITH_MISMATCH;
}

/* No name, a name, several names: the later wins over the earlier, so that this
 * is as associative and commutative as the pages are. */
static void
join_keys(pith_site_sample *model, const char *other)
{
  if (!*other || strcmp(model->key, other) == 0)
    return;
  if (*model->key)
    other = PITH_SITE_KEY_MIXED;
  pith__site_sample_name(model, pith__slice_of(other));
}

/* The block of a page; never of size 0. */
static size_t
page_size(const pith_model_page *page)
{
  return page->count * sizeof *page->tokens + page->example_len + 1;
}

static void
free_page(pith_site_sample *model, pith_model_page *page)
{
  pith__memory_free(model->memory, page->tokens, page_size(page));
  page->tokens = NULL;
}

void
pith__site_sample_done(pith_site_sample *model)
{
  for (uint32_t i = 0; i < model->count; i++)
    free_page(model, &model->pages[i]);
  PITH_FREE_ITEMS(model->memory, model->pages, model->capacity);
  pith__site_sample_init(model, model->memory, model->most);
}

/* The first page whose content is not below `content`.
 * Where a page is, or would be put. */
static uint32_t
find_place(const pith_site_sample *model, uint64_t content)
{
  uint32_t low = 0, high = model->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (model->pages[middle].content < content)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Whether a page would be in the sample.
 * The sample is the `most` pages with the smallest content hashes of all that
 * were ever added: which they are does not depend on order or partition. Of
 * two pages with the same content the one with the smaller shape stays, for
 * the same reason. */
static bool
is_wanted(const pith_site_sample *model, uint32_t place, uint64_t content,
          uint64_t shape)
{
  if (place < model->count && model->pages[place].content == content)
    return shape < model->pages[place].shape;
  return place < model->most;
}

static void
remove_page(pith_site_sample *model, uint32_t place)
{
  free_page(model, &model->pages[place]);
  model->count--;
  memmove(&model->pages[place], &model->pages[place + 1],
          (model->count - place) * sizeof *model->pages);
}

/* Copy tokens and examples of `source` into a block of our own.
 * One block a page: tokens, then examples. Places in the tree of the page
 * that was learnt mean nothing here, and would make equal models differ. */
static bool
copy_page(pith_site_sample *model, const pith_model_page *source,
          pith_model_page *copy)
{
  *copy = *source;
  size_t token_bytes = source->count * sizeof *source->tokens;
  char *block = pith__memory_resize(model->memory, NULL, 0, page_size(source));
  if (!block)
    return false;
  if (token_bytes > 0)
    memcpy(block, source->tokens, token_bytes);
  if (source->example_len > 0)
    memcpy(block + token_bytes, source->examples, source->example_len);
  copy->tokens = (pith_profile_token *)(void *)block;
  copy->examples = block + token_bytes;
  for (uint32_t i = 0; i < copy->count; i++)
    copy->tokens[i].node = 0;
  return true;
}

/* Copies before it removes: after a failure the sample is as it was. The
 * largest hash falls out when there is one page too many. */
static pith_status
add_page(pith_site_sample *model, const pith_model_page *source)
{
  uint32_t place = find_place(model, source->content);
  if (!is_wanted(model, place, source->content, source->shape))
    return PITH_OK;
  pith_model_page copy;
  if (!PITH_GROW(model->memory, model->pages, model->capacity, model->count + 1,
                 PITH_MODEL_PAGES_MOST + 1))
    return pith__memory_status(model->memory);
  if (!copy_page(model, source, &copy))
    return pith__memory_status(model->memory);
  if (place < model->count && model->pages[place].content == source->content)
    remove_page(model, place);
  memmove(&model->pages[place + 1], &model->pages[place],
          (model->count - place) * sizeof copy);
  model->pages[place] = copy;
  model->count++;
  if (model->count > model->most)
    remove_page(model, model->most);
  return PITH_OK;
}

/* How many bytes of examples the first `count` tokens have. */
static uint32_t
measure_examples(const pith_page_profile *profile, uint32_t count)
{
  uint32_t len = 0;
  for (uint32_t i = 0; i < count; i++)
    if (pith__has_example(profile->tokens[i].facts))
      len += 1u + (unsigned char)profile->examples.data[len];
  return len;
}

/* Most pages of a large site are not wanted; that is found before anything
 * is copied. */
pith_status
pith__site_sample_add(pith_site_sample *model, const pith_page_profile *profile)
{
  uint32_t place = find_place(model, profile->content);
  if (profile->content == 0 || /* a page without text */
      !is_wanted(model, place, profile->content, profile->shape))
    return PITH_OK;
  pith_model_page page = {
      .content = profile->content,
      .shape = profile->shape,
      .count = profile->count,
      .tokens = profile->tokens,
      .examples = profile->examples.data,
  };
  if (page.count > PITH_MODEL_TOKENS_MOST)
    page.count = PITH_MODEL_TOKENS_MOST;
  page.example_len = measure_examples(profile, page.count);
  return add_page(model, &page);
}

/* Cuts down to the smaller `most` first, so that merging is commutative. */
pith_status
pith__site_sample_merge(pith_site_sample *model, const pith_site_sample *other)
{
  if (pith__site_sample_accept(model, other->options) != PITH_OK)
    return PITH_MISMATCH;
  join_keys(model, other->key);
  if (other->most < model->most)
    model->most = other->most;
  while (model->count > model->most)
    remove_page(model, model->count - 1);
  for (uint32_t i = 0; i < other->count; i++) {
    pith_status status = add_page(model, &other->pages[i]);
    if (status != PITH_OK)
      return status;
  }
  return PITH_OK;
}

uint64_t
pith__site_sample_estimate(const pith_site_sample *model)
{
  if (model->count < model->most || model->count < 2)
    return model->count;
  /* The largest of n hashes in a sample lies at n / all of their range. */
  uint64_t last = model->pages[model->count - 1].content;
  uint64_t span = (last >> 32) + 1;
  return ((uint64_t)(model->count - 1) << 32) / span;
}
