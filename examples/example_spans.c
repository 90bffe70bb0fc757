/* example_spans.c: cut an element out of a page, byte for byte.
 *
 *     example_spans page.html [NAME]        NAME is article
 *
 * Spans count the bytes of the file as it is, whatever its encoding, so what
 * is printed is what the author wrote, between the same bytes of the file.
 */
#include <pith.h>

#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

static bool
is_named(const pith_page *page, pith_node node, const char *wanted)
{
  pith_slice name = pith_node_name(page, node);
  return pith_node_get_kind(page, node) == PITH_NODE_ELEMENT &&
         name.len == strlen(wanted) && memcmp(name.data, wanted, name.len) == 0;
}

int
main(int argc, char **argv)
{
  static char bytes[MOST_BYTES];
  const char *wanted = argc > 2 ? argv[2] : "article";
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
    pith_span span = pith_node_span(page, node);
    if (!is_named(page, node, wanted))
      continue;
    printf("bytes %u to %u:\n", (unsigned)span.from, (unsigned)span.to);
    fwrite(bytes + span.from, 1, span.to - span.from, stdout);
    putchar('\n');
  }
  pith_page_free(page);
  pith_context_free(context);
  return status == PITH_OK ? 0 : 1;
}
