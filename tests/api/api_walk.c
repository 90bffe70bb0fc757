/* Walking a tree through pith.h: links, names, text, spans, attributes.
 *
 * The page below is small enough to count by hand; what is expected is what a
 * reader of the header would expect.
 */
#include <pith.h>

#include <stdio.h>
#include <string.h>

static const char html[] = "<!DOCTYPE html PUBLIC \"-//X//\" 'sys'>"
                           "<title>a &amp; b</title>"
                           "<p CLASS=x id='y z' hidden>one<br>two</p>"
                           "<!-- note -->"
                           "<svg viewbox=1 xlink:href=u><foreignobject/></svg>"
                           "<math definitionurl=d xml:lang=e></math>"
                           "<template>t</template>";

static int failures;

static void
expect(bool good, int line)
{
  if (!good) {
    printf("failed: line %d\n", line);
    failures++;
  }
}

static bool
is(pith_slice slice, const char *text)
{
  return slice.len == strlen(text) && memcmp(slice.data, text, slice.len) == 0;
}

/* Whether the bytes of a span are these. */
static bool
spans(pith_span span, const char *text)
{
  pith_slice slice = {html + span.from, span.to - span.from};
  return is(slice, text);
}

static pith_node
find(const pith_page *page, const char *name)
{
  for (pith_node node = 0; node < pith_page_node_count(page); node++)
    if (pith_node_get_kind(page, node) == PITH_NODE_ELEMENT &&
        is(pith_node_name(page, node), name))
      return node;
  return PITH_NODE_NONE;
}

static void
links_agree_with_numbers(const pith_page *page)
{
  uint32_t count = pith_page_node_count(page);
  uint32_t reached = 0;
  for (pith_node node = 0; node < count; node++) {
    pith_node next = node + 1;
    for (pith_node child = pith_node_first_child(page, node);
         child != PITH_NODE_NONE; child = pith_node_next_sibling(page, child)) {
      expect(child == next && pith_node_parent(page, child) == node, __LINE__);
      next = pith_node_end(page, child);
      reached++;
    }
    expect(next == pith_node_end(page, node), __LINE__);
  }
  expect(reached == count - 1, __LINE__);
  expect(pith_node_end(page, 0) == count, __LINE__);
  expect(pith_node_parent(page, 0) == PITH_NODE_NONE, __LINE__);
  expect(pith_node_next_sibling(page, 0) == PITH_NODE_NONE, __LINE__);
}

static void
document_and_doctype(const pith_page *page)
{
  pith_node node = pith_node_first_child(page, 0);
  pith_doctype doctype = pith_node_doctype(page, node);
  expect(pith_node_get_kind(page, 0) == PITH_NODE_DOCUMENT, __LINE__);
  expect(pith_node_get_kind(page, node) == PITH_NODE_DOCTYPE, __LINE__);
  expect(is(pith_node_name(page, node), "html"), __LINE__);
  expect(is(doctype.name, "html") && doctype.has_name, __LINE__);
  expect(is(doctype.public_id, "-//X//") && doctype.has_public_id, __LINE__);
  expect(is(doctype.system_id, "sys") && doctype.has_system_id, __LINE__);
  expect(!doctype.force_quirks && pith_page_quirks(page) == 0, __LINE__);
  expect(!pith_node_doctype(page, 0).has_name, __LINE__);
  expect(pith_page_limits_hit(page) == 0, __LINE__);
  expect(is(pith_page_text(page), html), __LINE__);
}

static void
text_and_comments(const pith_page *page)
{
  pith_node title = find(page, "title");
  pith_node text = pith_node_first_child(page, title);
  expect(pith_node_get_kind(page, text) == PITH_NODE_TEXT, __LINE__);
  expect(is(pith_node_text(page, text), "a & b"), __LINE__);
  expect(spans(pith_node_span(page, text), "a &amp; b"), __LINE__);
  expect(spans(pith_node_content(page, text), "a &amp; b"), __LINE__);
  expect(is(pith_node_name(page, text), ""), __LINE__);
  expect(is(pith_node_text(page, title), ""), __LINE__);
  pith_node comment = pith_node_next_sibling(page, find(page, "p"));
  expect(pith_node_get_kind(page, comment) == PITH_NODE_COMMENT, __LINE__);
  expect(is(pith_node_text(page, comment), " note "), __LINE__);
  expect(spans(pith_node_span(page, comment), "<!-- note -->"), __LINE__);
}

