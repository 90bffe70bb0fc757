/* The layer method to the letter: the corrected matcher against a twin written
 * from the specification alone, the paper's Figure 1, menus that are the same,
 * shorter and shifted, and whole pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "method/layer/layer.h"
#include "papers/layer/layer_match.h"
#include "unit/failing_allocator.h"
#include "unit/render/page_helper.h"

#include <stdio.h>
#include <stdlib.h>

static const pith_layer_numbers paper = {800, 600, 2};

/* --- the twin ------------------------------------------------------------- */

/* Whether S[i] and T[j] are equal: tag and depth below the roots. */
static bool
twin_equal(const pith_layer_sign *s, uint32_t s0, uint32_t i,
           const pith_layer_sign *t, uint32_t t0, uint32_t j)
{
  return s[i].tag == t[j].tag &&
         s[i].depth - s[s0].depth == t[j].depth - t[t0].depth;
}

/* section 3.4 of the specification, line by line */
static bool
twin_match(const pith_layer_string *page, const pith_layer_string *block,
           uint32_t t0, pith_layer_numbers numbers)
{
  const pith_layer_sign *s = page->items, *t = block->items;
  uint32_t t_end = t[t0].end, nodes = t_end - t0;
  double need = (double)numbers.alpha / 1000 * nodes;
  uint32_t budget = nodes - (uint32_t)((numbers.alpha * nodes + 999) / 1000);
  uint64_t text = pith__layer_text_length(block, t0);
  for (uint32_t s0 = 0; s0 < page->count; s0++) {
    if (s[s0].tag != t[t0].tag)
      continue;
    uint32_t lim = s[s0].end, i = s0, j = t0, m = 0, miss = 0;
    uint64_t txt = 0;
    while (i < lim && j < t_end) {
      if (twin_equal(s, s0, i, t, t0, j)) {
        m++;
        if (t[j].chars > 0)
          txt += pith__layer_text_match(page, i, block, j);
        i++;
        j++;
        continue;
      }
      uint32_t to = i, k = 0;
      for (k = 1; k <= numbers.max_slide && to < lim; k++) {
        to = s[to].end;
        if (to < lim && twin_equal(s, s0, to, t, t0, j))
          break;
      }
      if (k <= numbers.max_slide && to < lim) {
        i = to;
        continue;
      }
      to = j;
      for (k = 1; k <= numbers.max_slide && to < t_end; k++) {
        to = t[to].end;
        if (to >= t_end || twin_equal(s, s0, i, t, t0, to))
          break;
      }
      if (k > numbers.max_slide)
        break;
      miss += to - j;
      j = to;
      if (miss > budget)
        break;
    }
    double least = text == 0 && need < 0.95 * nodes ? 0.95 * nodes : need;
    if (m >= least - 1e-9 && txt * 1000 >= numbers.beta * text)
      return true;
  }
  return false;
}

/* --- strings -------------------------------------------------------------- */

typedef struct flat {
  test_page page;
  pith_layer_string string;
} flat;

static void
load_as(flat *in, const char *html, bool own_text)
{
  assert_int_equal(page_load(&in->page, NULL, pith__slice_of(html)), PITH_OK);
  assert_int_equal(pith__layer_string_init(&in->string, &in->page.memory,
                                           &in->page.tree, own_text),
                   PITH_OK);
}

static void
load(flat *in, const char *html)
{
  load_as(in, html, false);
}

static void
unload(flat *in)
{
  pith__layer_string_done(&in->string);
  page_done(&in->page);
}

/* The first item that is at depth 2, below html and body. */
static uint32_t
first_block(const pith_layer_string *string)
{
  for (uint32_t i = 0; i < string->count; i++)
    if (string->items[i].depth == 2)
      return i;
  fail_msg("an empty page");
  return 0;
}

