/*
 * Where nodes are: start tags, end tags and what is between, when they are
 * written, implied, misnested, moved, or behind the end of the body. The
 * fixture checks for each of them that spans nest.
 */
#include "tree_fixture.h"

static void
written_and_implied(void **state)
{
  (void)state;
  assert_outline(
      "<!doctype html><html><head></head><body><p>x</p></body></html>",
      "<!doctype html>html(<html>,</html>)[head(<head>,</head>)[]"
      "body(<body>,</body>)[p(<p>,</p>)[\"x\"]]]");
  assert_outline("x", "html(,)[head(,)[]body(,)[\"x\"]]");
  assert_outline("", "html(,)[head(,)[]body(,)[]]");
  assert_body("<p>a<p>b</p>", "p(<p>,)[\"a\"]p(<p>,</p>)[\"b\"]");
  assert_body("<ul><li>a<li>b</ul>",
              "ul(<ul>,</ul>)[li(<li>,)[\"a\"]li(<li>,)[\"b\"]]");
  assert_body("a<br>b</p>c", "\"a\"br(<br>,)[]\"b\"p(,</p>)[]\"c\"");
  assert_body("a</br >b", "\"a\"br(</br >,)[]\"b\"");
  assert_body("<h1>a</h2>b", "h1(<h1>,)[\"a\"]\"b\"");
}

/* Implied elements are where the token is that implied them. */
static void
implied_places(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  fixture_build(&f, pith__slice_of(" <title>t</title> \n x"));
  const pith_tree_node *nodes = f.tree.nodes;
  const pith_tree_node *html = &nodes[fixture_find(&f, PITH_TAG_HTML)];
  const pith_tree_node *head = &nodes[fixture_find(&f, PITH_TAG_HEAD)];
  const pith_tree_node *body = &nodes[fixture_find(&f, PITH_TAG_BODY)];
  assert_int_equal(html->from, 1);
  assert_int_equal(html->close_to, 21);
  assert_int_equal(head->from, 1);
  assert_int_equal(head->close_to, 20);
  assert_int_equal(body->from, 20);
  assert_int_equal(body->open_to, 20);
  assert_int_equal(body->close_to, 21);
  fixture_done(&f);
}

static void
tables_imply_their_parts(void **state)
{
  (void)state;
  assert_body("<table><td>x</table>",
              "table(<table>,</table>)[tbody(,)[tr(,)[td(<td>,)[\"x\"]]]]");
  assert_body("<table><col><tr></tr></table>",
              "table(<table>,</table>)[colgroup(,)[col(<col>,)[]]"
              "tbody(,)[tr(<tr>,</tr>)[]]]");
}

static void
foster_parents(void **state)
{
  (void)state;
  assert_body("<table>x<tr><td>y", "\"x\"table(<table>,)[tbody(,)[tr(<tr>,)["
                                   "td(<td>,)[\"y\"]]]]");
  assert_body("a<table> b</table>c", "\"a b\"table(<table>,</table>)[]\"c\"");
  assert_body("<table> <b>x</b> </table>",
              "b(<b>,</b>)[\"x\"]table(<table>,</table>)[\"  \"]");
}

/* The furthest block leaves the formatting element, which ends there; the copy
 * spans what was moved into it, and has the end tag. */
static void
adoption(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  assert_outline_of(&f, pith__slice_of("<b>1<p>2</b>3</p>"),
                    "html(,)[head(,)[]body(,)[b(<b>,)[\"1\"]"
                    "p(<p>,</p>)[b(,</b>)[\"2\"]\"3\"]]]");
  const pith_tree_node *b = &f.tree.nodes[fixture_find(&f, PITH_TAG_B)];
  const pith_tree_node *copy = &f.tree.nodes[fixture_find(&f, PITH_TAG_P) + 1];
  assert_int_equal(b->close_to, 4);
  assert_int_equal(copy->tag, PITH_TAG_B);
  assert_int_equal(copy->from, 7);
  assert_int_equal(copy->close_to, 12);
  fixture_done(&f);
  assert_body("<a>1<div>2<a>3</div>4",
              "a(<a>,)[\"1\"]div(<div>,</div>)[a(,)[\"2\"]a(<a>,)[\"3\"]]"
              "a(,)[\"4\"]");
}

