/*
 * Features of a block by what it stands in: how far up the nearest table, list,
 * article, menu and so on is (0: none).
 */
#include "method/auto/feature.h"

static const char *const names[PITH_NEAR_COUNT] = {
    [PITH_NEAR_TABLE] = "near_table",
    [PITH_NEAR_CELL] = "near_cell",
    [PITH_NEAR_LIST] = "near_list",
    [PITH_NEAR_ITEM] = "near_item",
    [PITH_NEAR_ARTICLE] = "near_article",
    [PITH_NEAR_MAIN] = "near_main",
    [PITH_NEAR_NAV] = "near_nav",
    [PITH_NEAR_ASIDE] = "near_aside",
    [PITH_NEAR_FORM] = "near_form",
    [PITH_NEAR_HEADER] = "near_header",
    [PITH_NEAR_FOOTER] = "near_footer",
    [PITH_NEAR_SECTION] = "near_section",
    [PITH_NEAR_FIGURE] = "near_figure",
    [PITH_NEAR_QUOTE] = "near_quote",
    [PITH_NEAR_PRE] = "near_pre",
    [PITH_NEAR_DEFINITIONS] = "near_definitions",
    [PITH_NEAR_DETAILS] = "near_details",
    [PITH_NEAR_NOSCRIPT] = "near_noscript",
    [PITH_NEAR_HEADING] = "near_heading",
    [PITH_NEAR_LINK] = "near_link",
    [PITH_NEAR_BUTTON] = "near_button",
    [PITH_NEAR_DIALOG] = "near_dialog",
    [PITH_NEAR_PARAGRAPH] = "near_paragraph",
    [PITH_NEAR_FIXED] = "near_fixed",
    [PITH_NEAR_ARIA_HIDDEN] = "near_unheard",
    [PITH_NEAR_ITEMSCOPE] = "near_thing",
    [PITH_NEAR_COMMENTS] = "near_comments",
    [PITH_NEAR_HIDDEN] = "near_hidden",
};

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  const pith_block_list *list = source->context->list;
  for (uint32_t i = 0; i < run->count; i++) {
    const pith_list_box *box = &list->boxes[list->blocks[run->from + i].box];
    for (uint32_t kind = 0; kind < PITH_NEAR_COUNT; kind++)
      run->out[kind * PITH_FEATURE_CHUNK + i] = box->near[kind];
  }
}

const pith_feature_group pith__features_near = {names, PITH_NEAR_COUNT, fill};
