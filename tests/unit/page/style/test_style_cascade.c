/* What elements look like: values, selectors, the order of the cascade, and
 * what hostile style sheets may cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page/element/attribute.h"
#include "page/style/style_cascade.h"
#include "unit/failing_allocator.h"
#include "unit/render/page_helper.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct styled {
  test_page page;
  pith_styles styles;
} styled;

static void
load(styled *in, const char *html)
{
  assert_int_equal(page_load(&in->page, NULL, pith__slice_of(html)), PITH_OK);
  assert_int_equal(
      pith__styles_init(&in->styles, &in->page.memory, &in->page.tree),
      PITH_OK);
}

static void
unload(styled *in)
{
  pith__styles_done(&in->styles);
  page_done(&in->page);
}

/* The style of the element with id x. */
static pith_style
style_of(const char *html)
{
  styled in;
  pith_slice value;
  load(&in, html);
  for (uint32_t n = 0; n < in.page.tree.count; n++)
    if (pith__attribute_get(&in.page.tree, n, "id", &value) &&
        pith__slice_equal(value, pith__slice_of("x"))) {
      pith_style style = in.styles.items[n];
      unload(&in);
      return style;
    }
  fail_msg("no element x in %s", html);
  return in.styles.items[0];
}

static void
defaults_by_tag(void **state)
{
  (void)state;
  pith_style style = style_of("<h1 id=x>");
  assert_int_equal(style.font_size, 32);
  assert_int_equal(style.font_weight, 700);
  assert_int_equal(style.margin_top, 21);
  assert_int_equal(style.display, PITH_DISPLAY_BLOCK);
  style = style_of("<small><b id=x>");
  assert_int_equal(style.font_size, 13);
  assert_int_equal(style.font_weight, 700);
  style = style_of("<table><tr id=x>");
  assert_int_equal(style.display, PITH_DISPLAY_ROW);
  assert_true(style.row);
}

static void
presentational_attributes(void **state)
{
  (void)state;
  assert_int_equal(style_of("<font size=5 color=red id=x>").font_size, 24);
  assert_int_equal(style_of("<font size=+1 id=x>").font_size, 18);
  assert_int_equal(style_of("<font size=-2 id=x>").font_size, 10);
  assert_int_equal(style_of("<font color=red id=x>").colour, 0xFF0000);
  pith_style style =
      style_of("<table><tr><td id=x bgcolor=#0f0 width='20%' height=30>");
  assert_int_equal(style.background, 0x00FF00);
  assert_true(style.painted);
  assert_int_equal(style.width_share, 20);
  assert_int_equal(style.height, 30);
  assert_int_equal(style_of("<table id=x align=left>").place, PITH_PLACE_FLOAT);
  assert_int_equal(style_of("<table id=x border=2>").border_top, 2);
  assert_false(style_of("<p id=x hidden>").visible);
  assert_true(style_of("<p id=x hidden=until-found>").visible);
  assert_false(style_of("<dialog id=x>").visible);
  assert_true(style_of("<dialog id=x open>").visible);
}

/* Each makes the text of x red, or does not. */
static const struct {
  const char *css;
  bool fits;
} selectors[] = {
    {"p{color:red}", true},
    {"P{color:red}", true},
    {"*{color:red}", true},
    {".a{color:red}", true},
    {".A{color:red}", false},
    {".b.a{color:red}", true},
    {".a.c{color:red}", false},
    {"#x{color:red}", true},
    {"p#x.a.b[title]{color:red}", true},
    {"[title]{color:red}", true},
    {"[lang]{color:red}", false},
    {"[title=one]{color:red}", false},
    {"[title='one two']{color:red}", true},
    {"[title~=two]{color:red}", true},
    {"[title~=tw]{color:red}", false},
    {"[title^=one]{color:red}", true},
    {"[title$=\"two\"]{color:red}", true},
    {"[title*=\"e t\"]{color:red}", true},
    {"[title|=one]{color:red}", false},
    {"div p{color:red}", true},
    {"body p{color:red}", true},
    {"div > p{color:red}", true},
    {"body > p{color:red}", false},
    {"body>div>p{color:red}", true},
    {"body > div p{color:red}", true},
    {"body > section p{color:red}", false},
    {"html div>.a{color:red}", true},
    {"td p{color:red}", false},
    {"td, p{color:red}", true},
    {"p:hover{color:red}", false},
    {"p:hover, .a{color:red}", true},
    {"h1+p{color:red}", false},
    {"/* { */ p /* } */ {/* ; */ color : red }", true},
    {"@media screen{p{color:red}}", true},
    {"@media all{p{color:red}}", true},
    {"@media print{p{color:red}}", false},
    {"@media screen and (max-width:600px){p{color:red}}", false},
    {"@media (min-width: 40em){p{color:red}}", true},
    {"@media print, screen{p{color:red}}", true},
    {"@media print{td{x:y}} p{color:red}", true},
    {"@font-face{src:url(x)} p{color:red}", true},
    {"@import url(x); p{color:red}", true},
    {"@layer a{p{color:red}}", true},
    {"@charset 'x';p{color:red}", true},
    {"<!-- p{color:red} -->", true},
    {"} p{color:red}", true},
    {"p{color:red", true},
    {"p{td{color:blue} color:red}", true},
    {"p{background:url(a;b) ; color:red}", true},
    {"p{color:red;color:nonsense}", true},
    {"p{colour:red}", false},
    {"p{color:rgb(255, 0, 0)}", true},
    {"p{color:rgba(100%,0%,0%,.5)}", true},
    {"p{color:#F00}", true},
    {"p{color:#ff0000ff}", true},
    {"p{COLOR:Red}", true},
};

