/*
 * Features of a block by itself: how long it is, what its characters are, how
 * much of it is links. Shares are of characters, so that no script is at a
 * disadvantage.
 */
#include "method/auto/feature.h"

#define COLUMNS(X)                                                             \
  X(OWN_WEIGHT, "own_weight")                                                  \
  X(OWN_WORDS, "own_words")                                                    \
  X(OWN_LETTERS, "own_letters")                                                \
  X(OWN_WORD_LENGTH, "own_word_length")                                        \
  X(OWN_LINKED, "own_linked")                                                  \
  X(OWN_LINKS, "own_links")                                                    \
  X(OWN_CAPITALS, "own_capitals")                                              \
  X(OWN_NUMBERS, "own_numbers")                                                \
  X(OWN_STOPS, "own_stops")                                                    \
  X(OWN_STOP_SHARE, "own_stop_share")                                          \
  X(OWN_COMMAS, "own_commas")                                                  \
  X(OWN_COMMA_SHARE, "own_comma_share")                                        \
  X(OWN_QUOTES, "own_quotes")                                                  \
  X(OWN_CURRENCY, "own_currency")                                              \
  X(OWN_SEPARATORS, "own_separators")                                          \
  X(OWN_SIGNS, "own_signs")                                                    \
  X(OWN_WIDE, "own_wide")                                                      \
  X(OWN_BOLD, "own_bold")                                                      \
  X(OWN_CODE, "own_code")                                                      \
  X(OWN_FIRST, "own_first")                                                    \
  X(OWN_LAST, "own_last")                                                      \
  X(OWN_IMAGES, "own_images")                                                  \
  X(OWN_BREAKS, "own_breaks")                                                  \
  X(OWN_ELEMENTS, "own_elements")                                              \
  X(OWN_CONTROLS, "own_controls")                                              \
  X(OWN_BEGINS_LINKED, "own_begins_linked")                                    \
  X(OWN_TAG, "own_tag")                                                        \
  X(OWN_INNER_TAG, "own_inner_tag")

enum { COLUMNS(PITH_COLUMN_CONSTANT) OWN_COUNT };

static const char *const names[OWN_COUNT] = {COLUMNS(PITH_COLUMN_NAME)};

/* Elements in the order in which they tend to hold content; what is
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

/* What its characters are. */
static void
fill_characters(const pith_list_block *block, uint8_t *out)
{
  const pith_text_tally *tally = &block->tally;
  const uint32_t *classes = tally->classes;
  uint32_t letters = pith__text_tally_letters(tally);
  uint32_t wide =
      classes[PITH_CHARACTER_IDEOGRAPH] + classes[PITH_CHARACTER_SYLLABLE];
  uint32_t signs =
      classes[PITH_CHARACTER_SIGN] + classes[PITH_CHARACTER_SEPARATOR];
  pith__put(out, OWN_LETTERS, pith__scale_log(letters));
  pith__put(out, OWN_CAPITALS,
            pith__scale_share(classes[PITH_CHARACTER_CAPITAL], letters));
  pith__put(out, OWN_NUMBERS,
            pith__scale_share(classes[PITH_CHARACTER_NUMBER], letters));
  pith__put(out, OWN_COMMAS, pith__scale_log(classes[PITH_CHARACTER_COMMA]));
  pith__put(out, OWN_COMMA_SHARE,
            pith__scale_share(classes[PITH_CHARACTER_COMMA] * 8ull, letters));
  pith__put(out, OWN_QUOTES, pith__scale_log(classes[PITH_CHARACTER_QUOTE]));
  pith__put(out, OWN_CURRENCY,
            pith__scale_log(classes[PITH_CHARACTER_CURRENCY]));
  pith__put(out, OWN_SEPARATORS,
            pith__scale_log(classes[PITH_CHARACTER_SEPARATOR]));
  pith__put(out, OWN_SIGNS,
            pith__scale_share(signs, (uint64_t)letters + signs));
  pith__put(out, OWN_WIDE, pith__scale_share(wide, letters));
  pith__put(out, OWN_FIRST, tally->first);
  pith__put(out, OWN_LAST, tally->last);
}

/* All columns come from the tally that was made when the block was cut: no
 * text is read here. */
static void
fill_block(const pith_list_block *block, const pith_list_box *box, uint8_t *out)
{
  const pith_text_tally *tally = &block->tally;
  uint32_t weight = pith__text_tally_weight(tally);
  uint32_t letters = pith__text_tally_letters(tally);
  pith__put(out, OWN_WEIGHT, pith__scale_log(weight));
  pith__put(out, OWN_WORDS, pith__scale_log(tally->words));
  pith__put(out, OWN_WORD_LENGTH,
            tally->words ? pith__scale_plain(letters * 8ull / tally->words)
                         : 0);
  pith__put(out, OWN_LINKED, pith__scale_share(block->link_weight, weight));
  pith__put(out, OWN_LINKS, pith__scale_log(block->links));
  pith__put(out, OWN_STOPS, pith__scale_log(tally->stops));
  pith__put(out, OWN_STOP_SHARE,
            pith__scale_share(tally->stops * 32ull, letters));
  pith__put(out, OWN_BOLD, pith__scale_share(block->bold_weight, weight));
  pith__put(out, OWN_CODE, pith__scale_share(block->code_weight, weight));
  pith__put(out, OWN_IMAGES, pith__scale_log(block->images));
  pith__put(out, OWN_BREAKS, pith__scale_log(block->breaks));
  pith__put(out, OWN_ELEMENTS, pith__scale_log(block->elements));
  pith__put(out, OWN_CONTROLS, pith__scale_log(block->controls));
  pith__put(out, OWN_BEGINS_LINKED, block->linked);
  pith__put(out, OWN_TAG, tag_order[box->tag]);
  pith__put(out, OWN_INNER_TAG, tag_order[block->inner]);
  fill_characters(block, out);
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  const pith_block_list *list = source->context->list;
  for (uint32_t i = 0; i < run->count; i++) {
    const pith_list_block *block = &list->blocks[run->from + i];
    fill_block(block, &list->boxes[block->box], run->out + i);
  }
}

const pith_feature_group pith__features_own = {names, OWN_COUNT, fill};
