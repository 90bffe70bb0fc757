/* crawl_folder.h: pages of an address in a folder that is gone afterwards, for
 * commands that want the pages and not the download.
 */
#ifndef CRAWL_CRAWL_FOLDER_H
#define CRAWL_CRAWL_FOLDER_H

#include "common/web/crawl.h"

typedef struct crawl_folder {
  char path[256]; /* the folder; "" when there is none */
  crawl_summary summary;
} crawl_folder;

/* Fetch from `url` on into a new folder for temporary files. Gives the folder,
 * also after a failure: crawl_folder_done(). As crawl_run(). */
exit_code crawl_folder_fetch(const char *url, const crawl_options *options,
                             crawl_folder *out);

/* Take the folder away, with all that is in it. */
void crawl_folder_done(crawl_folder *folder);

/* Told of a page in it: its file below the folder and where it came from. */
typedef void (*folder_sink)(void *state, const char *file, const char *url);
exit_code crawl_folder_each(const crawl_folder *folder, folder_sink sink,
                            void *state);

#endif
