/* Queries as people write them, and as they should not. */
#include "lab/search/query/query_parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The formula of a query: phrases as words joined by '_', operators as they are
 * written by calculators, '-' before a phrase that is only excluded. */
static void
show(const query *q, char *out, size_t room)
{
  static const char *const names[] = {"?", "NEAR", "~", "OR", "AND", "NOT"};
  out[0] = '\0';
  for (uint32_t i = 0; i < q->step_count; i++) {
    size_t used = strlen(out);
    const query_step *step = &q->steps[i];
    if (step->kind == QUERY_PHRASE) {
      const query_phrase *phrase = &q->phrases[step->first];
      const char *text = q->text.data + phrase->from + 1;
      used += (size_t)snprintf(out + used, room - used, "%s%s",
                               i > 0 ? " " : "", phrase->ranks ? "" : "-");
      for (size_t k = 0; k + 2 < phrase->len && used + 1 < room; k++)
        out[used++] = text[k] == 0x1F ? '_' : text[k] == 0x1E ? '|' : text[k];
      out[used] = '\0';
    } else if (step->kind == QUERY_NEAR) {
      snprintf(out + used, room - used, "%sNEAR%u/%u", i > 0 ? " " : "",
               (unsigned)step->count, (unsigned)step->distance);
    } else {
      snprintf(out + used, room - used, "%s%s", i > 0 ? " " : "",
               names[step->kind]);
    }
  }
}

/* Words with digits have no stems, which keeps the expected ones readable. */
static query_tools
make_tools(void)
{
  query_tools tools = {token_stems_new(), 0};
  assert_non_null(tools.stems);
  return tools;
}

static void
expect(const char *text, const char *formula)
{
  query *q = malloc(sizeof *q);
  char shown[1024];
  const char *why = NULL;
  query_tools tools = make_tools();
  assert_non_null(q);
  assert_true(query_parse(&tools, text, strlen(text), q, &why));
  show(q, shown, sizeof shown);
  assert_string_equal(shown, formula);
  query_done(q);
  token_stems_free(tools.stems);
  free(q);
}

static void
refuse(const char *text, const char *said)
{
  query *q = malloc(sizeof *q);
  const char *why = NULL;
  query_tools tools = make_tools();
  assert_non_null(q);
  assert_false(query_parse(&tools, text, strlen(text), q, &why));
  assert_non_null(why);
  if (!strstr(why, said))
    fail_msg("'%s' for '%.40s'", why, text);
  query_done(q);
  token_stems_free(tools.stems);
  free(q);
}

static void
operators_bind_as_they_should(void **state)
{
  (void)state;
  expect("a1", "a1");
  expect("a1 b2", "a1 b2 OR");
  expect("a1 AND b2 OR c3", "a1 b2 AND c3 OR");
  expect("a1 OR b2 AND c3", "a1 b2 c3 AND OR");
  expect("a1 b2 AND c3", "a1 b2 c3 AND OR");
  expect("(a1 b2) AND c3", "a1 b2 OR c3 AND");
  expect("a1 NOT b2", "a1 -b2 NOT");
  expect("a1 AND NOT b2", "a1 -b2 NOT");
  expect("a1 NOT (b2 OR c3) AND d4", "a1 -b2 -c3 OR NOT d4 AND");
  expect("((a1))", "a1");
  expect("a1 a1", "a1 a1 OR");
}

static void
phrases_keep_their_words(void **state)
{
  (void)state;
  expect("\"a1 b2\" c3", "a1_b2 c3 OR");
  expect("a1-b2", "a1_b2");
  expect("\"the\" a1", "the a1 OR");
  expect("the a1", "~ a1 OR");
  expect("NEAR(a1 \"b2 c3\", 4)", "NEAR2/4");
  expect("NEAR(a1 b2)", "NEAR2/10");
  expect("NEAR a1", "near a1 OR"); /* without its parenthesis a word */
  expect("and or not1", "~ ~ OR not1 OR");
}

/* In NEAR a word that is known already has a number of its own, and the parser
 * notes which of its like it is; it ranks once. */
