/* Labelled ranges: reading, overlaps, counting, against byte after byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/eval/metrics/random_source.h"
#include "lab/eval/metrics/span_score.h"

#include <string.h>

enum { BYTES = 200 };

static void
read_json(const char *text, span_list *out)
{
  memset(out, 0, sizeof *out);
  span_list_read(out, (json_text){text, strlen(text)});
  span_list_settle(out);
}

static void
reading(void **state)
{
  (void)state;
  span_list list;
  read_json("[{\"from\":3,\"to\":9,\"label\":\"content\",\"score\":0.5},"
            "{\"label\":\"navigation\",\"to\":3,\"from\":0},"
            "{\"from\":-1,\"to\":3,\"label\":\"content\"},"
            "{\"from\":20,\"to\":10,\"label\":\"content\"},"
            "{\"from\":20,\"to\":30,\"label\":\"other\"},"
            "{\"from\":99999999999999999999999,\"to\":3,\"label\":\"content\"},"
            "7, null, [], {}]",
            &list);
  assert_int_equal(list.count, 2);
  assert_true(list.items[0].from == 0 && !list.items[0].content);
  assert_true(list.items[1].to == 9 && list.items[1].content);
  assert_true(span_list_cuts(&list, 2));
  assert_false(span_list_cuts(&list, 3));
  assert_false(span_list_cuts(&list, 9));
  span_list_done(&list);
  read_json("[{\"from\":3", &list);
  assert_int_equal(list.count, 0);
  span_list_done(&list);
}

/* Random ranges, in a list and byte by byte: 0 none, 1 navigation, 2 content.
 */
static void
make(random_source *source, span_list *list, char bytes[BYTES])
{
  memset(list, 0, sizeof *list);
  memset(bytes, 0, BYTES);
  for (uint32_t i = random_source_below(source, 12); i > 0; i--) {
    uint32_t from = random_source_below(source, BYTES);
    uint32_t to = from + random_source_below(source, BYTES - from + 1);
    bool content = random_source_below(source, 2);
    span_list_add(list, from, to, content);
    memset(bytes + from, 1 + content, to - from);
  }
  span_list_settle(list);
}

static void
counting(void **state)
{
  (void)state;
  random_source source;
  random_source_init(&source, 5);
  for (int round = 0; round < 3000; round++) {
    span_list gold, other;
    char gold_bytes[BYTES], other_bytes[BYTES];
    span_table found, wanted = {{{0}}};
    make(&source, &gold, gold_bytes);
    make(&source, &other, other_bytes);
    span_score_count(&gold, &other, &found);
    for (int i = 0; i < BYTES; i++) {
      if (gold_bytes[i])
        wanted.bytes[gold_bytes[i] == 2][other_bytes[i] == 2]++;
      assert_int_equal(span_list_cuts(&other, (uint64_t)i),
                       other_bytes[i] == 1);
    }
    assert_memory_equal(&found, &wanted, sizeof found);
    span_list_done(&gold);
    span_list_done(&other);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reading),
      cmocka_unit_test(counting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
