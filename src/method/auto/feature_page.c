/*
 * Features of the page as a whole, the same for all its blocks: totals, and
 * what the page declares itself to be. They are worked out for each run of
 * blocks anew; that is a few dozen operations against the thousands for the
 * run.
 *
 * The type of the page is found by trees that read these columns only, so they
 * have to say all that distinguishes a shop from a forum: how the text is
 * spread, which cues there are, how alike the blocks look.
 */
#include "method/auto/feature.h"

#include <string.h>

#define COLUMNS(X)                                                             \
  X(PAGE_BLOCKS, "page_blocks")                                                \
  X(PAGE_WEIGHT, "page_weight")                                                \
  X(PAGE_BYTES, "page_bytes")                                                  \
  X(PAGE_LINKED, "page_linked")                                                \
  X(PAGE_PROSE, "page_prose")                                                  \
  X(PAGE_STOPS, "page_stops")                                                  \
  X(PAGE_COMMAS, "page_commas")                                                \
  X(PAGE_LINKS, "page_links")                                                  \
  X(PAGE_IMAGES, "page_images")                                                \
  X(PAGE_CONTROLS, "page_controls")                                            \
  X(PAGE_HEADINGS, "page_headings")                                            \
  X(PAGE_PARAGRAPHS, "page_paragraphs")                                        \
  X(PAGE_ITEMS, "page_items")                                                  \
  X(PAGE_WIDE, "page_wide")                                                    \
  X(PAGE_NUMBERS, "page_numbers")                                              \
  X(PAGE_HEAVIEST, "page_heaviest")                                            \
  X(PAGE_MEAN, "page_mean")                                                    \
  X(PAGE_HAS_H1, "page_has_h1")                                                \
  X(PAGE_HAS_TITLE, "page_has_title")                                          \
  X(PAGE_GROUP_MOST, "page_group_most")                                        \
  X(PAGE_GROUPS, "page_groups")                                                \
  X(PAGE_TOP_SHARE, "page_top_share")                                          \
  X(PAGE_CORE_SHARE, "page_core_share")                                        \
  X(PAGE_CORE_LINKED, "page_core_linked")                                      \
  X(PAGE_ARTICLES, "page_articles")                                            \
  X(PAGE_TABLES, "page_tables")                                                \
  X(PAGE_FORMS, "page_forms")                                                  \
  X(PAGE_PRES, "page_pres")                                                    \
  X(PAGE_KIND, "page_kind")                                                    \
  X(PAGE_TIMES, "page_times")                                                  \
  X(PAGE_QUOTES, "page_quotes")                                                \
  X(PAGE_CODES, "page_codes")                                                  \
  X(PAGE_SECTIONS, "page_sections")                                            \
  X(PAGE_ADDRESS, "page_address")                                              \
  X(PAGE_RECORDS, "page_records")                                              \
  X(PAGE_RECORD_SHARE, "page_record_share")

enum {
  COLUMNS(PITH_COLUMN_CONSTANT) PAGE_TYPES,
  PAGE_NAMES = PAGE_TYPES + PITH_CUE_TYPES,
  PAGE_HINTS = PAGE_NAMES + PITH_CUE_NAMES,
  PAGE_COUNT = PAGE_HINTS + PITH_HINTS
};

