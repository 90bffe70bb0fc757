/* check_spans.c: is every span of a page true?
 *
 * Reads names of pages on stdin, one a line, and holds each page to this:
 *
 *   tokens   their spans tile the bytes: each begins where the last one ended,
 *            the first at 0, the last at the end. That makes the map from text
 *            to bytes monotonic. Attributes lie inside their tag, in order.
 *   nodes    a span lies inside its parent's; start tag, content and end tag
 *            follow each other inside it; ends nest as numbers do.
 *   bytes    a start tag begins at a '<' and ends at a '>', also where the page
 *            was decoded; text that nothing changed is the author's bytes.
 *
 * Prints a line for each page that breaks a rule, then the totals.
 */
#include "common/input/read_input.h"

#include "pith_experimental.h"

#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1000000000 };

typedef struct checker {
  const char *path;
  pith_slice html;
  const pith_page *page;
  bool ascii_markup; /* '<' is the byte '<' */
  bool verbatim;     /* the text is the bytes */
  unsigned long pages, tokens, nodes, attributes, limited, failures;
  unsigned long long bytes;
  bool complained; /* about this page; one line is enough */
} checker;

/* Note a broken rule about `span`; true so that callers can stop. */
static bool
complain(checker *check, const char *rule, pith_span span)
{
  if (!check->complained)
    printf("%s: %s [%lu, %lu)\n", check->path, rule, (unsigned long)span.from,
           (unsigned long)span.to);
  check->complained = true;
  return true;
}

static bool
is_inside(pith_span inner, pith_span outer)
{
  return inner.from <= inner.to && inner.from >= outer.from &&
         inner.to <= outer.to;
}

static bool
is_text_verbatim(const checker *check, pith_slice text, pith_span span)
{
  const char *source = check->html.data + span.from;
  for (size_t i = 0; i < text.len; i++)
    if (text.data[i] != source[i] &&
        !(text.data[i] == '\n' && source[i] == '\r'))
      return false;
  return true;
}

/* --- tokens ----------------------------------------------------------------*/

static void
check_token_attributes(checker *check, const pith_token_stream *stream,
                       const pith_token_view *token)
{
  uint32_t last = token->span.from;
  for (uint32_t i = 0; i < token->attributes; i++) {
    pith_attribute attribute = pith_token_stream_attribute(stream, i);
    if (!is_inside(attribute.name_span, token->span) ||
        !is_inside(attribute.value_span, token->span))
      complain(check, "attribute outside its tag", attribute.name_span);
    if (attribute.name_span.from < last)
      complain(check, "attributes out of order", attribute.name_span);
    last = attribute.name_span.to;
  }
}

static void
check_tokens(checker *check, pith_context *context)
{
  pith_token_stream *stream;
  pith_token_view token;
  uint32_t at = 0;
  if (pith_token_stream_new(context, check->html, NULL, PITH_STATE_DATA, NULL,
                            &stream) != PITH_OK) {
    complain(check, "no tokens", (pith_span){0, 0});
    return;
  }
  do {
    if (pith_token_stream_next(stream, &token) != PITH_OK) {
      complain(check, "no next token", (pith_span){at, at});
      break;
    }
    if (token.span.from != at || token.span.to < at)
      complain(check, "tokens do not tile", token.span);
    at = token.span.to;
    check_token_attributes(check, stream, &token);
    check->tokens++;
  } while (token.kind != PITH_TOKEN_END);
  if (at != check->html.len)
    complain(check, "tokens end early", token.span);
  pith_token_stream_free(stream);
}

/* --- nodes -----------------------------------------------------------------*/

static void
check_element(checker *check, pith_node node, pith_span span)
{
  const char *html = check->html.data;
  pith_span start = pith_node_start_tag(check->page, node);
  pith_span content = pith_node_content(check->page, node);
  pith_span end = pith_node_end_tag(check->page, node);
  if (!is_inside(start, span) || !is_inside(content, span) ||
      !is_inside(end, span) || start.to > content.from || content.to > end.from)
    complain(check, "parts of an element out of order", span);
  else if (check->ascii_markup && start.to > start.from &&
           (html[start.from] != '<' || html[start.to - 1] != '>'))
    complain(check, "start tag is no tag", start);
  else if (check->ascii_markup && end.to > end.from &&
           (html[end.from] != '<' || html[end.to - 1] != '>'))
    complain(check, "end tag is no tag", end);
}

