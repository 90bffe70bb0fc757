/*
 * Features of a block by itself: how long it is, what its characters are, how
 * much of it is links. Shares are of characters, so that no script is at a
 * disadvantage.
 */
#include "method/auto/feature.h"

enum {
  OWN_WEIGHT,
  OWN_WORDS,
  OWN_LETTERS,
  OWN_WORD_LENGTH,
  OWN_LINKED,
  OWN_LINKS,
  OWN_CAPITALS,
  OWN_NUMBERS,
  OWN_STOPS,
  OWN_STOP_SHARE,
  OWN_COMMAS,
  OWN_COMMA_SHARE,
  OWN_QUOTES,
  OWN_CURRENCY,
  OWN_SEPARATORS,
  OWN_SIGNS,
  OWN_WIDE,
  OWN_BOLD,
  OWN_CODE,
  OWN_FIRST,
  OWN_LAST,
  OWN_IMAGES,
  OWN_BREAKS,
  OWN_ELEMENTS,
  OWN_CONTROLS,
  OWN_BEGINS_LINKED,
  OWN_TAG,
  OWN_INNER_TAG,
  OWN_COUNT
};

static const char *const names[OWN_COUNT] = {
    [OWN_WEIGHT] = "own_weight",
    [OWN_WORDS] = "own_words",
    [OWN_LETTERS] = "own_letters",
    [OWN_WORD_LENGTH] = "own_word_length",
    [OWN_LINKED] = "own_linked",
    [OWN_LINKS] = "own_links",
    [OWN_CAPITALS] = "own_capitals",
    [OWN_NUMBERS] = "own_numbers",
    [OWN_STOPS] = "own_stops",
    [OWN_STOP_SHARE] = "own_stop_share",
    [OWN_COMMAS] = "own_commas",
    [OWN_COMMA_SHARE] = "own_comma_share",
    [OWN_QUOTES] = "own_quotes",
    [OWN_CURRENCY] = "own_currency",
    [OWN_SEPARATORS] = "own_separators",
    [OWN_SIGNS] = "own_signs",
    [OWN_WIDE] = "own_wide",
    [OWN_BOLD] = "own_bold",
    [OWN_CODE] = "own_code",
    [OWN_FIRST] = "own_first",
    [OWN_LAST] = "own_last",
    [OWN_IMAGES] = "own_images",
    [OWN_BREAKS] = "own_breaks",
    [OWN_ELEMENTS] = "own_elements",
    [OWN_CONTROLS] = "own_controls",
    [OWN_BEGINS_LINKED] = "own_begins_linked",
    [OWN_TAG] = "own_tag",
    [OWN_INNER_TAG] = "own_inner_tag",
};

/* Elements in the order in which they tend to hold what a page says; what is
 * not listed is 0, as is whatever is inline. */
static const uint8_t tag_order[PITH_TAG_COUNT] = {
    [PITH_TAG_OPTION] = 1,      [PITH_TAG_BUTTON] = 2,   [PITH_TAG_LABEL] = 3,
    [PITH_TAG_LEGEND] = 4,      [PITH_TAG_FORM] = 5,     [PITH_TAG_NAV] = 6,
    [PITH_TAG_FOOTER] = 7,      [PITH_TAG_A] = 8,        [PITH_TAG_HEADER] = 9,
    [PITH_TAG_ASIDE] = 10,      [PITH_TAG_UL] = 11,      [PITH_TAG_LI] = 12,
    [PITH_TAG_SPAN] = 13,       [PITH_TAG_H6] = 14,      [PITH_TAG_H5] = 15,
    [PITH_TAG_H4] = 16,         [PITH_TAG_H3] = 17,      [PITH_TAG_H2] = 18,
    [PITH_TAG_H1] = 19,         [PITH_TAG_SUMMARY] = 20, [PITH_TAG_DIV] = 21,
    [PITH_TAG_CENTER] = 22,     [PITH_TAG_TH] = 23,      [PITH_TAG_TD] = 24,
    [PITH_TAG_CAPTION] = 25,    [PITH_TAG_ADDRESS] = 26, [PITH_TAG_TIME] = 27,
    [PITH_TAG_SECTION] = 28,    [PITH_TAG_ARTICLE] = 29, [PITH_TAG_MAIN] = 30,
    [PITH_TAG_FIGCAPTION] = 31, [PITH_TAG_STRONG] = 32,  [PITH_TAG_B] = 33,
    [PITH_TAG_EM] = 34,         [PITH_TAG_I] = 35,       [PITH_TAG_FONT] = 36,
    [PITH_TAG_DT] = 37,         [PITH_TAG_DD] = 38,      [PITH_TAG_P] = 39,
    [PITH_TAG_BLOCKQUOTE] = 40, [PITH_TAG_CODE] = 41,    [PITH_TAG_PRE] = 42,
};

