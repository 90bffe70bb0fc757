/* blocks_files.c: see blocks_files.h. Every file is written from its beginning
 * to its end as pages come; nothing is kept but how far they are.
 */
#include "pith/blocks/blocks_files.h"

#include <string.h>

/* One row of a table for each block, over all pages:
 *
 *     features.u8      row r at r * (number of features): one byte each
 *     words_index.u32  rows + 1 numbers; row r has words [index[r], index[r+1])
 *     path_index.u32   a row has one number more than there are levels, so a
 *                      level's end is beside its beginning
 */
static const char *const names[BLOCKS_FILES] = {
    [BLOCKS_FEATURES] = "features.u8", [BLOCKS_PAGES] = "pages.jsonl",
    [BLOCKS_PATH] = "path.u32",        [BLOCKS_PATH_INDEX] = "path_index.u32",
    [BLOCKS_WORDS] = "words.u32",      [BLOCKS_WORDS_INDEX] = "words_index.u32",
};

/* After a failure every stream is still initialized, so that
 * blocks_files_close() is right in any case; a descriptor of -1 marks a file
 * that was never opened. */
exit_code
blocks_files_open(blocks_files *out, const char *path)
{
  memset(out, 0, sizeof *out);
  exit_code code = output_tree_open(path, &out->tree);
  for (int i = 0; i < BLOCKS_FILES; i++) {
    int file = -1;
    if (code == EXIT_FINE)
      code = output_begin(&out->tree, names[i], &file);
    text_out_init(&out->files[i], file);
    out->files[i].name = names[i];
  }
  return code;
}

/* Little endian on every machine: a trainer maps the files as they are. */
static void
put_number(text_out *out, uint32_t number)
{
  const char bytes[4] = {(char)(number & 255), (char)(number >> 8 & 255),
                         (char)(number >> 16 & 255), (char)(number >> 24)};
  text_out_bytes(out, bytes, sizeof bytes);
}

/* The tokens of one block. The index of the path gets both ends of each level
 * here; that of the words gets its last end in blocks_files_close(), because a
 * block's end is the beginning of the next one. */
static void
add_tokens(blocks_files *out, const pith_blocks *blocks, uint32_t block)
{
  const uint32_t *hashes;
  for (uint32_t level = 0; level < PITH_BLOCK_WORDS; level++) {
    uint32_t count = pith_blocks_tokens(blocks, block, level, &hashes);
    put_number(&out->files[BLOCKS_PATH_INDEX], out->path_count);
    for (uint32_t i = 0; i < count; i++)
      put_number(&out->files[BLOCKS_PATH], hashes[i]);
    out->path_count += count;
  }
  put_number(&out->files[BLOCKS_PATH_INDEX], out->path_count);
  uint32_t count = pith_blocks_tokens(blocks, block, PITH_BLOCK_WORDS, &hashes);
  put_number(&out->files[BLOCKS_WORDS_INDEX], out->word_count);
  for (uint32_t i = 0; i < count; i++)
    put_number(&out->files[BLOCKS_WORDS], hashes[i]);
  out->word_count += count;
}

/* The lists of a page's line. */
typedef enum block_list {
  LIST_FROM,
  LIST_TO,
  LIST_WORDS,
  LIST_GROUP,
  LIST_HEADING,
  LIST_COMMENT,
  LISTS
} block_list;

/* A block without a heading has -1 in JSON, as UINT32_MAX is a value of C only.
 */
static void
put_entry(text_out *out, const pith_text_block *block, block_list list)
{
  switch (list) {
  case LIST_FROM:
    text_out_number(out, block->span.from, 1);
    break;
  case LIST_TO:
    text_out_number(out, block->span.to, 1);
    break;
  case LIST_WORDS:
    text_out_number(out, block->words, 1);
    break;
  case LIST_GROUP:
    text_out_number(out, block->group, 1);
    break;
  case LIST_HEADING:
    if (block->heading == UINT32_MAX)
      text_out_text(out, "-1");
    else
      text_out_number(out, block->heading, 1);
    break;
  default:
    text_out_text(out, block->comment ? "1" : "0");
    break;
  }
}

/* A list for each member rather than an object for each block: shorter lines,
 * and a trainer reads a column at once. All lists have one entry for each
 * block. */
