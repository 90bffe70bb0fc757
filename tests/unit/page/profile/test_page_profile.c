/*
 * Profiles of small pages: which tokens there are, what is said of them, and
 * what makes two pages the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "unit/failing_allocator.h"
#include "unit/site_pages.h"

static pith_memory memory;
static site_page page;

static void
make(const char *html)
{
  if (page.profile.memory)
    site_page_done(&page);
  assert_true(site_page_init(&page, &memory, pith__slice_of(html)));
}

/* Tokens as letters: ( opens, ) closes, | is void, t is text. */
static const char *
shape_of_profile(void)
{
  static char shape[512];
  uint32_t i;
  for (i = 0; i < page.profile.count; i++) {
    uint32_t facts = page.profile.tokens[i].facts;
    pith_profile_kind kind = pith__profile_kind(facts);
    shape[i] = kind == PITH_PROFILE_TEXT    ? 't'
               : kind == PITH_PROFILE_CLOSE ? ')'
               : facts & PITH_PROFILE_VOID  ? '|'
                                            : '(';
  }
  shape[i] = '\0';
  return shape;
}

/* The facts of the n-th text or open token. */
static uint32_t
facts_of(pith_profile_kind kind, uint32_t n)
{
  for (uint32_t i = 0; i < page.profile.count; i++) {
    uint32_t facts = page.profile.tokens[i].facts;
    if (pith__profile_kind(facts) == kind && n-- == 0)
      return facts;
  }
  fail();
  return 0;
}

static uint32_t
text(uint32_t n)
{
  return facts_of(PITH_PROFILE_TEXT, n);
}

/* Open tokens of what the page wrote: html and body come first. */
static uint32_t
open_tag(uint32_t n)
{
  return facts_of(PITH_PROFILE_OPEN, n + 2);
}

static void
a_page_becomes_a_line(void **state)
{
  (void)state;
  make("<p>a <b>b</b><br>c</p>");
  assert_string_equal(shape_of_profile(), "(((t(t)|t)))");
  make("");
  assert_string_equal(shape_of_profile(), "(|)");
}

static void
what_is_not_shown_has_no_tokens(void **state)
{
  (void)state;
  make("<head><title>T</title><style>x</style></head><script>y</script>"
       "<p hidden>z</p><div style='display:none'>q</div><!-- c --> "
       "<template>w</template><select><option>o</select><p>a");
  assert_string_equal(shape_of_profile(), "((|(t)))");
}

static void
elements_are_declared_by_name_and_first_class(void **state)
{
  (void)state;
  uint64_t hash[8];
  static const char *const tags[] = {
      "<div>x",         "<div class='a b'>x",   "<div class='a'>x",
      "<p class=a>x",   "<div class=post-17>x", "<div class=post-204>x",
      "<div id=main>x", "<section id=main>x"};
  for (size_t i = 0; i < 8; i++) {
    make(tags[i]);
    hash[i] = page.profile.tokens[2].hash;
  }
  assert_true(hash[0] != hash[1]);
  assert_true(hash[1] == hash[2]);
  assert_true(hash[2] != hash[3]);
  assert_true(hash[4] == hash[5]);
  assert_true(hash[0] != hash[6]);
  make("<section>x");
  assert_true(hash[7] == page.profile.tokens[2].hash); /* no layout id */
}

static void
containers_tables_links_and_headings(void **state)
{
  (void)state;
  make("<div><table><tr><td><h2><a href=x>y</a></h2></td></tr></table>"
       "<p><a>z</a></p></div><x-app>u</x-app>");
  assert_true(open_tag(0) & PITH_PROFILE_CONTAINER);
  assert_true((open_tag(1) & PITH_PROFILE_TABLE) &&
              (open_tag(1) & PITH_PROFILE_CONTAINER));
  assert_true(open_tag(5) & PITH_PROFILE_HEADING);
  assert_false(open_tag(5) & PITH_PROFILE_CONTAINER);
  assert_true(open_tag(6) & PITH_PROFILE_LINK);
  assert_false(open_tag(7) & PITH_PROFILE_CONTAINER); /* p */
  assert_false(open_tag(8) & PITH_PROFILE_LINK);      /* leads nowhere */
  assert_true(open_tag(9) & PITH_PROFILE_CONTAINER);  /* of the page's own */
  make("<div class='entry-title'>x</div><div class=subtitles>y</div>");
  assert_true(open_tag(0) & PITH_PROFILE_HEADING);
  assert_false(open_tag(1) & PITH_PROFILE_HEADING);
}