static bool
match(const char *page, const char *block, pith_layer_numbers numbers)
{
  flat s, t;
  load(&s, page);
  load(&t, block);
  pith_layer_matcher matcher;
  assert_int_equal(pith__layer_matcher_init(&matcher, &s.string, &t.string,
                                            numbers, UINT64_MAX),
                   PITH_OK);
  uint32_t root = first_block(&t.string);
  bool found = pith__layer_match(&matcher, root).found;
  pith__layer_matcher_done(&matcher);
  assert_int_equal(found, twin_match(&s.string, &t.string, root, numbers));
  unload(&t);
  unload(&s);
  return found;
}

static void
strings_have_depths_and_ends(void **state)
{
  (void)state;
  flat in;
  load(&in,
       "<ul> <li>Home <script>x</script></li><!-- --><li>A <b>12</b></ul>");
  const pith_layer_sign *items = in.string.items;
  assert_int_equal(in.string.count, 9); /* html body ul li # li # b # */
  uint32_t ul = first_block(&in.string);
  assert_int_equal(items[ul].end, in.string.count);
  assert_int_equal(items[ul + 1].depth, 3);
  assert_int_equal(items[ul + 2].chars, 4);
  assert_int_equal(items[ul + 3].depth, 3);
  unload(&in);
}

static void
elements_have_their_own_text(void **state)
{
  (void)state;
  flat in;
  load_as(&in, "<ul>One <li>Home <b>12</b> page</li>two</ul>", true);
  const pith_layer_sign *items = in.string.items;
  assert_int_equal(in.string.count, 5); /* html body ul li b */
  uint32_t ul = first_block(&in.string);
  assert_int_equal(items[ul].chars, 6);
  assert_int_equal(items[ul + 1].chars, 8);
  assert_int_equal(items[ul + 1].words, 2);
  assert_int_equal(items[ul + 2].chars, 2);
  unload(&in);
}

