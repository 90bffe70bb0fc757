/* Letters of a page in its gold: cases by hand, a twin that looks at every pair
 * of places, how the work grows, and noise blocks counted by it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/eval/metrics/block_score.h"
#include "lab/eval/metrics/random_source.h"

#include <stdlib.h>
#include <string.h>

static void
read_text(const char *text, letter_list *out)
{
  out->count = 0;
  letter_list_add(out, (pith_slice){text, strlen(text)});
}

/* The page and `+` for each letter that is in the gold. */
static void
expect(const char *page, const char *gold, const char *marks)
{
  letter_room room = {.steps = 0};
  letter_list mine = {.count = 0}, other = {.count = 0};
  read_text(page, &mine);
  read_text(gold, &other);
  letter_match(&room, &mine, &other);
  assert_int_equal(mine.count, strlen(marks));
  for (size_t i = 0; i < mine.count; i++)
    if (room.found[i] != (marks[i] == '+'))
      fail_msg("%s: letter %zu", page, i);
  letter_list_done(&mine);
  letter_list_done(&other);
  letter_room_done(&room);
}

static void
by_hand(void **state)
{
  (void)state;
  expect("", "", "");
  expect("home", "", "----");
  expect("", "gold", "");
  expect("one_two, 3!", "one two 3", "+++++++");
  expect("more | the harbour froze and more ships", /* the menu's "more" */
         "the harbour froze and more ships", "----+++++++++++++++++++++++++++");
  expect("中文|分词很好", "中文分词很好", "++++++");
  /* The title is the line over the text, not the entry of the menu. */
  expect("harbours news harbours the ice came early this year",
         "harbours the ice came early this year",
         "------------+++++++++++++++++++++++++++++++");
  /* Behind the text the first of several is meant. */
  expect("the ice came early this year harbour home harbour",
         "the ice came early this year harbour",
         "++++++++++++++++++++++++++++++-----------");
  /* A short run counts when it is half of the gold that is left. */
  expect("abc the ice came early", "abc the ice came early",
         "++++++++++++++++++");
  expect("home ice", "ice floes on the water", "-------");
}

/* --- the twin ----------------------------------------------------------------
 */

typedef struct plain {
  const uint32_t *page, *gold;
  uint32_t gold_count;
  bool *found;
  uint32_t looked;
  bool back;
} plain;

typedef struct area {
  uint32_t page, page_end, gold, gold_end;
} area;

static uint32_t
common_at(const plain *in, area of, uint32_t page, uint32_t gold)
{
  uint32_t size = 0;
  while (page + size < of.page_end && gold + size < of.gold_end &&
         in->page[page + size] == in->gold[gold + size])
    size++;
  return size;
}

/* The longest run by trying all places, then both sides. Recursion is as deep
 * as LETTER_ROUNDS. */
static void
plain_longest(plain *in, area of, int rounds)
{
  uint32_t best = 0, page = 0, gold = 0;
  for (uint32_t i = of.page; i < of.page_end; i++)
    for (uint32_t k = of.gold; k < of.gold_end; k++) {
      uint32_t size = common_at(in, of, i, k);
      if (size > best || (in->back && size == best)) {
        best = size;
        page = i;
        gold = k;
      }
    }
  if (rounds == 0 || best == 0 || (best < 6 && 2 * best < in->looked))
    return;
  memset(in->found + page, 1, best);
  plain_longest(in, (area){of.page, page, of.gold, gold}, rounds - 1);
  plain_longest(in, (area){page + best, of.page_end, gold + best, of.gold_end},
                rounds - 1);
}

static uint32_t
count_run(const uint32_t *letters, uint32_t from, uint32_t to,
          const uint32_t *run, uint32_t size)
{
  uint32_t count = 0;
  for (uint32_t i = from; i + size <= to; i++)
    count += memcmp(letters + i, run, size * sizeof *run) == 0;
  return count;
}

enum { PLAIN_MOST = 512 };

/* The most pairs that rise, by looking at all before each. The C code keeps, of
 * chains as long, the one whose gold is least at each length; so does this. */
static uint32_t
plain_rising(const uint32_t *gold, uint32_t count, uint32_t *chain)
{
  uint32_t length[PLAIN_MOST], most = 0;
  for (uint32_t n = 0; n < count; n++) {
    length[n] = 1;
    for (uint32_t b = 0; b < n; b++)
      if (gold[b] < gold[n] && length[b] + 1 > length[n])
        length[n] = length[b] + 1;
    most = length[n] > most ? length[n] : most;
  }
  uint32_t limit = count, value = UINT32_MAX;
  for (uint32_t at = most; at > 0; at--) {
    uint32_t best = UINT32_MAX;
    for (uint32_t n = 0; n < limit; n++)
      if (length[n] == at && gold[n] < value &&
          (best == UINT32_MAX || gold[n] < gold[best]))
        best = n;
    chain[at - 1] = best;
    limit = best;
    value = gold[best];
  }
  return most;
}

static void plain_match(plain *in, area of, int step);

/* Unique runs of a size, then what is between them. */
static void
plain_unique(plain *in, area of, int step, uint32_t size)
{
  uint32_t page[PLAIN_MOST], gold[PLAIN_MOST], chain[PLAIN_MOST], count = 0;
  for (uint32_t i = of.page; i + size <= of.page_end; i++)
    for (uint32_t k = of.gold; k + size <= of.gold_end; k++)
      if (common_at(in, of, i, k) >= size &&
          count_run(in->page, of.page, of.page_end, in->page + i, size) == 1 &&
          count_run(in->gold, of.gold, of.gold_end, in->gold + k, size) == 1) {
        page[count] = i;
        gold[count++] = k;
      }
  uint32_t kept = plain_rising(gold, count, chain);
  for (uint32_t n = 0; n < kept; n++) {
    uint32_t i = page[chain[n]], k = gold[chain[n]];
    if (i < of.page || k < of.gold)
      continue;
    while (i > of.page && k > of.gold && in->page[i - 1] == in->gold[k - 1]) {
      i--;
      k--;
    }
    uint32_t taken = common_at(in, of, i, k);
    memset(in->found + i, 1, taken);
    plain_match(in, (area){of.page, i, of.gold, k}, step + 1);
    of.page = i + taken;
    of.gold = k + taken;
  }
  plain_match(in, of, step + 1);
}

