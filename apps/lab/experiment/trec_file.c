/* trec_file.c: see the header. The library decodes pages, so the file is given
 * to it as one; the tree that comes with it is thrown away. */
#include "lab/experiment/trec_file.h"

#include "lab/experiment/trec_table.h"
#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of an encoding's name with its NUL, and of a file that may hold the
 * declaration. */
enum { LABEL_ROOM = 64, LOOK_BYTES = 256 };

/* The encoding that <?xml ... encoding="..."?> names; "" when none. Only the
 * first LOOK_BYTES are looked at: a declaration is the first thing of a file.
 */
static void
read_declaration(const whole_file *file, char label[LABEL_ROOM])
{
  static const char sign[] = "encoding=";
  size_t most = file->len < LOOK_BYTES ? file->len : LOOK_BYTES;
  label[0] = '\0';
  if (most < 5 || memcmp(file->data, "<?xml", 5) != 0)
    return;
  for (size_t i = 5; i + sizeof sign < most && file->data[i] != '>'; i++) {
    if (memcmp(file->data + i, sign, sizeof sign - 1) != 0)
      continue;
    const char *from = file->data + i + sizeof sign - 1;
    size_t len = 0;
    char quote = *from++;
    while (from + len < file->data + most && len + 1 < LABEL_ROOM &&
           from[len] != quote)
      len++;
    memcpy(label, from, len);
    label[len] = '\0';
    return;
  }
}

/* Most files are, and need no decoding. */
static bool
is_ascii(const whole_file *file)
{
  for (size_t i = 0; i < file->len; i++)
    if ((unsigned char)file->data[i] >= 0x80)
      return false;
  return true;
}

/* Replace the text by its UTF-8. A label that the library does not know is as
 * good as none: the encoding is detected then. A context is made for this file
 * only: it is large, and files are few. */
static void
decode(whole_file *file)
{
  char label[LABEL_ROOM];
  pith_context *context = NULL;
  pith_options options;
  pith_page *page = NULL;
  pith_options_default(&options);
  options.max_bytes = TREC_MOST_BYTES;
  options.max_nodes = 1; /* nobody looks at the tree */
  read_declaration(file, label);
  if (label[0] && pith_encoding_for_label((pith_slice){label, strlen(label)}))
    options.encoding = label;
  need_all(pith_context_new(NULL, &context) == PITH_OK &&
           pith_page_parse(context, (pith_slice){file->data, file->len},
                           &options, &page, NULL) == PITH_OK);
  pith_slice text = pith_page_text(page);
  char *copy = needed(text_copy(text));
  free(file->data);
  *file = (whole_file){copy, text.len};
  pith_page_free(page);
  pith_context_free(context);
}

/* A file that was cut off is refused: half of the judgements would give
 * numbers that look right. */
exit_code
trec_file_read(const char *path, whole_file *out)
{
  TRY(whole_file_read(path, TREC_MOST_BYTES, out));
  if (!is_ascii(out))
    decode(out);
  return EXIT_FINE;
}

/* The writer of lines says whether the markup is one it knows; if not, the
 * text is taken for lines already. */
exit_code
trec_lines_read(const char *path,
                bool (*to_lines)(pith_slice text, text_out *out),
                whole_file *out)
{
  text_out lines;
  TRY(trec_file_read(path, out));
  text_out_init(&lines, -1);
  if (to_lines((pith_slice){out->data, out->len}, &lines)) {
    free(out->data);
    out->data = need_text(&lines);
    out->len = lines.len;
  } else {
    text_out_done(&lines);
  }
  return EXIT_FINE;
}