static void
texts_match_in_part(void **state)
{
  (void)state;
  static const struct {
    const char *one, *two;
    uint32_t same;
  } cases[] = {
      {"<p>same text", "<p> same\n text", 8},
      {"<p>page 12", "<p>page 47", 6},
      {"<p>one two", "<p>one six", 3},
      {"<p>one", "<p>one six", 3},
      {"<p>a b c", "<p>c b a", 3},
      {"<p>one", "<p>two", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    flat one, two;
    load(&one, cases[i].one);
    load(&two, cases[i].two);
    assert_int_equal(
        pith__layer_text_match(&one.string, first_block(&one.string) + 1,
                               &two.string, first_block(&two.string) + 1),
        cases[i].same);
    unload(&two);
    unload(&one);
  }
}

/* --- the paper ------------------------------------------------------------ */

static void
figure_1_is_declared_apart(void **state)
{
  (void)state;
  /* one string depth first, two trees */
  assert_false(match("<div><p></p><ul><li></li></ul><b></b></div>",
                     "<div><p></p><ul><li><b></b></li></ul></div>", paper));
  assert_true(match("<div><p></p><ul><li><b></b></li></ul></div>",
                    "<div><p></p><ul><li><b></b></li></ul></div>", paper));
}

#define MENU                                                                   \
  "<ul><li><a>Home</a></li><li><a>News</a></li><li><a>Sport</a></li>"          \
  "<li><a>About</a></li></ul>"

static void
same_menu_is_found(void **state)
{
  (void)state;
  assert_true(match("<h1>x</h1><div><p>text</p>" MENU "</div>", MENU, paper));
  assert_false(match("<h1>x</h1><p>text", MENU, paper));
}

static void
shorter_menu_is_found(void **state)
{
  (void)state;
  /* the block has an entry that the page has not: 10 of 13 nodes */
  static const pith_layer_numbers loose = {750, 600, 2};
  assert_true(match("<div><ul><li><a>Home</a></li><li><a>News</a></li><li>"
                    "<a>Sport</a></li></ul></div>",
                    MENU, loose));
  /* the page has a different node before each entry */
  assert_true(match("<ul><hr><li><a>Home</a></li><hr><li><a>News</a></li><hr>"
                    "<li><a>Sport</a></li><hr><li><a>About</a></li></ul>",
                    MENU, paper));
}

static void
shifted_menu_is_found(void **state)
{
  (void)state;
  assert_true(match("<ul><h3>Menu</h3><p>of all</p><li><a>Home</a></li><li><a>"
                    "News</a></li><li><a>Sport</a></li><li><a>About</a></li>"
                    "</ul>",
                    MENU, paper));
  /* three subtrees are too many to slide over */
  assert_false(match("<ul><h3>Menu</h3><p>of</p><p>all</p><li><a>Home</a></li>"
                     "<li><a>News</a></li><li><a>Sport</a></li><li><a>About"
                     "</a></li></ul>",
                     MENU, paper));
}

static void
thresholds_decide(void **state)
{
  (void)state;
  static const char other[] =
      "<ul><li><a>Home</a></li><li><a>News</a></li><li><a>Xxxxx</a></li>"
      "<li><a>Yyyyy</a></li></ul>";
  pith_layer_numbers numbers = paper; /* 8 of 18 characters */
  assert_false(match(other, MENU, numbers));
  numbers.beta = 440;
  assert_true(match(other, MENU, numbers));
  numbers.beta = 450;
  assert_false(match(other, MENU, numbers));
}

static void
blocks_without_text_need_more(void **state)
{
  (void)state;
  static const char block[] = "<div><img><img><img><img><img><img></div>";
  assert_true(match(block, block, paper));
  assert_false(match("<div><img><img><img><img><img></div>", block, paper));
}

/* --- random trees --------------------------------------------------------- */

static uint32_t
next(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

static void
write_tree(uint64_t *seed, char *out, size_t room)
{
  static const char *const pieces[] = {"<div>",  "</div>", "<b>",  "</b>",
                                       "<div>",  "x ",     "y ",   "<i></i>",
                                       "</div>", "x y ",   "<hr>", "zz "};
  size_t len = (size_t)snprintf(out, room, "<div>");
  uint32_t count = 3 + next(seed) % 24;
  for (uint32_t i = 0; i < count; i++)
    len +=
        (size_t)snprintf(out + len, room - len, "%s",
                         pieces[next(seed) % (sizeof pieces / sizeof *pieces)]);
}

static void
random_trees_equal_the_twin(void **state)
{
  (void)state;
  uint64_t seed = 7;
  uint32_t found = 0;
  for (uint32_t i = 0; i < 20000; i++) {
    char page[512], block[512];
    pith_layer_numbers numbers = {400 + 50 * (next(&seed) % 13),
                                  100 * (next(&seed) % 11), next(&seed) % 4};
    write_tree(&seed, page, sizeof page);
    write_tree(&seed, block, sizeof block);
    found += match(page, block, numbers);
  }
  assert_in_range(found, 200, 19000); /* both ways are tried */
}

/* --- pages ---------------------------------------------------------------- */

static pith_layer_call
call_of(test_page *page, pith_page_model *const *partners, uint32_t count)
{
  pith_layer_call call = {.page = &page->model,
                          .partners = partners,
                          .partner_count = count,
                          .compat = true,
                          .alpha = 800,
                          .beta = 600,
                          .max_slide = 2,
                          .pdoc = 5};
  return call;
}

static const char story[] =
    "<table><tr><td>" MENU "</td><td><h1>A story</h1><p>Words that are only "
    "here, and a sentence of them.</p></td></tr></table><p>Copyright 2006</p>";
static const char partner[] =
    "<table><tr><td>" MENU "</td><td><h1>Another</h1><p>These are the words of "
    "another page entirely.</p></td></tr></table><p>Copyright 2007</p>";

static void
menu_and_footer_of_a_page_go(void **state)
{
  (void)state;
  test_page one, two;
  pith_layer_report report;
  assert_int_equal(page_load(&one, NULL, pith__slice_of(story)), PITH_OK);
  assert_int_equal(page_load(&two, NULL, pith__slice_of(partner)), PITH_OK);
  pith_page_model *partners[] = {&two.model};
  pith_layer_call call = call_of(&one, partners, 1);
  assert_int_equal(pith__layer_classify(&call, &one.verdicts, &report),
                   PITH_OK);
  pith__verdicts_settle(&one.verdicts);
  assert_true(pith__verdicts_are_valid(&one.verdicts, sizeof story - 1));
  page_render(&one, FORMAT_TEXT);
  pith__buffer_append_char(&one.out, '\0');
  assert_null(strstr(one.out.data, "Home"));
  assert_null(strstr(one.out.data, "Copyright"));
  assert_non_null(strstr(one.out.data, "A story"));
  assert_non_null(strstr(one.out.data, "Words that are only"));
  page_done(&two);
  page_done(&one);
}

static void
work_has_a_bound(void **state)
{
  (void)state;
  /* every div is an anchor for every div */
  size_t count = 3000, len = 0, room = count * 32 + 64;
  char *html = malloc(room);
  assert_non_null(html);
  for (size_t i = 0; i < count; i++)
    len +=
        (size_t)snprintf(html + len, room - len, "<div>%zu<b>a</b></div>", i);
  test_page one, two;
  pith_layer_report report;
  assert_int_equal(page_load(&one, NULL, pith__slice_of(html)), PITH_OK);
  html[len - 20] = 'x';
  assert_int_equal(page_load(&two, NULL, pith__slice_of(html)), PITH_OK);
  pith_page_model *partners[] = {&two.model};
  pith_layer_call call = call_of(&one, partners, 1);
  call.pdoc = 10;
  assert_int_equal(pith__layer_classify(&call, &one.verdicts, &report),
                   PITH_OK);
  assert_in_range(report.steps, 0, 257ull * (one.tree.count + two.tree.count));
  page_done(&two);
  page_done(&one);
  free(html);
}

/* A menu, `count` paragraphs whose first words are those of one page only, and
 * a footer with one of three links of its own. Gives a string from malloc(). */
static char *
long_page(const char *word, size_t count)
{
  size_t room = count * 80 + 512, len = 0;
  char *html = malloc(room);
  assert_non_null(html);
  len += (size_t)snprintf(html, room,
                          "<div style=\"background:#eee\">" MENU "</div>");
  for (size_t i = 0; i < count; i++)
    len += (size_t)snprintf(html + len, room - len,
                            "<p>%s paragraph <b>%s%zu</b> of text</p>", word,
                            word, i);
  snprintf(html + len, room - len,
           "<div style=\"background:#ddd\"><a>Imprint and address</a> <a>Terms "
           "of use</a> <a>%s</a></div>",
           word);
  return html;
}

/* Classify one long page by another; the steps for each node. */
static double
steps_of_long_pages(size_t count)
{
  char *mine = long_page("Harbourmaster", count);
  char *other = long_page("Lighthouse", count);
  test_page one, two;
  pith_layer_report report;
  assert_int_equal(page_load(&one, NULL, pith__slice_of(mine)), PITH_OK);
  assert_int_equal(page_load(&two, NULL, pith__slice_of(other)), PITH_OK);
  pith_page_model *partners[] = {&two.model};
  pith_layer_call call = call_of(&one, partners, 1);
  assert_int_equal(pith__layer_classify(&call, &one.verdicts, &report),
                   PITH_OK);
  assert_false(report.limited);
  double steps = (double)report.steps / one.tree.count;
  pith__verdicts_settle(&one.verdicts);
  page_render(&one, FORMAT_TEXT);
  pith__buffer_append_char(&one.out, '\0');
  assert_null(strstr(one.out.data, "Imprint"));
  assert_null(strstr(one.out.data, "Sport"));
  assert_non_null(strstr(one.out.data, "Harbourmaster0 of text"));
  page_done(&two);
  page_done(&one);
  free(other);
  free(mine);
  return steps;
}

/* However long the page, its footer is found, and the work grows with it. */
static void
footer_of_a_long_page_goes(void **state)
{
  (void)state;
  double few = steps_of_long_pages(1000);
  double many = steps_of_long_pages(100000);
  assert_true(many <= few + 4);
}

/* Every block has the words of every anchor, but in the other order: the index
 * cannot rule them out, the limit is reached, and that is reported. */
static void
limit_is_reported(void **state)
{
  (void)state;
  static const char *const shapes[] = {
      "<p><i>harbour %c%c%c</i><b>lantern</b></p>",
      "<p><i>lantern %c%c%c</i><b>harbour</b></p>"};
  size_t count = 4000, room = count * 64 + 64;
  char *html[2] = {malloc(room), malloc(room)};
  test_page pages[2];
  pith_layer_report report;
  for (size_t k = 0; k < 2; k++) {
    size_t len = 0;
    assert_non_null(html[k]);
    for (size_t i = 0; i < count; i++)
      len += (size_t)snprintf(html[k] + len, room - len, shapes[k],
                              (char)('a' + i % 26), (char)('a' + i / 26 % 26),
                              (char)('a' + i / 676));
    assert_int_equal(page_load(&pages[k], NULL, pith__slice_of(html[k])),
                     PITH_OK);
  }
  pith_page_model *partners[] = {&pages[1].model};
  pith_layer_call call = call_of(&pages[0], partners, 1);
  assert_int_equal(pith__layer_classify(&call, &pages[0].verdicts, &report),
                   PITH_OK);
  assert_true(report.limited);
  /* a block has some nodes, and near misses cost it 64 * (nodes + 16) */
  assert_in_range(report.near_steps, 1, 64ull * 17 * pages[0].tree.count);
  for (size_t k = 0; k < 2; k++) {
    page_done(&pages[k]);
    free(html[k]);
  }
}

static void
every_allocation_fails(void **state)
{
  (void)state;
  test_page two;
  assert_int_equal(page_load(&two, NULL, pith__slice_of(partner)), PITH_OK);
  pith_page_model *partners[] = {&two.model};
  for (int compat = 0; compat < 2; compat++)
    for (size_t n = 1;; n++) {
      failing_allocator failing;
      failing_allocator_init(&failing, n);
      pith_allocator allocator = failing_allocator_use(&failing);
      test_page one;
      pith_layer_report report;
      pith_status status = page_load(&one, &allocator, pith__slice_of(story));
      if (status == PITH_OK) {
        pith_layer_call call = call_of(&one, partners, 1);
        call.compat = compat;
        status = pith__layer_classify(&call, &one.verdicts, &report);
        assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
      }
      page_done(&one);
      assert_true(failing_allocator_is_clean(&failing));
      if (!failing.failed)
        break;
    }
  page_done(&two);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strings_have_depths_and_ends),
      cmocka_unit_test(elements_have_their_own_text),
      cmocka_unit_test(texts_match_in_part),
      cmocka_unit_test(figure_1_is_declared_apart),
      cmocka_unit_test(same_menu_is_found),
      cmocka_unit_test(shorter_menu_is_found),
      cmocka_unit_test(shifted_menu_is_found),
      cmocka_unit_test(thresholds_decide),
      cmocka_unit_test(blocks_without_text_need_more),
      cmocka_unit_test(random_trees_equal_the_twin),
      cmocka_unit_test(menu_and_footer_of_a_page_go),
      cmocka_unit_test(work_has_a_bound),
      cmocka_unit_test(footer_of_a_long_page_goes),
      cmocka_unit_test(limit_is_reported),
      cmocka_unit_test(every_allocation_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