static void
comments_are_known_by_their_names(void **state)
{
  (void)state;
  static const char *const yes[] = {
      "<div class=comment>x",        "<ol class='list commentlist'>x",
      "<li id=comment-17>x",         "<div class=commentContent>x",
      "<section id=disqus_thread>x", "<div class='dna-comment'>x",
      "<form id=respond>x",          "<div class='post COMMENTS'>x"};
  static const char *const no[] = {
      "<div class=has-comments>x", "<span class=comment>x",
      "<p class=comment>x",        "<div class=comment-count>x",
      "<div class=commentary>x",   "<article class='post comments-open'>x",
      "<div class=command>x",      "<body class=comments>x"};
  for (size_t i = 0; i < 8; i++) {
    make(yes[i]);
    assert_true(open_tag(0) & PITH_PROFILE_COMMENTS);
    make(no[i]);
    for (uint32_t t = 0; t < page.profile.count; t++)
      assert_false(pith__profile_kind(page.profile.tokens[t].facts) ==
                       PITH_PROFILE_OPEN &&
                   (page.profile.tokens[t].facts & PITH_PROFILE_COMMENTS));
  }
}

/* A chapter about comments is no list of them, whatever its heading is called;
 * in a list of them a heading is theirs. */
static void
headings_hold_no_comments(void **state)
{
  (void)state;
  static const char *const headings[] = {
      "<h1 id=comments>x", "<h2 id=Comments>x", "<h3 class=comment-title>x",
      "<h4 id=respond>x"};
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
    make(headings[i]);
    assert_false(open_tag(0) & PITH_PROFILE_COMMENTS);
  }
  make("<div id=comments><h2 id=comments-title>x");
  assert_true(open_tag(0) & PITH_PROFILE_COMMENTS);
}

static void
the_title_is_known_where_it_stands(void **state)
{
  (void)state;
  make("<title>The slow train - Paper Lantern</title><a href=x>The slow "
       "train</a><p>the SLOW train!</p><p>train</p><p>The slow trains</p>");
  assert_false(text(0) & PITH_PROFILE_TITLE); /* in a link */
  assert_true(text(1) & PITH_PROFILE_TITLE);
  assert_false(text(2) & PITH_PROFILE_TITLE); /* too short a part */
  assert_false(text(3) & PITH_PROFILE_TITLE); /* not whole words */
  make("<title>Shop</title><p>Blue lamp</p><h1>Blue lamp</h1>"
       "<a href=x>Blue lamp</a>");
  assert_true(text(0) & PITH_PROFILE_TITLE); /* what the h1 says */
  assert_true(text(1) & PITH_PROFILE_TITLE);
  assert_false(text(2) & PITH_PROFILE_TITLE);
}

static void
texts_have_their_facts(void **state)
{
  (void)state;
  make("<p>12:30</p><p>One two three.</p><p>red, green, blue, tin plate</p>"
       "<p>0123456789 0123456789 0123456789 0123456789 01234x</p>");
  assert_true(text(0) & PITH_PROFILE_FIGURES);
  assert_int_equal(pith__profile_words(text(1)), 3);
  assert_true(text(1) & PITH_PROFILE_SENTENCE);
  assert_true(text(2) & PITH_PROFILE_KEYWORDS);
  assert_false(text(1) & PITH_PROFILE_KEYWORDS);
  assert_true(text(2) & PITH_PROFILE_EXAMPLE);
  assert_false(text(3) & PITH_PROFILE_EXAMPLE); /* 50 bytes */
  const char *examples = page.profile.examples.data;
  assert_int_equal(examples[0], 5);
  assert_memory_equal(examples + 1, "12:30", 5);
}

