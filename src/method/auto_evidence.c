/*
 * See auto_evidence.h. Texts of the sheet and blocks of the line come in the
 * same order, so both are walked at once.
 */
#include "method/auto_evidence.h"

#include <string.h>

/* The values, in the order of the names in block/feature_site.c. */
enum {
  SITE_KNOWN,
  SITE_TEXT_NEIGHBOURS,
  SITE_TEXT_PAGES,
  SITE_SLOT_PAGES,
  SITE_SLOT_FRESH,
  SITE_SLOT_FRAMING,
  SITE_SLOT_VOTES,
  SITE_IN_MAIN,
  SITE_SLOT_DEPTH,
  SITE_NEIGHBOURS,
  SITE_SLOT_WORDS,
  SITE_FIT
};

/* What the texts of one block say together. */
typedef struct text_sum {
  uint64_t words;
  uint64_t neighbours; /* words times neighbours that have them */
  uint64_t pages;
  uint32_t token; /* the heaviest text */
  uint32_t most;  /* its words */
  bool some;
} text_sum;

static void
add_text(const pith_auto_site *site, uint32_t token, text_sum *sum)
{
  const pith_token_evidence *found = &site->reader->likeness.evidence[token];
  uint32_t words = 1 + pith__sheet_words(site->sheet->tokens[token].facts);
  sum->words += words;
  sum->neighbours += (uint64_t)words * found->neighbours;
  sum->pages += (uint64_t)words * found->pages;
  if (words > sum->most) {
    sum->most = words;
    sum->token = token;
  }
  sum->some = true;
}

static void
fill_slot(const pith_site_view *view, const pith_box *box, uint8_t *values)
{
  if (box->slot == PITH_INDEX_NONE)
    return;
  const pith_slot *slot = &view->slots.items[box->slot];
  uint64_t words = slot->fresh + slot->repeated;
  values[SITE_SLOT_PAGES] = pith__scale_share(slot->pages, view->model->count);
  values[SITE_SLOT_FRESH] = pith__scale_share(slot->fresh, words);
  values[SITE_SLOT_FRAMING] = slot->framing ? 2 : 1;
  values[SITE_SLOT_VOTES] = pith__scale_share(slot->votes, slot->voters);
  uint64_t each = slot->pages > 0 ? words / slot->pages : 0;
  values[SITE_SLOT_WORDS] =
      pith__scale_log(each < UINT32_MAX ? (uint32_t)each : UINT32_MAX);
}

/* The values of a block from the sums of its texts. */
static void
fill_block(const pith_auto_site *site, uint32_t main, const text_sum *sum,
           uint8_t *values)
{
  const pith_site_reader *reader = site->reader;
  const pith_likeness *likeness = &reader->likeness;
  const pith_box *boxes = reader->outline.boxes;
  uint32_t box = reader->outline.box_of[sum->token];
  values[SITE_KNOWN] = 1;
  values[SITE_TEXT_NEIGHBOURS] = pith__scale_share(
      sum->neighbours, sum->words * likeness->neighbour_count);
  values[SITE_TEXT_PAGES] =
      pith__scale_share(sum->pages, sum->words * reader->view->model->count);
  fill_slot(reader->view, &boxes[box], values);
  bool inside =
      sum->token >= boxes[main].token && sum->token < boxes[main].token_end;
  values[SITE_IN_MAIN] = inside ? 2 : 1;
  values[SITE_SLOT_DEPTH] = pith__scale_plain(boxes[box].depth);
  values[SITE_NEIGHBOURS] = pith__scale_plain(likeness->neighbour_count);
  values[SITE_FIT] = pith__scale_share(pith__site_reader_fit(reader), 1000);
}

void
pith__auto_evidence(const pith_auto_site *site, const pith_block_line *line,
                    pith_block_evidence *evidence)
{
  const pith_page_sheet *sheet = site->sheet;
  memset(evidence, 0, line->count * sizeof *evidence);
  if (site->reader->likeness.neighbour_count < PITH_NEIGHBOURS_LEAST)
    return;
  uint32_t main =
      pith__slots_main(&site->reader->view->slots, &site->reader->outline);
  uint32_t token = 0;
  for (uint32_t i = 0; i < line->count; i++) {
    const pith_line_block *block = &line->blocks[i];
    text_sum sum = {0};
    for (; token < sheet->count; token++) {
      const pith_sheet_token *at = &sheet->tokens[token];
      if (pith__sheet_kind(at->facts) != PITH_SHEET_TEXT ||
          at->node < block->node)
        continue;
      if (at->node >= block->node_end)
        break;
      add_text(site, token, &sum);
    }
    if (sum.some)
      fill_block(site, main, &sum, evidence[i].values);
  }
}
