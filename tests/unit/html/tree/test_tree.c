/*
 * The tree as others see it: names, texts, document modes, fragments, what is
 * kept from page to page, and what happens when memory ends.
 */
#include "tree_fixture.h"

#include "html/tree/foreign.h"
#include "unit/failing_allocator.h"

#include <stdio.h>

/* pith__node_word() must agree with where the compiler puts bit-fields. */
static void
the_word_of_a_node(void **state)
{
  (void)state;
  pith_tree_node node = {.tag = 0xABC,
                         .kind = PITH_NODE_CONTENT,
                         .space = PITH_NAMESPACE_MATHML,
                         .pooled = true,
                         .attributes = 1023};
  assert_int_equal(node.word,
                   pith__node_word(PITH_NODE_CONTENT, (pith_tag)0xABC,
                                   PITH_NAMESPACE_MATHML, true, 1023));
  assert_int_equal(sizeof node, 32);
}

static void
names(void **state)
{
  (void)state;
  assert_body("<DIV><foo-Bar a><foo>", "div(<DIV>,)[foo-bar(<foo-Bar a>,)["
                                       "foo(<foo>,)[]]]");
  assert_body("<svg><foreignobject><IMAGE>",
              "svg svg(<svg>,)[svg foreignObject(<foreignobject>,)["
              "img(<IMAGE>,)[]]]");
  assert_body("<svg><LINEARgradient/><Foo></foo>",
              "svg svg(<svg>,)[svg linearGradient(<LINEARgradient/>,)[]"
              "svg foo(<Foo>,</foo>)[]]");
  assert_body("<x-a><x-b></x-a>c", "x-a(<x-a>,</x-a>)[x-b(<x-b>,)[]]\"c\"");
  assert_body("<X-A></x-a>b", "x-a(<X-A>,</x-a>)[]\"b\"");
}

