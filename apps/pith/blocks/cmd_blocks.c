/* cmd_blocks.c: `pith blocks`: pages in, their blocks out, as lines to read or
 * as files of numbers for a trainer.
 */
#include "common/options/commands.h"

#include "pith/blocks/blocks_files.h"
#include "common/options/request.h"
#include "pith/site/site_model_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where blocks go. */
typedef struct blocks_run {
  const app_request *request;
  blocks_files files;     /* with --features */
  text_out lines;         /* else */
  pith_site_model *model; /* NULL: none */
  pith_site *site;
} blocks_run;

/* What is wrong with the options together; NULL: nothing. */
static const char *
find_wrong(const app_request *in)
{
  if (in->input_count == 0)
    return "name a page, a directory or a file of JSON lines";
  if (in->blocks.features && !in->output.path)
    return "--features requires a directory; name it with -o";
  if (!in->blocks.features && in->output.path)
    return "-o requires --features";
  return NULL;
}

/* One line a block. */
static exit_code
print_blocks(text_out *out, const page_item *item, const pith_page *page,
             pith_blocks *blocks)
{
  for (uint32_t i = 0; i < pith_blocks_count(blocks); i++) {
    pith_text_block block = pith_blocks_get(blocks, i);
    pith_slice name = pith_node_name(page, block.element), text;
    if (pith_blocks_text(blocks, i, &text) != PITH_OK) {
      message("%s: %s", item->path, pith_status_text(PITH_NOMEM));
      return EXIT_ENVIRONMENT;
    }
    text_out_number(out, block.span.from, 8);
    text_out_number(out, block.words, 6);
    text_out_text(out, " ");
    text_out_line(out, name.data, name.len);
    text_out_repeat(out, ' ', name.len < 12 ? 12 - name.len : 1);
    text_out_line(out, text.data, text.len);
    text_out_text(out, "\n");
  }
  return EXIT_FINE;
}

/* Split one page. Blocks that a site model knows carry its evidence,
 * so that features for training are those that `auto` sees at run time. */
static exit_code
do_blocks(blocks_run *run, const page_item *item, pith_page *page)
{
  pith_blocks *blocks;
  pith_status status = pith_blocks_new(page, run->site, &blocks);
  if (status != PITH_OK) {
    message("%s: %s", item->path, pith_status_text(status));
    return EXIT_INPUT;
  }
  exit_code code = run->request->blocks.features
                       ? blocks_files_add(&run->files, item, page, blocks)
                       : print_blocks(&run->lines, item, page, blocks);
  pith_blocks_free(blocks);
  return code;
}

/* A page that cannot be parsed costs a message, not the run: EXIT_INPUT lets
 * the caller go on with the next one. What came as JSON is UTF-8, whatever the
 * page declares. */
static exit_code
do_page(blocks_run *run, pith_context *context, const page_list *list,
        size_t number)
{
  const page_item *item = &list->items[number];
  pith_page *page;
  pith_error error;
  pith_options options = run->request->page;
  input_bytes input;
  options = page_item_options(item, &options);
  exit_code code = page_list_read(list, number, &input);
  if (code != EXIT_FINE)
    return code;
  pith_slice html = {input.data, input.len};
  if (pith_page_parse(context, html, &options, &page, &error) == PITH_OK) {
    code = do_blocks(run, item, page);
    pith_page_free(page);
  } else {
    message("%s: %s", item->path, error.message);
    code = EXIT_INPUT;
  }
  input_bytes_done(&input);
  return code;
}

/* The model that was named, and a classifier that applies it. */
static exit_code
open_model(blocks_run *run, pith_context *context)
{
  const char *path = run->request->input.model;
  if (!path)
    return EXIT_FINE;
  exit_code code = model_file_finished(context, path, &run->model);
  if (code != EXIT_FINE ||
      pith_site_open(context, run->model, NULL, &run->site) == PITH_OK)
    return code;
  return report_out_of_memory();
}

/* A bad page is remembered in the result and the others are done; only
 * EXIT_ENVIRONMENT ends the loop, because a full disk or memory that has ended
 * would fail for the rest as well. */
static exit_code
do_pages(blocks_run *run, const page_list *list)
{
  pith_context *context;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return report_out_of_memory();
  exit_code all = open_model(run, context);
  if (all == EXIT_FINE && list->failed > 0)
    all = EXIT_INPUT;
  bool ready = !run->request->input.model || run->site;
  for (size_t i = 0; ready && i < list->count && all != EXIT_ENVIRONMENT; i++) {
    exit_code code = do_page(run, context, list, i);
    if (code != EXIT_FINE)
      all = code;
  }
  pith_site_free(run->site);
  pith_site_model_free(run->model);
  pith_context_free(context);
  return all;
}

/* Lines go to stdout as they are made; the files of --features are kept only
 * when all of them could be written. */
static exit_code
run_pages(blocks_run *run, const page_list *list)
{
  if (!run->request->blocks.features) {
    text_out_init(&run->lines, STDOUT_FILENO);
    exit_code code = do_pages(run, list);
    exit_code written = text_out_end(&run->lines);
    text_out_done(&run->lines);
    return code != EXIT_FINE ? code : written;
  }
  exit_code code = blocks_files_open(&run->files, run->request->output.path);
  if (code == EXIT_FINE)
    code = do_pages(run, list);
  exit_code closed = blocks_files_close(&run->files, code != EXIT_ENVIRONMENT);
  return code != EXIT_FINE ? code : closed;
}

/* The list is settled before anything is written, so that ids are unique and
 * the files do not depend on the order of a directory. */
static exit_code
run_request(const app_request *in)
{
  page_list list;
  blocks_run run = {.request = in};
  page_list_init(&list, in->page.max_bytes);
  exit_code code = page_list_add_all(&list, in->inputs, in->input_count);
  if (code == EXIT_FINE)
    code = page_list_settle(&list);
  if (code == EXIT_FINE)
    code = run_pages(&run, &list);
  page_list_done(&list);
  return code;
}

exit_code
cmd_blocks(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_BLOCKS);
  return request_run(&in, argc, argv, find_wrong, run_request);
}
