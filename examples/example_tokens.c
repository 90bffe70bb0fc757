/* example_tokens.c: the text of a page by its tokens alone, without a tree.
 *
 *     example_tokens page.html
 *
 * Faster than a tree and cruder: what a script or a style contains would be
 * text as well, so both are skipped up to their end tag.
 */
#include <pith_experimental.h>

#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

static bool
is_hidden(pith_slice name)
{
  return (name.len == 6 && memcmp(name.data, "script", 6) == 0) ||
         (name.len == 5 && memcmp(name.data, "style", 5) == 0);
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
  pith_token_stream *stream = NULL;
  pith_token_view token;
  bool hidden = false;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 1;
  pith_status status = pith_token_stream_new(context, html, NULL,
                                             PITH_STATE_DATA, NULL, &stream);
  while (status == PITH_OK) {
    status = pith_token_stream_next(stream, &token);
    if (status != PITH_OK || token.kind == PITH_TOKEN_END)
      break;
    if (token.kind == PITH_TOKEN_TEXT && !hidden)
      fwrite(token.text.data, 1, token.text.len, stdout);
    else if (is_hidden(token.name))
      hidden = token.kind == PITH_TOKEN_START_TAG;
  }
  pith_token_stream_free(stream);
  pith_context_free(context);
  return status == PITH_OK ? 0 : 1;
}
