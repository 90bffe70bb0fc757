/* extract_text.c: print the main text of a page.
 *
 *     extract_text page.html
 *
 * One call does it all; the result owns what it lends.
 */
#include <pith.h>

#include <stdio.h>

enum { MOST_BYTES = 1 << 20 };

int
main(int argc, char **argv)
{
  static char bytes[MOST_BYTES];
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file)
    return 1;
  size_t len = fread(bytes, 1, sizeof bytes, file);
  fclose(file);

  pith_result *result;
  pith_error error;
  if (pith_extract(bytes, len, NULL, &result, &error) != PITH_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  pith_slice text = pith_result_text(result);
  fwrite(text.data, 1, text.len, stdout);
  pith_result_free(result);
  return text.len > 0 ? 0 : 1;
}