static void
selectors_and_rules(void **state)
{
  (void)state;
  char page[512];
  for (size_t i = 0; i < COUNT(selectors); i++) {
    snprintf(page, sizeof page,
             "<!doctype html><style>%s</style><body><div><p id=x class='a b' "
             "title='one two'>",
             selectors[i].css);
    bool red = style_of(page).colour == 0xFF0000;
    if (red != selectors[i].fits)
      fail_msg("%s: %s", selectors[i].css, red ? "fits" : "does not fit");
  }
}

static void
backtracking(void **state)
{
  (void)state;
  /* the nearest div is no child of a section; the one above it is */
  assert_int_equal(style_of("<style>section > div p{color:red}</style>"
                            "<section><div><div><p id=x>")
                       .colour,
                   0xFF0000);
}

static void
order_of_the_cascade(void **state)
{
  (void)state;
  static const struct {
    const char *html;
    int32_t colour;
  } cases[] = {
      {"<style>p{color:red}p{color:blue}</style><p id=x>", 0x0000FF},
      {"<style>.a{color:red}p{color:blue}</style><p class=a id=x>", 0xFF0000},
      {"<style>#x{color:red}.a{color:blue}</style><p class=a id=x>", 0xFF0000},
      {"<style>body p{color:red}p{color:blue}</style><p id=x>", 0xFF0000},
      {"<style>#x{color:red}</style><p id=x style='color:blue'>", 0x0000FF},
      {"<style>p{color:red!important}</style><p id=x style='color:blue'>",
       0xFF0000},
      {"<style>p{color:red ! important}#x{color:blue}</style><p id=x>",
       0xFF0000},
      {"<style>p{color:red!important}</style><p id=x "
       "style='color:blue!important'>",
       0x0000FF},
      {"<style>*{color:blue}</style><font id=x color=red>", 0x0000FF},
      {"<style>body{color:red}</style><div><p id=x>", 0xFF0000},
      {"<style media=print>p{color:red}</style><p id=x>", 0},
      {"<style type=text/x>p{color:red}</style><p id=x>", 0},
      {"<noscript><style>p{color:red}</style></noscript><p id=x>", 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    if (style_of(cases[i].html).colour != cases[i].colour)
      fail_msg("%s", cases[i].html);
}

static void
lengths(void **state)
{
  (void)state;
  assert_int_equal(style_of("<p id=x style='font-size:12px'>").font_size, 12);
  assert_int_equal(style_of("<p id=x style='font-size:12pt'>").font_size, 15);
  assert_int_equal(style_of("<p id=x style='font-size:150%'>").font_size, 24);
  assert_int_equal(
      style_of("<div style='font-size:10px'><p id=x style='font-size:1.5em'>")
          .font_size,
      15);
  assert_int_equal(style_of("<p id=x style='font-size:2rem'>").font_size, 32);
  assert_int_equal(style_of("<p id=x style='font-size:large'>").font_size, 18);
  assert_int_equal(style_of("<p id=x style='font-size:larger'>").font_size, 19);
  assert_int_equal(
      style_of("<p id=x style='font:bold 20px/1.5 serif'>").font_size, 20);
  pith_style style =
      style_of("<p id=x style='margin:1px 2px 3px;padding:.5em;border:2px "
               "solid red;width:50%'>");
  assert_int_equal(style.margin_top, 1);
  assert_int_equal(style.margin_bottom, 3);
  assert_int_equal(style.padding_top, 8);
  assert_int_equal(style.padding_bottom, 8);
  assert_int_equal(style.border_top, 2);
  assert_int_equal(style.width_share, 50);
  assert_int_equal(style_of("<p id=x style='margin:99999999999px'>").margin_top,
                   10000);
  assert_int_equal(style_of("<p id=x style='border:none'>").border_top, 0);
  assert_int_equal(style_of("<p id=x style='font-weight:800'>").font_weight,
                   800);
  assert_int_equal(style_of("<b id=x style='font-weight:normal'>").font_weight,
                   400);
}

static void
hidden_things(void **state)
{
  (void)state;
  static const char *const hidden[] = {
      "display:none",
      "opacity:0",
      "font-size:0",
      "position:absolute;left:-9999px",
      "position:absolute;clip:rect(0 0 0 0)",
      "text-indent:-9999px",
  };
  char page[256];
  for (size_t i = 0; i < COUNT(hidden); i++) {
    snprintf(page, sizeof page, "<div style='%s'><p id=x>", hidden[i]);
    if (style_of(page).visible)
      fail_msg("%s is visible", hidden[i]);
  }
  assert_true(style_of("<p style='visibility:hidden'><b id=x>").hidden);
  assert_false(style_of("<p style='visibility:hidden'><b id=x "
                        "style='visibility:visible'>")
                   .hidden);
  assert_true(style_of("<body style='display:none'><p id=x>").visible);
  assert_false(style_of("<template><p id=x></template>").visible);
}

static void
display_and_place(void **state)
{
  (void)state;
  assert_int_equal(style_of("<span id=x style='display:block'>").display,
                   PITH_DISPLAY_BLOCK);
  assert_int_equal(style_of("<div id=x style='display:inline'>").display,
                   PITH_DISPLAY_INLINE);
  assert_true(style_of("<div id=x style='display:flex'>").row);
  assert_false(
      style_of("<div id=x style='display:flex;flex-direction:column'>").row);
  assert_int_equal(style_of("<div style='display:flex'><a id=x>").display,
                   PITH_DISPLAY_BLOCK);
  assert_int_equal(style_of("<a id=x style='float:right'>").place,
                   PITH_PLACE_FLOAT);
  assert_int_equal(style_of("<a id=x style='position:fixed'>").place,
                   PITH_PLACE_APART);
}

static void
quirks_ignore_case(void **state)
{
  (void)state;
  static const char page[] = "<style>.A{color:red}</style><p id=x class=a>";
  char standard[128];
  snprintf(standard, sizeof standard, "<!doctype html>%s", page);
  assert_int_equal(style_of(page).colour, 0xFF0000);
  assert_int_equal(style_of(standard).colour, 0);
}

/* A page with `rules` rules that all speak of all its `nodes` paragraphs. */
static uint64_t
steps_of(uint32_t rules, uint32_t nodes)
{
  size_t room = 64 + rules * 32 + nodes * 32, len = 0;
  char *html = malloc(room);
  assert_non_null(html);
  len += (size_t)snprintf(html, room, "<!doctype html><style>");
  for (uint32_t i = 0; i < rules; i++)
    len += (size_t)snprintf(html + len, room - len, "b i u s p{color:#%03x}",
                            i % 4096);
  len += (size_t)snprintf(html + len, room - len, "</style>");
  for (uint32_t i = 0; i < nodes; i++)
    len += (size_t)snprintf(html + len, room - len, "<p>a");
  styled in;
  load(&in, html);
  uint64_t steps = in.styles.steps;
  unload(&in);
  free(html);
  return steps;
}

static void
cost_is_bounded(void **state)
{
  (void)state;
  uint64_t once = steps_of(5000, 1000);
  assert_in_range(once, 1000, 1100ull * (PITH_STYLE_STEPS + 64));
  assert_in_range(steps_of(5000, 2000), once, once * 21 / 10);
  assert_in_range(steps_of(10000, 1000), 0, once + 100);
}

static void
every_allocation_fails(void **state)
{
  (void)state;
  static const char html[] =
      "<style>p.a#b[c=d] > td, div p{margin:1px;color:red} @media all{"
      "b{color:blue}}</style><div class='a b c'><p style='color:red'>text";
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    styled in;
    pith_status status = page_load(&in.page, &allocator, pith__slice_of(html));
    if (status == PITH_OK) {
      status = pith__styles_init(&in.styles, &in.page.memory, &in.page.tree);
      assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
      pith__styles_done(&in.styles);
    }
    page_done(&in.page);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults_by_tag),
      cmocka_unit_test(presentational_attributes),
      cmocka_unit_test(selectors_and_rules),
      cmocka_unit_test(backtracking),
      cmocka_unit_test(order_of_the_cascade),
      cmocka_unit_test(lengths),
      cmocka_unit_test(hidden_things),
      cmocka_unit_test(display_and_place),
      cmocka_unit_test(quirks_ignore_case),
      cmocka_unit_test(cost_is_bounded),
      cmocka_unit_test(every_allocation_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