static void
plain_match(plain *in, area of, int step)
{
  static const uint32_t sizes[] = {32, 16, 8};
  if (step < 3) {
    plain_unique(in, of, step, sizes[step]);
    return;
  }
  in->looked = of.gold_end - of.gold;
  in->back = of.gold == 0 && of.gold_end < in->gold_count;
  plain_longest(in, of, LETTER_ROUNDS);
}

/* Words of a small language, so that much repeats. */
static void
make_text(random_source *source, uint32_t most, letter_list *out)
{
  static const char *const words[] = {"home",  "more", "news",     "the",
                                      "a",     "ice",  "harbours", "ships",
                                      "early", "中文", "on",       "winter"};
  for (uint32_t n = random_source_below(source, most); n > 0; n--) {
    const char *word = words[random_source_below(source, 12)];
    letter_list_add(out, (pith_slice){word, strlen(word)});
  }
}

/* Some of the page, with changes, is the gold. */
static void
make_gold(random_source *source, const letter_list *page, letter_list *out)
{
  for (size_t i = 0; i < page->count;) {
    size_t size = 1 + random_source_below(source, 60);
    size = size < page->count - i ? size : page->count - i;
    uint32_t way = random_source_below(source, 4);
    for (size_t k = 0; k < size && way > 0; k++)
      out->items[out->count++] = page->items[i + k];
    if (way == 1)
      make_text(source, 3, out);
    i += size;
  }
}

static void
twin(void **state)
{
  (void)state;
  random_source source;
  letter_room room = {.steps = 0};
  random_source_init(&source, 11);
  for (int round = 0; round < 2000; round++) {
    letter_list page = {.count = 0}, gold = {.count = 0};
    bool found[PLAIN_MOST] = {false};
    make_text(&source, round % 10 ? 40 : 80, &page);
    letter_list_add(&gold, (pith_slice){"", 0});
    assert_true(page.count < PLAIN_MOST);
    gold.items = realloc(gold.items, 4 * PLAIN_MOST * sizeof *gold.items);
    gold.capacity = 4 * PLAIN_MOST;
    assert_non_null(gold.items);
    make_gold(&source, &page, &gold);
    plain in = {page.items, gold.items, (uint32_t)gold.count, found, 0, false};
    plain_match(&in, (area){0, (uint32_t)page.count, 0, (uint32_t)gold.count},
                0);
    letter_match(&room, &page, &gold);
    if (page.count > 0)
      assert_memory_equal(room.found, found, page.count);
    letter_list_done(&page);
    letter_list_done(&gold);
  }
  letter_room_done(&room);
}

/* --- the cost ----------------------------------------------------------------
 */

static uint64_t
count_steps(uint32_t words, bool same)
{
  random_source source;
  letter_room room = {.steps = 0};
  letter_list page = {.count = 0}, gold = {.count = 0};
  random_source_init(&source, 3);
  for (uint32_t i = 0; i < words; i++) {
    const char *text = same ? "aaaaaaaa" : "";
    letter_list_add(&page, (pith_slice){text, strlen(text)});
    letter_list_add(&gold, (pith_slice){text, strlen(text)});
    if (!same) {
      make_text(&source, 3, &page);
      make_text(&source, 3, &gold);
    }
  }
  letter_match(&room, &page, &gold);
  uint64_t steps = room.steps;
  letter_list_done(&page);
  letter_list_done(&gold);
  letter_room_done(&room);
  return steps;
}

static void
cost(void **state)
{
  (void)state;
  for (int same = 0; same < 2; same++) {
    uint64_t one = count_steps(20000, same), two = count_steps(40000, same);
    assert_true(one > 20000);
    assert_true(two < one * 5 / 2); /* n log n */
  }
}

/* --- blocks ------------------------------------------------------------------
 */

static void
blocks(void **state)
{
  (void)state;
  const char html[] =
      "<div id=nav><a href=/>Home</a> <a href=/n>News of the town</a></div>"
      "<div id=text><p>The harbour froze early this year, and no ship came."
      "</div><div id=foot>All rights reserved by the harbour office</div>";
  const char gold[] = "The harbour froze early this year, and no ship came.";
  pith_context *context;
  pith_page *page;
  block_room room = {.row_count = 0};
  span_list cut = {.count = 0};
  block_counts found;
  uint64_t nav = (uint64_t)(strstr(html, "<div id=text") - html);
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  assert_int_equal(pith_page_parse(context, (pith_slice){html, sizeof html - 1},
                                   NULL, &page, NULL),
                   PITH_OK);
  span_list_add(&cut, 0, nav, false);
  span_list_settle(&cut);
  assert_int_equal(block_score_count(&room, page,
                                     (pith_slice){gold, sizeof gold - 1}, &cut,
                                     &found),
                   PITH_OK);
  assert_int_equal(found.noise, 2);
  assert_int_equal(found.found, 1);
  assert_int_equal(found.right, 1);
  span_list_done(&cut);
  block_room_done(&room);
  pith_page_free(page);
  pith_context_free(context);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(twin),
      cmocka_unit_test(cost),
      cmocka_unit_test(blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
