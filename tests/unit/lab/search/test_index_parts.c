/* Small parts of an index: numbers, shapes, addresses, distances. */
#include "lab/search/index/index_address.h"
#include "lab/search/index/index_shape.h"
#include "lab/search/index/index_store.h"
#include "lab/search/query/rank_score.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void
numbers_come_back(void **state)
{
  static const uint64_t numbers[] = {0, 1, 127, 128, 300, 1u << 31, UINT64_MAX};
  text_out out;
  (void)state;
  text_out_init(&out, -1);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    packed_number_write(&out, numbers[i]);
  number_source in = {(const unsigned char *)out.data, out.len, 0, false};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    assert_true(packed_number_read(&in) == numbers[i]);
  assert_false(in.failed);
  assert_int_equal(packed_number_read(&in), 0);
  assert_true(in.failed);
  text_out_done(&out);
}

static void
shapes_come_back(void **state)
{
  static const unsigned char data[] = {3, 10, 3, 2, 5, 3, 0};
  word_shape shape;
  (void)state;
  /* the second method's runs are too few */
  assert_false(word_shape_read(data, sizeof data, 2, true, &shape));
  assert_true(word_shape_read(data, sizeof data - 1, 1, true, &shape));
  assert_int_equal(shape.title, 3);
  assert_int_equal(shape.words, 10);
  assert_int_equal(shape.runs[0].count, 3);
  assert_int_equal(shape.runs[0].content, 5);
  assert_int_equal(shape.runs[0].ends[1], 7);
  word_shape_done(&shape);
}

static void
damaged_shapes_are_refused(void **state)
{
  unsigned long long seed = 99;
  (void)state;
  for (int round = 0; round < 20000; round++) {
    unsigned char data[12];
    word_shape shape;
    size_t len = (size_t)round % sizeof data;
    for (size_t i = 0; i < len; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      data[i] = (unsigned char)(seed >> 40 & (round % 2 ? 0xFF : 0x07));
    }
    if (word_shape_read(data, len, 3, true, &shape)) {
      for (unsigned m = 0; m < 3; m++)
        assert_true(shape.runs[m].content <= shape.words);
      word_shape_done(&shape);
    }
  }
}

static uint64_t
key(const char *address)
{
  pith_slice slice = {address, strlen(address)};
  return address_key(slice);
}

static void
addresses_meet(void **state)
{
  (void)state;
  assert_true(key("http://Example.org/a") == key("https://example.org/a#b"));
  assert_true(key("http://e.org/a/index.html") == key("http://e.org/a/"));
  assert_true(key("http://e.org/%7Ea") == key("http://e.org/~a"));
  assert_true(key("http://e.org/A") != key("http://e.org/a"));
  assert_true(key("http://e.org/a?b") != key("http://e.org/a"));
  assert_true(key("http://e.org/%") != key("http://e.org/"));
  assert_true(key("") != 0);
}

static void
addresses_are_made(void **state)
{
  (void)state;
  char *made = address_make("", "a b/c?.html");
  assert_non_null(made);
  assert_string_equal(made, "http://local/a%20b/c%3F.html");
  free(made);
  pith_slice host = address_host("http://e.org:80/a");
  assert_int_equal(host.len, 8);
  assert_int_equal(address_host("no address").len, 0);
}

static void
distances_are_those_of_neighbours(void **state)
{
  occurrence one[] = {occurrence_make(0, 5, false), occurrence_make(1, 3, true),
                      occurrence_make(1, 20, false)};
  occurrence other[] = {occurrence_make(1, 4, false),
                        occurrence_make(1, 27, false)};
  rank_phrase a = {.items = one, .count = 3, .idf = 1};
  rank_phrase b = {.items = other, .count = 2, .idf = 1};
  rank_phrase none = {.idf = 1};
  (void)state;
  assert_int_equal(rank_distance(&a, &b, false), 1);
  assert_int_equal(rank_distance(&a, &b, true), 7);
  assert_int_equal(rank_distance(&a, &none, false), 0);
  assert_int_equal(rank_distance(&a, &a, false), 17);
}

/* Phrases that begin at one place, as "a" and "a b" do, are near each other by
 * their other places. */