static void
put(uint8_t *out, int column, uint8_t value)
{
  out[(size_t)column * PITH_FEATURE_CHUNK] = value;
}

/* What its characters are. */
static void
fill_characters(const pith_line_block *block, uint8_t *out)
{
  const pith_text_tally *tally = &block->tally;
  const uint32_t *classes = tally->classes;
  uint32_t letters = pith__text_tally_letters(tally);
  uint32_t wide =
      classes[PITH_CHARACTER_IDEOGRAPH] + classes[PITH_CHARACTER_SYLLABLE];
  uint32_t signs =
      classes[PITH_CHARACTER_SIGN] + classes[PITH_CHARACTER_SEPARATOR];
  put(out, OWN_LETTERS, pith__scale_log(letters));
  put(out, OWN_CAPITALS,
      pith__scale_share(classes[PITH_CHARACTER_CAPITAL], letters));
  put(out, OWN_NUMBERS,
      pith__scale_share(classes[PITH_CHARACTER_NUMBER], letters));
  put(out, OWN_COMMAS, pith__scale_log(classes[PITH_CHARACTER_COMMA]));
  put(out, OWN_COMMA_SHARE,
      pith__scale_share(classes[PITH_CHARACTER_COMMA] * 8ull, letters));
  put(out, OWN_QUOTES, pith__scale_log(classes[PITH_CHARACTER_QUOTE]));
  put(out, OWN_CURRENCY, pith__scale_log(classes[PITH_CHARACTER_CURRENCY]));
  put(out, OWN_SEPARATORS, pith__scale_log(classes[PITH_CHARACTER_SEPARATOR]));
  put(out, OWN_SIGNS, pith__scale_share(signs, (uint64_t)letters + signs));
  put(out, OWN_WIDE, pith__scale_share(wide, letters));
  put(out, OWN_FIRST, tally->first);
  put(out, OWN_LAST, tally->last);
}

static void
fill_block(const pith_line_block *block, const pith_line_box *box, uint8_t *out)
{
  const pith_text_tally *tally = &block->tally;
  uint32_t weight = pith__text_tally_weight(tally);
  uint32_t letters = pith__text_tally_letters(tally);
  put(out, OWN_WEIGHT, pith__scale_log(weight));
  put(out, OWN_WORDS, pith__scale_log(tally->words));
  put(out, OWN_WORD_LENGTH,
      tally->words ? pith__scale_plain(letters * 8ull / tally->words) : 0);
  put(out, OWN_LINKED, pith__scale_share(block->link_weight, weight));
  put(out, OWN_LINKS, pith__scale_log(block->links));
  put(out, OWN_STOPS, pith__scale_log(tally->stops));
  put(out, OWN_STOP_SHARE, pith__scale_share(tally->stops * 32ull, letters));
  put(out, OWN_BOLD, pith__scale_share(block->bold_weight, weight));
  put(out, OWN_CODE, pith__scale_share(block->code_weight, weight));
  put(out, OWN_IMAGES, pith__scale_log(block->images));
  put(out, OWN_BREAKS, pith__scale_log(block->breaks));
  put(out, OWN_ELEMENTS, pith__scale_log(block->elements));
  put(out, OWN_CONTROLS, pith__scale_log(block->controls));
  put(out, OWN_BEGINS_LINKED, block->linked);
  put(out, OWN_TAG, tag_order[box->tag]);
  put(out, OWN_INNER_TAG, tag_order[block->inner]);
  fill_characters(block, out);
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  const pith_block_list *line = source->context->line;
  for (uint32_t i = 0; i < run->count; i++) {
    const pith_line_block *block = &line->blocks[run->from + i];
    fill_block(block, &line->boxes[block->box], run->out + i);
  }
}

const pith_feature_group pith__features_own = {names, OWN_COUNT, fill};