/* `</form>` before the end of what is in the form: the form ends with its
 * last child, and its end tag is just a tag inside. */
static void
form_in_the_middle(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  assert_outline_of(&f, pith__slice_of("<form><div>a</form>b</div>c"),
                    "html(,)[head(,)[]body(,)[form(<form>,)["
                    "div(<div>,</div>)[\"ab\"]]\"c\"]]");
  const pith_tree_node *form = &f.tree.nodes[fixture_find(&f, PITH_TAG_FORM)];
  assert_int_equal(form->close_from, 26);
  assert_int_equal(form->close_to, 26);
  fixture_done(&f);
  assert_body("<form><p>a</form>b",
              "form(<form>,</form>)[p(<p>,)[\"a\"]]\"b\"");
}

/* What comes behind the body goes into it, and then it ends later. */
static void
behind_the_body(void **state)
{
  (void)state;
  assert_outline("<body>a</body>\n</html>\n",
                 "html(,)[head(,)[]body(<body>,)[\"a\n\n\"]]");
  assert_outline("<body><p>a</body><!--b--></html><!--c-->",
                 "html(,</html>)[head(,)[]body(<body>,</body>)[p(<p>,)[\"a\"]]"
                 "<!--b-->]<!--c-->");
  assert_outline("<body>a</body><!--b-->\n</html>",
                 "html(,</html>)[head(,)[]body(<body>,)[\"a\n\"]<!--b-->]");
  assert_outline("<body><p>a</p></body><!--b--><!--c-->d",
                 "html(,)[head(,)[]body(<body>,)[p(<p>,</p>)[\"a\"]\"d\"]"
                 "<!--b--><!--c-->]");
  assert_outline("<div></html><!--a--></div>b",
                 "html(,)[head(,)[]body(,)[div(<div>,</div>)[]\"b\"]]"
                 "<!--a-->");
  assert_outline("<svg></body><g>", "html(,)[head(,)[]body(,)[svg svg(<svg>,)["
                                    "svg g(<g>,)[]]]]");
  assert_outline("<frameset></frameset></html><!--a--> ",
                 "html(,)[head(,)[]frameset(<frameset>,</frameset>)[]\" \"]"
                 "<!--a-->");
}

/* Metadata behind </head> goes into the head all the same. */
static void
behind_the_head(void **state)
{
  (void)state;
  assert_outline("<head></head><link><body>",
                 "html(,)[head(<head>,)[link(<link>,)[]]body(<body>,)[]]");
  assert_outline("<head></head><script>a</script><body>",
                 "html(,)[head(<head>,)[script(<script>,</script>)[\"a\"]]"
                 "body(<body>,)[]]");
  assert_outline("<head></head> <script>a</script> <body>",
                 "html(,)[head(<head>,)[script(<script>,</script>)[\"a\"]]"
                 "\"  \"body(<body>,)[]]");
}

static void
texts(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  fixture_build(&f, pith__slice_of("a</x>b&amp;c\r\nd<b>"));
  assert_string_equal(fixture_outline(&f),
                      "html(,)[head(,)[]body(,)[\"ab&c\nd\"b(<b>,)[]]]");
  const pith_tree_node *text = &f.tree.nodes[4];
  assert_int_equal(text->kind, PITH_NODE_TEXT);
  assert_int_equal(text->from, 0);
  assert_int_equal(text->close_to, 15);
  fixture_done(&f);
  assert_body("<pre>\nx</pre>", "pre(<pre>,</pre>)[\"x\"]");
  assert_body("<pre></>\r\n\r\nx</pre>", "pre(<pre>,</pre>)[\"\nx\"]");
  assert_body("<pre>&#10;&#x0a;x", "pre(<pre>,)[\"\nx\"]");
  assert_body("<pre>\n</pre>", "pre(<pre>,</pre>)[]");
  assert_body("<textarea>\n\nx</textarea>",
              "textarea(<textarea>,</textarea>)[\"\nx\"]");
  assert_body("Q&A", "\"Q&A\"");
}

