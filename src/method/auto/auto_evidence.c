/*
 * See auto_evidence.h. Texts of the profile and blocks of the list come in the
 * same order, so both are walked at once.
 */
#include "method/auto/auto_evidence.h"

#include "method/auto/auto_forest.h"

#include <string.h>

/* Words of texts, one more for each text; of them, those that are boilerplate.
 */
typedef struct word_sum {
  uint64_t words;
  uint64_t cut;
} word_sum;

/* The texts of one block together. */
typedef struct text_sum {
  word_sum sum;
  uint32_t first;      /* of them, */
  uint32_t last;       /* and the last */
  uint64_t neighbours; /* words times neighbours that have them */
  uint64_t pages;
  uint32_t token; /* the heaviest text */
  uint64_t most;  /* its words */
} text_sum;

/* The work on one page. */
typedef struct evidence_work {
  const pith_auto_site *site;
  const word_sum *before; /* each token; one more */
  uint32_t from;          /* the last token with BEFORE_WORDS words between it
                             and the block; 0: there is none yet */
} evidence_work;

/* So much of what is before a block is looked at. */
enum { BEFORE_WORDS = 40 };

/* Tokens of elements have no words. */
static bool
is_text(const pith_page_profile *profile, uint32_t token)
{
  return pith__profile_kind(profile->tokens[token].facts) == PITH_PROFILE_TEXT;
}

/* A text without words counts as one, so that a row of signs is not lost. */
static word_sum
weigh_text(const pith_auto_site *site, uint32_t token)
{
  uint32_t words = 1 + pith__profile_words(site->profile->tokens[token].facts);
  bool goes = site->boilerplate->fates[token].reason != PITH_FATE_STAYS;
  word_sum sum = {words, goes ? words : 0};
  return sum;
}

/* Running sums over all tokens. */
static void
sum_texts(const pith_auto_site *site, word_sum *before)
{
  word_sum sum = {0, 0};
  for (uint32_t t = 0; t < site->profile->count; t++) {
    before[t] = sum;
    if (!is_text(site->profile, t))
      continue;
    word_sum here = weigh_text(site, t);
    sum.words += here.words;
    sum.cut += here.cut;
  }
  before[site->profile->count] = sum;
}

/* The heaviest text of a block stands for its place in the template. */
static void
add_text(const pith_auto_site *site, uint32_t token, text_sum *all)
{
  const pith_token_evidence *found =
      &site->boilerplate->reader.similarity.evidence[token];
  word_sum here = weigh_text(site, token);
  if (all->sum.words == 0)
    all->first = token;
  all->last = token;
  all->sum.words += here.words;
  all->sum.cut += here.cut;
  all->neighbours += here.words * found->neighbours;
  all->pages += here.words * found->pages;
  if (here.words > all->most) {
    all->most = here.words;
    all->token = token;
  }
}

/* How much is cut in the smallest box around a text that has twice the words
 * of its block. */
static uint8_t
share_around(const evidence_work *work, const text_sum *all)
{
  const pith_outline *outline = &work->site->boilerplate->reader.outline;
  const pith_outline_box *box = &outline->boxes[outline->box_of[all->token]];
  for (;;) {
    const word_sum *from = &work->before[box->token];
    const word_sum *to = &work->before[box->token_end];
    if (to->words - from->words >= 2 * all->sum.words ||
        box->parent == PITH_OUTLINE_NONE)
      return pith__scale_share(to->cut - from->cut, to->words - from->words);
    box = &outline->boxes[box->parent];
  }
}

/* How much stays of the words before a text; where there are fewer, the rest
 * of them does not. Texts come in order, so `from` only moves on. */
static uint8_t
share_before(evidence_work *work, uint32_t token)
{
  const word_sum *before = work->before;
  while (before[token].words - before[work->from + 1].words >= BEFORE_WORDS)
    work->from++;
  uint64_t words = before[token].words - before[work->from].words;
  uint64_t cut = before[token].cut - before[work->from].cut;
  uint64_t beyond = words > BEFORE_WORDS ? words - BEFORE_WORDS : 0;
  bool cuts = before[work->from + 1].cut > before[work->from].cut;
  uint64_t stays = words - cut - (cuts ? 0 : beyond);
  return pith__scale_share(stays, BEFORE_WORDS);
}

/* The slot of the smallest box that has all tokens from `first` to `last`; NULL
 * where the site has none. */
