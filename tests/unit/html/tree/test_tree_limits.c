/*
 * Ceilings: a page may pass none of them, whatever it nests, and the tree is
 * whole and usable when one was hit. The fixture checks depth and number of
 * nodes for every tree.
 */
#include "tree_fixture.h"

/* What is repeated 100,000 times or so, and what ends the page. */
static const char *const nests[] = {
    "<div>",
    "<ul><li>",
    "<b>",
    "<b x=1><i>",
    "<table><tr><td>",
    "<table>",
    "<svg>",
    "<svg><foreignObject><p>",
    "<math><mi>",
    "<template>",
    "<template><tr>",
    "<font>",
    "<font size=1><p>",
    "<a><p>",
    "<a><div>",
    "<form><div></form>",
    "<object>",
    "<button><p>",
    "<select><option><b>",
    "<dl><dd>",
    "<ruby><rt>",
    "<h1><span>",
    "<x-y>",
    "<nobr>",
    "<p><table>",
    "<table><caption>",
    "<table><b>",
    "<li><address>",
    "<noscript>",
};

static void
nesting_is_cut(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
    tree_fixture f;
    pith_slice page = repeated(nests[i], 100000);
    fixture_init(&f);
    fixture_build(&f, page);
    if (f.tree.limits_hit & PITH_LIMIT_STEPS)
      fail_msg("%s takes too many steps", nests[i]);
    fixture_done(&f);
    free((char *)page.data);
  }
}

/* Depth 512, html being 1: the text is as deep as it may be. */
static void
depth_is_used(void **state)
{
  (void)state;
  tree_fixture f;
  pith_slice page = repeated("<div>x", 600);
  uint32_t deepest = 0;
  fixture_init(&f);
  fixture_build(&f, page);
  for (uint32_t n = 1; n < f.tree.count; n++) {
    uint32_t depth = 0;
    for (uint32_t i = n; i != 0; i = f.tree.nodes[i].parent)
      depth++;
    deepest = depth > deepest ? depth : deepest;
  }
  assert_int_equal(deepest, 512);
  assert_int_equal(f.tree.limits_hit, PITH_LIMIT_DEPTH);
  /* Every div and every text is there: none is dropped. */
  assert_int_equal(f.tree.count, 1 + 3 + 2 * 600);
  fixture_done(&f);
  free((char *)page.data);
}

/* At the limit elements become siblings; the page goes on as it should. */
static void
deep_elements_become_siblings(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  f.options.limits.depth = 5;
  assert_outline_of(&f, pith__slice_of("<p><b><i><u>a<s>b"),
                    "html(,)[head(,)[]body(,)[p(<p>,)[b(<b>,)[]i(<i>,)[]"
                    "u(<u>,)[\"a\"]s(<s>,)[\"b\"]]]]");
  assert_int_equal(f.tree.limits_hit, PITH_LIMIT_DEPTH);
  assert_outline_of(&f, pith__slice_of("<table><td>a<td>b</table>c"),
                    "html(,)[head(,)[]body(,)[table(<table>,</table>)["
                    "tbody(,)[]tr(,)[]td(<td>,)[\"a\"]"
                    "tbody(,)[]tr(,)[]td(<td>,)[\"b\"]]\"c\"]]");
  assert_outline_of(&f, pith__slice_of("<div><div><br><script>a</script>"),
                    "html(,)[head(,)[]body(,)[div(<div>,)[div(<div>,)["
                    "br(<br>,)[]]script(<script>,</script>)[\"a\"]]]]");
  fixture_done(&f);
}

static void
nodes_run_out(void **state)
{
  (void)state;
  const char *const pages[] = {"<p>a", "<table>a", "<b><p></b>", "<svg>",
                               "<template>x"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    pith_slice page = repeated(pages[i], 100);
    for (uint32_t nodes = 1; nodes < 60; nodes++) {
      tree_fixture f;
      fixture_init(&f);
      f.options.limits.nodes = nodes;
      fixture_build(&f, page);
      assert_true(f.tree.limits_hit & PITH_LIMIT_NODES);
      assert_true(f.tree.count <= nodes);
      fixture_done(&f);
    }
    free((char *)page.data);
  }
}