/* A text that is as long as its source, with no reference in it, is the
 * source. (A NUL may have gone and U+FFFD have come: then it is longer.) */
static void
check_text(checker *check, pith_node node, pith_span span)
{
  pith_slice text = pith_node_text(check->page, node);
  size_t len = span.to - span.from;
  const char *source = check->html.data + span.from;
  if (text.len > 0 && span.from == span.to)
    complain(check, "text from nowhere", span);
  if (check->verbatim && text.len == len && len > 0 &&
      !memchr(source, '&', len) && !memchr(source, '\0', len) &&
      !is_text_verbatim(check, text, span))
    complain(check, "text is not the author's", span);
}

static void
check_attributes(checker *check, pith_node node)
{
  uint32_t count = pith_node_attribute_count(check->page, node);
  pith_span page = {0, (uint32_t)check->html.len};
  for (uint32_t i = 0; i < count; i++) {
    pith_attribute attribute = pith_node_attribute(check->page, node, i);
    if (!is_inside(attribute.name_span, page) ||
        !is_inside(attribute.value_span, page))
      complain(check, "attribute out of range", attribute.name_span);
    if (attribute.name.len == 0)
      complain(check, "attribute without a name", attribute.name_span);
  }
  check->attributes += count;
}

static void
check_node(checker *check, pith_node node)
{
  const pith_page *page = check->page;
  pith_node parent = pith_node_parent(page, node);
  pith_span span = pith_node_span(page, node);
  pith_span outer = {0, (uint32_t)check->html.len};
  if (node > 0) {
    if (parent >= node || pith_node_end(page, node) <= node ||
        pith_node_end(page, node) > pith_node_end(page, parent))
      complain(check, "numbers do not nest", span);
    else
      outer = pith_node_span(page, parent);
  }
  if (!is_inside(span, outer))
    complain(check, "span outside its parent's", span);
  else if (pith_node_get_kind(page, node) == PITH_NODE_ELEMENT)
    check_element(check, node, span);
  else if (pith_node_get_kind(page, node) == PITH_NODE_TEXT)
    check_text(check, node, span);
  check_attributes(check, node);
}

static void
check_nodes(checker *check, pith_context *context)
{
  pith_page *page;
  if (pith_page_parse(context, check->html, NULL, &page, NULL) != PITH_OK) {
    complain(check, "no page", (pith_span){0, 0});
    return;
  }
  const char *encoding = pith_page_encoding(page, NULL);
  check->page = page;
  check->ascii_markup = strncmp(encoding, "utf-16", 6) != 0;
  check->verbatim =
      pith_page_text(page).data >= check->html.data &&
      pith_page_text(page).data <= check->html.data + check->html.len;
  for (pith_node node = 0; node < pith_page_node_count(page); node++)
    check_node(check, node);
  check->nodes += pith_page_node_count(page);
  check->limited += pith_page_limits_hit(page) != 0;
  pith_page_free(page);
}

static void
check_page(checker *check, pith_context *context, const char *path)
{
  input_bytes input;
  check->path = path;
  check->complained = false;
  if (read_input(path, MOST_BYTES, &input) != EXIT_FINE) {
    check->failures++;
    return;
  }
  check->html.data = input.data;
  check->html.len = input.len;
  check_tokens(check, context);
  check_nodes(check, context);
  check->pages++;
  check->bytes += input.len;
  check->failures += check->complained;
  input_bytes_done(&input);
}

int
main(void)
{
  char path[4096];
  checker check = {0};
  pith_context *context;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 3;
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\n")] = '\0';
    check_page(&check, context, path);
  }
  pith_context_free(context);
  printf("total %lu %llu %lu %lu %lu %lu %lu\n", check.pages, check.bytes,
         check.tokens, check.nodes, check.attributes, check.limited,
         check.failures);
  return check.failures > 0;
}