static void
put_lists(text_out *out, const pith_blocks *blocks)
{
  static const char *const keys[LISTS] = {"from",  "to",      "words",
                                          "group", "heading", "comment"};
  uint32_t count = pith_blocks_count(blocks);
  for (int list = 0; list < LISTS; list++) {
    text_out_text(out, ",\"");
    text_out_text(out, keys[list]);
    text_out_text(out, "\":[");
    for (uint32_t i = 0; i < count; i++) {
      pith_text_block block = pith_blocks_get(blocks, i);
      text_out_text(out, i > 0 ? "," : "");
      put_entry(out, &block, (block_list)list);
    }
    text_out_text(out, "]");
  }
}

/* The names of elements, and the texts. */
static pith_status
put_texts(text_out *out, const pith_page *page, pith_blocks *blocks)
{
  uint32_t count = pith_blocks_count(blocks);
  text_out_text(out, ",\"tag\":[");
  for (uint32_t i = 0; i < count; i++) {
    pith_slice name = pith_node_name(page, pith_blocks_get(blocks, i).element);
    text_out_text(out, i > 0 ? "," : "");
    text_out_json(out, name.data, name.len);
  }
  text_out_text(out, "],\"text\":[");
  for (uint32_t i = 0; i < count; i++) {
    pith_slice text;
    pith_status status = pith_blocks_text(blocks, i, &text);
    if (status != PITH_OK)
      return status;
    text_out_text(out, i > 0 ? "," : "");
    text_out_json(out, text.data, text.len);
  }
  text_out_text(out, "]}\n");
  return PITH_OK;
}

/* "first" is the row of the page's first block in the files of numbers. The
 * rows are written even when a text could not be: the counts stay consistent,
 * and the caller removes the files after EXIT_ENVIRONMENT. */
exit_code
blocks_files_add(blocks_files *out, const page_item *item,
                 const pith_page *page, pith_blocks *blocks)
{
  text_out *line = &out->files[BLOCKS_PAGES];
  uint32_t count = pith_blocks_count(blocks);
  text_out_text(line, "{\"id\":");
  text_out_json_name(line, item->name, strlen(item->name));
  if (item->url) {
    text_out_text(line, ",\"url\":");
    text_out_json_name(line, item->url, strlen(item->url));
  }
  text_out_text(line, ",\"first\":");
  text_out_number(line, out->rows, 1);
  text_out_text(line, ",\"blocks\":");
  text_out_number(line, count, 1);
  put_lists(line, blocks);
  pith_status status = put_texts(line, page, blocks);
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *row = pith_blocks_features(blocks, i);
    text_out_bytes(&out->files[BLOCKS_FEATURES], (const char *)row,
                   pith_feature_count());
    add_tokens(out, blocks, i);
  }
  out->rows += count;
  if (status == PITH_OK)
    return EXIT_FINE;
  message("%s: %s", item->path, pith_status_text(status));
  return EXIT_ENVIRONMENT;
}

/* Written last and whole: a folder with a schema is a complete one. */
static exit_code
write_schema(blocks_files *out)
{
  text_out schema;
  text_out_init(&schema, -1);
  text_out_text(&schema, "{\"v\":1,\"levels\":8,\"words\":64,\"rows\":");
  text_out_number(&schema, out->rows, 1);
  text_out_text(&schema, ",\n\"columns\":[");
  for (uint32_t i = 0; i < pith_feature_count(); i++) {
    const char *name = pith_feature_name(i);
    text_out_text(&schema, i > 0 ? "," : "");
    text_out_json(&schema, name, strlen(name));
  }
  text_out_text(&schema, "]}\n");
  exit_code code =
      output_write(&out->tree, "schema.json", "", schema.data, schema.len);
  text_out_done(&schema);
  return code;
}

/* All streams are ended, whatever failed before; the first failure is the
 * result. */
exit_code
blocks_files_close(blocks_files *out, bool keep)
{
  exit_code code = EXIT_FINE;
  put_number(&out->files[BLOCKS_WORDS_INDEX], out->word_count);
  for (int i = 0; i < BLOCKS_FILES; i++) {
    text_out *file = &out->files[i];
    if (file->file >= 0) {
      /* A file that could not be written to its end is not put in its place. */
      exit_code ended = text_out_end(file);
      if (ended == EXIT_FINE)
        ended = output_end(&out->tree, names[i], file->file, keep);
      code = code == EXIT_FINE ? ended : code;
    }
    text_out_done(file);
  }
  if (keep && code == EXIT_FINE)
    code = write_schema(out);
  output_tree_close(&out->tree);
  return code;
}