static void
spans_of_elements(const pith_page *page)
{
  pith_node p = find(page, "p");
  pith_node br = find(page, "br");
  pith_span made = pith_node_start_tag(page, find(page, "body"));
  expect(spans(pith_node_span(page, p),
               "<p CLASS=x id='y z' hidden>one<br>two</p>"),
         __LINE__);
  expect(spans(pith_node_start_tag(page, p), "<p CLASS=x id='y z' hidden>"),
         __LINE__);
  expect(spans(pith_node_content(page, p), "one<br>two"), __LINE__);
  expect(spans(pith_node_end_tag(page, p), "</p>"), __LINE__);
  expect(spans(pith_node_span(page, br), "<br>"), __LINE__);
  expect(spans(pith_node_end_tag(page, br), ""), __LINE__);
  expect(made.from == made.to, __LINE__);
}

static void
attributes(const pith_page *page)
{
  pith_node p = find(page, "p");
  pith_slice value;
  expect(pith_node_attribute_count(page, p) == 3, __LINE__);
  pith_attribute first = pith_node_attribute(page, p, 0);
  pith_attribute second = pith_node_attribute(page, p, 1);
  pith_attribute third = pith_node_attribute(page, p, 2);
  expect(is(first.name, "class") && is(first.value, "x"), __LINE__);
  expect(spans(first.name_span, "CLASS"), __LINE__);
  expect(is(second.value, "y z"), __LINE__);
  expect(spans(second.value_span, "y z"), __LINE__);
  expect(is(third.name, "hidden") && is(third.value, ""), __LINE__);
  expect(is(pith_node_attribute(page, p, 3).name, ""), __LINE__);
  expect(pith_node_attribute_find(page, p, "id", &value), __LINE__);
  expect(is(value, "y z"), __LINE__);
  expect(!pith_node_attribute_find(page, p, "href", &value), __LINE__);
  expect(is(value, ""), __LINE__);
  expect(!pith_node_attribute_find(page, 0, "id", &value), __LINE__);
  expect(pith_node_attribute_count(page, 0) == 0, __LINE__);
}

static void
foreign_elements(const pith_page *page)
{
  pith_node svg = find(page, "svg");
  pith_node math = find(page, "math");
  pith_node object = find(page, "foreignObject");
  expect(pith_node_namespace(page, svg) == PITH_NAMESPACE_SVG, __LINE__);
  expect(pith_node_namespace(page, object) == PITH_NAMESPACE_SVG, __LINE__);
  expect(pith_node_namespace(page, math) == PITH_NAMESPACE_MATHML, __LINE__);
  expect(pith_node_namespace(page, 0) == PITH_NAMESPACE_HTML, __LINE__);
  expect(is(pith_node_attribute(page, svg, 0).name, "viewBox"), __LINE__);
  pith_attribute href = pith_node_attribute(page, svg, 1);
  expect(is(href.prefix, "xlink") && is(href.name, "href"), __LINE__);
  expect(spans(href.name_span, "xlink:href"), __LINE__);
  expect(is(pith_node_attribute(page, math, 0).name, "definitionURL"),
         __LINE__);
  expect(is(pith_node_attribute(page, math, 1).prefix, "xml"), __LINE__);
}

static void
templates_and_depth(const pith_page *page)
{
  pith_node content = pith_node_first_child(page, find(page, "template"));
  pith_node text = pith_node_first_child(page, content);
  expect(pith_node_get_kind(page, content) == PITH_NODE_CONTENT, __LINE__);
  expect(is(pith_node_text(page, text), "t"), __LINE__);
  /* html, body or head, p or template, text; contents are no level. */
  expect(pith_page_depth(page) == 4, __LINE__);
}

static void
nodes_that_are_not(const pith_page *page)
{
  pith_node none = pith_page_node_count(page);
  pith_span span = pith_node_span(page, none);
  expect(pith_node_parent(page, none) == PITH_NODE_NONE, __LINE__);
  expect(pith_node_first_child(page, PITH_NODE_NONE) == PITH_NODE_NONE,
         __LINE__);
  expect(pith_node_next_sibling(page, none) == PITH_NODE_NONE, __LINE__);
  expect(is(pith_node_name(page, none), ""), __LINE__);
  expect(is(pith_node_text(page, none), ""), __LINE__);
  expect(span.from == span.to, __LINE__);
  expect(pith_node_attribute_count(page, none) == 0, __LINE__);
}

int
main(void)
{
  pith_context *context;
  pith_page *page;
  pith_slice input = {html, sizeof html - 1};
  if (pith_context_new(NULL, &context) != PITH_OK ||
      pith_page_parse(context, input, NULL, &page, NULL) != PITH_OK)
    return 1;
  links_agree_with_numbers(page);
  document_and_doctype(page);
  text_and_comments(page);
  spans_of_elements(page);
  attributes(page);
  foreign_elements(page);
  templates_and_depth(page);
  nodes_that_are_not(page);
  pith_page_free(page);
  pith_context_free(context);
  return failures > 0;
}