static void
foreign_attributes(void **state)
{
  (void)state;
  static const struct {
    pith_namespace space;
    const char *written, *prefix, *name;
  } rows[] = {
      {PITH_NAMESPACE_SVG, "viewbox", "", "viewBox"},
      {PITH_NAMESPACE_SVG, "xlink:href", "xlink", "href"},
      {PITH_NAMESPACE_SVG, "definitionurl", "", "definitionurl"},
      {PITH_NAMESPACE_MATHML, "definitionurl", "", "definitionURL"},
      {PITH_NAMESPACE_MATHML, "viewbox", "", "viewbox"},
      {PITH_NAMESPACE_MATHML, "xmlns", "xmlns", "xmlns"},
      {PITH_NAMESPACE_HTML, "viewbox", "", "viewbox"},
      {PITH_NAMESPACE_SVG, "a", "", "a"},
      {PITH_NAMESPACE_SVG, "zoomandpan", "", "zoomAndPan"},
      {PITH_NAMESPACE_SVG, "zz", "", "zz"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    pith_slice prefix = {"", 0};
    pith_slice name = pith__slice_of(rows[i].written);
    pith__foreign_attribute(rows[i].space, &prefix, &name);
    assert_true(pith__slice_equal(prefix, pith__slice_of(rows[i].prefix)));
    assert_true(pith__slice_equal(name, pith__slice_of(rows[i].name)));
  }
}

static int
quirks_of(const char *html)
{
  tree_fixture f;
  fixture_init(&f);
  fixture_build(&f, pith__slice_of(html));
  int quirks = f.tree.quirks;
  fixture_done(&f);
  return quirks;
}

static void
document_modes(void **state)
{
  (void)state;
  assert_int_equal(quirks_of("<!doctype html>"), 0);
  assert_int_equal(quirks_of("<p>"), 2);
  assert_int_equal(quirks_of("<!doctype x>"), 2);
  assert_int_equal(
      quirks_of("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">"), 0);
  assert_int_equal(
      quirks_of("<!DOCTYPE html PUBLIC \"-//w3c//dtd html 3.2//EN\">"), 2);
  assert_int_equal(quirks_of("<!DOCTYPE html PUBLIC \"HTML\">"), 2);
  assert_int_equal(quirks_of("<!DOCTYPE html PUBLIC "
                             "\"-//W3C//DTD HTML 4.01 Transitional//EN\">"),
                   2);
  assert_int_equal(quirks_of("<!DOCTYPE html PUBLIC "
                             "\"-//W3C//DTD HTML 4.01 Transitional//EN\" "
                             "\"http://www.w3.org/TR/html4/loose.dtd\">"),
                   1);
  assert_int_equal(quirks_of("<!DOCTYPE html PUBLIC "
                             "\"-//W3C//DTD XHTML 1.0 Transitional//EN\">"),
                   1);
  assert_body("<p><table>", "p(<p>,)[table(<table>,)[]]");
}

static void
doctype_parts(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  fixture_build(&f, pith__slice_of("<!DOCTYPE Html PUBLIC \"a\rb\" ''>x"));
  const pith_tree *tree = &f.tree;
  assert_true(tree->doctype_has[0] && tree->doctype_has[1]);
  assert_true(tree->doctype_has[2]);
  assert_true(
      pith__slice_equal(pith__attr_value(&tree->store, &tree->doctype[0]),
                        pith__slice_of("html")));
  assert_true(
      pith__slice_equal(pith__attr_value(&tree->store, &tree->doctype[1]),
                        pith__slice_of("a\nb")));
  assert_int_equal(tree->doctype[2].value_len, 0);
  fixture_build(&f, pith__slice_of("y"));
  assert_false(tree->doctype_has[0]);
  fixture_done(&f);
}

static void
assert_fragment(const char *context, const char *html, const char *outline)
{
  tree_fixture f;
  fixture_init(&f);
  f.options.fragment_context = pith__slice_of(context);
  assert_outline_of(&f, pith__slice_of(html), outline);
  fixture_done(&f);
}

static void
fragments(void **state)
{
  (void)state;
  assert_fragment("div", "a<b>c", "\"a\"b(<b>,)[\"c\"]");
  assert_fragment("td", "<td>a</td>b", "\"ab\"");
  assert_fragment("tr", "<td>a", "td(<td>,)[\"a\"]");
  assert_fragment("title", "<b>&amp;", "\"<b>&\"");
  assert_fragment("script", "</script>a", "\"</script>a\"");
  assert_fragment("svg path", "<b/>", "b(<b/>,)[]");
  assert_fragment("svg path", "<g/><![CDATA[x]]>", "svg g(<g/>,)[]\"x\"");
  assert_fragment("math mi", "<b>a", "b(<b>,)[\"a\"]");
  assert_fragment("select", "<option>a<input>b", "option(<option>,)[\"ab\"]");
  assert_fragment("form", "<form>a", "\"a\"");
  assert_fragment("template", "<tr>a", "tr(<tr>,)[]\"a\"");
  assert_fragment("HTML", "<body>a", "head(,)[]body(<body>,)[\"a\"]");
}

static void
wrong_contexts(void **state)
{
  (void)state;
  const char *const contexts[] = {"1", "svg ", "a b", "<p>", " td", "a/b"};
  tree_fixture f;
  fixture_init(&f);
  for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++) {
    f.options.fragment_context = pith__slice_of(contexts[i]);
    assert_int_equal(pith__tree_build(&f.tree, pith__slice_of("x"), &f.options),
                     PITH_USAGE);
  }
  fixture_done(&f);
}

static void
scripting(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  assert_outline_of(&f, pith__slice_of("<body><noscript><i>a</noscript>"),
                    "html(,)[head(,)[]body(<body>,)[noscript(<noscript>,"
                    "</noscript>)[i(<i>,)[\"a\"]]]]");
  f.options.scripting = true;
  assert_outline_of(&f, pith__slice_of("<body><noscript><i>a</noscript>"),
                    "html(,)[head(,)[]body(<body>,)[noscript(<noscript>,"
                    "</noscript>)[\"<i>a\"]]]");
  fixture_done(&f);
}

static void
meta_encodings(void **state)
{
  (void)state;
  static const struct {
    const char *html;
    bool has;
  } pages[] = {
      {"<meta charset=x>", true},
      {"<meta http-equiv=Content-TYPE content='a'>", true},
      {"<meta http-equiv=content-type>", false},
      {"<meta http-equiv=refresh content=1>", false},
      {"<meta content='text/html; charset=x'>", false},
      {"<p><meta charset=x>", true},
      {"<svg><meta charset=x>", true}, /* it breaks out of the svg */
      {"<svg><g charset=x>", false},
  };
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    tree_fixture f;
    fixture_init(&f);
    fixture_build(&f, pith__slice_of(pages[i].html));
    assert_int_equal(f.tree.has_meta_encoding, pages[i].has);
    fixture_done(&f);
  }
}

/* NUL and white space by reference, in every place that looks for them. */
static void
odd_characters(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  assert_outline_of(&f, pith__slice("a\0b<svg>c\0d", 11),
                    "html(,)[head(,)[]body(,)[\"ab\"svg svg(<svg>,)["
                    "\"c\xEF\xBF\xBD"
                    "d\"]]]");
  assert_outline_of(&f, pith__slice("<p>\0\0<!--\0-->", 13),
                    "html(,)[head(,)[]body(,)[p(<p>,)["
                    "<!--\xEF\xBF\xBD-->]]]");
  assert_outline_of(&f, pith__slice_of("&#32;&#x0A;&Tab;&NewLine;<head>&#9 x"),
                    "html(,)[head(<head>,)[\"\t \"]body(,)[\"x\"]]");
  assert_outline_of(&f, pith__slice_of("<table>&#32;<tr>&#x41;"),
                    "html(,)[head(,)[]body(,)[\"A\"table(<table>,)[\" \""
                    "tbody(,)[tr(<tr>,)[]]]]]");
  assert_outline_of(&f, pith__slice_of("<frameset>a b&#32;c\n&d;</frameset>"),
                    "html(,)[head(,)[]frameset(<frameset>,</frameset>)["
                    "\"  \n\"]]");
  assert_outline_of(&f, pith__slice_of("<table> </> x</> y<tr>"),
                    "html(,)[head(,)[]body(,)[\"  x y\"table(<table>,)["
                    "tbody(,)[tr(<tr>,)[]]]]]");
  fixture_done(&f);
}

/* Pages that use every growing thing there is. */
static const char *const hungry[] = {
    "<!DOCTYPE html PUBLIC \"a\rb\"><html A=1><body B=&amp;><Foo-x C='d'>",
    "<table> </> </> x&amp;<b>y<tr><td>z</table>\r\n<a>1<div>2</a>3",
    "<template><tr><td><template><p>a</template></table></template>b",
    "<select><selectedcontent></selectedcontent><option>a<X>b&lt;</X>",
    "<svg viewBox=1><desc><p>a</svg><math><mi>b<!--\r-->",
    "<body a><body b><body c><html d><p><b e><i f><u g></p>h</b>i",
};

static bool
build_with(failing_allocator *failing, const char *html)
{
  pith_allocator allocator = failing_allocator_use(failing);
  pith_tree_options options = {
      .limits = {
          .nodes = 10000, .depth = 512, .attributes = 256, .formatting = 64}};
  pith_memory memory;
  pith_tree tree;
  pith__memory_init(&memory, &allocator, 1u << 24);
  pith__tree_init(&tree, &memory);
  pith_status status = pith__tree_build(&tree, pith__slice_of(html), &options);
  assert_int_equal(status, failing->failed ? PITH_NOMEM : PITH_OK);
  if (status == PITH_OK)
    assert_null(tree_check(&tree, &options.limits));
  pith__tree_done(&tree);
  assert_int_equal(memory.used, 0);
  return failing->failed;
}

static void
memory_ends_anywhere(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof hungry / sizeof *hungry; i++) {
    char page[4096] = "";
    for (size_t copies = 0; copies < 12; copies++)
      snprintf(page + strlen(page), sizeof page - strlen(page), "%s<div><b>",
               hungry[i]);
    size_t n = 1;
    for (bool failed = true; failed; n++) {
      failing_allocator failing;
      failing_allocator_init(&failing, n);
      failed = build_with(&failing, page);
      assert_true(failing_allocator_is_clean(&failing));
    }
    assert_true(n > 4);
  }
}

static void
the_memory_ceiling_is_a_limit(void **state)
{
  (void)state;
  pith_memory memory;
  pith_tree tree;
  pith_tree_options options = {
      .limits = {
          .nodes = 1000000, .depth = 512, .attributes = 256, .formatting = 64}};
  pith_slice page = repeated("<p>x", 10000);
  pith__memory_init(&memory, NULL, 100000);
  pith__tree_init(&tree, &memory);
  assert_int_equal(pith__tree_build(&tree, page, &options), PITH_LIMIT);
  pith__tree_done(&tree);
  assert_int_equal(memory.used, 0);
  free((char *)page.data);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_word_of_a_node),
      cmocka_unit_test(names),
      cmocka_unit_test(foreign_attributes),
      cmocka_unit_test(document_modes),
      cmocka_unit_test(doctype_parts),
      cmocka_unit_test(fragments),
      cmocka_unit_test(wrong_contexts),
      cmocka_unit_test(scripting),
      cmocka_unit_test(meta_encodings),
      cmocka_unit_test(odd_characters),
      cmocka_unit_test(memory_ends_anywhere),
      cmocka_unit_test(the_memory_ceiling_is_a_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
