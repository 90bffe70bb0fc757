/* example_walk.c: parse a page and print its elements, indented.
 *
 *     example_walk page.html
 *
 * Nodes are numbered in document order, so a walk is a loop.
 */
#include <pith.h>

#include <stdio.h>

enum { MOST_BYTES = 1 << 20 };

static void
print_element(const pith_page *page, pith_node node)
{
  pith_slice name = pith_node_name(page, node);
  int level = 0;
  for (pith_node up = pith_node_parent(page, node); up != 0;
       up = pith_node_parent(page, up))
    level++;
  printf("%*s%.*s\n", level * 2, "", (int)name.len, name.data);
}

int
main(int argc, char **argv)
{
  static char bytes[MOST_BYTES];
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file)
    return 1;
  pith_slice html = {bytes, fread(bytes, 1, sizeof bytes, file)};
  fclose(file);

  pith_context *context;
  pith_page *page;
  pith_error error;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 1;
  if (pith_page_parse(context, html, NULL, &page, &error) != PITH_OK) {
    fprintf(stderr, "%s\n", error.message);
    pith_context_free(context);
    return 1;
  }
  for (pith_node node = 0; node < pith_page_node_count(page); node++)
    if (pith_node_get_kind(page, node) == PITH_NODE_ELEMENT)
      print_element(page, node);
  pith_page_free(page);
  pith_context_free(context);
  return 0;
}
