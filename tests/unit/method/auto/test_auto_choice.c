/* How much is kept, against the plainest way to find it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "method/auto/auto_choice.h"

#include <string.h>

enum { BLOCKS = 24 };

/* A context of nothing but words and groups. */
typedef struct choice_context {
  pith_memory memory;
  pith_block_list list;
  pith_list_block blocks[BLOCKS];
  pith_context_block about[BLOCKS];
  pith_context_sums sums[BLOCKS + 1];
  pith_block_context context;
  uint32_t chances[BLOCKS];
  bool kept[BLOCKS];
  pith_auto_choice choice;
} choice_context;

static uint32_t
next(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static void
make(choice_context *made, uint32_t seed)
{
  memset(made, 0, sizeof *made);
  pith__memory_init(&made->memory, NULL, SIZE_MAX);
  made->list.blocks = made->blocks;
  made->list.count = 1 + next(&seed) % BLOCKS;
  made->context.list = &made->list;
  made->context.blocks = made->about;
  made->context.sums = made->sums;
  made->context.group_count = 4;
  made->choice.chances = made->chances;
  made->choice.kept = made->kept;
  for (uint32_t i = 0; i < made->list.count; i++) {
    made->blocks[i].tally.words = next(&seed) % 60;
    made->about[i].group = next(&seed) % 4;
    made->chances[i] = next(&seed) % (PITH_CHOICE_ONE + 1);
    if (next(&seed) % 3 == 0)
      made->chances[i] = 20000;
    made->sums[i + 1].words = made->sums[i].words + made->blocks[i].tally.words;
  }
}

static double
size_of(const choice_context *made, uint32_t i)
{
  return made->blocks[i].tally.words ? made->blocks[i].tally.words : 1;
}

/* The measure when all blocks with `cutoff` or more are kept, and what is seen
 * of it. */
typedef struct measured {
  double worth;
  double expected;
} measured;

/* Words of the group of a block times q(1 - q). */
static double
doubt_of(const choice_context *made, uint32_t block)
{
  double words = 0, right = 0;
  for (uint32_t i = 0; i < made->list.count; i++)
    if (made->about[i].group == made->about[block].group) {
      words += size_of(made, i);
      right += size_of(made, i) * made->chances[i] / PITH_CHOICE_ONE;
    }
  return right * (1 - right / words);
}

static measured
measure(const choice_context *made, uint32_t cutoff, double beta)
{
  double all = 0, hits = 0, size = 0, together = 0;
  for (uint32_t i = 0; i < made->list.count; i++) {
    double p = made->chances[i] / (double)PITH_CHOICE_ONE;
    all += p * size_of(made, i);
    if (made->chances[i] >= cutoff) {
      hits += p * size_of(made, i);
      size += size_of(made, i);
      together += size_of(made, i) * doubt_of(made, i);
    }
  }
  double below = size + beta * all, expected = (1 + beta) * hits / below;
  return (measured){expected - (1 + beta) * beta * together / (below * below),
                    expected};
}

static uint32_t
line_by(uint32_t seed, pith_balance balance)
{
  choice_context made;
  make(&made, seed);
  assert_int_equal(
      pith__auto_choose(&made.context, &made.memory, balance, &made.choice),
      PITH_OK);
  return made.choice.cutoff;
}

/* For precision no cut-off below the balanced one is looked up, for recall
 * none above. */
static void
check(uint32_t seed, pith_balance balance, double beta)
{
  choice_context made;
  make(&made, seed);
  assert_int_equal(
      pith__auto_choose(&made.context, &made.memory, balance, &made.choice),
      PITH_OK);
  double best = -1;
  uint32_t even = line_by(seed, PITH_BALANCED);
  for (uint32_t i = 0; i < made.list.count; i++) {
    if ((balance == PITH_PRECISION && made.chances[i] < even) ||
        (balance == PITH_RECALL && made.chances[i] > even))
      continue;
    double here = measure(&made, made.chances[i], beta).worth;
    best = here > best ? here : best;
  }
  measured chosen = measure(&made, made.choice.cutoff, beta);
  if (chosen.worth < best - 1e-4)
    fail_msg("seed %u: %f, best %f", seed, chosen.worth, best);
  double seen = (double)made.choice.expected / PITH_CHOICE_ONE;
  assert_true(seen > chosen.expected - 1e-3 && seen < chosen.expected + 1e-3);
  uint32_t words = 0, kept = 0;
  for (uint32_t i = 0; i < made.list.count; i++) {
    assert_int_equal(made.kept[i], made.chances[i] >= made.choice.cutoff);
    words += made.kept[i] ? made.blocks[i].tally.words : 0;
    kept += made.kept[i];
  }
  assert_true(kept > 0);
  assert_int_equal(words, made.choice.words_kept);
  assert_int_equal(made.memory.used, 0);
}

static void
the_best_is_found(void **state)
{
  (void)state;
  for (uint32_t seed = 0; seed < 2000; seed++) {
    check(seed, PITH_BALANCED, 1.0);
    check(seed, PITH_PRECISION, 0.25);
    check(seed, PITH_RECALL, 4.0);
  }
}

static void
precision_keeps_less_and_recall_more(void **state)
{
  (void)state;
  for (uint32_t seed = 0; seed < 500; seed++) {
    uint32_t words[3];
    static const pith_balance balances[] = {PITH_PRECISION, PITH_BALANCED,
                                            PITH_RECALL};
    for (int i = 0; i < 3; i++) {
      choice_context made;
      make(&made, seed);
      assert_int_equal(pith__auto_choose(&made.context, &made.memory,
                                         balances[i], &made.choice),
                       PITH_OK);
      words[i] = made.choice.words_kept;
    }
    assert_true(words[0] <= words[1] && words[1] <= words[2]);
  }
}

static void
groups_learn_from_each_other(void **state)
{
  (void)state;
  choice_context made;
  make(&made, 1);
  made.list.count = 3;
  for (uint32_t i = 0; i < 3; i++) {
    made.blocks[i].tally.words = 10;
    made.about[i].group = i / 2;
    made.chances[i] = i == 0 ? 60000 : 10000;
  }
  assert_int_equal(pith__auto_smooth(&made.context, &made.memory, &made.choice),
                   PITH_OK);
  assert_int_equal(made.chances[0], 42000 + 10500);
  assert_int_equal(made.chances[1], 7000 + 10500);
  assert_int_equal(made.chances[2], 10000);
}

/* Two blocks look alike, but the site calls one of them boilerplate. */
static void
what_the_site_tells_apart_is_no_group(void **state)
{
  (void)state;
  choice_context made;
  pith_block_evidence evidence[2] = {{{0}}};
  make(&made, 1);
  made.list.count = 2;
  for (uint32_t i = 0; i < 2; i++) {
    made.blocks[i].tally.words = 10;
    made.about[i].group = 0;
    made.chances[i] = i == 0 ? 60000 : 10000;
  }
  evidence[1].values[PITH_EVIDENCE_CUT] = 255;
  made.choice.evidence = evidence;
  assert_int_equal(pith__auto_smooth(&made.context, &made.memory, &made.choice),
                   PITH_OK);
  assert_int_equal(made.chances[0], 60000);
  assert_int_equal(made.chances[1], 10000);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_best_is_found),
      cmocka_unit_test(precision_keeps_less_and_recall_more),
      cmocka_unit_test(groups_learn_from_each_other),
      cmocka_unit_test(what_the_site_tells_apart_is_no_group),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
