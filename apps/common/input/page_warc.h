/* page_warc.h: the pages in WARC, ARC and WACZ files (warc.h), for page_list.h.
 *
 * A page is a response, resource or conversion of HTML with a status of 200 to
 * 299, unless the filter of the list says otherwise; a revisit is the page that
 * it refers to, where that came before. Pages are named by their address, a
 * second capture of one with its date behind it.
 */
#ifndef COMMON_INPUT_PAGE_WARC_H
#define COMMON_INPUT_PAGE_WARC_H

#include "common/input/page_list.h"
#include "common/input/warc.h"

/* Add the pages of an archive; one item for all of them if they are wanted once
 * and in order. See page_list_add(). */
exit_code page_warc_add(page_list *list, byte_source *in);

/* The pages of an archive, one after the other. */
typedef struct warc_pages warc_pages;

/* Open the archive of an item, or one that has just been opened. NULL
 * after a message, with *code. */
warc_pages *warc_pages_open(const page_list *list, const char *path,
                            byte_source *source, exit_code *code);

/* The next page: an item, whose texts are given, and bytes, which are lent
 * until the next call. False at the end, and with *code after a failure.
 * Damage is reported on stderr and counted. */
bool warc_pages_next(warc_pages *pages, page_item *item, pith_slice *bytes,
                     exit_code *code);

/* What was refused or damaged. */
size_t warc_pages_failed(const warc_pages *pages);
void warc_pages_close(warc_pages *pages);

#endif
