/* blocks_files.h: blocks of pages as files of numbers, for a trainer:
 * docs/formats/blocks.md. */
#ifndef CLI_BLOCKS_FILES_H
#define CLI_BLOCKS_FILES_H

#include "common/output/output_tree.h"
#include "common/input/page_list.h"
#include "common/output/text_out.h"

#include "pith_experimental.h"

/* The files, in the order of their names in blocks_files.c. */
enum {
  BLOCKS_FEATURES,
  BLOCKS_PAGES,
  BLOCKS_PATH,
  BLOCKS_PATH_INDEX,
  BLOCKS_WORDS,
  BLOCKS_WORDS_INDEX,
  BLOCKS_FILES
};

typedef struct blocks_files {
  output_tree tree;
  text_out files[BLOCKS_FILES];
  uint32_t rows;
  uint32_t path_count;
  uint32_t word_count;
} blocks_files;

/* Open all files below the directory `path`, which is made if need be. */
exit_code blocks_files_open(blocks_files *out, const char *path);

/* Add the blocks of a page. EXIT_ENVIRONMENT when memory ends. */
exit_code blocks_files_add(blocks_files *out, const page_item *item,
                           const pith_page *page, pith_blocks *blocks);

/* Write what is left and the schema; `keep` false takes the files away. */
exit_code blocks_files_close(blocks_files *out, bool keep);

#endif
