/* classify_pages.c: classify several pages by a method, print how much of each
 * is boilerplate and the first line of what is left as Markdown.
 *
 *     classify_pages page.html page.html ...
 *
 * One context serves all pages: its memory is used again.
 */
#include <pith.h>

#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

/* The bytes of a page that are boilerplate. */
static unsigned long
count_boilerplate(const pith_page *page)
{
  uint32_t count;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  unsigned long bytes = 0;
  for (uint32_t i = 0; i < count; i++)
    if (verdicts[i].label == PITH_NAVIGATION)
      bytes += verdicts[i].span.to - verdicts[i].span.from;
  return bytes;
}

static pith_status
show_page(pith_context *context, pith_slice html, const pith_options *options)
{
  pith_page *page;
  pith_slice markdown;
  pith_status status = pith_page_parse(context, html, options, &page, NULL);
  if (status != PITH_OK)
    return status;
  status = pith_page_classify(page, options);
  if (status == PITH_OK)
    status = pith_page_render(page, PITH_FORMAT_MARKDOWN, options, &markdown);
  if (status == PITH_OK) {
    const char *end = memchr(markdown.data, '\n', markdown.len);
    printf("%lu of %lu bytes are boilerplate; %.*s\n", count_boilerplate(page),
           (unsigned long)html.len, end ? (int)(end - markdown.data) : 0,
           markdown.data);
  }
  pith_page_free(page);
  return status;
}

int
main(int argc, char **argv)
{
  static char bytes[MOST_BYTES];
  pith_context *context;
  pith_options options;
  pith_status status = pith_context_new(NULL, &context);
  if (status != PITH_OK)
    return 1;
  pith_options_default(&options);
  options.method = "sentence";
  options.links = false;
  for (int i = 1; i < argc && status == PITH_OK; i++) {
    FILE *file = fopen(argv[i], "rb");
    pith_slice html = {bytes, file ? fread(bytes, 1, sizeof bytes, file) : 0};
    if (file)
      fclose(file);
    status = show_page(context, html, &options);
    if (status != PITH_OK)
      fprintf(stderr, "%s: %s\n", argv[i], pith_status_text(status));
  }
  pith_context_free(context);
  return status == PITH_OK ? 0 : 1;
}
