/* extract_fetch.c: see the header.
 *
 *     inputs[i] = address ──► folder i (temporary) ──► inputs[i] = its file
 *
 * After this the rest of the program reads files only. The strings that the
 * request then points to belong to `extract_fetched`.
 */
#include "pith/extract/extract_fetch.h"

#include "pith/extract/extract_siblings.h"
#include "common/system/grow.h"
#include "common/system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pages of the same layer that -m layer fetches to compare a page with
 * (docs/lab/methods/layer.md, L12). */
enum { SIBLINGS = 5 };

const char *
extract_keep_path(extract_fetched *out, const char *folder, const char *file)
{
  if (!GROW(out->paths, out->path_capacity, out->path_count + 1))
    return NULL;
  char *path = path_join(folder, file);
  if (!path)
    return NULL;
  out->paths[out->path_count++] = path;
  return path;
}

/* What take_sibling() needs; all borrowed for the walk. */
typedef struct sibling_walk {
  app_request *request;
  extract_fetched *out;
  const crawl_folder *folder;
} sibling_walk;

/* Called for each page that was fetched; the first is the page itself. When
 * memory ends the sibling is left out: a comparison with fewer pages is still
 * one. */
static void
take_sibling(void *state, const char *file, const char *url)
{
  sibling_walk *walk = state;
  app_request *request = walk->request;
  (void)url;
  if (strcmp(file, walk->folder->summary.first) == 0 ||
      request->input.with.count == PITH_PARTNERS_MOST)
    return;
  const char *path = extract_keep_path(walk->out, walk->folder->path, file);
  if (path)
    request->input.with.items[request->input.with.count++] = path;
}

/* Fetch one address. Partners are fetched only where a method compares pages
 * and the user named none; otherwise the crawl has a depth of 0, a single page.
 * With one input its address becomes the base of relative links, unless the
 * user set one. */
static exit_code
fetch_one(app_request *request, size_t input, extract_fetched *out)
{
  crawl_options options = request->crawl;
  crawl_folder *folder = &out->folders[input];
  const char *url = request->inputs[input];
  bool siblings =
      request_uses(request, "layer") && request->input.with.count == 0;
  options.fetch.bytes = request->page.max_bytes;
  options.fetch.any_type = !siblings;
  options.progress = request->output.progress;
  options.same_layer = siblings ? SIBLINGS : 0;
  if (!siblings)
    options.depth = 0;
  exit_code code = crawl_folder_fetch(url, &options, folder);
  if (code != EXIT_FINE)
    return code;
  sibling_walk walk = {request, out, folder};
  if (siblings)
    code = crawl_folder_each(folder, take_sibling, &walk);
  if (code == EXIT_FINE && siblings && request->input.with.count == 0) {
    message("%s: links to no page of the same layer; name some by --with FILE",
            url);
    code = EXIT_INPUT;
  }
  return code;
}

/* Also when a page could not be had: the others are extracted. */
exit_code
extract_list(const app_request *request, const extract_fetched *fetched,
             page_list *list)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < request->input_count && code == EXIT_FINE; i++) {
    const crawl_folder *folder = &fetched->folders[i];
    if (folder->summary.first[0])
      code = page_list_add_fetched(list, folder->path, folder->summary.first,
                                   folder->summary.home);
    else if (crawl_is_address(request->inputs[i]))
      list->failed++; /* reported */
    else
      code = page_list_add(list, request->inputs[i]);
  }
  if (code == EXIT_FINE && list->count == 0 && list->failed == 0)
    message("%s: contains no pages; a page ends in .html, .htm, .php or the "
            "like",
            request->inputs[0]);
  return code == EXIT_FINE && list->count == 0 ? EXIT_INPUT : code;
}

/* An address that fails is reported; the others are fetched. */
static exit_code
keep_going(const app_request *request, exit_code code)
{
  bool only = request->input_count == 1 || request->output.stop;
  return code == EXIT_INPUT && !only ? EXIT_FINE : code;
}

exit_code
extract_fetch(app_request *request, extract_fetched *out)
{
  exit_code code = EXIT_FINE;
  memset(out, 0, sizeof *out);
  out->folders = calloc(request->input_count + 1, sizeof *out->folders);
  if (!out->folders)
    return report_out_of_memory();
  out->folder_count = request->input_count;
  for (size_t i = 0; i < request->input_count && code == EXIT_FINE; i++)
    if (crawl_is_address(request->inputs[i]))
      code = keep_going(request, fetch_one(request, i, out));
    else if (request_uses(request, "layer") && request->input.with.count == 0)
      code = extract_siblings(request, out);
  return code;
}

/* Also for a fetch that failed half way: folders that were never filled are
 * zero. */
void
extract_fetched_done(extract_fetched *fetched)
{
  for (size_t i = 0; i < fetched->folder_count; i++)
    crawl_folder_done(&fetched->folders[i]);
  for (size_t i = 0; i < fetched->path_count; i++)
    free(fetched->paths[i]);
  free(fetched->folders);
  free(fetched->paths);
}