static const char *const names[PAGE_COUNT] = {
    COLUMNS(PITH_COLUMN_NAME)[PAGE_TYPES + PITH_CUE_ARTICLE] = "type_article",
    [PAGE_TYPES + PITH_CUE_PRODUCT] = "type_product",
    [PAGE_TYPES + PITH_CUE_LIST] = "type_list",
    [PAGE_TYPES + PITH_CUE_FORUM] = "type_forum",
    [PAGE_TYPES + PITH_CUE_RECIPE] = "type_recipe",
    [PAGE_TYPES + PITH_CUE_QUESTIONS] = "type_questions",
    [PAGE_TYPES + PITH_CUE_BUSINESS] = "type_business",
    [PAGE_TYPES + PITH_CUE_CRUMBS] = "type_crumbs",
    [PAGE_TYPES + PITH_CUE_VIDEO] = "type_video",
    [PAGE_TYPES + PITH_CUE_EVENT] = "type_event",
    [PAGE_TYPES + PITH_CUE_ANSWERS] = "type_answers",
    [PAGE_NAMES + PITH_CUE_PRICE] = "name_price",
    [PAGE_NAMES + PITH_CUE_CART] = "name_cart",
    [PAGE_NAMES + PITH_CUE_PRODUCT_NAME] = "name_product",
    [PAGE_NAMES + PITH_CUE_POST] = "name_post",
    [PAGE_NAMES + PITH_CUE_REPLY] = "name_reply",
    [PAGE_NAMES + PITH_CUE_COMMENT] = "name_comment",
    [PAGE_NAMES + PITH_CUE_AUTHOR] = "name_author",
    [PAGE_NAMES + PITH_CUE_THREAD] = "name_thread",
    [PAGE_NAMES + PITH_CUE_CARD] = "name_card",
    [PAGE_NAMES + PITH_CUE_CODE] = "name_code",
    [PAGE_NAMES + PITH_CUE_HERO] = "name_hero",
    [PAGE_NAMES + PITH_CUE_RESULT] = "name_result",
    [PAGE_NAMES + PITH_CUE_PAGINATION] = "name_pagination",
    [PAGE_NAMES + PITH_CUE_SIDEBAR] = "name_sidebar",
    [PAGE_NAMES + PITH_CUE_MEMBER] = "name_member",
    [PAGE_NAMES + PITH_CUE_MESSAGE] = "name_message",
    [PAGE_NAMES + PITH_CUE_ANSWER] = "name_answer",
    [PAGE_NAMES + PITH_CUE_QUOTE] = "name_quote",
    [PAGE_NAMES + PITH_CUE_GUIDE] = "name_guide",
    [PAGE_NAMES + PITH_CUE_FEATURE] = "name_feature",
    [PAGE_NAMES + PITH_CUE_EXCERPT] = "name_excerpt",
    [PAGE_NAMES + PITH_CUE_FILTER] = "name_filter",
    [PAGE_NAMES + PITH_CUE_GALLERY] = "name_gallery",
    [PAGE_HINTS + PITH_HINT_FORUM] = "hint_forum",
    [PAGE_HINTS + PITH_HINT_GUIDE] = "hint_guide",
    [PAGE_HINTS + PITH_HINT_PRODUCT] = "hint_product",
    [PAGE_HINTS + PITH_HINT_LIST] = "hint_list",
    [PAGE_HINTS + PITH_HINT_ARTICLE] = "hint_article",
    [PAGE_HINTS + PITH_HINT_SERVICE] = "hint_service",
};

/* Counts on a logarithmic scale, shares of the whole weight. Wide characters
 * and numbers are scaled by what such a character weighs. */
static void
find_totals(const pith_block_context *context, uint8_t *page)
{
  const pith_block_list *list = context->list;
  const pith_context_sums *all = &context->sums[list->count];
  page[PAGE_BLOCKS] = pith__scale_log(list->count);
  page[PAGE_WEIGHT] = pith__scale_log(all->weight);
  page[PAGE_BYTES] = pith__scale_log(context->tree->store.text_len);
  page[PAGE_LINKED] = pith__scale_share(all->linked, all->weight);
  page[PAGE_PROSE] = pith__scale_share(all->prose, all->weight);
  page[PAGE_STOPS] = pith__scale_log(all->stops);
  page[PAGE_COMMAS] = pith__scale_log(all->commas);
  page[PAGE_LINKS] = pith__scale_log(all->links);
  page[PAGE_IMAGES] = pith__scale_log(list->images);
  page[PAGE_CONTROLS] = pith__scale_log(list->controls);
  page[PAGE_HEADINGS] = pith__scale_log(all->headings);
  page[PAGE_PARAGRAPHS] = pith__scale_share(all->paragraphs, list->count);
  page[PAGE_ITEMS] = pith__scale_share(all->items, list->count);
  page[PAGE_WIDE] = pith__scale_share(all->wide * 5ull, all->weight);
  page[PAGE_NUMBERS] = pith__scale_share(all->numbers * 4ull, all->weight);
  page[PAGE_HEAVIEST] = pith__scale_log(context->heaviest);
  page[PAGE_MEAN] =
      list->count ? pith__scale_log(all->weight / list->count) : 0;
}