static void
words_come_twice_in_near(void **state)
{
  static const struct {
    uint32_t nth;
    bool ranks;
  } wanted[] = {{0, true},  {0, true},  {0, false},
                {1, false}, {2, false}, {0, true}};
  query *q = malloc(sizeof *q);
  const char text[] = "b2 a1 NEAR(a1 a1 \"a1\" c3, 5)";
  const char *why;
  query_tools tools = make_tools();
  (void)state;
  assert_non_null(q);
  assert_true(query_parse(&tools, text, strlen(text), q, &why));
  assert_int_equal(q->phrase_count, 6);
  for (uint32_t i = 0; i < 6; i++) {
    assert_int_equal(q->phrases[i].nth, wanted[i].nth);
    assert_int_equal(q->phrases[i].ranks, wanted[i].ranks);
  }
  query_done(q);
  token_stems_free(tools.stems);
  free(q);
}

static void
what_is_no_query_is_refused(void **state)
{
  char many[4000];
  (void)state;
  refuse("", "no words");
  refuse("   ", "no words");
  refuse("!?", "no words");
  refuse("the", "only words");
  refuse("the OR of", "only words");
  refuse("\"a1", "quote");
  refuse("(a1", "not closed");
  refuse("a1)", "closes nothing");
  refuse("a1 AND", "ends where");
  refuse("a1 AND OR b2", "between two");
  refuse("OR a1", "between two");
  refuse("NOT a1", "NOT requires");
  refuse("the NOT a1", "only words");
  refuse("!? NOT a1", "NOT requires");
  refuse("()", "nothing is");
  refuse("a1 ()", "nothing is");
  refuse("NEAR(a1, 3)", "two words");
  refuse("NEAR(a1 b2, 0)", "from 1 to 1000");
  refuse("NEAR(a1 b2, 5", "NEAR(");
  refuse("NEAR(a1 (b2), 5)", "NEAR(");
  memset(many, '(', sizeof many - 1);
  many[sizeof many - 1] = '\0';
  refuse(many, "parentheses");
  for (size_t i = 0; i + 5 < sizeof many; i += 5)
    memcpy(many + i, "x000 ", 5);
  for (size_t i = 0, n = 0; i + 5 < sizeof many; i += 5, n++) {
    many[i + 1] = (char)('0' + n / 100 % 10);
    many[i + 2] = (char)('0' + n / 10 % 10);
    many[i + 3] = (char)('0' + n % 10);
  }
  refuse(many, "too many words");
}

static void
long_queries_are_refused(void **state)
{
  size_t len = 10000000;
  char *text = malloc(len + 1);
  query *q = malloc(sizeof *q);
  const char *why = NULL;
  query_tools tools = make_tools();
  (void)state;
  assert_non_null(text);
  assert_non_null(q);
  for (size_t i = 0; i < len; i++)
    text[i] = i % 5 == 4 ? ' ' : 'w';
  assert_false(query_parse(&tools, text, len, q, &why));
  assert_non_null(strstr(why, "longer than"));
  query_done(q);
  query_plain(&tools, text, len, q);
  assert_int_equal(q->phrase_count, 1);
  query_done(q);
  token_stems_free(tools.stems);
  free(text);
  free(q);
}

static void
plain_words_mean_nothing_else(void **state)
{
  static const char text[] = "AND1 \"the NOT2 (of a1";
  static const char stops[] = "the of";
  char shown[256];
  query *q = malloc(sizeof *q);
  query_tools tools = make_tools();
  (void)state;
  assert_non_null(q);
  query_plain(&tools, text, sizeof text - 1, q);
  show(q, shown, sizeof shown);
  assert_string_equal(shown, "and1 not2 OR a1 OR");
  query_done(q);
  query_plain(&tools, stops, sizeof stops - 1, q);
  assert_int_equal(q->phrase_count, 2);
  query_done(q);
  query_plain(&tools, "...", 3, q);
  assert_int_equal(q->phrase_count, 0);
  query_done(q);
  token_stems_free(tools.stems);
  free(q);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_bind_as_they_should),
      cmocka_unit_test(phrases_keep_their_words),
      cmocka_unit_test(words_come_twice_in_near),
      cmocka_unit_test(what_is_no_query_is_refused),
      cmocka_unit_test(long_queries_are_refused),
      cmocka_unit_test(plain_words_mean_nothing_else),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