static void
one_place_is_no_distance(void **state)
{
  occurrence many[] = {
      occurrence_make(1, 5, false), occurrence_make(1, 6, true),
      occurrence_make(1, 9, false), occurrence_make(1, 30, false)};
  occurrence few[] = {occurrence_make(1, 5, false),
                      occurrence_make(1, 90, false)};
  rank_phrase a = {.items = many, .count = 4, .idf = 1};
  rank_phrase b = {.items = few, .count = 2, .idf = 1};
  rank_phrase one = {.items = few, .count = 1, .idf = 1};
  (void)state;
  assert_int_equal(rank_distance(&a, &b, false), 1);
  assert_int_equal(rank_distance(&b, &a, true), 4);
  assert_int_equal(rank_distance(&a, &one, true), 4);
  assert_int_equal(rank_distance(&one, &one, false), 0);
}

static rank_phrase
count_places(const occurrence *places, size_t count, double idf)
{
  rank_phrase phrase = {.items = places, .count = count, .idf = idf};
  for (size_t i = 0; i < count; i++) {
    unsigned field = occurrence_field(places[i]);
    phrase.boilerplate[field] += places[i] & 1;
    phrase.content[field] += !(places[i] & 1);
  }
  return phrase;
}

/* The bounds that save work are never below the score: a page that reaches
 * `least` has the score that it has when nothing is required of it. */
static void
bounds_hold(void **state)
{
  search_run run;
  (void)state;
  search_run_default(&run);
  for (unsigned n = 1; n < 200; n += 7) {
    occurrence places[200];
    for (unsigned i = 0; i < n; i++)
      places[i] = occurrence_make(i % 3, i * (n % 5 + 1), n % 3 == 0);
    rank_phrase phrases[2] = {count_places(places, n, 2.5),
                              count_places(places, n / 2 + 1, 0.5)};
    rank_run all = {&run, 100, {3, 100, 2}};
    rank_lengths lengths = {{1, n, 1}, {0, 0, 0}};
    double score = rank_page(&all, phrases, 2, &lengths, 0);
    assert_true(score > 0 && score <= rank_most(&all, phrases, 2));
    assert_true(rank_page(&all, phrases, 2, &lengths, score) == score);
    assert_true(rank_page(&all, phrases, 2, &lengths, score * 3) == 0);
  }
}

static void
runs_are_read(void **state)
{
  search_run run;
  (void)state;
  search_run_default(&run);
  assert_true(search_run_read("weighted:.25", &run));
  assert_true(run.weight == 0.25);
  assert_true(search_run_read("basic", &run) && run.weight == 1);
  assert_true(search_run_read("cut", &run) && run.weight == 0);
  assert_false(search_run_read("weighted:1.5", &run));
  assert_false(search_run_read("weighted:", &run));
  assert_false(search_run_read("weighted:-1", &run));
  assert_false(search_run_read("weighted:nan", &run));
}

/* A query that would never end does, whatever made it so. */
static void
steps_are_counted(void **state)
{
  static const char endless[] =
      "WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) "
      "SELECT count(*) FROM a";
  char path[] = "/tmp/pith-steps-XXXXXX";
  index_store store = {.methods = {"auto"}, .method_count = 1};
  int64_t number;
  (void)state;
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  assert_int_equal(index_store_create(&store, path), EXIT_FINE);
  index_store_close(&store);
  assert_int_equal(index_store_read(&store, path), EXIT_FINE);
  store.steps_most = 50;
  assert_int_not_equal(sql_read_number(&store.file, endless, &number),
                       EXIT_FINE);
  assert_true(store.steps > 50);
  /* another question begins anew */
  index_store_rest(&store);
  assert_int_equal(
      sql_read_number(&store.file, "SELECT count(*) FROM page", &number),
      EXIT_FINE);
  index_store_close(&store);
  unlink(path);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_come_back),
      cmocka_unit_test(shapes_come_back),
      cmocka_unit_test(damaged_shapes_are_refused),
      cmocka_unit_test(addresses_meet),
      cmocka_unit_test(addresses_are_made),
      cmocka_unit_test(distances_are_those_of_neighbours),
      cmocka_unit_test(one_place_is_no_distance),
      cmocka_unit_test(bounds_hold),
      cmocka_unit_test(runs_are_read),
      cmocka_unit_test(steps_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