/* How the text is spread: over groups of blocks that look alike, and in the
 * boxes that hold most of it. */
static void
find_shape(const pith_block_context *context, uint8_t *page)
{
  const pith_block_list *list = context->list;
  page[PAGE_HAS_H1] = context->h1 != UINT32_MAX;
  page[PAGE_HAS_TITLE] = context->title != UINT32_MAX;
  page[PAGE_GROUP_MOST] = pith__scale_share(context->group_most, list->count);
  page[PAGE_GROUPS] = pith__scale_share(context->group_count, list->count);
  if (list->count == 0)
    return;
  const pith_list_box *top = &list->boxes[context->top];
  const pith_list_box *core = &list->boxes[context->core];
  const pith_context_sums *sums = context->sums;
  uint32_t total = sums[list->count].weight;
  uint32_t in_core = sums[core->last].weight - sums[core->first].weight;
  page[PAGE_TOP_SHARE] = pith__scale_share(
      sums[top->last].weight - sums[top->first].weight, total);
  page[PAGE_CORE_SHARE] = pith__scale_share(in_core, total);
  page[PAGE_CORE_LINKED] = pith__scale_share(
      sums[core->last].linked - sums[core->first].linked, in_core);
  page[PAGE_RECORDS] = pith__scale_log(context->records);
  page[PAGE_RECORD_SHARE] = pith__scale_share(context->record_weight, total);
}

/* Cues are counts; the kind is a number of the enum as it is, and the trees
 * compare it by ranges. */
static void
find_cues(const pith_page_cues *cues, uint8_t *page)
{
  page[PAGE_ARTICLES] = pith__scale_log(cues->articles);
  page[PAGE_TABLES] = pith__scale_log(cues->tables);
  page[PAGE_FORMS] = pith__scale_log(cues->forms);
  page[PAGE_PRES] = pith__scale_log(cues->pres);
  page[PAGE_KIND] = (uint8_t)cues->kind;
  page[PAGE_TIMES] = pith__scale_log(cues->times);
  page[PAGE_QUOTES] = pith__scale_log(cues->quotes);
  page[PAGE_CODES] = pith__scale_log(cues->codes);
  page[PAGE_SECTIONS] = pith__scale_log(cues->sections);
  page[PAGE_ADDRESS] = pith__scale_log(cues->address);
  for (int i = 0; i < PITH_CUE_TYPES; i++)
    page[PAGE_TYPES + i] = pith__scale_log(cues->types[i]);
  for (int i = 0; i < PITH_CUE_NAMES; i++)
    page[PAGE_NAMES + i] = pith__scale_log(cues->names[i]);
  for (int i = 0; i < PITH_HINTS; i++)
    page[PAGE_HINTS + i] = pith__scale_log(cues->hints[i]);
}

/* One value for all blocks of the run. */
static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  uint8_t page[PAGE_COUNT] = {0};
  find_totals(source->context, page);
  find_shape(source->context, page);
  find_cues(&source->context->cues, page);
  for (size_t c = 0; c < PAGE_COUNT; c++)
    memset(run->out + c * PITH_FEATURE_CHUNK, page[c], run->count);
}

const pith_feature_group pith__features_page = {names, PAGE_COUNT, fill};
