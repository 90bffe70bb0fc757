/* Names of methods: all of the registry, each in the ways it can be run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/site_run/method_choice.h"

#include <string.h>

static void
the_list_is_that_of_the_registry(void **state)
{
  static const struct {
    const char *name;
    unsigned evidence;
  } expected[] = {
      {"auto", 0},
      {"site-auto", PITH_EVIDENCE_SHARED},
      {"chain", PITH_EVIDENCE_SHARED},
      {"chain-compat", PITH_EVIDENCE_PAPER},
      {"layer", PITH_EVIDENCE_LAYER},
      {"layer-compat", PITH_EVIDENCE_LAYER},
      {"sentence", 0},
      {"sentence-compat", 0},
      {"dom", 0},
  };
  const size_t count = sizeof expected / sizeof expected[0];
  method_choice choice;
  (void)state;
  for (size_t i = 0; i < count; i++) {
    assert_true(method_choice_at(i, &choice));
    assert_string_equal(choice.name, expected[i].name);
    assert_int_equal(choice.evidence, expected[i].evidence);
    assert_int_equal(choice.compat, strstr(choice.name, "-compat") != NULL);
  }
  assert_false(method_choice_at(count, &choice));
}

static void
every_name_is_found(void **state)
{
  method_choice choice, found;
  (void)state;
  for (size_t i = 0; method_choice_at(i, &choice); i++) {
    assert_true(method_choice_find(choice.name, &found));
    assert_string_equal(found.name, choice.name);
  }
  assert_true(method_choice_find("auto-site", &found));
  assert_string_equal(found.name, "site-auto");
  assert_string_equal(found.method, "auto");
}

static void
other_names_are_not(void **state)
{
  static const char *const wrong[] = {
      "",
      "-site",
      "site-",
      "chain-site",
      "site-chain",
      "auto-compat",
      "Auto",
      "auto-site-site",
      "a-name-that-is-longer-than-any-there-is-site"};
  method_choice found;
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    assert_false(method_choice_find(wrong[i], &found));
}

static void
names_are_listed_for_a_message(void **state)
{
  char room[256], small[12];
  (void)state;
  method_choice_names(room, sizeof room);
  assert_string_equal(room, "auto, site-auto, chain, chain-compat, layer, "
                            "layer-compat, sentence, sentence-compat or dom");
  method_choice_names(small, sizeof small);
  assert_string_equal(small, "auto, site-"); /* cut off, never beyond */
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_list_is_that_of_the_registry),
      cmocka_unit_test(every_name_is_found),
      cmocka_unit_test(other_names_are_not),
      cmocka_unit_test(names_are_listed_for_a_message),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
