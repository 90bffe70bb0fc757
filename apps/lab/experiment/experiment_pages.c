/* experiment_pages.c: the pages that were lost, as lines that hold pages.
 *
 *     losses ──► page by page ──► the collection ──► lost.jsonl
 *
 * An index has no bytes of pages; the collection it was made from has. Each
 * line has its losses as losses.jsonl has them: `pith review lost.jsonl`
 * shows page and loss, and takes a person's word on the class.
 */
#include "lab/experiment/experiment_work.h"
#include "lab/experiment/trec_name.h"

#include "common/input/page_list.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 20000000 };

/* By the name of the page; those of one page in the order of the report. */
static int
compare_losses(const void *a, const void *b)
{
  const experiment_loss *const *one = a;
  const experiment_loss *const *two = b;
  int order = strcmp((*one)->judged->document, (*two)->judged->document);
  return order ? order : (*one > *two) - (*one < *two);
}

/* Losses are sorted by the name of their page. */
static int
compare_with_page(const void *item, const void *name)
{
  const experiment_loss *const *loss = item;
  return strcmp((*loss)->judged->document, name);
}

/* A page of the collection and what it lost. */
typedef struct lost_page {
  const experiment *work;
  const experiment_loss *const *losses; /* lent */
  size_t count;
} lost_page;

/* A line for one page. A page that cannot be read any more was said and is left
 * out. */
static exit_code
write_page(const page_list *list, size_t item, const lost_page *lost,
           text_out *out)
{
  input_bytes bytes;
  const page_item *page = &list->items[item];
  exit_code code = page_list_read(list, item, &bytes);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_text(&json, "id", page->name);
  if (page->url)
    json_out_text(&json, "url", page->url);
  json_out_array(&json, "losses");
  for (size_t i = 0; i < lost->count; i++)
    experiment_loss_write(lost->work, lost->losses[i], &json);
  json_out_end(&json);
  json_out_base64(&json, "html_b64", (pith_slice){bytes.data, bytes.len});
  json_out_end(&json);
  text_out_text(out, "\n");
  input_bytes_done(&bytes);
  return EXIT_FINE;
}

/* In the order of the collection, so that it is read from front to back. */
static exit_code
write_lost(const experiment *work, const page_list *list, text_out *out)
{
  const experiment_loss **sorted = need(work->loss_count, sizeof *sorted);
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < work->loss_count; i++)
    sorted[i] = &work->losses[i];
  qsort(sorted, work->loss_count, sizeof *sorted, compare_losses);
  for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
    lost_page lost = {.work = work};
    char *name = trec_name(list->items[i].name);
    lost.losses =
        sorted + sorted_range(sorted, work->loss_count, sizeof *sorted, name,
                              compare_with_page, &lost.count);
    if (lost.count > 0)
      code = write_page(list, i, &lost, out);
    free(name);
  }
  free(sorted);
  return code;
}

/* Written as it is made: pages are large, and there may be thousands. */
static exit_code
write_file(const experiment *work, const page_list *list)
{
  int file;
  text_out out;
  TRY(output_begin(&work->output, "lost.jsonl", &file));
  text_out_init(&out, file);
  out.name = "lost.jsonl";
  exit_code code = write_lost(work, list, &out);
  exit_code written = text_out_end(&out);
  text_out_done(&out);
  code = code == EXIT_FINE ? written : code;
  written = output_end(&work->output, "lost.jsonl", file, code == EXIT_FINE);
  return code == EXIT_FINE ? written : code;
}

/* The index has no pages, so this needs to know where the collection is. */
exit_code
experiment_pages_write(experiment *work)
{
  page_list list;
  if (!work->options->pages)
    return EXIT_FINE;
  page_list_init(&list, PAGE_BYTES);
  exit_code code = page_list_add(&list, work->options->pages);
  if (code == EXIT_FINE && list.count == 0) {
    message("%s: no pages in it", work->options->pages);
    code = EXIT_INPUT;
  }
  THEN(code, write_file(work, &list));
  page_list_done(&list);
  return code;
}
