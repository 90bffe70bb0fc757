/* crawl_archive.h: the exchanges of a crawl as a WARC, `pith fetch --warc`.
 *
 *     warcinfo, then for each request: response, request, metadata
 *
 * Requests of robots.txt and redirects are exchanges like any other. A file
 * that is there is continued; FILE.gz has a gzip member for each record.
 */
#ifndef CRAWL_CRAWL_ARCHIVE_H
#define CRAWL_CRAWL_ARCHIVE_H

#include "common/web/transfer.h"

typedef struct crawl_archive crawl_archive;

/* Open the file for adding. Gives an archive. EXIT_ENVIRONMENT after a
 * message. */
exit_code crawl_archive_open(const char *path, const char *user_agent,
                             crawl_archive **out);

/* Add an exchange; for fetch_options.record. A request without an answer is
 * not stored. */
void crawl_archive_add(void *archive, const web_url *url,
                       const transfer_answer *answer);

/* Close it; NULL is fine. EXIT_ENVIRONMENT after a message when a record could
 * not be written. */
exit_code crawl_archive_close(crawl_archive *archive);

#endif