static void
steps_run_out(void **state)
{
  (void)state;
  tree_fixture f;
  pith_slice page = repeated("<p><object><b></i><div>x", 500);
  fixture_init(&f);
  f.options.limits.steps = 1000;
  fixture_build(&f, page);
  assert_true(f.tree.limits_hit & PITH_LIMIT_STEPS);
  uint32_t few = f.tree.count;
  assert_true(few > 10);
  f.options.limits.steps = 100000000;
  fixture_build(&f, page);
  assert_false(f.tree.limits_hit & PITH_LIMIT_STEPS);
  assert_true(f.tree.count > few);
  fixture_done(&f);
  free((char *)page.data);
}

static void
formatting_is_forgotten(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  f.options.limits.formatting = 2;
  assert_outline_of(&f, pith__slice_of("<p><b><i><u></p>x"),
                    "html(,)[head(,)[]body(,)[p(<p>,</p>)[b(<b>,)[i(<i>,)["
                    "u(<u>,)[]]]]i(,)[u(,)[\"x\"]]]]");
  assert_int_equal(f.tree.limits_hit, PITH_LIMIT_FORMATTING);
  /* Of those inside the last marker first; if there are none, the oldest. */
  assert_outline_of(
      &f, pith__slice_of("<b><i><object><u></object>x"),
      "html(,)[head(,)[]body(,)[b(<b>,)[i(<i>,)[object(<object>,</object>)["
      "u(<u>,)[]]\"x\"]]]]");
  fixture_done(&f);
}

/* Of more than three equal ones the earliest goes: "Noah's Ark". */
static void
noahs_ark(void **state)
{
  (void)state;
  assert_body("<p><b><b><b><b></p>x",
              "p(<p>,</p>)[b(<b>,)[b(<b>,)[b(<b>,)[b(<b>,)[]]]]]"
              "b(,)[b(,)[b(,)[\"x\"]]]");
  assert_body("<p><b a=1 c=2><b c=2 a=1><b a=1 c=2><b a=1><b a=1 c=2></p>x",
              "p(<p>,</p>)[b(<b a=1 c=2>,)[b(<b c=2 a=1>,)[b(<b a=1 c=2>,)["
              "b(<b a=1>,)[b(<b a=1 c=2>,)[]]]]]]"
              "b(,)[b(,)[b(,)[b(,)[\"x\"]]]]");
}

static void
attributes_of_body_and_html(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  f.options.limits.attributes = 3;
  fixture_build(&f, pith__slice_of("<html a=1><body b=1 c=1><html a=2 d=1>"
                                   "<body b=2 e=1 f=1 g=1><p x>"));
  const pith_tree *tree = &f.tree;
  const pith_tree_node *html = &tree->nodes[fixture_find(&f, PITH_TAG_HTML)];
  const pith_tree_node *body = &tree->nodes[fixture_find(&f, PITH_TAG_BODY)];
  assert_int_equal(html->attributes, 2);
  assert_int_equal(body->attributes, 3);
  const pith_attr *a =
      pith__attr_find(&tree->store, html->data, 2, pith__slice_of("a"));
  const pith_attr *e =
      pith__attr_find(&tree->store, body->data, 3, pith__slice_of("e"));
  assert_non_null(e);
  assert_true(pith__slice_equal(pith__attr_value(&tree->store, a),
                                pith__slice_of("1")));
  assert_true(tree->limits_hit & PITH_LIMIT_ATTRIBUTES);
  fixture_done(&f);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nesting_is_cut),
      cmocka_unit_test(depth_is_used),
      cmocka_unit_test(deep_elements_become_siblings),
      cmocka_unit_test(nodes_run_out),
      cmocka_unit_test(steps_run_out),
      cmocka_unit_test(formatting_is_forgotten),
      cmocka_unit_test(noahs_ark),
      cmocka_unit_test(attributes_of_body_and_html),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
