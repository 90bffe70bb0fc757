/* tree_text.c: the html5lib tree format, and the loop over a list of pages.
 *
 * Attributes are sorted by UTF-16 code units. That differs from the order of
 * UTF-8 bytes only where a name has characters above U+FFFF, which sort before
 * U+E000..U+FFFF: the comparison below says so.
 */
#include "tree_text.h"

#include <stdlib.h>
#include <string.h>

static void
close_text(tree_text *out)
{
  if (out->in_text)
    fputs("\"\n", out->file);
  out->in_text = 0;
}

static void
begin_line(tree_text *out, size_t depth)
{
  close_text(out);
  fputs("| ", out->file);
  for (size_t i = 0; i < depth; i++)
    fputs("  ", out->file);
}

/* The place of a UTF-8 lead byte in the order of UTF-16 code units: four-byte
 * sequences (surrogate pairs, D800..DFFF) come before EE and EF (E000..). */
static int
utf16_rank(unsigned char byte)
{
  if (byte >= 0xF0)
    return 0xEE;
  return byte >= 0xEE ? byte + 0x20 : byte;
}

static int
compare_attributes(const void *left, const void *right)
{
  const char *a = ((const tree_attribute *)left)->name;
  const char *b = ((const tree_attribute *)right)->name;
  while (*a && *a == *b) {
    a++;
    b++;
  }
  int rank_a = utf16_rank((unsigned char)*a);
  int rank_b = utf16_rank((unsigned char)*b);
  return rank_a != rank_b ? rank_a - rank_b
                          : (unsigned char)*a - (unsigned char)*b;
}

/* Returns the bytes of a file with a NUL behind them, or NULL. */
static char *
read_whole(const char *path, size_t *len)
{
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0)
    return NULL;
  long size = ftell(file);
  rewind(file);
  char *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
  if (bytes) {
    *len = fread(bytes, 1, (size_t)size, file);
    bytes[*len] = '\0';
  }
  fclose(file);
  return bytes;
}

static int
convert_page(const char *page, const char *tree, tree_writer *write_tree)
{
  size_t len = 0;
  char *html = read_whole(page, &len);
  FILE *file = html ? fopen(tree, "wb") : NULL;
  if (!file) {
    fprintf(stderr, "tree_text: cannot read %s or write %s\n", page, tree);
    free(html);
    return 1;
  }
  tree_text out = {.file = file};
  int status = write_tree(html, len, &out);
  if (tree_text_end(&out) != 0)
    status = 1;
  fclose(file);
  free(html);
  return status;
}

void
tree_text_doctype(tree_text *out, const char *name, const char *public_id,
                  const char *system_id)
{
  begin_line(out, 0);
  fprintf(out->file, "<!DOCTYPE %s", name);
  if (*public_id || *system_id)
    fprintf(out->file, " \"%s\" \"%s\"", public_id, system_id);
  fputs(">\n", out->file);
}

void
tree_text_element(tree_text *out, size_t depth, const char *space,
                  const char *name, size_t len)
{
  begin_line(out, depth);
  fprintf(out->file, "<%s", space);
  fwrite(name, 1, len, out->file);
  fputs(">\n", out->file);
}

void
tree_text_attributes(tree_text *out, size_t depth, tree_attribute *list,
                     size_t count)
{
  if (count > 1)
    qsort(list, count, sizeof *list, compare_attributes);
  for (size_t i = 0; i < count; i++) {
    begin_line(out, depth + 1);
    fprintf(out->file, "%s=\"", list[i].name);
    fwrite(list[i].value, 1, list[i].value_len, out->file);
    fputs("\"\n", out->file);
  }
}

void
tree_text_text(tree_text *out, size_t depth, const char *data, size_t len)
{
  if (!out->in_text || out->text_depth != depth) {
    begin_line(out, depth);
    fputc('"', out->file);
  }
  fwrite(data, 1, len, out->file);
  out->in_text = 1;
  out->text_depth = depth;
}

void
tree_text_comment(tree_text *out, size_t depth, const char *data, size_t len)
{
  begin_line(out, depth);
  fputs("<!-- ", out->file);
  fwrite(data, 1, len, out->file);
  fputs(" -->\n", out->file);
}

void
tree_text_content(tree_text *out, size_t depth)
{
  begin_line(out, depth);
  fputs("content\n", out->file);
}

int
tree_text_end(tree_text *out)
{
  close_text(out);
  return fflush(out->file) != 0 || ferror(out->file) ? -1 : 0;
}

int
tree_text_batch(const char *list, tree_writer *write_tree)
{
  char line[8192];
  int status = 0;
  FILE *file = fopen(list, "r");
  if (!file)
    return 2;
  while (status == 0 && fgets(line, sizeof line, file)) {
    char *tab = strchr(line, '\t');
    line[strcspn(line, "\n")] = '\0';
    if (!tab)
      break;
    *tab = '\0';
    status = convert_page(line, tab + 1, write_tree);
  }
  fclose(file);
  return status;
}
