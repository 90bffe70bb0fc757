/* watch_list.c: watch_list_read() of watch.h. All lines are read before the
 * first message ends the run, so that a list is mended in one go.
 */
#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "common/input/read_input.h"
#include "watch/watch.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_BYTES_MOST = 64 << 20 };

/* Add the entry of a line. An address that is there already is not added again,
 * but `site` in either line counts. */
static exit_code
read_line(pith_slice line, const char *path, size_t number, watch_list *out)
{
  watch_entry entry = {.site = false};
  line = text_trim(line);
  if (line.len == 0 || line.data[0] == '#')
    return EXIT_FINE;
  if (line.len > 5 && memcmp(line.data, "site", 4) == 0 &&
      (unsigned char)line.data[4] <= ' ') {
    entry.site = true;
    line = text_trim((pith_slice){line.data + 4, line.len - 4});
  }
  if (!web_url_parse(line, &entry.url) || memchr(line.data, ' ', line.len)) {
    message("%s: line %zu is no address; it begins with http:// or https://, "
            "or with 'site' and such a one",
            path, number);
    return EXIT_INPUT;
  }
  for (size_t i = 0; i < out->count; i++)
    if (strcmp(out->items[i].url.text, entry.url.text) == 0) {
      out->items[i].site = out->items[i].site || entry.site;
      return EXIT_FINE;
    }
  if (!GROW(out->items, out->capacity, out->count + 1))
    return report_out_of_memory();
  out->items[out->count++] = entry;
  return EXIT_FINE;
}

/* A list of 64 MB is a mistake, not a list. */
exit_code
watch_list_read(const char *path, watch_list *out)
{
  input_bytes input;
  memset(out, 0, sizeof *out);
  exit_code code = read_input(path, LIST_BYTES_MOST, &input), all = code;
  if (code != EXIT_FINE)
    return code;
  size_t from = 0;
  for (size_t number = 1; from < input.len && code != EXIT_ENVIRONMENT;
       number++) {
    const char *end = memchr(input.data + from, '\n', input.len - from);
    size_t to = end ? (size_t)(end - input.data) : input.len;
    code = read_line((pith_slice){input.data + from, to - from}, path, number,
                     out);
    all = code != EXIT_FINE ? code : all;
    from = to + 1;
  }
  input_bytes_done(&input);
  if (all == EXIT_FINE && out->count == 0) {
    message("%s: names no page and no site", path);
    all = EXIT_INPUT;
  }
  if (all != EXIT_FINE)
    watch_list_done(out);
  return all;
}

/* The list can be read again. */
void
watch_list_done(watch_list *list)
{
  free(list->items);
  memset(list, 0, sizeof *list);
}
