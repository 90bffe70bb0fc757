/* crawl_folder.h: a crawl into a temporary folder, for commands that need the
 * pages but not the download.
 */
#ifndef CRAWL_CRAWL_FOLDER_H
#define CRAWL_CRAWL_FOLDER_H

#include "common/web/crawl.h"

typedef struct crawl_folder {
  char path[256]; /* the folder; "" when there is none */
  crawl_summary summary;
} crawl_folder;

/* Fetch from `url` on into a new folder for temporary files. *out is to be
 * released in any case: crawl_folder_done(). As crawl_run(). */
exit_code crawl_folder_fetch(const char *url, const crawl_options *options,
                             crawl_folder *out);

/* Remove the folder with all its content. */
void crawl_folder_done(crawl_folder *folder);

/* Called for each page: its file below the folder, and its address. */
typedef void (*folder_sink)(void *state, const char *file, const char *url);
exit_code crawl_folder_each(const crawl_folder *folder, folder_sink sink,
                            void *state);

#endif
