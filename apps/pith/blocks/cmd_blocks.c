/* cmd_blocks.c: `pith blocks`: pages in, their blocks out, as lines to read or
 * as files of numbers for a trainer.
 */
#include "common/options/commands.h"

#include "pith/blocks/blocks_files.h"
#include "common/options/command_line.h"
#include "pith/site/site_model_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct blocks_request {
  const char **inputs; /* owned list; the strings are lent by argv */
  size_t input_count;
  const char *output;
  const char *model; /* NULL: none */
  bool features;
  uint64_t most_bytes;
} blocks_request;

/* Where blocks go. */
typedef struct blocks_run {
  const blocks_request *request;
  blocks_files files;     /* with --features */
  text_out lines;         /* else */
  pith_site_model *model; /* NULL: none */
  pith_site *judge;
} blocks_run;

static bool
set_option(void *state, const char *name, const char *value)
{
  blocks_request *out = state;
  if (strcmp(name, "--features") == 0)
    out->features = true;
  else if (strcmp(name, "--output") == 0)
    out->output = value;
  else if (strcmp(name, "--site") == 0)
    out->model = value;
  else if (strcmp(name, "--max-bytes") == 0 &&
           !pith_count_read(value, 1000000000, &out->most_bytes)) {
    message("bad value '%s' for %s; use a number up to 1G", value, name);
    return false;
  }
  return true;
}

static bool
check(const blocks_request *request)
{
  const char *missing = NULL;
  if (request->input_count == 0)
    missing = "name a page, a directory or a file of lines";
  else if (request->features && !request->output)
    missing = "--features wants a directory; name it with -o";
  else if (!request->features && request->output)
    missing = "-o is for the files of --features";
  if (missing)
    message("blocks: %s", missing);
  return !missing;
}

static bool
add_input(void *state, const char *file)
{
  blocks_request *out = state;
  out->inputs[out->input_count++] = file;
  return true;
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

static exit_code
do_blocks(blocks_run *run, const page_item *item, pith_page *page)
{
  pith_blocks *blocks;
  pith_status status = pith_blocks_new(page, run->judge, &blocks);
  if (status != PITH_OK) {
    message("%s: %s", item->path, pith_status_text(status));
    return EXIT_INPUT;
  }
  exit_code code = run->request->features
                       ? blocks_files_add(&run->files, item, page, blocks)
                       : print_blocks(&run->lines, item, page, blocks);
  pith_blocks_free(blocks);
  return code;
}

static exit_code
do_page(blocks_run *run, pith_context *context, const page_list *list,
        size_t number)
{
  const page_item *item = &list->items[number];
  pith_page *page;
  pith_error error;
  pith_options options;
  input_bytes input;
  pith_options_default(&options);
  options.max_bytes = (uint32_t)run->request->most_bytes;
  options.encoding = item->utf8 ? "utf-8" : NULL;
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

/* The model that was named, and a judge by it. */
static exit_code
open_model(blocks_run *run, pith_context *context)
{
  const char *path = run->request->model;
  if (!path)
    return EXIT_FINE;
  exit_code code = model_file_finished(context, path, &run->model);
  if (code != EXIT_FINE ||
      pith_site_open(context, run->model, NULL, &run->judge) == PITH_OK)
    return code;
  return report_out_of_memory();
}

static exit_code
do_pages(blocks_run *run, const page_list *list)
{
  pith_context *context;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return report_out_of_memory();
  exit_code all = open_model(run, context);
  if (all == EXIT_FINE && list->failed > 0)
    all = EXIT_INPUT;
  bool ready = !run->request->model || run->judge;
  for (size_t i = 0; ready && i < list->count && all != EXIT_ENVIRONMENT; i++) {
    exit_code code = do_page(run, context, list, i);
    if (code != EXIT_FINE)
      all = code;
  }
  pith_site_free(run->judge);
  pith_site_model_free(run->model);
  pith_context_free(context);
  return all;
}

static exit_code
run_pages(blocks_run *run, const page_list *list)
{
  if (!run->request->features) {
    text_out_init(&run->lines, STDOUT_FILENO);
    exit_code code = do_pages(run, list);
    exit_code written = text_out_end(&run->lines);
    text_out_done(&run->lines);
    return code != EXIT_FINE ? code : written;
  }
  exit_code code = blocks_files_open(&run->files, run->request->output);
  if (code == EXIT_FINE)
    code = do_pages(run, list);
  exit_code closed = blocks_files_close(&run->files, code != EXIT_ENVIRONMENT);
  return code != EXIT_FINE ? code : closed;
}

static exit_code
run_request(const blocks_request *request)
{
  page_list list;
  blocks_run run = {.request = request};
  exit_code code = EXIT_FINE;
  page_list_init(&list, request->most_bytes);
  for (size_t i = 0; i < request->input_count && code == EXIT_FINE; i++)
    code = page_list_add(&list, request->inputs[i]);
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
  pith_options defaults;
  pith_options_default(&defaults);
  blocks_request request = {.most_bytes = defaults.max_bytes};
  command_line line = {"blocks", &request, set_option, add_input};
  exit_code code;
  request.inputs = calloc((size_t)argc + 1, sizeof *request.inputs);
  if (!request.inputs)
    return report_out_of_memory();
  if (command_line_read(&line, argc, argv, &code) && check(&request))
    code = run_request(&request);
  free(request.inputs);
  return code;
}