/* A CDATA section: the text is what is between the brackets, its span is all
 * of the section. */
static void
cdata(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  assert_outline_of(&f, pith__slice_of("<svg><![CDATA[a<b]]><g/>"),
                    "html(,)[head(,)[]body(,)[svg svg(<svg>,)[\"a<b\""
                    "svg g(<g/>,)[]]]]");
  const pith_tree_node *text =
      &f.tree.nodes[fixture_find(&f, PITH_TAG_SVG) + 1];
  assert_int_equal(text->from, 5);
  assert_int_equal(text->open_to, 14);
  assert_int_equal(text->close_from, 17);
  assert_int_equal(text->close_to, 20);
  fixture_done(&f);
  assert_body("<svg>a<![CDATA[b]]>c", "svg svg(<svg>,)[\"abc\"]");
}

static void
templates(void **state)
{
  (void)state;
  tree_fixture f;
  fixture_init(&f);
  assert_outline_of(&f, pith__slice_of("<body><template>a<p>b</template>c"),
                    "html(,)[head(,)[]body(<body>,)[template(<template>,"
                    "</template>)[content[\"a\"p(<p>,)[\"b\"]]]\"c\"]]");
  const pith_tree_node *content =
      &f.tree.nodes[fixture_find(&f, PITH_TAG_TEMPLATE) + 1];
  assert_int_equal(content->kind, PITH_NODE_CONTENT);
  assert_int_equal(content->from, 16);
  assert_int_equal(content->close_to, 21);
  fixture_done(&f);
}

/* Copies of the selected option have empty spans. */
static void
selected_content(void **state)
{
  (void)state;
  assert_body("<select><button><selectedcontent></button>"
              "<option>x<X-y a=1>&amp;</X-y><foo><!--c--></foo><option>z",
              "select(<select>,)[button(<button>,</button>)["
              "selectedcontent(<selectedcontent>,)["
              "\"x\"x-y(,)[\"&\"]foo(,)[<!--c-->]]]"
              "option(<option>,)[\"x\"x-y(<X-y a=1>,</X-y>)[\"&\"]"
              "foo(<foo>,</foo>)[<!--c-->]]option(<option>,)[\"z\"]]");
  assert_body("<select><option>a</option><option selected>b</option>"
              "<selectedcontent></selectedcontent></select>",
              "select(<select>,</select>)[option(<option>,</option>)[\"a\"]"
              "option(<option selected>,</option>)[\"b\"]"
              "selectedcontent(<selectedcontent>,</selectedcontent>)[\"b\"]]");
  assert_body("<select multiple><selectedcontent></selectedcontent>"
              "<option>a</select>",
              "select(<select multiple>,</select>)["
              "selectedcontent(<selectedcontent>,</selectedcontent>)[]"
              "option(<option>,)[\"a\"]]");
  assert_body("<select><selectedcontent></selectedcontent>"
              "<optgroup disabled><option>a</optgroup>"
              "<option disabled>b<option>c</select>",
              "select(<select>,</select>)["
              "selectedcontent(<selectedcontent>,</selectedcontent>)[\"c\"]"
              "optgroup(<optgroup disabled>,</optgroup>)[option(<option>,)["
              "\"a\"]]option(<option disabled>,)[\"b\"]"
              "option(<option>,)[\"c\"]]");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(written_and_implied),
      cmocka_unit_test(implied_places),
      cmocka_unit_test(tables_imply_their_parts),
      cmocka_unit_test(foster_parents),
      cmocka_unit_test(adoption),
      cmocka_unit_test(form_in_the_middle),
      cmocka_unit_test(behind_the_body),
      cmocka_unit_test(behind_the_head),
      cmocka_unit_test(texts),
      cmocka_unit_test(cdata),
      cmocka_unit_test(templates),
      cmocka_unit_test(selected_content),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
