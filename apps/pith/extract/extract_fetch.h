/* extract_fetch.h: addresses among the inputs of `pith extract` and `pith
 * explain`, fetched before the work begins, and partners for -m layer. */
#ifndef CLI_EXTRACT_FETCH_H
#define CLI_EXTRACT_FETCH_H

#include "common/input/page_list.h"
#include "common/web/crawl_folder.h"
#include "pith/extract/extract_request.h"

typedef struct extract_fetched {
  crawl_folder *folders; /* owned, one for each input */
  size_t folder_count;
  char **paths; /* owned: the files that stand for addresses */
  size_t path_count;
  size_t path_capacity;
} extract_fetched;

/* Fetch every input that is an address, and for -m layer without --with its
 * siblings too, or find them beside the file; the request then names the
 * files. Returns the files, also after
 * a failure: extract_fetched_done(), after the work. EXIT_INPUT after a message
 * when a page could not be had. */
exit_code extract_fetch(app_request *request, extract_fetched *out);

/* List the inputs: files as they are, addresses by what was fetched. As
 * page_list_add_all(). */
exit_code extract_list(const app_request *request,
                       const extract_fetched *fetched, page_list *list);

/* The path of a file in a folder, kept until extract_fetched_done(). NULL:
 * memory ended. */
const char *extract_keep_path(extract_fetched *out, const char *folder,
                              const char *file);

void extract_fetched_done(extract_fetched *fetched);

#endif