static const pith_slot *
slot_of(const pith_site_reader *reader, uint32_t first, uint32_t last)
{
  const pith_outline *outline = &reader->outline;
  const pith_outline_box *box = &outline->boxes[outline->box_of[first]];
  while (box->token_end <= last)
    box = &outline->boxes[box->parent];
  return box->slot == PITH_INDEX_NONE ? NULL
                                      : &reader->view->slots.items[box->slot];
}

/* What is known of the places of a block and of its heaviest text. */
static void
fill_slots(const pith_site_reader *reader, const text_sum *all, uint8_t *values)
{
  const pith_slot *text = slot_of(reader, all->token, all->token);
  const pith_slot *block = slot_of(reader, all->first, all->last);
  const pith_outline *outline = &reader->outline;
  bool heading = outline->boxes[outline->box_of[all->token]].facts &
                 PITH_PROFILE_HEADING; /* `Page 5` is no field */
  values[PITH_EVIDENCE_SLOT] = pith__scale_share(text && text->boilerplate, 1);
  values[PITH_EVIDENCE_EVEN] = pith__scale_share(
      block && !heading ? pith__slot_evenness(block) : 0, 1000);
}

/* The values of a block from the sums of its texts. */
static void
fill_block(evidence_work *work, const text_sum *all, uint8_t *values)
{
  const pith_site_reader *reader = &work->site->boilerplate->reader;
  uint64_t words = all->sum.words;
  values[PITH_EVIDENCE_NEIGHBOURS] = pith__scale_share(
      all->neighbours, words * reader->similarity.neighbour_count);
  values[PITH_EVIDENCE_PAGES] =
      pith__scale_share(all->pages, words * reader->view->model->count);
  values[PITH_EVIDENCE_CUT] = pith__scale_share(all->sum.cut, words);
  values[PITH_EVIDENCE_BOX_CUT] = share_around(work, all);
  values[PITH_EVIDENCE_STAYS] = share_before(work, all->first);
  fill_slots(reader, all, values);
}

/* How well a site is known by so many pages: each doubling adds as much,
 * until there are 64. */
enum { KNOWN_WELL = 6 * 8 };

static uint8_t
how_well_known(uint32_t pages)
{
  return pith__scale_share(pages > 0 ? pith__scale_log(pages) - 1u : 0,
                           KNOWN_WELL);
}

/* Blocks and tokens are both in the order of the page, so one pass over each
 * is enough. Text that the profile leaves out, such as hidden text, has no
 * evidence. */
static void
fill_blocks(evidence_work *work, const pith_block_list *list,
            pith_block_evidence *evidence)
{
  const pith_page_profile *profile = work->site->profile;
  uint8_t known =
      how_well_known(work->site->boilerplate->reader.view->model->count);
  uint32_t token = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const pith_list_block *block = &list->blocks[i];
    text_sum all = {{0, 0}, 0, 0, 0, 0, 0, 0};
    for (; token < profile->count; token++) {
      uint32_t node = profile->tokens[token].node;
      if (!is_text(profile, token) || node < block->node)
        continue;
      if (node >= block->node_end)
        break;
      add_text(work->site, token, &all);
    }
    evidence[i].values[PITH_EVIDENCE_KNOWN] = known;
    if (all.sum.words > 0)
      fill_block(work, &all, evidence[i].values);
  }
}

pith_status
pith__auto_evidence(const pith_auto_site *site, pith_memory *memory,
                    const pith_block_list *list, pith_block_evidence *evidence)
{
  memset(evidence, 0, list->count * sizeof *evidence);
  if (site->boilerplate->too_few_pages)
    return PITH_OK;
  pith_region region;
  pith__region_init(&region, memory);
  word_sum *before = pith__region_take(
      &region, (size_t)site->profile->count + 1, sizeof *before);
  if (before) {
    evidence_work work = {site, before, 0};
    sum_texts(site, before);
    fill_blocks(&work, list, evidence);
  }
  pith__region_done(&region);
  return before ? PITH_OK : pith__memory_status(memory);
}

/* A share, 0 to WHOLE; a half where it is not known. */
enum { WHOLE = 254 };

static int64_t
share_of(uint8_t value)
{
  return value == 0 ? WHOLE / 2 : value - 1;
}

static int64_t
part_of(int64_t number, uint8_t value)
{
  return number * share_of(value) / WHOLE;
}

/* Scores beyond this are no surer. */
enum { SCORE_MOST = 6 * PITH_SCORE_UNIT };

/* A forest that is very sure is no surer than this about a page of a site it
 * never saw. */
static int64_t
bound(int32_t score)
{
  return score > SCORE_MOST    ? SCORE_MOST
         : score < -SCORE_MOST ? -SCORE_MOST
                               : score;
}