static void
line_numbers_are_found(void **state)
{
  (void)state;
  make("<table><tr><td class=n>1</td><td>a</td></tr><tr><td class=n>2</td>"
       "<td>b</td></tr><tr><td class=n>3</td><td>c</td></tr></table>");
  for (uint32_t i = 0; i < 6; i++)
    assert_int_equal((text(i) & PITH_PROFILE_COUNTER) != 0, i % 2 == 0);
  make("<pre class=n>1\n2\n3\n4</pre><pre>a\nb</pre>");
  assert_true(text(0) & PITH_PROFILE_COUNTER);
  make("<i>1</i><i>4</i><i>5</i><i>7</i><i>8</i>"); /* with gaps */
  assert_true(text(3) & PITH_PROFILE_COUNTER);
  make("<i>1990</i><i>1994</i><i>1998</i><i>2002</i>"); /* years */
  assert_false(text(1) & PITH_PROFILE_COUNTER);
  make("<td>1</td><td>tin</td><td>2</td><td>zinc</td>"); /* one of many */
  assert_false(text(0) & PITH_PROFILE_COUNTER);
  make("<i>7</i>");
  assert_false(text(0) & PITH_PROFILE_COUNTER);
}

static void
what_makes_pages_the_same(void **state)
{
  (void)state;
  make("<p>a</p><p>b</p>");
  uint64_t content = page.profile.content, shape = page.profile.shape;
  make("<p> a <!-- x --></p>\n<p>b");
  assert_int_equal(page.profile.content, content);
  assert_int_equal(page.profile.shape, shape);
  make("<div>a</div><p>b</p>");
  assert_int_equal(page.profile.content, content);
  assert_true(page.profile.shape != shape);
  make("<p>b</p><p>a</p>");
  assert_true(page.profile.content != content);
  make("<p>");
  assert_int_equal(page.profile.content, 0);
}

static void
references_and_charsets_are_decoded_first(void **state)
{
  (void)state;
  make("<p>Маяк</p>");
  uint64_t content = page.profile.content;
  make("<p>&#1052;&#x430;&#1103;&#1082;</p>");
  assert_int_equal(page.profile.content, content);
  make("<meta charset=windows-1251><p>\xCC\xE0\xFF\xEA</p>");
  assert_int_equal(page.profile.content, content);
}

/* Deep and wide pages: a profile is as long as its page, and no longer. */
static void
hostile_pages_are_lines_too(void **state)
{
  (void)state;
  size_t count = 20000;
  char *html = malloc(count * 5 + 1);
  html[0] = '\0';
  for (size_t i = 0; i < count; i++)
    memcpy(html + 5 * i, "<div>", 6);
  make(html);
  assert_true(page.profile.count <= 2 * (count + 2));
  for (size_t i = 0; i < count; i++)
    memcpy(html + 5 * i, "<b>1 ", 6);
  make(html);
  assert_true(page.profile.count <= 4 * (count + 2));
  free(html);
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory poor;
    site_page made;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&poor, &allocator, SIZE_MAX);
    bool ok = site_page_init(
        &made, &poor,
        pith__slice_of("<title>a b</title><h1>a  b</h1><i>1</i><i>2</i>"
                       "<i>3</i><p class=comment>some\n text"));
    site_page_done(&made);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(ok, !failing.failed);
    if (!failing.failed)
      break;
  }
}

static int
set_up(void **state)
{
  (void)state;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  return 0;
}

static int
tear_down(void **state)
{
  (void)state;
  site_page_done(&page);
  return memory.used != 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_page_becomes_a_line),
      cmocka_unit_test(what_is_not_shown_has_no_tokens),
      cmocka_unit_test(elements_are_declared_by_name_and_first_class),
      cmocka_unit_test(containers_tables_links_and_headings),
      cmocka_unit_test(comments_are_known_by_their_names),
      cmocka_unit_test(headings_hold_no_comments),
      cmocka_unit_test(the_title_is_known_where_it_stands),
      cmocka_unit_test(texts_have_their_facts),
      cmocka_unit_test(line_numbers_are_found),
      cmocka_unit_test(what_makes_pages_the_same),
      cmocka_unit_test(references_and_charsets_are_decoded_first),
      cmocka_unit_test(hostile_pages_are_lines_too),
      cmocka_unit_test(without_memory_nothing_is_left),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
