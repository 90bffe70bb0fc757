/* Twenty pages, each parsed with its n-th request for memory refused, for
 * every n there is.
 *
 * Whatever is refused, the call returns PITH_NOMEM, writes NULL, and everything
 * it had got goes back; the same context then parses the same page to the same
 * tree. The pages take every way through decoder, tokenizer and tree that
 * allocates.
 */
#include <pith_experimental.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct account {
  size_t bytes;     /* held at the moment */
  size_t requests;  /* made so far */
  size_t refuse_at; /* number of the request to refuse; 0 for none */
} account;

typedef struct torture_page {
  const char *html;
  size_t len;
  const char *fragment; /* context, or NULL */
} torture_page;

static const char utf16[] = "\xff\xfe<\0p\0>\0a\0&\0l\0t\0;\0";

#define PAGE(text)                                                             \
  {                                                                            \
    text, sizeof text - 1, NULL                                                \
  }

static const torture_page pages[] = {
    PAGE(""),
    PAGE("<!doctype html><title>t</title><p>one<p>two"),
    PAGE("text &amp; text &copy; \r\n more \r text"),
    PAGE("<p a=1 b='&lt;2' C=\"3\r\n4\" d>x</p>"),
    PAGE("<b><i><u>x<p>y</b>z</i>w</u>v"),
    PAGE("<a href=1>x<a href=2>y<table><a>z"),
    PAGE("<table><tr><td>1<td>2<tr>3<b>4<p>5</table>6"),
    PAGE("<table> x <tr> y <td>z</table>"),
    PAGE("<svg viewBox='0 0 1 1'><foreignObject><p>q</svg><math><mi>x"),
    PAGE("<svg><![CDATA[a]]>b<![CDATA[c\r\nd]]></svg>"),
    PAGE("<template><tr><td>x</template><template>y"),
    PAGE("<select><button><selectedcontent></button><option>a<b>c"),
    PAGE("<!-- a \r\n b --><!doctype x public 'A\r' \"b\"><?php ?>"),
    PAGE("<script>if (a < b) c();</script><style>d { }</style>"),
    PAGE("<title>a &amp; b</title><textarea>\n c \r</textarea>"),
    PAGE("<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2"),
    PAGE("<p>caf\xe9 na\xefve \xe7 la fran\xe7"
         "aise"),
    PAGE("<frameset><frame><noframes>x</noframes></frameset>"),
    PAGE("<html a=1><body b=2><html c=3 D=4><body e=5 F=6>x"),
    {utf16, sizeof utf16 - 1, NULL},
    {"<td>x<td>y</table><p>z", 22, "tr"},
    {"<g>x</g><p>y", 12, "svg path"},
};

static int failures;

static void
expect(bool good, size_t page, size_t request, const char *what)
{
  if (!good) {
    printf("failed: page %lu, request %lu: %s\n", (unsigned long)page,
           (unsigned long)request, what);
    failures++;
  }
}

static void *
counted_resize(void *state, void *block, size_t old_size, size_t new_size)
{
  account *self = (account *)state;
  if (new_size == 0) {
    self->bytes -= block ? old_size : 0;
    free(block);
    return NULL;
  }
  if (++self->requests == self->refuse_at)
    return NULL;
  void *moved = realloc(block, new_size);
  if (moved)
    self->bytes += new_size - (block ? old_size : 0);
  return moved;
}

/* Parse one page; its number of nodes, or 0 when memory ended. */
static uint32_t
count_nodes(pith_context *context, size_t which, account *memory)
{
  pith_slice html = {pages[which].html, pages[which].len};
  pith_options options;
  pith_error error;
  pith_page *page;
  pith_options_default(&options);
  options.fragment_context = pages[which].fragment;
  pith_status status = pith_page_parse(context, html, &options, &page, &error);
  if (status != PITH_OK) {
    expect(status == PITH_NOMEM && error.status == PITH_NOMEM && !page, which,
           memory->requests, "says that memory ended");
    return 0;
  }
  uint32_t count = pith_page_node_count(page);
  pith_page_free(page);
  return count;
}

/* Read all tokens; false when memory ended. */
static bool
read_tokens(pith_context *context, size_t which)
{
  pith_slice html = {pages[which].html, pages[which].len};
  pith_token_stream *stream;
  pith_token_view token;
  pith_status status = pith_token_stream_new(context, html, NULL,
                                             PITH_STATE_DATA, NULL, &stream);
  if (status != PITH_OK)
    return false;
  do {
    status = pith_token_stream_next(stream, &token);
  } while (status == PITH_OK && token.kind != PITH_TOKEN_END);
  pith_token_stream_free(stream);
  return status == PITH_OK;
}

/* Everything with one request refused; how many requests there were. */
static size_t
torture(size_t which, size_t refuse_at, uint32_t expected)
{
  account memory = {0, 0, refuse_at};
  pith_allocator allocator = {counted_resize, &memory};
  pith_context *context;
  if (pith_context_new(&allocator, &context) != PITH_OK) {
    expect(refuse_at == 1 && !context, which, refuse_at, "no context");
    return memory.requests;
  }
  uint32_t count = count_nodes(context, which, &memory);
  expect(count > 0 || memory.requests >= refuse_at, which, refuse_at,
         "fails without a reason");
  bool tokens = read_tokens(context, which);
  size_t requests = memory.requests;
  expect(refuse_at > 0 || (count > 0 && tokens), which, refuse_at,
         "works with memory");
  memory.refuse_at = 0;
  count = count_nodes(context, which, &memory);
  expect(expected == 0 || count == expected, which, refuse_at,
         "the context is usable afterwards");
  expect(read_tokens(context, which), which, refuse_at, "and so are tokens");
  pith_context_free(context);
  expect(memory.bytes == 0, which, refuse_at, "leaks");
  return requests;
}

static uint32_t
nodes_with_memory(size_t which)
{
  account memory = {0, 0, 0};
  pith_allocator allocator = {counted_resize, &memory};
  pith_context *context;
  if (pith_context_new(&allocator, &context) != PITH_OK)
    return 0;
  uint32_t count = count_nodes(context, which, &memory);
  pith_context_free(context);
  return count;
}

int
main(void)
{
  size_t refused = 0;
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
    uint32_t expected = nodes_with_memory(i);
    size_t requests = torture(i, 0, expected);
    expect(expected > 0 && requests > 0, i, 0, "parses at all");
    for (size_t n = 1; n <= requests; n++)
      torture(i, n, expected);
    refused += requests;
  }
  printf("%lu pages, %lu requests refused in turn, %d failures\n",
         (unsigned long)(sizeof pages / sizeof pages[0]),
         (unsigned long)refused, failures);
  return failures > 0;
}
