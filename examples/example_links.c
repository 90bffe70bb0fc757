/* example_links.c: print where the links of a page lead, with their text.
 *
 *     example_links page.html
 *
 * The descendants of a node are the numbers up to its end, so the text of a
 * link is a loop as well.
 */
#include <pith.h>

#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

static void
print_link(const pith_page *page, pith_node link)
{
  pith_slice target;
  if (!pith_node_attribute_find(page, link, "href", &target))
    return;
  printf("%.*s\t", (int)target.len, target.data);
  for (pith_node node = link; node < pith_node_end(page, link); node++) {
    pith_slice text = pith_node_text(page, node);
    if (pith_node_get_kind(page, node) == PITH_NODE_TEXT)
      fwrite(text.data, 1, text.len, stdout);
  }
  putchar('\n');
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
  pith_page *page = NULL;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 1;
  pith_status status = pith_page_parse(context, html, NULL, &page, NULL);
  for (pith_node node = 0; page && node < pith_page_node_count(page); node++) {
    pith_slice name = pith_node_name(page, node);
    if (name.len == 1 && name.data[0] == 'a')
      print_link(page, node);
  }
  pith_page_free(page);
  pith_context_free(context);
  return status == PITH_OK ? 0 : 1;
}