/* What a block gains, if it stays as a whole. */
static int64_t
weigh_staying(const pith_weights_site *weights, int64_t score, uint8_t kept_cut,
              const uint8_t *values)
{
  int64_t doubt = score < 0 ? -score : 0;
  int64_t known = weights->stays + part_of(weights->stays_kept_cut, kept_cut);
  return part_of(known, values[PITH_EVIDENCE_KNOWN]) +
         part_of(weights->stays_even, values[PITH_EVIDENCE_EVEN]) +
         part_of(weights->stays_pages * doubt / PITH_SCORE_UNIT,
                 values[PITH_EVIDENCE_PAGES]);
}

/* What it gains, if it is boilerplate as a whole. */
static int64_t
weigh_boilerplate(const pith_weights_site *weights, int64_t score,
                  const uint8_t *values)
{
  int64_t sure = score < 0 ? -score : score;
  return weights->cut + weights->cut_score * score / PITH_SCORE_UNIT +
         weights->cut_sure * sure / PITH_SCORE_UNIT +
         part_of(weights->cut_box, values[PITH_EVIDENCE_BOX_CUT]) +
         part_of(weights->cut_pages, values[PITH_EVIDENCE_PAGES]) +
         part_of(weights->cut_stays, values[PITH_EVIDENCE_STAYS]) +
         part_of(weights->cut_slot, values[PITH_EVIDENCE_SLOT]) +
         part_of(weights->cut_even, values[PITH_EVIDENCE_EVEN]);
}

int32_t
pith__auto_weigh_block(const pith_weights_site *weights, int32_t score,
                       uint8_t kept_cut, const pith_block_evidence *evidence)
{
  const uint8_t *values = evidence->values;
  if (values[PITH_EVIDENCE_KNOWN] == 0)
    return score;
  int64_t own = bound(score);
  int64_t cut = share_of(values[PITH_EVIDENCE_CUT]);
  int64_t stays = weigh_staying(weights, own, kept_cut, values);
  int64_t goes = weigh_boilerplate(weights, own, values);
  return (int32_t)(weights->bias + weights->score * own / PITH_SCORE_UNIT +
                   (goes * cut + stays * (WHOLE - cut)) / WHOLE);
}

/* Blocks with a higher score are surely text. If there are more words of them
 * than these, and the site cuts more than so many per cent, all on fewer of
 * its pages than one in RARE, it has taken a list of posts for boilerplate. */
enum {
  SURE_SCORE = 3 * PITH_SCORE_UNIT,
  SURE_WORDS = 20,
  SURE_CUT = 50,
  RARE = 5
};

/* The front page of a blog repeats what its posts say. Most of it would be cut
 * by the site, and all of it is content. */
static bool
is_list_of_posts(const pith_block_list *list,
                 const pith_block_evidence *evidence, const int32_t *scores)
{
  uint64_t sure = 0, cut = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const uint8_t *values = evidence[i].values;
    uint64_t words = list->blocks[i].tally.words;
    if (scores[i] <= SURE_SCORE)
      continue;
    sure += words;
    if (share_of(values[PITH_EVIDENCE_PAGES]) * RARE < WHOLE)
      cut += words * (uint64_t)share_of(values[PITH_EVIDENCE_CUT]);
  }
  return sure > SURE_WORDS && cut * 100 > sure * SURE_CUT * WHOLE;
}

/* How much of what the page alone would keep the site cuts, as a share. */
static uint8_t
share_kept_cut(const pith_block_list *list, const pith_block_evidence *evidence,
               const int32_t *scores)
{
  uint64_t kept = 0, cut = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    uint64_t expected = pith__list_block_size(&list->blocks[i]) *
                        pith__forest_probability((int32_t)bound(scores[i]));
    kept += expected;
    cut += expected * (uint64_t)share_of(evidence[i].values[PITH_EVIDENCE_CUT]);
  }
  return pith__scale_share(cut / WHOLE, kept);
}

void
pith__auto_weigh_site(const pith_weights_site *weights,
                      const pith_block_list *list,
                      pith_block_evidence *evidence, int32_t *scores)
{
  if (is_list_of_posts(list, evidence, scores)) {
    memset(evidence, 0, list->count * sizeof *evidence);
    return;
  }
  uint8_t kept_cut = share_kept_cut(list, evidence, scores);
  for (uint32_t i = 0; i < list->count; i++)
    scores[i] =
        pith__auto_weigh_block(weights, scores[i], kept_cut, &evidence[i]);
}
