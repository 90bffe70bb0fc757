/* trec_file.c: see the header. The library decodes pages, so the file is given
 * to it as one; the tree that comes with it is thrown away. */
#include "lab/experiment/trec_file.h"

#include "lab/experiment/trec_table.h"
#include "lab/eval/whole_file.h"
#include "common/system/ascii_text.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of an encoding's name with its NUL, and of a file that may hold the
 * declaration. */
enum { LABEL_ROOM = 64, LOOK_BYTES = 256 };

/* The encoding that <?xml ... encoding="..."?> names; "" when none. Only the
 * first LOOK_BYTES are looked at: a declaration is the first thing of a file.
 */
static void
read_declaration(const trec_file *file, char label[LABEL_ROOM])
{
  static const char sign[] = "encoding=";
  size_t most = file->len < LOOK_BYTES ? file->len : LOOK_BYTES;
  label[0] = '\0';
  if (most < 5 || memcmp(file->text, "<?xml", 5) != 0)
    return;
  for (size_t i = 5; i + sizeof sign < most && file->text[i] != '>'; i++) {
    if (memcmp(file->text + i, sign, sizeof sign - 1) != 0)
      continue;
    const char *from = file->text + i + sizeof sign - 1;
    size_t len = 0;
    char quote = *from++;
    while (from + len < file->text + most && len + 1 < LABEL_ROOM &&
           from[len] != quote)
      len++;
    memcpy(label, from, len);
    label[len] = '\0';
    return;
  }
}

/* Most files are, and need no decoding. */
static bool
is_ascii(const trec_file *file)
{
  for (size_t i = 0; i < file->len; i++)
    if ((unsigned char)file->text[i] >= 0x80)
      return false;
  return true;
}

/* Replace the text by its UTF-8. A label that the library does not know is as
 * good as none: the encoding is detected then. */
static bool
decode(trec_file *file, pith_context *context)
{
  char label[LABEL_ROOM];
  pith_options options;
  pith_page *page = NULL;
  pith_options_default(&options);
  options.max_bytes = TREC_MOST_BYTES;
  options.max_nodes = 1; /* nobody looks at the tree */
  read_declaration(file, label);
  if (label[0] && pith_encoding_for_label((pith_slice){label, strlen(label)}))
    options.encoding = label;
  if (pith_page_parse(context, (pith_slice){file->text, file->len}, &options,
                      &page, NULL) != PITH_OK)
    return false;
  pith_slice text = pith_page_text(page);
  char *copy = text_copy(text);
  if (copy) {
    file->len = text.len;
    free(file->text);
    file->text = copy;
  }
  pith_page_free(page);
  return copy != NULL;
}

/* A context is made for this file only: it is large, and files are few. */
static exit_code
decode_file(const char *path, trec_file *file)
{
  pith_context *context = NULL;
  if (is_ascii(file))
    return EXIT_FINE;
  bool fine =
      pith_context_new(NULL, &context) == PITH_OK && decode(file, context);
  pith_context_free(context);
  return fine ? EXIT_FINE : report_out_of_memory_for(path);
}

/* A file that was cut off is refused: half of the judgements would give
 * numbers that look right. */
exit_code
trec_file_read(const char *path, trec_file *out)
{
  whole_file file;
  *out = (trec_file){NULL, 0};
  exit_code code = whole_file_read(path, TREC_MOST_BYTES, &file);
  if (code != EXIT_FINE)
    return code;
  *out = (trec_file){file.data, file.len};
  code = decode_file(path, out);
  if (code != EXIT_FINE) {
    free(out->text);
    *out = (trec_file){NULL, 0};
  }
  return code;
}

/* The writer of lines says whether the markup is one it knows; if not, the
 * text is taken for lines already. */
exit_code
trec_lines_read(const char *path,
                bool (*to_lines)(pith_slice text, text_out *out),
                trec_file *out)
{
  text_out lines;
  exit_code code = trec_file_read(path, out);
  if (code != EXIT_FINE)
    return code;
  text_out_init(&lines, -1);
  if (!to_lines((pith_slice){out->text, out->len}, &lines)) {
    text_out_done(&lines);
    return EXIT_FINE;
  }
  free(out->text);
  text_out_bytes(&lines, "", 1); /* the room for one more */
  *out = (trec_file){lines.data, lines.len - 1};
  if (!lines.error)
    return EXIT_FINE;
  text_out_done(&lines);
  *out = (trec_file){NULL, 0};
  return report_out_of_memory_for(path);
}
