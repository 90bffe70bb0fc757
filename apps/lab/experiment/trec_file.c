/* trec_file.c: see the header. The library decodes pages, so the file is given
 * to it as one; the tree that comes with it is thrown away. */
#include "lab/experiment/trec_file.h"

#include "lab/experiment/trec_table.h"
#include "common/input/byte_source.h"
#include "common/input/loose_markup.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 16, LABEL_ROOM = 64, LOOK_BYTES = 256 };

static exit_code
read_all(byte_source *in, trec_file *out)
{
  size_t capacity = 0;
  for (;;) {
    if (capacity - out->len < 2) {
      capacity = capacity * 2 + FIRST_ROOM;
      char *moved = realloc(out->text, capacity);
      if (!moved)
        return report_out_of_memory_for(in->path);
      out->text = moved;
    }
    ptrdiff_t got =
        byte_source_read(in, out->text + out->len, capacity - out->len - 1);
    if (got == 0)
      return EXIT_FINE;
    if (got < 0)
      return EXIT_INPUT; /* half a file of judgements is none */
    out->len += (size_t)got;
    if (out->len > TREC_MOST_BYTES) {
      message("%s: more than 1 GB; split it by topics", in->path);
      return EXIT_INPUT;
    }
  }
}

/* The encoding that <?xml ... encoding="..."?> names; "" when none. */
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

static bool
is_ascii(const trec_file *file)
{
  for (size_t i = 0; i < file->len; i++)
    if ((unsigned char)file->text[i] >= 0x80)
      return false;
  return true;
}

/* Replace the text by its UTF-8. */
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
  char *copy = malloc(text.len + 1);
  if (copy) {
    memcpy(copy, text.data, text.len);
    file->len = text.len;
    free(file->text);
    file->text = copy;
  }
  pith_page_free(page);
  return copy != NULL;
}

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

exit_code
trec_file_read(const char *path, trec_file *out)
{
  byte_source in;
  *out = (trec_file){NULL, 0};
  exit_code code = byte_source_open(path, &in);
  if (code != EXIT_FINE)
    return code;
  code = read_all(&in, out);
  byte_source_close(&in);
  if (code == EXIT_FINE)
    code = decode_file(path, out);
  if (code != EXIT_FINE) {
    free(out->text);
    *out = (trec_file){NULL, 0};
  }
  return code;
}

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
