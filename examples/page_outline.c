/* Print the headings of a page, indented, with their byte positions.
 *
 *     outline page.html
 */
#include <pith.h>

#include <stdio.h>

static char html[1 << 20];

/* The level of a heading, 0 for any other node. */
static int
heading_level(const pith_page *page, pith_node node)
{
  pith_slice name = pith_node_name(page, node);
  bool heading = pith_node_get_kind(page, node) == PITH_NODE_ELEMENT &&
                 name.len == 2 && name.data[0] == 'h' && name.data[1] >= '1' &&
                 name.data[1] <= '6';
  return heading ? name.data[1] - '0' : 0;
}

static void
print_heading(const pith_page *page, pith_node node)
{
  pith_span span = pith_node_span(page, node);

  printf("%*s", 2 * heading_level(page, node), "");
  for (pith_node n = node; n < pith_node_end(page, node); n++) {
    pith_slice text = pith_node_text(page, n);
    if (pith_node_get_kind(page, n) == PITH_NODE_TEXT)
      fwrite(text.data, 1, text.len, stdout);
  }
  printf("  [%u, %u)\n", (unsigned)span.from, (unsigned)span.to);
}

int
main(int argc, char **argv)
{
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  pith_slice input = {html, file ? fread(html, 1, sizeof html, file) : 0};
  pith_context *context;
  pith_page *page = NULL;

  if (!file || pith_context_new(NULL, &context) != PITH_OK)
    return 1;
  fclose(file);
  if (pith_page_parse(context, input, NULL, &page, NULL) == PITH_OK)
    for (pith_node n = 0; n < pith_page_node_count(page); n++)
      if (heading_level(page, n) > 0)
        print_heading(page, n);
  pith_page_free(page);
  pith_context_free(context);
  return page ? 0 : 1;
}
